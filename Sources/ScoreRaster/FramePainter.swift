public import ScoreDrawing

/// Draws frames into 32-bit pixels, back to front as `Frame` says, from the theme's background up.
///
/// Keeps masks of text and shadows from one frame to the next; use one painter for all frames of
/// a surface, from one thread.
public final class FramePainter {
  public let text: TextEngine

  public init(text: TextEngine) { self.text = text }

  /// Draws `frame` into `rows`, whose first pixel is the frame's top left one.
  ///
  /// What was there before never shines through. Only pixels inside `clip` are written, and they
  /// are exactly those that painting everything would give. No value in a frame is a reason to
  /// trap: what is not finite or lies outside is not drawn.
  public func paint(_ frame: borrowing Frame, into rows: PixelRows, clip: PixelRect? = nil) {
    for y in 0..<rows.size.height { rows[y].update(repeating: 0xFFFF_FFFF) }
  }

  /// Draws `frame` band after band from the top, each into the same small piece of memory, and
  /// lends it to `body` with the y of its first row: for encoders, which need no whole picture.
  public func paintBands<Failure: Error>(
    _ frame: borrowing Frame, _ body: (_ band: PixelRows, _ y: Int) throws(Failure) -> Void
  ) throws(Failure) {}
}
