public import ScoreDrawing
internal import ScoreRaster

extension SDLWindow {
  /// Shows `frame`; `invalidation` says how much of it differs from the last one shown.
  ///
  /// A frame that was only scrolled keeps the pixels of the last one, and what comes into view is drawn. Nothing is
  /// drawn when nothing differs, and nothing while the window is hidden or has no pixels: the
  /// frame then appears when the window does. The frame is kept until the next one comes, so a composer
  /// that reuses memory should take turns between two frames.
  ///
  /// - Throws: `WindowError` when the display gives no pixels or does not show them.
  public mutating func present(_ frame: borrowing Frame, _ invalidation: Invalidation) throws(WindowError) {
    let new = copy frame
    let old = self.frame
    if isPainted, invalidation == .none || old == new { return }
    self.frame = new
    let pixels = decoder.geometry.pixels
    let change =
      if isPainted, let old {
        FrameChange(from: old, to: new, invalidation, pixels: pixels, metrics: metrics)
      } else {
        FrameChange(whole: pixels)
      }
    isPainted = false
    try paint(change)
  }

  /// Brings `frame` onto the screen, if there is one.
  mutating func paint(_ change: FrameChange, isExposed: Bool = false) throws(WindowError) {
    guard isVisible, !decoder.geometry.isEmpty, let frame, !frame.size.isEmpty else { return }
    let painter = painter
    var counted = Statistics()
    // Pixels of a frame that was never painted are lost as a whole.
    let change = isExposed && !isPainted ? FrameChange(whole: decoder.geometry.pixels) : change
    try handle.paint(damage: change.extent, isExposed: isExposed) { rows, areKept in
      let change = areKept ? change : FrameChange(whole: rows.size)
      // Until a frame of the new size comes, the old one stands on its background.
      if PixelSize(frame.size, scale: frame.scale) != rows.size {
        change.damage.forEach { rows.fill($0, with: frame.theme.color(.background)) }
      }
      painter.apply(change, to: rows, of: frame)
      counted = Statistics(paints: 1, pixels: change.painted, columns: change.newColumns)
    }
    statistics.paints += counted.paints
    statistics.pixels += counted.pixels
    statistics.columns += counted.columns
    isPainted = true
  }
}

extension PixelRows {
  fileprivate func fill(_ rect: PixelRect, with color: RGBA) {
    let pixel = 0xFF00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    let inside = rect.intersection(PixelRect(size))
    guard !inside.isEmpty else { return }
    for y in inside.minY..<inside.maxY {
      self[y][inside.minX..<inside.maxX].update(repeating: pixel)
    }
  }
}
