import Foundation
import Support
import Testing

/// Fingers on a touchscreen of a server of the test's own, seen by the window and compared with what `-o` writes.
@Suite(.serialized, .enabled(if: TouchDisplay.isExpected))
struct TouchTests {
  let sample = Scoreview.sample("scores-3-years.csv")
  static let size = "375x344"

  private func picture(_ options: String...) throws -> Screenshot {
    let result = try ChildProcess.run(Scoreview.path, [sample, "--format=png", "--size", Self.size] + options)
    #expect(result.status == 0, "\(result.errorText)")
    return try Screenshot(png: [UInt8](result.standardOutput))
  }

  private func pause(_ seconds: Double) { usleep(UInt32(seconds * 1_000_000)) }

  @Test func tapSelectsDragScrollsLongPressPointsAndTwoFingersZoom() throws {
    let folder = try TemporaryFolder()
    let recording = "\(folder.path)/a.events"
    let screen = try TouchDisplay()
    let session = try WindowSession(
      [sample, "--size", Self.size, "--theme=light", "--record", recording],
      screen: (TouchDisplay.width, TouchDisplay.height), on: screen.display)
    try session.shows(try picture(), "the newest end")

    // The column at x = 319 − 3 · 42 is three scores before the newest.
    try screen.finger(1, .down, 194, 150)
    try screen.finger(1, .up, 194, 150)
    let tapped = try picture("--select=2026-11-19")
    try session.shows(tapped, "the callout of the tapped column")

    // A finger that trembles taps, too.
    try screen.finger(1, .down, 319, 150)
    try screen.finger(1, .move, 321, 151)
    try screen.finger(1, .up, 321, 151)
    try session.shows(try picture("--select=2026-11-22"), "the callout of the newest score")

    // 84 points to the right: two columns back. At rest before it leaves, so it does not fling.
    try screen.finger(2, .down, 100, 150)
    for x in stride(from: 112, through: 184, by: 12) { try screen.finger(2, .move, x, 150) }
    let dragged = try picture("--at=2026-11-20", "--select=none")
    try session.shows(dragged, "the content under the finger")
    pause(0.2)
    try screen.finger(2, .up, 184, 150)
    pause(0.4)
    try session.shows(dragged, "the same after the finger has left")

    // A finger that leaves in motion throws the content: further than the six columns that it went.
    try screen.finger(3, .down, 60, 150)
    for x in stride(from: 81, through: 312, by: 21) {
      try screen.finger(3, .move, x, 150)
      pause(0.016)
    }
    try screen.finger(3, .up, 312, 150)
    let thrown = try session.rest()
    #expect(try thrown.difference(from: picture("--at=2026-11-14", "--select=none")) != nil, "it goes on by itself")
    #expect(try thrown.difference(from: picture("--replay", recording)) == nil)

    // A finger that rests gets the crosshair, which goes along with it and leaves with it.
    try screen.finger(4, .down, 110, 150)
    let pressed = try eventually("the crosshair") { () -> Screenshot? in
      let now = try session.display.screenshot(of: session.window)
      return now == thrown ? nil : now
    }
    try screen.finger(4, .move, 240, 150)
    _ = try eventually("the crosshair to move on") { () -> Bool? in
      let now = try session.display.screenshot(of: session.window)
      return now == thrown || now == pressed ? nil : true
    }
    try screen.finger(4, .up, 240, 150)
    try session.shows(thrown, "no crosshair")

    // Two fingers that move apart stretch what is between them; the second one leaves no throw behind.
    try screen.finger(5, .down, 150, 150)
    try screen.finger(6, .down, 200, 150)
    for step in 1...10 {
      try screen.finger(5, .move, 150 - step * 5, 150)
      try screen.finger(6, .move, 200 + step * 5, 150)
    }
    try screen.finger(5, .up, 100, 150)
    try screen.finger(6, .move, 300, 150)
    try screen.finger(6, .up, 300, 150)
    let zoomed = try session.rest()
    #expect(zoomed.difference(from: thrown) != nil)
    #expect(try zoomed.difference(from: picture("--replay", recording)) == nil)
    let events = try String(contentsOfFile: recording, encoding: .utf8).split(separator: "\n")
    let factor = events.compactMap { line -> Double? in
      let words = line.split(separator: " ")
      return words.count > 2 && words[1] == "pinch" ? Double(words[2]) : nil
    }.reduce(1, *)
    #expect(abs(factor - 3) < 1e-3, "from 50 to 150 points apart")

    session.quit(with: "q")
    #expect(try session.program.waitForExit() == 0)
    #expect(!session.program.said.contains("error"))
  }

  @Test func aFingerIsWhereAMouseWouldBe() throws {
    let folder = try TemporaryFolder()
    let recording = "\(folder.path)/a.events"
    let screen = try TouchDisplay()
    let session = try WindowSession(
      [sample, "--size", Self.size, "--record", recording], screen: (TouchDisplay.width, TouchDisplay.height),
      on: screen.display)
    let places = [(0, 0), (374, 343), (1, 300), (187, 172), (373, 2)]
    for (x, y) in places {
      try screen.finger(1, .down, x, y)
      try screen.finger(1, .up, x, y)
    }
    let downs = try eventually("all taps") { () -> [String]? in
      let text = try String(contentsOfFile: recording, encoding: .utf8)
      let lines = text.split(separator: "\n").filter { $0.contains(" down ") && $0.hasSuffix(" touch") }
      return lines.count == places.count
        ? lines.map { $0.split(separator: " ").dropFirst(2).prefix(2).joined(separator: " ") } : nil
    }
    #expect(downs == places.map { "\($0) \($1)" })
    session.quit(with: "q")
    #expect(try session.program.waitForExit() == 0)
  }
}
