public import ScoreDrawing

/// What a terminal has said about itself.
public struct TerminalTraits: Equatable, Sendable {
  /// Whether the question that every terminal answers was answered; the others came before it.
  public var hasAnswered = false
  public var attributes: Set<Int> = []
  public var version = ""
  public var background: RGBA?
  /// The size of a cell in pixels.
  public var cellSize: PixelSize?
  /// Private modes that can be set.
  public var modes: Set<Int> = []
  public var kittyDirect = false
  public var kittySharedMemory = false
  public var sixelRegisters: Int?
  public var sixelLimit: PixelSize?
  public var hasTrueColor = false
  /// How many cells a character of ambiguous width and an octant take.
  public var ambiguousWidth: Int?
  public var octantWidth: Int?

  /// Modes that are asked for.
  static let synchronized = 2026
  static let pixelMouse = 1016
  static let inBandResize = 2048

  public init() {}

  public var hasSixel: Bool { attributes.contains(4) }

  /// Takes a reply in.
  ///
  /// Cursor reports answer the width checks in the order they were asked; later ones
  /// acknowledge frames.
  public mutating func note(_ reply: TerminalReply) {
    switch reply {
    case .attributes(let list):
      hasAnswered = true
      attributes = Set(list.dropFirst())
    case .mode(let mode, let state): if state == 1 || state == 2 { modes.insert(mode) }
    case .version(let text): version = text
    case .kittyGraphics(TerminalQueries.directID, let isOK): kittyDirect = isOK
    case .kittyGraphics(TerminalQueries.sharedID, let isOK): kittySharedMemory = isOK
    case .sixelRegisters(let count): sixelRegisters = count
    case .sixelLimit(let size): if size.width > 0, size.height > 0 { sixelLimit = size }
    case .cellSize(let size): if size.width > 0, size.height > 0 { cellSize = size }
    case .background(let color): background = color
    case .graphicRendition(let text): hasTrueColor = hasTrueColor || TerminalQueries.isProbeColor(text)
    case .cursor(let column, _) where !hasAnswered:
      if ambiguousWidth == nil { ambiguousWidth = column - 1 } else if octantWidth == nil { octantWidth = column - 1 }
    case .resized(let cells, let pixels):
      guard cells.columns > 0, cells.rows > 0 else { return }
      let size = PixelSize(width: pixels.width / cells.columns, height: pixels.height / cells.rows)
      if size.width > 0, size.height > 0 { cellSize = size }
    case .kittyGraphics, .cursor, .focus: break
    }
  }

  /// The finest characters that this terminal is known to draw.
  public func glyphs(_ environment: TerminalEnvironment) -> GlyphSet {
    // Where one dot takes two cells, nothing but 7-bit characters can be placed.
    guard environment.isUTF8, ambiguousWidth ?? 1 == 1 else { return .ascii }
    guard !environment.isLinuxConsole, !environment.isMultiplexed else { return .half }
    if octantWidth == 1, TerminalTraits.octantTerminals.contains(where: { isAtLeast($0) }) { return .octant }
    return TerminalTraits.sextantTerminals.contains { isAtLeast($0) } ? .sextant : .half
  }

  /// Terminals that draw these characters themselves, whatever the font, since this version.
  private static let octantTerminals = [
    ("kitty", [0, 40]), ("foot", [1, 20]), ("ghostty", [1, 2]), ("VTE", [7800]),
  ]
  private static let sextantTerminals = [
    ("kitty", [0, 20]), ("foot", [1, 10]), ("ghostty", [1, 0]), ("VTE", [6200]), ("WezTerm", [20_210_502]),
    ("contour", [0, 3]),
  ]

  /// Names and versions are written as in "kitty(0.26.5)", "foot(1.13.1)", "ghostty 1.2.0", "VTE(7006)".
  private func isAtLeast(_ terminal: (name: String, version: [Int])) -> Bool {
    guard version.lowercased().hasPrefix(terminal.name.lowercased()) else { return false }
    let numbers = version.dropFirst(terminal.name.count).split { !$0.isNumber }.prefix(3).compactMap { Int($0) }
    guard !numbers.isEmpty else { return false }
    return !numbers.lexicographicallyPrecedes(terminal.version)
  }
}
