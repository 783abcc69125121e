import ScoreDrawing
import Testing

@testable import ScoreTerminal

/// What a real terminal answered, recorded from it, and what is to be made of it.
struct TerminalFixture: CustomTestStringConvertible, Sendable {
  var name: String
  var term: String
  /// A part of our questions, and the answer to it.
  var answers: [(question: String, answer: String)]
  /// Moves to two cells, drags over two more, turns the wheel up, down, left, right and up with Shift.
  var mouse: String
  /// Left, Home, End, Page Up, Page Down, Up, Shift+Up, F11, Tab, Shift+Tab.
  var keys: String
  var glyphs: GlyphSet
  var hasTrueColor: Bool
  var hasSixel = false
  var hasKitty = false
  var background: RGBA?

  var testDescription: String { name }

  static let commonKeys = "\u{1B}[D\u{1B}[H\u{1B}[F\u{1B}[5~\u{1B}[6~\u{1B}[A\u{1B}[1;2A\u{1B}[23~\t\u{1B}[Z"
  private static let noModes = [
    ("\u{1B}[?2026$p", "\u{1B}[?2026;0$y"), ("\u{1B}[?2048$p", "\u{1B}[?2048;0$y"),
  ]
  private static let whiteGround = ("\u{1B}]11;?\u{1B}\\", "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
  private static let width = [("●\u{1B}[6n", "\u{1B}[1;2R"), ("\u{1CD00}\u{1B}[6n", "\u{1B}[1;2R")]
  private static let xtermMouse =
    "\u{1B}[<35;17;8M\u{1B}[<35;20;9M\u{1B}[<0;20;9M\u{1B}[<32;23;9M\u{1B}[<32;27;10M\u{1B}[<0;27;10m"
    + "\u{1B}[<64;27;10M\u{1B}[<65;27;10M\u{1B}[<66;27;10M\u{1B}[<66;27;10m\u{1B}[<67;27;10M\u{1B}[<67;27;10m"

  static let xterm = TerminalFixture(
    name: "xterm 379", term: "xterm-256color",
    answers: noModes + width + [
      whiteGround, ("\u{1B}[>q", "\u{1B}P>|XTerm(379)\u{1B}\\"), ("\u{1B}[?1016$p", "\u{1B}[?1016;2$y"),
      ("\u{1B}P$qm\u{1B}\\", "\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\"), ("\u{1B}[?1;1;0S", "\u{1B}[?1;3S"),
      ("\u{1B}[?2;1;0S", "\u{1B}[?2;3S"), ("\u{1B}[c", "\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28c"),
    ],
    mouse: xtermMouse, keys: commonKeys, glyphs: .half, hasTrueColor: true, background: RGBA(255, 255, 255))

  static let xtermSixel: TerminalFixture = {
    var fixture = xterm
    fixture.name = "xterm 379 as a VT340"
    fixture.answers.removeLast(3)
    fixture.answers += [
      ("\u{1B}[?1;1;0S", "\u{1B}[?1;0;1024S"), ("\u{1B}[?2;1;0S", "\u{1B}[?2;0;480;312S"),
      ("\u{1B}[c", "\u{1B}[?63;1;2;4;6;9;15;16;22;28c"),
    ]
    fixture.hasSixel = true
    return fixture
  }()

  static let kitty = TerminalFixture(
    name: "kitty 0.26", term: "xterm-kitty",
    answers: width + [
      ("\u{1B}[>q", "\u{1B}P>|kitty(0.26.5)\u{1B}\\"),
      ("\u{1B}]11;?\u{1B}\\", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"),
      ("\u{1B}[?2026$p", "\u{1B}[?2026;2$y"), ("\u{1B}[?2048$p", "\u{1B}[?2048;0$y"),
      ("\u{1B}[?1016$p", "\u{1B}[?1016;2$y"), ("\u{1B}P$qm\u{1B}\\", "\u{1B}P1$r48:2:1:2:3m\u{1B}\\"),
      ("\u{1B}[16t", "\u{1B}[6;18;9t"), ("a=q,t=d", "\u{1B}_Gi=31;OK\u{1B}\\"), ("\u{1B}[c", "\u{1B}[?62;c"),
    ],
    mouse: "\u{1B}[<35;12;6M\u{1B}[<35;14;7M\u{1B}[<0;14;7M\u{1B}[<32;16;7M\u{1B}[<32;18;7M\u{1B}[<0;18;7m"
      + "\u{1B}[<64;18;7M\u{1B}[<65;18;7M\u{1B}[<66;18;7M\u{1B}[<67;18;7M\u{1B}[<68;18;7M",
    keys: commonKeys, glyphs: .sextant, hasTrueColor: true, hasKitty: true, background: RGBA(0, 0, 0))

  static let konsole = TerminalFixture(
    name: "Konsole 22.12", term: "xterm-256color",
    answers: width + [
      ("\u{1B}[>q", "\u{1B}P>|Konsole 22.12.3\u{1B}\\"),
      ("\u{1B}]11;?\u{1B}\\", "\u{1B}]11;rgb:2323/2626/2727\u{1B}\\"), ("\u{1B}[16t", "\u{1B}[6;17;8t"),
      ("\u{1B}[?1;1;0S", "\u{1B}[?1;0;256S"), ("\u{1B}[?2;1;0S", "\u{1B}[?2;0;16384;16384S"),
      ("a=q,t=d", "\u{1B}_Gi=31;OK\u{1B}\\"), ("\u{1B}[c", "\u{1B}[?62;1;4c"),
    ],
    mouse: "\u{1B}[<35;13;3M\u{1B}[<35;15;4M\u{1B}[<0;15;4M\u{1B}[I\u{1B}[<32;20;4M\u{1B}[<0;20;4m"
      + "\u{1B}[<64;20;4M\u{1B}[<65;20;4M\u{1B}[<64;20;4M",
    keys: "\u{1B}[D\u{1B}[H\u{1B}[F\u{1B}[5~\u{1B}[6~\u{1B}[A\t\u{1B}[Z", glyphs: .half, hasTrueColor: false,
    hasSixel: true, hasKitty: true, background: RGBA(0x23, 0x26, 0x27))

  static let mlterm = TerminalFixture(
    name: "mlterm", term: "mlterm",
    answers: noModes + width + [
      whiteGround, ("\u{1B}[?1016$p", "\u{1B}[?1016;0$y"),
      ("\u{1B}P$qm\u{1B}\\", "\u{1B}P1$r0;48;5;16m\u{1B}\\"), ("\u{1B}[16t", "\u{1B}[6;19;10t"),
      ("\u{1B}[?1;1;0S", "\u{1B}[?1;0;1024S"), ("\u{1B}[?2;1;0S", "\u{1B}[?1;3;0S"),
      ("\u{1B}[c", "\u{1B}[?63;1;2;3;4;6;7;15;18;22;29c"),
    ],
    mouse: "\u{1B}[<35;9;6M\u{1B}[<35;11;6M\u{1B}[<0;11;6M\u{1B}[I\u{1B}[<32;15;7M\u{1B}[<0;15;7m"
      + "\u{1B}[<64;15;7M\u{1B}[<65;15;7M\u{1B}[<66;15;7M\u{1B}[<0;15;7m",
    keys: commonKeys, glyphs: .half, hasTrueColor: false, hasSixel: true, background: RGBA(255, 255, 255))

  static let tmux = TerminalFixture(
    name: "tmux 3.3a", term: "screen-256color",
    answers: [
      ("\u{1B}[>q", "\u{1B}P>|tmux 3.3a\u{1B}\\"), ("●\u{1B}[6n", "\u{1B}[1;2R"),
      ("\u{1CD00}\u{1B}[6n", "\u{1B}[1;1R"), ("\u{1B}[c", "\u{1B}[?1;2c"),
    ],
    mouse:
      "\u{1B}[<35;9;6M\u{1B}[<35;11;6M\u{1B}[<0;11;6M\u{1B}[<32;15;7M\u{1B}[<0;15;7m\u{1B}[<64;15;7M\u{1B}[<65;15;7M",
    keys: "\u{1B}[D\u{1B}[1~\u{1B}[4~\u{1B}[5~\u{1B}[6~\u{1B}[A\u{1B}[1;2A\u{1B}[23~\t\u{1B}[Z", glyphs: .half,
    hasTrueColor: false)

  static let linuxConsole = TerminalFixture(
    name: "Linux console", term: "linux",
    answers: [("●\u{1B}[6n", "\u{1B}[1;2R"), ("\u{1B}[c", "\u{1B}[?6c")],
    mouse: "", keys: "\u{1B}[D\u{1B}[1~\u{1B}[4~\u{1B}[5~\u{1B}[6~\u{1B}[A\u{1B}[A\u{1B}[23~\t", glyphs: .half,
    hasTrueColor: false)

  /// A terminal for which one dot takes two cells, as in some East Asian set-ups.
  static let wideAmbiguous: TerminalFixture = {
    var fixture = xterm
    fixture.name = "xterm with wide ambiguous characters"
    fixture.answers.removeAll { $0.question == "●\u{1B}[6n" }
    fixture.answers.append(("●\u{1B}[6n", "\u{1B}[1;3R"))
    fixture.glyphs = .ascii
    return fixture
  }()

  static let all = [xterm, xtermSixel, kitty, konsole, mlterm, tmux, linuxConsole, wideAmbiguous]

  var environment: TerminalEnvironment {
    TerminalEnvironment(
      variables: ["TERM": term, "LC_ALL": "C.UTF-8"], isOutputTerminal: true, hasTerminal: true)
  }

  /// The answers to `output`, in the order of the questions in it.
  func replies(to output: String) -> String {
    var found: [(String.Index, String)] = []
    for (question, answer) in answers {
      var start = output.startIndex
      while let range = output[start...].firstRange(of: question) {
        found.append((range.lowerBound, answer))
        start = range.upperBound
      }
    }
    return found.sorted { $0.0 < $1.0 }.map(\.1).joined()
  }
}
