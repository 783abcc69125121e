public import ScoreDrawing

/// Draws frames into 32-bit pixels, back to front as `Frame` says, from the theme's background up.
///
/// Keeps masks of text and shadows, and its working memory, from one frame to
/// the next; use one painter for all frames of a surface, from one thread. A
/// frame is painted in bands that stay in the processor's cache while everything
/// is laid over one another.
public final class FramePainter {
  public let text: TextEngine
  private var plan = PaintPlan()
  private let shadows = ShadowCache()
  private var scratch = BandScratch()

  public init(text: TextEngine) { self.text = text }

  /// Draws `frame` into `rows`, whose first pixel is the frame's top left one.
  ///
  /// What was there before never shines through. Only pixels inside `clip` are written, and they
  /// are exactly those that painting everything would give. No value in a frame is a reason to
  /// trap: what is not finite or lies outside is not drawn.
  ///
  /// - Parameter ground: the opaque pixel beneath everything, instead of the theme's background.
  public func paint(
    _ frame: borrowing Frame, into rows: PixelRows, clip: PixelRect? = nil, ground: UInt32? = nil
  ) {
    let bounds = PixelRect(rows.size)
    let visible = clip.map { $0.intersection(bounds) } ?? bounds
    paintBands(frame, visible, rows.isWriteOnly ? nil : rows, ground: ground) { canvas in
      if canvas.isInside(rows) { return }
      for y in canvas.bounds.minY..<canvas.bounds.maxY {
        (rows.base + (y * rows.stride + visible.minX)).update(from: canvas.pixel(visible.minX, y), count: visible.width)
      }
    }
  }

  /// Draws `frame` band after band from the top, each into the same small piece of memory, and
  /// lends it to `body` with the y of its first row: for encoders, which need no whole picture.
  ///
  /// - Parameter frame: its size and scale give the picture's size in pixels.
  public func paintBands<Failure: Error>(
    _ frame: borrowing Frame, _ body: (_ band: PixelRows, _ y: Int) throws(Failure) -> Void
  ) throws(Failure) {
    let all = PixelRect(PixelSize(covering: frame.size, scale: frame.scale))
    try paintBands(frame, all, nil) { (canvas) throws(Failure) in
      let band = PixelRows(
        base: canvas.pixel(canvas.bounds.minX, canvas.bounds.minY),
        size: PixelSize(width: all.width, height: canvas.bounds.height), stride: canvas.pitch)
      try body(band, canvas.bounds.minY)
    }
  }

  private func paintBands<Failure: Error>(
    _ frame: borrowing Frame, _ clip: PixelRect, _ rows: PixelRows?, ground: UInt32? = nil,
    _ body: (BandCanvas) throws(Failure) -> Void
  ) throws(Failure) {
    guard !clip.isEmpty else { return }
    plan.removeAll()
    var planner = FramePlanner(frame: frame, clip: clip, text: text, plan: plan, shadows: shadows)
    plan = PaintPlan()
    planner.add(frame)
    plan = planner.plan
    let background = plan.takeBackground(covering: clip) ?? ground ?? planner.ink(.background).pixel
    scratch.reserve(width: clip.maxX - clip.minX / BandCanvas.chunk * BandCanvas.chunk)
    var y = clip.minY
    while y < clip.maxY {
      let canvas = scratch.canvas(clip, top: y, background: background, rows: rows)
      canvas.clear()
      plan.paint(canvas, scratch.curve)
      try body(canvas)
      y = canvas.bounds.maxY
    }
  }
}
