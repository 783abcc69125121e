import Foundation
import ScoreDrawing
import Support
import Testing

@testable import ScoreTerminal

/// A file or a pipe that grows is shown as it grows, and the screen never goes blank.
@Suite(.serialized) struct FollowingProgramTests {
  private static func start(_ terminal: PseudoTerminal, _ command: String) -> Bool {
    guard terminal.run(until: { terminal.text.contains("$ ") }) else { return false }
    terminal.send(command + "\n")
    return terminal.run { terminal.text.contains("01-03") }
  }

  /// `add` makes rows come; each must arrive on the screen by itself.
  private static func expectStream(_ terminal: PseudoTerminal, _ add: (String) throws -> Void) throws {
    terminal.run(for: 200)
    let screen = ReferenceTerminal(columns: 80, rows: 24)
    screen?.write(terminal.output)
    terminal.clearOutput()
    for day in 4...15 {
      try add(String(format: "2026-01-%02d,%d\n", day, 60 + day * 7 % 40))
      let label = String(format: "01-%02d", day)
      var seen = 0
      let shown = terminal.run(20_000) {
        screen?.write(Array(terminal.output[seen...]))
        seen = terminal.output.count
        return screen.map { screen in (0..<24).contains { screen.line($0).contains(label) } } ?? true
      }
      #expect(shown, "\(label) did not come")
      #expect(!terminal.text.contains("\u{1B}[2J") && !terminal.text.contains("\u{1B}[?1049"), "the screen went blank")
      #expect(terminal.output.count < 12_000, "\(terminal.output.count) bytes for a score")
      terminal.clearOutput()
    }
    terminal.send("q")
    #expect(terminal.run { terminal.text.contains("\u{1B}[?1049l") })
  }

  private static let beginning = "date,score\n2026-01-01,70\n2026-01-02,80\n2026-01-03,75\n"

  private static func shell() throws -> PseudoTerminal {
    try PseudoTerminal(["/bin/bash", "--norc", "--noprofile", "-i"])
  }

  @Test func aFollowedFileStreams() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("scores.csv", Self.beginning)
    let terminal = try Self.shell()
    #expect(Self.start(terminal, "\(Scoreview.path) --follow --graphics=cells \(file)"), "\(terminal.text.suffix(300))")
    try Self.expectStream(terminal) { row in
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(row.utf8))
      try handle.close()
    }
  }

  @Test func aPipeStreams() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("scores.csv", Self.beginning)
    let terminal = try Self.shell()
    #expect(
      Self.start(terminal, "tail -n +1 -f \(file) | \(Scoreview.path) --graphics=cells -"),
      "\(terminal.text.suffix(300))")
    try Self.expectStream(terminal) { row in
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(row.utf8))
      try handle.close()
    }
    // The shell's job ends with the next row that nobody reads.
    terminal.send("\u{3}")
    terminal.run(for: 100)
  }
}
