import Foundation
import Support
import Testing

/// A real window on an X server of its own, driven by mouse and keys and compared with what `-o` writes.
@Suite(.serialized, .enabled(if: VirtualDisplay.isExpected))
struct WindowTests {
  let sample = Scoreview.sample("scores-3-years.csv")
  static let size = "375x344"

  private func picture(_ options: String...) throws -> Screenshot {
    let result = try ChildProcess.run(
      Scoreview.path, [sample, "--format=png"] + options, environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
    #expect(result.status == 0, "\(result.errorText)")
    return try Screenshot(png: [UInt8](result.standardOutput))
  }

  private func open(_ options: String...) throws -> WindowSession {
    let session = try WindowSession([sample, "--size", Self.size, "--theme=light"] + options)
    try session.shows(try picture("--size", Self.size), "the newest end")
    return session
  }

  @Test func openDragWheelSelectResizeQuit() throws {
    let session = try open()

    // 84 points left to right: two columns back in time.
    try session.move(100, 150)
    try session.display.xdotool("mousedown", "1")
    for x in stride(from: 110, through: 180, by: 10) { try session.move(x, 150) }
    try session.move(184, 150)
    try session.letGo()
    try session.shows(try picture("--size", Self.size, "--at=2026-11-20"), "two columns back after the drag")

    // A notch away from the user: two more.
    try session.leave()
    try session.move(150, 150)
    try session.click(4)
    try session.leave()
    try session.shows(try picture("--size", Self.size, "--at=2026-11-18"), "two more after a notch of the wheel")
    try session.move(150, 150)
    try session.click(5)
    try session.leave()
    try session.shows(try picture("--size", Self.size, "--at=2026-11-20"), "back after the wheel turned back")

    // The column at x = 319 − 3 · 42 is three scores before the newest shown.
    try session.move(319 - 126, 150)
    try session.click(1)
    try session.leave()
    let selected = try picture("--size", Self.size, "--at=2026-11-20", "--select=2026-11-17")
    try session.shows(selected, "the callout of the clicked column")

    try session.display.xdotool("windowsize", "--sync", session.window, "500", "400")
    let resized = try picture("--size=500x400", "--at=2026-11-20", "--select=2026-11-17")
    try session.shows(resized, "the chart at its new size")

    session.quit(with: "q")
    #expect(try session.program.waitForExit() == 0)
    #expect(!session.program.said.contains("error"))
    #expect(!session.program.said.contains("warning"))
  }

  @Test func keysScroll() throws {
    let session = try open()
    try session.key("Left")
    try session.shows(try picture("--size", Self.size, "--at=2026-11-21"), "a column back")
    try session.key("End")
    try session.shows(try picture("--size", Self.size, "--at=2026-11-22", "--select=none"), "the newest end")
    try session.key("Prior")
    try session.shows(try picture("--size", Self.size, "--at=2026-11-15"), "a screen back")
    try session.key("Home")
    try session.shows(try picture("--size", Self.size, "--at=2023-11-06"), "the oldest end")
    session.quit(with: "Escape")
    #expect(try session.program.waitForExit() == 0)
  }

  @Test func aDragOutsideTheWindowIsNotLost() throws {
    let session = try open()
    try session.move(50, 150)
    try session.display.xdotool("mousedown", "1")
    for x in [100, 300, 600] { try session.move(x, 150) }
    try session.move(50 + 42 * 20, 500)
    try session.letGo()
    try session.leave()
    try session.shows(try picture("--size", Self.size, "--at=2026-11-02"), "twenty columns back")
  }

  @Test func zeroAndTinySizesAreSurvived() throws {
    let session = try open()
    for size in [["1", "2"], ["700", "1"], ["500", "400"]] {
      try session.display.xdotool("windowsize", session.window, size[0], size[1])
    }
    try session.shows(try picture("--size=500x400"), "the chart at its new size")
    try session.display.xdotool("windowunmap", session.window)
    try session.display.xdotool("windowmap", "--sync", session.window)
    try session.shows(try picture("--size=500x400"), "the chart after it was hidden")
  }

  @Test func sSavesAPictureOfWhatIsShown() throws {
    let folder = try TemporaryFolder()
    let display = try VirtualDisplay()
    try display.xdotool("mousemove", "1270", "790")
    let program = try display.start(
      "/bin/sh",
      ["-c", "cd '\(folder.path)' && exec '\(Scoreview.path)' '\(sample)' --size \(Self.size) --theme=dark"])
    let window = try display.window(ofClass: "scoreview")
    try display.xdotool("windowmove", window, "0", "0")
    let expected = try picture("--size", Self.size, "--theme=dark")
    _ = try eventually("the chart") {
      try display.screenshot(of: window).difference(from: expected) == nil ? true : nil
    }
    try display.xdotool("key", "--window", window, "s")
    // First what stays for some seconds only.
    _ = try eventually("a word on the picture") {
      try display.screenshot(of: window).difference(from: expected) != nil ? true : nil
    }
    _ = try eventually("a word about it") { program.said.contains("saved scores-3-years.png") ? true : nil }
    #expect(folder.names == ["scores-3-years.png"])
    let saved = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/scores-3-years.png"))
    #expect(try Screenshot(png: [UInt8](saved)).difference(from: expected) == nil)
    // The next picture is of the chart again, not of that word.
    try display.xdotool("key", "--window", window, "s")
    _ = try eventually("another picture") { folder.names.contains("scores-3-years-2.png") ? true : nil }
    let second = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/scores-3-years-2.png"))
    #expect(second == saved)
    display.stop()
  }

  @Test func aFollowedFileIsShownAsItChanges() throws {
    let folder = try TemporaryFolder()
    let head = "date,score\n2024-08-29,70\n2024-08-30,84\n"
    let path = try folder.file("a.csv", head + "2024-08-31,9")
    let session = try WindowSession([path, "--follow", "--size", Self.size, "--theme=light"])
    func expect(_ content: String, _ what: String) throws {
      let other = try folder.file("expected.csv", content)
      let result = try Scoreview.run(other, "--format=png", "--size", Self.size, "--theme=light")
      try session.shows(try Screenshot(png: [UInt8](result.standardOutput)), what)
    }
    try expect(head, "the whole lines")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("5\n2024-09-01,61\n".utf8))
    try expect(head + "2024-08-31,95\n2024-09-01,61\n", "the lines that were added")
    let replacement = try folder.file("b.csv", "date,score\n2024-09-05,77\n2024-09-06,78\n")
    #expect(rename(replacement, path) == 0)
    try expect("date,score\n2024-09-05,77\n2024-09-06,78\n", "the file that took its place")
    #expect(unlink(path) == 0)
    _ = try eventually("a word that it is gone") { session.program.said.contains("[file-gone]") ? true : nil }
    session.quit(with: "q")
    #expect(try session.program.waitForExit() == 0)
  }

