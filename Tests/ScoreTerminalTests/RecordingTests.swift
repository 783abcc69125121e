import Foundation
import Support
import Testing

@testable import ScoreTerminal

/// The program itself in a terminal: what is typed is taken down, and done again.
@Suite(.serialized) struct TerminalRecordingTests {
  @Test func whatIsTypedIsTakenDownAndDoneAgain() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/a.events"
    let sample = Scoreview.sample("scores-3-years.csv")
    let typing = try PseudoTerminal([
      Scoreview.path, sample, "--surface=terminal", "--motion=reduced", "--record", file,
    ])
    #expect(typing.run { typing.text.contains("2026-11-22 79  ·") }, "\(typing.text)")
    // PgUp twice, then the score before the newest in view.
    typing.send("\u{1B}[5~\u{1B}[5~\u{1B}[1;2D")
    #expect(typing.run { (try? String(contentsOfFile: file, encoding: .utf8))?.contains("key left shift") == true })
    typing.run(for: 200)
    typing.send("q")
    #expect(typing.runUntilEnd() && typing.waitStatus == 0)
    let recorded = try String(contentsOfFile: file, encoding: .utf8)
    let words = recorded.split(separator: "\n").map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    #expect(words.suffix(4) == ["key page-up", "key page-up", "key left shift", "key U+71"], "\(recorded)")
    #expect(words.dropFirst().first?.hasPrefix("resize ") == true)

    let again = try PseudoTerminal(
      [Scoreview.path, sample, "--surface=terminal", "--motion=reduced", "--replay", file])
    #expect(again.runUntilEnd() && again.waitStatus == 0, "the replay quits as its user did")
    let replayed = try Scoreview.run(sample, "--describe", "--motion=reduced", "--replay", file)
    let date = try #require(replayed.text.split(separator: "\n").first { $0.contains("scores from") })
    #expect(date.contains("2026-10"), "\(replayed.text)")
  }
}
