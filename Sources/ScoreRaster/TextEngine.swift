internal import CCairo
public import ScoreDrawing
internal import Synchronization

/// Shapes and draws text with pango and cairo, which it opens when it is made.
///
/// The picture depends on the fonts that are installed and on nothing else: not on the desktop's
/// font settings, the locale or the time zone. May be used from any thread; one thread at a time
/// does the work.
public final class TextEngine: Sendable {
  private let library: PangoCairoLibrary
  private let state: Mutex<TextState>

  /// Opens the libraries; fonts are looked for at the first text, or by `warmUp`.
  ///
  /// - Throws: `RasterError.missingLibrary` naming the Debian package to install.
  public init() throws(RasterError) {
    library = try PangoCairoLibrary.open()
    state = Mutex(TextState(library: library))
  }

  /// Finds the font and lays a first text out, which costs some milliseconds; may run on a second
  /// thread while a file is being read.
  public func warmUp() {
    _ = metrics.width(of: "0", font: .dateLabel)
    _ = mask(of: "0123456789-", font: .dateLabel, scale: 1)
  }

  /// The advance widths that layout needs, in points; they are the same at every scale.
  public var metrics: TextMetrics {
    TextMetrics { [self] text, font in
      state.withLock { $0.width(of: text, font: font) }
    }
  }

  /// Versions of the libraries in use, for bug reports and benchmarks.
  public var versions: String {
    func text(_ version: UnsafePointer<CChar>?) -> String { version.map { String(cString: $0) } ?? "?" }
    return "cairo \(text(library.functions.cairo_version_string())), "
      + "pango \(text(library.functions.pango_version_string()))"
  }

  /// The coverage of `text`, from the cache when it was drawn before; nil when no text can be drawn.
  func mask(of text: String, font: FontRole, scale: Double) -> TextMask? {
    state.withLock { $0.mask(of: text, font: font, scale: scale) }
  }

  /// Half the height of a digit in points.
  func halfDigitHeight(_ font: FontRole) -> Double {
    state.withLock { $0.halfDigitHeight(font) }
  }
}

/// What the engine guards: pango's objects, and what they made.
struct TextState: ~Copyable {
  private struct MaskKey: Hashable {
    var text: String
    var font: FontRole
    var scale: Double
  }

  private struct WidthKey: Hashable {
    var text: String
    var font: FontRole
  }

  private let library: PangoCairoLibrary
  private var shaper: TextShaper?
  private var masks = TwoGenerationCache<MaskKey, TextMask>(bound: 8 << 20)
  private var widths = TwoGenerationCache<WidthKey, Double>(bound: 1 << 20)

  init(library: PangoCairoLibrary) { self.library = library }

  mutating func width(of text: String, font: FontRole) -> Double {
    let key = WidthKey(text: text, font: font)
    if let known = widths.value(for: key) { return known }
    makeShaper()
    let width = shaper?.width(of: text, font: font) ?? 0
    widths.insert(width, for: key, cost: 64 + text.utf8.count)
    return width
  }

  mutating func halfDigitHeight(_ font: FontRole) -> Double {
    makeShaper()
    return shaper?.halfDigitHeight(font) ?? 0
  }

  mutating func mask(of text: String, font: FontRole, scale: Double) -> TextMask? {
    let key = MaskKey(text: text, font: font, scale: scale)
    if let known = masks.value(for: key) { return known }
    makeShaper()
    guard let mask = shaper?.mask(of: text, font: font, scale: scale) else { return nil }
    masks.insert(mask, for: key, cost: 128 + text.utf8.count + mask.coverage.count)
    return mask
  }

  private mutating func makeShaper() {
    if shaper == nil { shaper = TextShaper(library) }
  }
}
