import Foundation
import Glibc
import ScoreDrawing
import Support
import Testing

@testable import ScoreTerminal

/// The program itself at the end of a pseudo-terminal: how it takes the terminal, is driven, and gives it back.
@Suite(.serialized) struct ProgramTests {
  private static let leave = "\u{1B}[?25h\u{1B}[?1049l"
  private static let sample = Scoreview.sample("scores-3-years.csv")

  /// A shell line's environment knows no display.
  private static func start(
    _ arguments: [String] = [], fixture: TerminalFixture? = .xterm, environment: [String: String] = [:],
    size: CellSize = CellSize(columns: 80, rows: 24)
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      [Scoreview.path, sample] + arguments, fixture: fixture, environment: environment, size: size)
    #expect(
      terminal.run { terminal.text.contains("2026-11-22 79") },
      "nothing was drawn: \(terminal.text.suffix(300))")
    return terminal
  }

  private static func shell(_ fixture: TerminalFixture = .xterm) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(["/bin/bash", "--norc", "--noprofile", "-i"], fixture: fixture)
    #expect(terminal.run { terminal.text.contains("$ ") })
    return terminal
  }

  /// Waits until the shell asks for the next command: what is typed before is dropped with late answers.
  private static func hasLeft(_ terminal: PseudoTerminal) -> Bool {
    terminal.run {
      guard let end = terminal.text.range(of: leave, options: .backwards) else { return false }
      return terminal.text[end.upperBound...].contains("$ ")
    }
  }

  private static func expectRestored(_ terminal: PseudoTerminal) {
    #expect(terminal.isSane)
    #expect(terminal.text.contains(leave), "the screen was not given back")
    for mode in ["1000", "1003", "1004", "1006", "1016", "2004", "2048"] where terminal.text.contains("[?\(mode)h") {
      let last = terminal.text.components(separatedBy: "\u{1B}[?\(mode)").last ?? ""
      #expect(last.hasPrefix("l"), "mode \(mode)")
    }
  }

  private static func screen(_ terminal: PseudoTerminal, columns: Int = 80, rows: Int = 24) -> ReferenceTerminal? {
    let screen = ReferenceTerminal(columns: columns, rows: rows)
    screen?.write(terminal.output)
    return screen
  }

  /// What is on the screen once `condition` holds for it.
  private static func eventually(
    _ terminal: PseudoTerminal, columns: Int = 80, rows: Int = 24, _ condition: (ReferenceTerminal) -> Bool
  ) -> Bool {
    terminal.run { screen(terminal, columns: columns, rows: rows).map(condition) ?? true }
  }

  @Test(arguments: TerminalFixture.all)
  func everyTerminalIsTakenAndGivenBack(fixture: TerminalFixture) throws {
    let terminal = try Self.start(fixture: fixture)
    #expect(!terminal.isSane)
    terminal.send("q")
    #expect(terminal.runUntilEnd())
    #expect(terminal.waitStatus == 0)
    Self.expectRestored(terminal)
  }

  @Test func itIsDrivenByWheelDragHoverKeysAndResizing() throws {
    let terminal = try Self.start(["--graphics=cells"])
    let newest = "11-22"
    #expect(Self.eventually(terminal) { $0.line(22).hasSuffix(newest) && $0.line(23).contains("2026-11-22 79") })
    // A notch of the wheel: two columns back; another: two more.
    terminal.send("\u{1B}[<64;30;10M")
    #expect(Self.eventually(terminal) { $0.line(22).hasSuffix("11-20") })
    terminal.send("\u{1B}[<64;30;10M")
    #expect(Self.eventually(terminal) { $0.line(22).hasSuffix("11-18") })
    terminal.send("\u{1B}[<65;30;10M\u{1B}[<65;30;10M")
    #expect(Self.eventually(terminal) { $0.line(22).hasSuffix(newest) })
    // Drag by three columns of six cells, held before it is let go.
    terminal.send("\u{1B}[<0;20;9M\u{1B}[<32;30;9M\u{1B}[<32;38;9M")
    terminal.run(for: 300)
    terminal.send("\u{1B}[<0;38;9m")
    #expect(Self.eventually(terminal) { $0.line(22).hasSuffix("11-19") })
    // Hover over the newest but one in view.
    terminal.send("\u{1B}[<35;67;5M")
    #expect(Self.eventually(terminal) { $0.line(23).contains("2026-11-18") })
    terminal.send("\u{1B}[D")
    #expect(Self.eventually(terminal) { $0.line(22).hasSuffix("11-18") })
    terminal.send("?")
    #expect(Self.eventually(terminal) { screen in (0..<22).contains { screen.line($0).contains("PgUp") } })
    terminal.send("?")
    terminal.resize(to: CellSize(columns: 60, rows: 16))
    #expect(Self.eventually(terminal, columns: 60, rows: 16) { $0.line(14).hasSuffix("11-18") })
    terminal.send("q")
    #expect(terminal.runUntilEnd())
    #expect(terminal.waitStatus == 0)
    Self.expectRestored(terminal)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func signalsThatEndRestore(number: Int32) throws {
    let terminal = try Self.start()
    terminal.signal(number)
    #expect(terminal.runUntilEnd())
    #expect(terminal.waitStatus == (128 + number) << 8 || terminal.waitStatus == number)
    Self.expectRestored(terminal)
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGILL, SIGQUIT])
  func crashesRestore(number: Int32) throws {
    let terminal = try Self.start(environment: ["SWIFT_BACKTRACE": "enable=no"])
    terminal.signal(number)
    #expect(terminal.runUntilEnd())
    #expect((terminal.waitStatus ?? 0) & 0x7F == number)
    Self.expectRestored(terminal)
  }

  @Test func aVanishedTerminalEndsIt() throws {
    var terminal: PseudoTerminal? = try Self.start()
    let process = try #require(terminal?.processID)
    terminal?.hangUp()
    #expect(terminal?.runUntilEnd() == true, "process \(process) is still there")
    terminal = nil
  }

  @Test func controlZStopsAndComesBack() throws {
    let terminal = try Self.shell()
    terminal.send("\(Scoreview.path) \(Self.sample)\n")
    #expect(terminal.run { terminal.text.contains("q quit") })
    terminal.send("\u{1A}")
    #expect(terminal.run { terminal.text.contains("Stopped") })
    #expect(terminal.isSane || terminal.text.contains(Self.leave))
    terminal.clearOutput()
    terminal.send("fg\n")
    #expect(terminal.run { terminal.text.contains("\u{1B}[?1049h") && terminal.text.contains("q quit") })
    terminal.send("q")
    #expect(Self.hasLeft(terminal))
    terminal.clearOutput()
    terminal.send("echo E''ND $?\n")
    #expect(terminal.run { terminal.text.contains("END 0") })
  }

  /// Scores come from a pipe, keys from the terminal.
  @Test func thePipeHasTheScoresAndTheTerminalTheKeys() throws {
    let terminal = try Self.shell()
    terminal.send("cat \(Self.sample) | \(Scoreview.path) -\n")
    #expect(terminal.run { terminal.text.contains("q quit") })
    terminal.clearOutput()
    terminal.send("q")
    #expect(Self.hasLeft(terminal))
    terminal.send("echo E''ND\n")
    #expect(terminal.run { terminal.text.contains("END") })
  }

  @Test(arguments: [["TERM": "dumb"], ["TERM": ""], ["TERM": "xterm-256color", "NO_COLOR": "1"]])
  func whatIsPrintedIntoATerminalOrAPipeHasNoEscapeBytes(environment: [String: String]) throws {
    let once = try PseudoTerminal([Scoreview.path, Self.sample, "--once"], fixture: nil, environment: environment)
    #expect(once.runUntilEnd())
    #expect(once.text.contains("11-22") && !once.output.contains(0x1B))
    let terminal = try PseudoTerminal(
      ["/bin/sh", "-c", "\(Scoreview.path) \(Self.sample) | cat"], fixture: nil, environment: environment)
    #expect(terminal.runUntilEnd())
    #expect(terminal.text.contains("11-22") && !terminal.output.contains(0x1B))
  }

  @Test func everySizeOfTerminalIsSurvived() throws {
    let terminal = try Self.start(["--graphics=cells"])
    for (columns, rows) in [(1, 1), (2, 1), (1, 50), (300, 1), (5, 3), (300, 90), (80, 24)] {
      terminal.resize(to: CellSize(columns: columns, rows: rows))
      terminal.run(for: 60)
    }
    #expect(Self.eventually(terminal) { $0.line(22).hasSuffix("11-22") && $0.line(23).contains("q quit") })
    terminal.send("q")
    #expect(terminal.runUntilEnd())
    #expect(terminal.waitStatus == 0)
  }
}