  @Test func withoutSDLPicturesAreStillWritten() throws {
    // The loader looks in this folder first and finds a library that is none.
    let folder = try TemporaryFolder()
    _ = try folder.file("libSDL2-2.0.so.0", "not a library")
    let environment = ["LD_LIBRARY_PATH": folder.path]
    let picture = try Scoreview.run(sample, "--format=png", environment: environment)
    #expect(picture.status == 0 && picture.standardOutput.count > 1000)
    let window = try Scoreview.run(
      sample, "--surface=window", environment: environment.merging(["DISPLAY": ":77"]) { $1 })
    #expect(window.status == 3)
    #expect(window.errorText.contains("libsdl2-2.0-0"), "\(window.errorText)")
  }

  @Test func withoutAnyPixelLibraryTheHistoryIsStillWritten() throws {
    let folder = try TemporaryFolder()
    for name in ["libSDL2-2.0.so.0", "libcairo.so.2", "libpango-1.0.so.0", "libpangocairo-1.0.so.0"] {
      _ = try folder.file(name, "not a library")
    }
    let environment = ["LD_LIBRARY_PATH": folder.path]
    // Dates and numbers need no more than a font and HarfBuzz.
    #expect(try Scoreview.run(sample, "--format=png", environment: environment).status == 0)
    _ = try folder.file("libharfbuzz.so.0", "not a library")
    #expect(try Scoreview.run(sample, "--format=json", environment: environment).status == 0)
    let picture = try Scoreview.run(sample, "--format=png", environment: environment)
    #expect(picture.status == 3)
    #expect(picture.errorText.contains("libpango"), "\(picture.errorText)")
  }
}
