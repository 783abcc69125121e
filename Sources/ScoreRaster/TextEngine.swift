internal import CCairo
public import ScoreDrawing
internal import Synchronization

/// Shapes and draws text: with HarfBuzz alone where one font and one direction suffice, else with Pango
/// and Cairo, which are opened at the first text that needs them.
///
/// The picture depends on the fonts that are installed and on nothing else: not on the desktop's
/// font settings, the locale or the time zone. May be used from any thread; one thread at a time
/// does the work.
public final class TextEngine: Sendable {
  private let state: Mutex<TextState>

  /// Opens the font, or Pango where it is not installed.
  ///
  /// - Throws: `RasterError.missingLibrary` naming the Debian package to install.
  public init() throws(RasterError) {
    state = Mutex(try TextState())
  }

  /// Lays a first text out, which costs a millisecond, and some more where Pango has to find a font; may run on a
  /// second thread while a file is being read.
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
  public var versions: String { state.withLock { $0.versions } }

  /// The coverage of `text`, from the cache when it was drawn before; nil when no text can be drawn.
  func mask(of text: String, font: FontRole, scale: Double) -> TextMask? {
    state.withLock { $0.mask(of: text, font: font, scale: scale) }
  }

  /// Half the height of a digit in points.
  func halfDigitHeight(_ font: FontRole) -> Double {
    state.withLock { $0.halfDigitHeight(font) }
  }
}

/// What the engine guards: the shapers, and what they made.
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

  private var font = FontShaper()
  private var pango: PangoShaper?
  /// Whether Pango was asked for, which is done once.
  private var hasAskedForPango = false
  private var halfDigit: Double?
  private var masks = TwoGenerationCache<MaskKey, TextMask>(bound: 8 << 20)
  private var widths = TwoGenerationCache<WidthKey, Double>(bound: 1 << 20)

  init() throws(RasterError) {
    if font == nil {
      pango = PangoShaper(try PangoCairoLibrary.open())
      hasAskedForPango = true
    }
  }

  var versions: String {
    mutating get { [font?.version, pango?.versions].compactMap(\.self).joined(separator: ", ") }
  }

  mutating func width(of text: String, font role: FontRole) -> Double {
    let key = WidthKey(text: text, font: role)
    if let known = widths.value(for: key) { return known }
    let line = Self.oneLine(text)
    let width =
      switch needsPango(line) {
      case true: pango?.width(of: line, font: role) ?? 0
      case false: font?.width(of: line, font: role) ?? 0
      }
    widths.insert(width, for: key, cost: 64 + text.utf8.count)
    return width
  }

  /// Half the height of a digit in points: what lies between the midline and the baseline.
  mutating func halfDigitHeight(_ role: FontRole) -> Double {
    if let halfDigit { return halfDigit * role.pointSize }
    let half = font?.halfDigit ?? pango?.halfDigit ?? 0
    halfDigit = half
    return half * role.pointSize
  }

  mutating func mask(of text: String, font role: FontRole, scale: Double) -> TextMask? {
    let key = MaskKey(text: text, font: role, scale: scale)
    if let known = masks.value(for: key) { return known }
    let line = Self.oneLine(text)
    let mask =
      switch needsPango(line) {
      case true: pango?.mask(of: line, font: role, scale: scale)
      case false: font?.mask(of: line, font: role, scale: scale)
      }
    guard let mask else { return nil }
    masks.insert(mask, for: key, cost: 128 + text.utf8.count + mask.coverage.count)
    return mask
  }

  /// Whether Pango is to draw `text`: without it, the font's own mark stands for each character that is missing.
  private mutating func needsPango(_ text: String) -> Bool {
    if font?.canDraw(text) ?? false { return false }
    if !hasAskedForPango {
      hasAskedForPango = true
      if let library = try? PangoCairoLibrary.open() { pango = PangoShaper(library) }
    }
    return pango != nil
  }

  /// `text` without control characters, cut where no surface could show more of it.
  private static func oneLine(_ text: String) -> String {
    let isPlain = text.utf8.count <= 4000 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    if isPlain { return text }
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(4000) {
      line.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
    }
    return String(line)
  }
}
