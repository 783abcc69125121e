import Foundation
import Support
import Testing

/// A real window on a Wayland compositor of its own, driven by its seat and compared with what `-o` writes.
@Suite(.serialized, .enabled(if: WaylandDisplay.isExpected))
struct WaylandTests {
  let sample = Scoreview.sample("scores-3-years.csv")
  static let size = "375x344"

  private func picture(_ options: String...) throws -> Screenshot {
    let result = try ChildProcess.run(Scoreview.path, [sample, "--format=png"] + options)
    #expect(result.status == 0, "\(result.errorText)")
    return try Screenshot(png: [UInt8](result.standardOutput))
  }

  /// Waits until the one window shows exactly these pixels; returns where it stands.
  @discardableResult
  private func shows(
    _ picture: Screenshot, _ what: String, on display: WaylandDisplay, _ program: RunningProgram
  ) throws -> (x: Int, y: Int) {
    var last: String? = "no window"
    do {
      return try eventually("the window to show \(what)") {
        guard let window = try display.window() else { return nil }
        last = window.pixels.difference(from: picture)
        return last == nil ? (window.x, window.y) : nil
      }
    } catch {
      throw ChildFailure(description: "\(what): \(last ?? "\(error)"); the program said: \(program.said)")
    }
  }

  /// The date labels, which no pointer covers.
  private func labels(_ picture: Screenshot) -> [UInt32] { Array(picture.pixels.suffix(30 * picture.width)) }

  /// Waits until the labels are those of a picture, and tells what there was in their place.
  private func showsLabels(
    of wanted: Screenshot, insteadOf old: Screenshot, on display: WaylandDisplay, _ program: RunningProgram
  ) throws {
    var last = "no window"
    do {
      _ = try eventually("the labels") { () -> Bool? in
        guard let window = try display.window()?.pixels else { return nil }
        let (shown, wanted) = (labels(window), labels(wanted))
        let count = shown.count == wanted.count ? zip(shown, wanted).count { $0 != $1 } : -1
        last = "\(window.width)x\(window.height), \(count) pixels differ"
        last += labels(old) == shown ? ", nothing has moved" : ""
        return count == 0 ? true : nil
      }
    } catch {
      let pointer = try display.host.xdotool("getmouselocation")
      throw ChildFailure(description: "labels: \(last); pointer at \(pointer); the program said: \(program.said)")
    }
  }

  @Test func dragFlingWheelKeysHoverFullScreenQuit() throws {
    let display = try WaylandDisplay()
    try display.park()
    let program = try display.start(Scoreview.path, [sample, "--size", Self.size, "--theme=light"])
    let host = display.host
    let place = try shows(try picture("--size", Self.size), "the newest end", on: display, program)
    func move(_ x: Int, _ y: Int) throws { try host.xdotool("mousemove", "\(place.x + x)", "\(place.y + y)") }

    // 84 points left to right: two columns back; let go after a rest, which is no fling.
    try move(100, 150)
    try host.xdotool("mousedown", "1")
    for x in stride(from: 110, through: 184, by: 2) { try move(x, 150) }
    // However busy the compositor is, the last move must have arrived a while before the release.
    try showsLabels(
      of: try picture("--size", Self.size, "--at=2026-11-20"), insteadOf: try picture("--size", Self.size),
      on: display, program)
    try host.xdotool("sleep", "0.4", "mouseup", "1")
    try display.park()
    try shows(try picture("--size", Self.size, "--at=2026-11-20"), "two columns back", on: display, program)

    try move(150, 150)
    try host.xdotool("click", "4")
    try display.park()
    try shows(try picture("--size", Self.size, "--at=2026-11-18"), "two more by the wheel", on: display, program)

    // The seat's own keyboard.
    try move(150, 150)
    try host.xdotool("click", "1", "key", "Left")
    try display.park()
    try shows(try picture("--size", Self.size, "--at=2026-11-17"), "one more by a key", on: display, program)

    // Hovering shows the crosshair, leaving takes it away.
    let calm = try picture("--size", Self.size, "--at=2026-11-17")
    try move(200, 150)
    _ = try eventually("the crosshair") { try display.window()?.pixels == calm ? nil : true }
    try display.park()
    try shows(calm, "what was there before the hover", on: display, program)

    // A release in motion goes on by itself.
    try move(60, 200)
    try host.xdotool("mousedown", "1")
    for x in stride(from: 80, through: 340, by: 20) { try move(x, 200) }
    try host.xdotool("mouseup", "1")
    try host.xdotool("sleep", "2", "key", "End", "sleep", "0.6")
    try display.park()
    try shows(
      try picture("--size", Self.size, "--select=none"), "the newest end after a fling", on: display, program)

    try host.xdotool("key", "F11", "sleep", "0.3")
    let whole = display.withoutPointer(try picture("--size=1200x800", "--select=none"))
    _ = try eventually("the whole screen") { display.withoutPointer(try host.screenshot()) == whole ? true : nil }
    try host.xdotool("key", "F11", "sleep", "0.3")
    try shows(try picture("--size", Self.size, "--select=none"), "the window again", on: display, program)

    try host.xdotool("key", "q")
    #expect(try program.waitForExit() == 0)
    #expect(!program.said.contains("error"))
  }

  @Test func aReplayResizesTheWindow() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "a.events", "scoreview events 1\n0 resize 375 344 1\n300 key left\n900 resize 500 400 1\n")
    let display = try WaylandDisplay()
    try display.park()
    let program = try display.start(Scoreview.path, [sample, "--theme=light", "--replay", file])
    try shows(try picture("--replay", file), "the end of the replay", on: display, program)
  }

  @Test func aScreenOfTwiceTheDensityIsDrawnCrisply() throws {
    let display = try WaylandDisplay(width: 1200, height: 800, scale: 2)
    try display.park()
    let program = try display.start(Scoreview.path, [sample, "--size", Self.size, "--theme=light"])
    try shows(try picture("--size", Self.size, "--scale=2"), "the chart at two pixels a point", on: display, program)
  }

  @Test func withoutAnythingToPointOrTypeWithThereIsAClearError() throws {
    let display = try SeatlessDisplay()
    let result = try Scoreview.run(sample, "--surface=window", environment: display.environment)
    #expect(result.status == 3, "\(result.errorText)")
    #expect(result.errorText.contains("neither pointer nor keyboard") && result.errorText.hasSuffix("[no-window]\n"))
  }
}
