import Foundation
import Support
import Testing

/// `--record` and `--replay`: what was done once is done again, and ends in the same picture.
@Suite(.serialized) struct RecordingTests {
  let sample = Scoreview.sample("scores-3-years.csv")
  let head = "scoreview events 1\n0 resize 375 344 1\n"

  private func png(_ options: String...) throws -> Screenshot {
    let result = try ChildProcess.run(Scoreview.path, [sample, "--format=png"] + options)
    #expect(result.status == 0, "\(result.errorText)")
    return try Screenshot(png: [UInt8](result.standardOutput))
  }

  @Test func aReplayEndsInThePictureOfItsLastState() throws {
    let folder = try TemporaryFolder()
    // A column back, a resize, a click on the third score before the newest shown.
    let events = head + "5 key left\n900 resize 500 400 2\n1000 down 318 200 mouse\n1050 up 318 200\n"
    let file = try folder.file("a.events", events)
    let replayed = try png("--replay", file)
    #expect(
      try replayed.difference(from: png("--size=500x400", "--scale=2", "--at=2026-11-21", "--select=2026-11-18")) == nil
    )
    let larger = try png("--replay", file, "--size=620x344", "--scale=1")
    #expect(try larger.difference(from: png("--size=620x344", "--at=2026-11-21", "--select=2026-11-18")) == nil)
    let words = try Scoreview.run(sample, "--describe", "--replay", file)
    #expect(words.text.contains("to 2026-11-21"))
    let text = try Scoreview.run(sample, "--replay", file, "--format=txt")
    #expect(text.text == (try Scoreview.run(sample, "--at=2026-11-21", "--select=2026-11-18", "--format=txt")).text)
  }

  @Test(arguments: [
    ("", "a.events:1: error: this is no recording"),
    ("scoreview events 1\n0 jump\n", "a.events:2: error: \"jump\" is no"),
  ])
  func whatIsNoRecordingIsToldWithItsLine(content: String, message: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.events", content)
    let result = try Scoreview.run(sample, "--format=png", "--replay", file)
    #expect(result.status == 1 && result.standardOutput.isEmpty)
    #expect(result.errorText.contains(message) && result.errorText.hasSuffix("[unreadable-recording]\n"))
    #expect(try Scoreview.run(sample, "--format=png", "--replay", "\(folder.path)/none").status == 3)
    let tiny = try folder.file("tiny.events", "scoreview events 1\n0 resize 0 0 1\n")
    let huge = try folder.file("huge.events", "scoreview events 1\n0 resize 90000 90000 8\n")
    for file in [tiny, huge] { #expect(try Scoreview.run(sample, "--format=png", "--replay", file).status == 2) }
  }

  @Test func aRecordingNeverTakesThePlaceOfAnotherFile() throws {
    let folder = try TemporaryFolder()
    let scores = try folder.file("scores.csv", "date,score\n2024-01-01,5\n")
    let environment = ["DISPLAY": ":77"]
    let result = try Scoreview.run(scores, "--surface=window", "--record", scores, environment: environment)
    #expect(result.status == 2 && result.errorText.contains("holds something else"), "\(result.errorText)")
    #expect(try String(contentsOfFile: scores, encoding: .utf8) == "date,score\n2024-01-01,5\n")
    let missing = try Scoreview.run(
      scores, "--surface=window", "--record", "\(folder.path)/no/a", environment: environment)
    #expect(missing.status == 3 && missing.errorText.contains("cannot record to"))
    #expect(try Scoreview.run(scores, "--record", "\(folder.path)/a").status == 2, "only printed")
  }

  @Test(.enabled(if: VirtualDisplay.isExpected))
  func aWindowsRecordingEndsInTheSamePixelsEverywhere() throws {
    let folder = try TemporaryFolder()
    let recording = "\(folder.path)/a.events"
    let window = try WindowSession([sample, "--size=375x344", "--theme=light", "--record", recording])
    try window.shows(try png("--size=375x344"), "the newest end")
    try window.drag(from: (60, 150), by: 250, steps: 10, rests: false)
    try window.move(150, 100)
    try window.click(4)
    try window.key("plus")
    try window.key("plus")
    try window.leave()
    let before = try window.rest()
    let written = try png("--replay", recording)
    #expect(before.difference(from: written) == nil)
    window.quit(with: "q")
    #expect(try window.program.waitForExit() == 0)

    let lines = try String(contentsOfFile: recording, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains { $0.contains(" wheel 0 1 150 100") } && lines.last?.hasSuffix("key U+71") == true)
    let endless = try folder.file("b.events", lines.dropLast().joined(separator: "\n") + "\n")
    let again = try WindowSession([sample, "--theme=light", "--replay", endless, "--record", recording])
    try again.shows(written, "the end of the replay")
    again.quit(with: "q")
    #expect(try again.program.waitForExit() == 0)
    #expect(try png("--replay", recording).difference(from: written) == nil)
  }
}
