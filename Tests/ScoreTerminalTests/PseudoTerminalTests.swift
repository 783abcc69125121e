import Foundation
import Glibc
import ScoreDrawing
import Testing

@testable import ScoreTerminal

/// The whole surface in a small program, at the end of a pseudo-terminal.
@Suite(.serialized) struct PseudoTerminalTests {
  private static let leave = "\u{1B}[?25h\u{1B}[?1049l"

  private static func start(
    _ fixture: TerminalFixture? = .xterm, _ more: [String] = [], environment: [String: String] = [:],
    size: CellSize = CellSize(columns: 80, rows: 24), answerDelay: Double = 0
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      [PseudoTerminal.program, "--run", "--count", "60"] + more, fixture: fixture, environment: environment, size: size,
      answerDelay: answerDelay)
    #expect(terminal.run { terminal.text.contains("60 scores") }, "nothing was drawn: \(terminal.text)")
    return terminal
  }

  /// The terminal is as it was, and whatever came after that came from nobody.
  private static func expectRestored(_ terminal: PseudoTerminal) {
    #expect(terminal.isSane)
    let text = terminal.text
    guard let end = text.range(of: leave, options: .backwards) else {
      Issue.record("the screen was not given back")
      return
    }
    #expect(text[end.upperBound...].replacingOccurrences(of: "\u{1B}[c", with: "").isEmpty)
    for mode in ["1000", "1003", "1004", "1006", "2004"] {
      let last = text.components(separatedBy: "\u{1B}[?\(mode)").last ?? ""
      #expect(last.hasPrefix("l"), "mode \(mode)")
    }
  }

  @Test(arguments: TerminalFixture.all)
  func everyTerminalIsTakenAndGivenBack(fixture: TerminalFixture) throws {
    let terminal = try Self.start(fixture)
    #expect(!terminal.isSane)
    terminal.send("q")
    #expect(terminal.runUntilEnd())
    #expect(terminal.waitStatus == 0)
    Self.expectRestored(terminal)
  }

  @Test func coloursAndGlyphsFollowTheAnswers() throws {
    let kitty = try Self.start(.kitty)
    #expect(kitty.text.contains("48;2;") && kitty.text.contains("\u{1B}[?2026h"))
    #expect(kitty.text.unicodeScalars.contains { (0x1FB00...0x1FB3B).contains($0.value) })
    let xterm = try Self.start(.xterm)
    #expect(xterm.text.contains("▀") && !xterm.text.contains("\u{1B}[?2026h"))
    let tmux = try Self.start(.tmux)
    #expect(tmux.text.contains("48;5;") && !tmux.text.contains("38;2;255"))
    let console = try Self.start(.linuxConsole)
    #expect(!console.text.unicodeScalars.contains { $0.value >= 0x2800 })
    let wide = try Self.start(.wideAmbiguous)
    #expect(wide.run { wide.text.contains("\u{1B}[?6") || wide.text.contains("---+-----+") })
  }

  @Test func plainLocaleGetsSevenBits() throws {
    let terminal = try Self.start(environment: ["LC_ALL": "C"])
    #expect(terminal.output.allSatisfy { $0 < 0x80 })
  }

  @Test func noColorMeansNone() throws {
    let terminal = try Self.start(environment: ["NO_COLOR": "1"])
    let drawn = terminal.text.components(separatedBy: "\u{1B}[c").last ?? ""
    #expect(!drawn.contains("38;") && !drawn.contains("[90m"))
  }

  @Test func aMuteTerminalIsNotWaitedForLong() throws {
    let terminal = try Self.start(nil)
    terminal.send("q")
    #expect(terminal.runUntilEnd(4000))
    Self.expectRestored(terminal)
  }

  /// What a terminal says too late to be waited for is used all the same.
  @Test func lateAnswersChangeWhatIsShown() throws {
    func screen(delay: Double) throws -> [ReferenceTerminal.Place?] {
      let terminal = try Self.start(.xterm, answerDelay: delay)
      #expect(terminal.run { terminal.text.contains("\u{1B}[38;2;") })
      terminal.run(for: 2 * delay + 100)
      guard let screen = ReferenceTerminal(columns: 80, rows: 24) else { return [] }
      screen.write(terminal.output)
      return (0..<24).flatMap { row in (0..<80).map { screen.place($0, row) } }
    }
    #expect(try screen(delay: 0) == screen(delay: 350))
    let terminal = try Self.start(.kitty, ["--graphics", "auto"], answerDelay: 350)
    #expect(!terminal.text.contains("a=p"))
    #expect(terminal.run { terminal.text.contains("a=p,i=730") }, "no pictures")
    terminal.send("q")
    #expect(terminal.runUntilEnd())
    Self.expectRestored(terminal)
  }

  /// A picture that the terminal has lost is sent again, and cells take over where that does not help.
  @Test func lostPicturesAreSentAgainAndInTheEndCellsTakeOver() throws {
    let terminal = try Self.start(.kitty, ["--graphics", "auto"])
    #expect(terminal.run { terminal.text.contains("a=p,i=730") })
    for _ in 0..<3 {
      terminal.clearOutput()
      terminal.send("\u{1B}_Gi=730;ENOENT:gone\u{1B}\\")
      #expect(terminal.run { terminal.text.contains("a=t") && terminal.text.contains("a=p,i=730") })
    }
    terminal.clearOutput()
    terminal.send("\u{1B}_Gi=730;ENOENT:gone\u{1B}\\")
    #expect(terminal.run { terminal.text.contains("60 scores") && terminal.text.contains("02-28 02-29") })
    terminal.send("q")
    #expect(terminal.runUntilEnd())
    Self.expectRestored(terminal)
  }

  /// A terminal that finds its size while the program asks its first questions gets the picture for that size.
  @Test func aResizeWhileStartingIsNoMatter() throws {
    func firstPicture(resizing: Bool) throws -> Substring {
      let last = CellSize(columns: 80, rows: 24)
      let terminal = try PseudoTerminal(
        [PseudoTerminal.program, "--run", "--graphics", "auto", "--count", "60"], fixture: .xtermSixel,
        size: resizing ? CellSize(columns: 50, rows: 20) : last, answerDelay: 120)
      if resizing {
        #expect(terminal.run { terminal.text.contains("\u{1B}[c") })
        terminal.resize(to: last)
      }
      #expect(terminal.run { terminal.text.contains("60 scores") })
      let text = terminal.text
      let start = try #require(text.range(of: "\u{1B}P0;1;0q")?.lowerBound)
      let end = try #require(text[start...].range(of: "\u{1B}\\")?.lowerBound)
      return text[start..<end]
    }
    #expect(try firstPicture(resizing: true) == firstPicture(resizing: false))
  }

  /// Answers that are held back reach the program or nobody: never the shell.
  @Test(arguments: [0.0, 150, 350, 500])
  func lateAnswersNeverLeakToTheShell(delay: Double) throws {
    let terminal = try PseudoTerminal(
      ["/bin/bash", "--norc", "--noprofile", "-i"], fixture: .kitty, answerDelay: delay)
    #expect(terminal.run { terminal.text.contains("$ ") })
    terminal.send("\(PseudoTerminal.program) --run --count 60\n")
    #expect(terminal.run { terminal.text.contains("60 scores") })
    terminal.send("q")
    #expect(terminal.run { terminal.text.range(of: Self.leave) != nil })
    terminal.run(for: 1400)
    let rest = terminal.text.components(separatedBy: Self.leave).last ?? ""
    let visible = rest.replacingOccurrences(of: "\u{1B}[c", with: "").replacingOccurrences(
      of: "\u{1B}[?2004h", with: "")
    #expect(visible.trimmingCharacters(in: .whitespacesAndNewlines) == "$")
    terminal.clearOutput()
    terminal.send("echo E''ND\n")
    #expect(terminal.run { terminal.text.contains("END") })
    #expect(!terminal.text.contains("not found"))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func signalsThatEndRestore(number: Int32) throws {
    let terminal = try Self.start()
    terminal.signal(number)
    #expect(terminal.runUntilEnd())
    #expect(terminal.waitStatus == (128 + number) << 8)
    Self.expectRestored(terminal)
  }

  @Test func controlCEnds() throws {
    let terminal = try Self.start()
    terminal.send("\u{3}")
    #expect(terminal.runUntilEnd())
    Self.expectRestored(terminal)
  }

  @Test(arguments: ["C", "T"])
  func crashesRestore(key: String) throws {
    let terminal = try Self.start(.xterm, ["--may-crash"], environment: ["SWIFT_BACKTRACE": "enable=no"])
    terminal.send(key)
    #expect(terminal.runUntilEnd())
    let status = try #require(terminal.waitStatus)
    #expect([SIGSEGV, SIGILL, SIGTRAP].contains(status & 0x7F))
    #expect(terminal.isSane)
    #expect(terminal.text.contains(Self.leave))
  }

  @Test func controlZStopsAndComesBack() throws {
    let terminal = try PseudoTerminal(["/bin/bash", "--norc", "--noprofile", "-i"])
    #expect(terminal.run { terminal.text.contains("$ ") })
    terminal.send("\(PseudoTerminal.program) --run --count 60\n")
    #expect(terminal.run { terminal.text.contains("60 scores") })
    terminal.send("\u{1A}")
    #expect(terminal.run { terminal.text.contains("Stopped") })
    #expect(terminal.text.contains(Self.leave))
    terminal.clearOutput()
    terminal.send("stty -a | grep -o ' echo '; fg\n")
    #expect(terminal.run { terminal.text.contains("\u{1B}[?1049h") && terminal.text.contains("60 scores") })
    #expect(!terminal.isSane)
    terminal.send("q")
    #expect(terminal.run { terminal.text.contains(Self.leave) })
  }

  @Test func inTheBackgroundNothingIsTouched() throws {
    let terminal = try PseudoTerminal(["/bin/bash", "--norc", "--noprofile", "-i"])
    #expect(terminal.run { terminal.text.contains("$ ") })
    terminal.send("\(PseudoTerminal.program) --run --count 60 &\n")
    terminal.run(for: 700)
    #expect(!terminal.text.contains("\u{1B}[?1049h"))
    terminal.send("fg\n")
    #expect(terminal.run { terminal.text.contains("60 scores") })
    terminal.send("q")
    #expect(terminal.run { terminal.text.contains(Self.leave) })
  }

  @Test func resetRepairsAfterAKill() throws {
    let terminal = try PseudoTerminal(["/bin/bash", "--norc", "--noprofile", "-i"])
    #expect(terminal.run { terminal.text.contains("$ ") })
    terminal.send("\(PseudoTerminal.program) --run --count 60\n")
    #expect(terminal.run { terminal.text.contains("60 scores") })
    // The last frame has been acknowledged: nobody can read an answer once the program is dead.
    terminal.run(for: 150)
    kill(-tcgetpgrp(terminal.descriptor), SIGKILL)
    #expect(terminal.run { terminal.text.contains("Killed") })
    terminal.clearOutput()
    terminal.send("\(PseudoTerminal.program) --reset; stty -a\n")
    #expect(terminal.run { terminal.text.contains("isig icanon") })
    #expect(terminal.text.contains(Self.leave) && terminal.text.contains("\u{1B}[?1003l"), "\(terminal.text)")
  }

  @Test func nothingIsDoneWhenNothingHappens() throws {
    let terminal = try Self.start()
    terminal.run(for: 300)
    let before = terminal.processorTicks
    let bytes = terminal.output.count
    terminal.run(for: 1500)
    #expect(terminal.output.count == bytes)
    #expect(terminal.processorTicks - before <= 1)
  }

  @Test func draggingScrollsByWholeCells() throws {
    let terminal = try Self.start()
    guard let screen = ReferenceTerminal(columns: 80, rows: 24) else { return }
    terminal.send("\u{1B}[<0;20;9M\u{1B}[<32;2")
    terminal.run(for: 100)
    terminal.send("6;9M\u{1B}[<32;32;9M")
    // Held still before it is let go: no fling.
    terminal.run(for: 300)
    terminal.send("\u{1B}[<0;32;9m")
    terminal.run(for: 400)
    screen.write(terminal.output)
    #expect(screen.line(22) == "    02-16 02-17 02-18 02-19 02-20 02-21 02-22 02-23 02-24 02-25 02-26 02-27")
    #expect(screen.line(23) == " 60 scores")
  }

  @Test func aStormOfResizesEndsInTheLastSize() throws {
    let terminal = try Self.start()
    for step in 0..<60 {
      terminal.resize(to: CellSize(columns: 20 + step * 7 % 90, rows: 4 + step * 5 % 40))
      if step.isMultiple(of: 5) { terminal.run(for: 8) }
    }
    let last = CellSize(columns: 100, rows: 30)
    terminal.resize(to: last)
    terminal.run(for: 600)
    guard let screen = ReferenceTerminal(columns: last.columns, rows: last.rows) else { return }
    screen.write(terminal.output)
    var bench = CellBench(columns: 100, rows: 29)
    _ = bench.frame()
    #expect(screen.line(28).hasSuffix("02-28 02-29"))
    #expect(screen.line(27).hasPrefix("──┴") || screen.line(27).contains("┴─────┴"))
    #expect(screen.line(29) == " 60 scores")
    // Without input nothing more is drawn, and the size was told once a change.
    terminal.send("q")
    #expect(terminal.runUntilEnd())
  }

  @Test(arguments: [(["COLUMNS": "70", "LINES": "12"], 70, 12), ([:], 80, 24)] as [([String: String], Int, Int)])
  func noSizeMeansTheEnvironmentsOrTheUsual(environment: [String: String], columns: Int, rows: Int) throws {
    let terminal = try Self.start(environment: environment, size: CellSize(columns: 0, rows: 0))
    guard let screen = ReferenceTerminal(columns: columns, rows: rows) else { return }
    screen.write(terminal.output)
    #expect(screen.line(rows - 1) == " 60 scores")
    #expect(screen.line(rows - 2).hasSuffix("02-29"))
  }

  /// On a link of 10 kB a second two hundred keys make a few frames, not two hundred.
  @Test func aSlowLinkNeverQueuesFramesUp() throws {
    let terminal = try Self.start(size: CellSize(columns: 160, rows: 40))
    terminal.run(for: 200)
    terminal.readSize = 512
    terminal.restAfterRead = 50
    terminal.clearOutput()
    for _ in 0..<40 {
      terminal.send(String(repeating: "\u{1B}[D", count: 4) + String(repeating: "\u{1B}[C", count: 3))
      terminal.run(for: 15)
    }
    terminal.readSize = 1 << 16
    terminal.restAfterRead = 0
    terminal.run(for: 1500)
    let frames = terminal.text.components(separatedBy: "\u{1B}[6n").count - 1
    #expect(frames >= 1 && frames < 30, "\(frames) frames")
    guard let screen = ReferenceTerminal(columns: 160, rows: 40) else { return }
    screen.write(terminal.output)
    #expect(screen.line(39).isEmpty || screen.line(39) == " 60 scores")
  }

  @Test func withoutAnswersFramesStillCome() throws {
    let terminal = try Self.start()
    terminal.answersCursor = false
    for _ in 0..<4 {
      terminal.send("\u{1B}[D")
      terminal.run(for: 150)
    }
    terminal.clearOutput()
    #expect(terminal.run(4000) { !terminal.output.isEmpty })
  }
}
