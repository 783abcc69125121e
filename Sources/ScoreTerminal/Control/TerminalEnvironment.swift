public import ScoreDrawing

/// What the environment tells about the terminal before it is asked anything.
///
/// A pure value: the same variables give the same answers.
public struct TerminalEnvironment: Equatable, Sendable {
  /// `TERM`; empty where it is not set.
  public let term: String
  /// Whether the locale's characters are UTF-8.
  public let isUTF8: Bool
  /// Whether both ends are terminals and `TERM` says that they can do more than print.
  public let isInteractive: Bool
  /// Whether the terminal is at the other end of a network.
  public let isRemote: Bool
  private let variables: [String: String]
  private let isOutputTerminal: Bool
  private let terminfo: Terminfo?

  /// When colours are to be used, as the user says it.
  public enum ColorChoice: String, CaseIterable, Sendable {
    case auto
    case always
    case never
  }

  /// - Parameters:
  ///   - variables: the environment.
  ///   - isOutputTerminal: whether standard output is a terminal.
  ///   - hasTerminal: whether there is a terminal to read keys from (standard input may be a pipe).
  ///   - terminfo: what the terminal database says about `TERM`.
  public init(variables: [String: String], isOutputTerminal: Bool, hasTerminal: Bool, terminfo: Terminfo? = nil) {
    self.terminfo = terminfo
    self.variables = variables
    self.isOutputTerminal = isOutputTerminal
    term = variables["TERM"] ?? ""
    isInteractive = isOutputTerminal && hasTerminal && !term.isEmpty && term != "dumb"
    isRemote = ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"].contains { !(variables[$0] ?? "").isEmpty }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
    let charset = locale.split(separator: "@").first.flatMap { $0.split(separator: ".").last }.map { $0.lowercased() }
    isUTF8 = charset == "utf-8" || charset == "utf8"
  }

  public var isLinuxConsole: Bool { term == "linux" }

  /// Whether tmux or screen stands between.
  public var isMultiplexed: Bool {
    term.hasPrefix("screen") || term.hasPrefix("tmux") || !(variables["TMUX"] ?? "").isEmpty
      || !(variables["STY"] ?? "").isEmpty
  }

  /// The colours to use: NO_COLOR wins over all but a choice of the user's own.
  public func colors(_ choice: ColorChoice = .auto) -> ColorDepth {
    if choice == .never { return .none }
    let forced = choice == .always || isSet("CLICOLOR_FORCE") || isSet("FORCE_COLOR")
    if choice == .auto {
      if !(variables["NO_COLOR"] ?? "").isEmpty { return .none }
      if !forced, !isOutputTerminal || term.isEmpty || term == "dumb" { return .none }
      // The entry of a terminal without colours says nothing of them.
      if !forced, let terminfo, terminfo == Terminfo(), variables["COLORTERM"] == nil { return .none }
    }
    return known
  }

  /// What the terminal is known to show; a file or a pipe, where colours are forced, gets them all.
  private var known: ColorDepth {
    let colorTerm = variables["COLORTERM"] ?? ""
    if colorTerm == "truecolor" || colorTerm == "24bit" { return .trueColor }
    if !isOutputTerminal { return .trueColor }
    if term.hasSuffix("-direct") { return .trueColor }
    let knownTerms = ["xterm-kitty", "foot", "alacritty", "wezterm", "xterm-ghostty", "contour"]
    if knownTerms.contains(where: { term == $0 || term.hasPrefix($0 + "-") }) { return .trueColor }
    if let terminfo, terminfo.hasTrueColor { return .trueColor }
    if term.contains("256") || terminfo?.colors ?? 0 >= 256 { return .ansi256 }
    return .ansi16
  }

  /// The characters to draw with before the terminal has said who it is.
  public var glyphs: GlyphSet { isUTF8 ? .half : .ascii }

  /// The size of a chart that is printed: COLUMNS and LINES, else 80 × 24.
  public var printedSize: CellSize {
    CellSize(columns: size("COLUMNS") ?? 80, rows: size("LINES") ?? 24)
  }

  /// The theme that suits the terminal's ground where the environment tells it (`COLORFGBG`).
  public var theme: Theme? {
    guard let last = variables["COLORFGBG"]?.split(separator: ";").last, let ground = Int(last) else { return nil }
    return ground == 7 || (9...15).contains(ground) ? .light : .dark
  }

  /// How long the terminal is waited for, in milliseconds.
  public var patience: Double { isRemote ? 1000 : 200 }

  private func isSet(_ name: String) -> Bool {
    guard let value = variables[name] else { return false }
    return !value.isEmpty && value != "0"
  }

  private func size(_ name: String) -> Int? {
    variables[name].flatMap { Int($0) }.flatMap { (1...CellGrid.limit).contains($0) ? $0 : nil }
  }
}
