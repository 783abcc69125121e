public import ScoreDrawing
internal import ScoreRaster

extension SDLWindow {
  /// Shows `frame`; `invalidation` says how much of it differs from the last one shown.
  ///
  /// Nothing is drawn when nothing differs, and nothing while the window is hidden or has no pixels: the
  /// frame then appears when the window does. The frame is kept until the next one comes, so a composer
  /// that reuses memory should take turns between two frames.
  ///
  /// - Throws: `WindowError` when the display gives no pixels or does not show them.
  public mutating func present(_ frame: borrowing Frame, _ invalidation: Invalidation) throws(WindowError) {
    let new = copy frame
    let old = self.frame
    if isPainted, invalidation == .none || old == new { return }
    self.frame = new
    var damage = PixelRect(decoder.geometry.pixels)
    if isPainted, invalidation == .overlay, let old, new.isAlike(old) {
      damage = new.overlayDamage(since: old, metrics: metrics)
    }
    isPainted = false
    try paint(damage: damage)
  }

  /// Brings `frame` onto the screen, if there is one.
  mutating func paint(damage: PixelRect, isExposed: Bool = false) throws(WindowError) {
    guard isVisible, !decoder.geometry.isEmpty, let frame, !frame.size.isEmpty else { return }
    let painter = painter
    var counted = Statistics()
    // Pixels of a frame that was never painted are lost as a whole.
    let outdated = isExposed && !isPainted ? PixelRect(decoder.geometry.pixels) : damage
    try handle.paint(damage: outdated, isExposed: isExposed) { rows, clip in
      counted.paints += 1
      counted.pixels += clip.width * clip.height
      // Until a frame of the new size comes, the old one stands on its background.
      if PixelSize(frame.size, scale: frame.scale) != rows.size {
        rows.fill(clip, with: frame.theme.color(.background))
      }
      painter.paint(frame, into: rows, clip: clip)
    }
    statistics.paints += counted.paints
    statistics.pixels += counted.pixels
    isPainted = true
  }
}

extension Frame {
  /// Whether both frames may differ in their overlays alone.
  fileprivate func isAlike(_ other: Frame) -> Bool {
    size == other.size && scale == other.scale && theme == other.theme
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
