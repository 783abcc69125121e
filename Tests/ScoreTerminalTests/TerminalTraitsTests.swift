import ScoreDrawing
import Testing

@testable import ScoreTerminal

@Suite struct TerminalTraitsTests {
  private static func traits(_ fixture: TerminalFixture) -> TerminalTraits {
    let questions = String(decoding: TerminalQueries.bytes(fixture.environment), as: UTF8.self)
    var decoder = InputDecoder()
    var traits = TerminalTraits()
    for case .reply(let reply) in decoder.feed(Array(fixture.replies(to: questions).utf8)) { traits.note(reply) }
    return traits
  }

  @Test(arguments: TerminalFixture.all)
  func everyRealTerminalIsUnderstood(fixture: TerminalFixture) {
    let traits = Self.traits(fixture)
    #expect(traits.hasAnswered)
    #expect(traits.glyphs(fixture.environment) == fixture.glyphs)
    #expect(traits.hasTrueColor == fixture.hasTrueColor)
    #expect(traits.hasSixel == fixture.hasSixel)
    #expect(traits.kittyDirect == fixture.hasKitty)
    #expect(traits.background == fixture.background)
  }

  @Test func modesAndSizes() {
    let kitty = Self.traits(.kitty)
    #expect(kitty.modes == [TerminalTraits.synchronized, TerminalTraits.pixelMouse])
    #expect(kitty.cellSize == PixelSize(width: 9, height: 18))
    let xterm = Self.traits(.xtermSixel)
    #expect(xterm.sixelRegisters == 1024 && xterm.sixelLimit == PixelSize(width: 480, height: 312))
    #expect(Self.traits(.mlterm).sixelLimit == nil)
  }

  @Test(arguments: [
    ("kitty(0.40.0)", GlyphSet.octant), ("kitty(0.39.1)", .sextant), ("foot(1.20.2)", .octant),
    ("foot(1.13.1)", .sextant),
    ("ghostty 1.2.3", .octant), ("ghostty 1.1.0", .sextant), ("VTE(7800)", .octant), ("VTE(7006)", .sextant),
    ("WezTerm 20240203-110809-5046fc22", .sextant), ("XTerm(400)", .half), ("", .half), ("contour", .half),
  ])
  func finestGlyphs(version: String, glyphs: GlyphSet) {
    var traits = TerminalTraits()
    traits.version = version
    traits.ambiguousWidth = 1
    traits.octantWidth = 1
    #expect(traits.glyphs(TerminalFixture.xterm.environment) == glyphs)
    traits.octantWidth = 2
    #expect(traits.glyphs(TerminalFixture.xterm.environment) != .octant)
  }

  @Test func consoleAndMultiplexersAreAskedLess() {
    let console = String(decoding: TerminalQueries.bytes(TerminalFixture.linuxConsole.environment), as: UTF8.self)
    for start in ["\u{1B}]", "\u{1B}P", "\u{1B}_", "\u{1CD00}"] { #expect(!console.contains(start)) }
    let tmux = String(decoding: TerminalQueries.bytes(TerminalFixture.tmux.environment), as: UTF8.self)
    #expect(!tmux.contains("\u{1B}_G"))
    for text in [console, tmux] {
      #expect(text.hasSuffix("\u{1B}[c"))
      #expect(!text.contains("[18t"))
    }
  }

  @Test(
    arguments: [
      ("rgb:ffff/8080/0000", RGBA(255, 128, 0)), ("rgb:f/8/0", RGBA(255, 136, 0)),
      ("rgba:ff/80/00/ff", RGBA(255, 128, 0)),
      ("#ff8000", RGBA(255, 128, 0)), ("rgb:ff/80", nil), ("rgb:xx/00/00", nil), ("red", nil), ("rgb:fffff/0/0", nil),
    ] as [(String, RGBA?)])
  func colours(text: String, color: RGBA?) {
    #expect(TerminalReply.color(text[...]) == color)
  }
}

@Suite struct TerminalEnvironmentTests {
  private static func environment(_ variables: [String: String], tty: Bool = true) -> TerminalEnvironment {
    TerminalEnvironment(variables: variables, isOutputTerminal: tty, hasTerminal: true)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], true, ColorDepth.ansi256), (["TERM": "xterm"], true, .ansi16),
      (["TERM": "xterm", "COLORTERM": "truecolor"], true, .trueColor), (["TERM": "xterm-kitty"], true, .trueColor),
      (["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"], true, .none), (["TERM": "linux"], true, .ansi16),
      (["TERM": "xterm", "NO_COLOR": ""], true, .ansi16), (["TERM": "xterm-256color"], false, .none),
      (["TERM": "xterm-256color", "CLICOLOR_FORCE": "1"], false, .trueColor), (["TERM": "dumb"], true, .none),
      (["TERM": "dumb", "CLICOLOR_FORCE": "0"], true, .none), ([:], true, .none),
      (["TERM": "xterm-256color", "CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false, .none),
    ] as [([String: String], Bool, ColorDepth)])
  func colours(variables: [String: String], tty: Bool, depth: ColorDepth) {
    #expect(Self.environment(variables, tty: tty).colors() == depth)
  }

  @Test func theUsersChoiceWins() {
    let environment = Self.environment(["TERM": "xterm", "NO_COLOR": "1"], tty: false)
    #expect(environment.colors(.always) == .trueColor)
    #expect(Self.environment(["TERM": "xterm", "COLORTERM": "truecolor"]).colors(.never) == .none)
  }

  @Test(
    arguments: [
      (["LC_ALL": "C"], GlyphSet.ascii), (["LANG": "de_DE.UTF-8"], .half),
      (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], .ascii),
      (["LC_CTYPE": "C.utf8"], .half), (["LANG": "de_DE@euro"], .ascii), (["LANG": "ca_ES.UTF-8@valencia"], .half),
      ([:], .ascii), (["LANG": "en_US.ISO-8859-1"], .ascii), (["LC_ALL": "", "LANG": "C.UTF-8"], .half),
    ] as [([String: String], GlyphSet)])
  func glyphs(variables: [String: String], glyphs: GlyphSet) {
    #expect(Self.environment(variables).glyphs == glyphs)
  }

  @Test func sizes() {
    #expect(Self.environment(["COLUMNS": "120", "LINES": "40"]).printedSize == CellSize(columns: 120, rows: 40))
    #expect(Self.environment(["COLUMNS": "0", "LINES": "x"]).printedSize == CellSize(columns: 80, rows: 24))
    #expect(Self.environment(["COLUMNS": "99999999999999999999"]).printedSize.columns == 80)
  }

  @Test func whenToPrintOnce() {
    #expect(!Self.environment(["TERM": "dumb"]).isInteractive)
    #expect(!Self.environment([:]).isInteractive)
    #expect(!Self.environment(["TERM": "xterm"], tty: false).isInteractive)
    #expect(Self.environment(["TERM": "xterm"]).isInteractive)
  }

  @Test func themeOfTheGround() {
    #expect(Self.environment(["COLORFGBG": "15;0"]).theme == .dark)
    #expect(Self.environment(["COLORFGBG": "0;default;15"]).theme == .light)
    #expect(Self.environment([:]).theme == nil)
  }
}
