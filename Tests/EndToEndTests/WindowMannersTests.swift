import Foundation
import Support
import Testing

/// A window among others: what it tells the desktop, and how it goes along with it.
@Suite(.serialized, .enabled(if: VirtualDisplay.isExpected))
struct WindowMannersTests {
  let sample = Scoreview.sample("scores-3-years.csv")
  static let size = "375x344"

  private func picture(_ options: String...) throws -> Screenshot {
    let result = try ChildProcess.run(Scoreview.path, [sample, "--format=png"] + options)
    #expect(result.status == 0, "\(result.errorText)")
    return try Screenshot(png: [UInt8](result.standardOutput))
  }

  private func property(_ name: String, of session: WindowSession) throws -> String {
    try ChildProcess.run("xprop", ["-id", session.window, name], environment: session.display.environment).text
  }

  @Test func titleClassIconAndSizeHintsAreSet() throws {
    let session = try WindowSession([sample, "--size", Self.size, "--title=Schlaf – שינה – 睡眠"])
    #expect(try property("WM_CLASS", of: session).contains("\"scoreview\", \"scoreview\""))
    #expect(try property("_NET_WM_NAME", of: session).contains("Schlaf – שינה – 睡眠 – scoreview"))
    #expect(try property("WM_NORMAL_HINTS", of: session).contains("minimum size: 160 by 120"))
    let icon = try eventually("the icon") { () -> String? in
      let text = try property("_NET_WM_ICON", of: session)
      return text.contains("64 x 64") ? text : nil
    }
    #expect(icon.contains("Icon"))
    let file = try WindowSession([sample, "--size", Self.size])
    #expect(try property("_NET_WM_NAME", of: file).contains("scores-3-years.csv – scoreview"))
  }

  @Test func theDesktopEntryIsValidAndNamesTheWindowsClass() throws {
    let entry = Scoreview.sample("scoreview.desktop")
    let check = try ChildProcess.run("desktop-file-validate", ["--no-hints", entry])
    #expect(check.status == 0 && check.text.isEmpty, "\(check.text)")
    let text = try String(contentsOfFile: entry, encoding: .utf8)
    #expect(text.contains("\nStartupWMClass=scoreview\n") && text.contains("\nExec=scoreview %f\n"))
    #expect(FileManager.default.fileExists(atPath: Scoreview.sample("scoreview.svg")), "its icon is beside it")
  }

  @Test func fullScreenMinimiseAndRestoreUnderAWindowManager() throws {
    let session = try WindowSession(
      [sample, "--size", Self.size, "--theme=light"], manager: "openbox")
    let chart = try picture("--size", Self.size)
    try session.shows(chart, "the chart in its frame")
    try session.key("F11")
    try session.shows(try picture("--size=1280x800"), "the whole screen")
    try session.key("F11")
    try session.shows(chart, "the window again")
    try session.display.xdotool("windowminimize", "--sync", session.window)
    try session.display.xdotool("windowactivate", "--sync", session.window)
    try session.shows(chart, "the chart after it was minimised")
    session.quit(with: "q")
    #expect(try session.program.waitForExit() == 0)
  }

  @Test func thePointerSaysWhatCanBeDraggedOrClicked() throws {
    let session = try WindowSession([sample, "--size", Self.size])
    func hasShape(_ name: String, _ what: String) throws {
      _ = try eventually("the pointer \(what)") { try session.display.pointerName() == name ? true : nil }
    }
    try session.move(100, 100)
    try hasShape("sb_h_double_arrow", "over the timeline")
    try session.move(370, 100)
    try hasShape("left_ptr", "over the value axis")
    try session.key("question")
    try hasShape("hand2", "over the help, which a click takes away")
    try session.key("question")
    try session.move(100, 100)
    try session.display.xdotool("mousedown", "1")
    try session.move(150, 100)
    try session.move(372, 100)
    try hasShape("sb_h_double_arrow", "in a drag that has left the timeline")
    try session.letGo()
    try hasShape("left_ptr", "after it")
  }

  @Test func anotherScaleWhileRunningIsTakenUp() throws {
    // Whole pixels at every scale, and room for the largest wherever the window stands.
    let size = "376x344"
    let session = try WindowSession(
      [sample, "--size", size, "--theme=light"], resources: "Xft.dpi:\t96\n", screen: (1600, 1200))
    try session.shows(try picture("--size", size), "one pixel a point")
    for (dpi, scale) in [(192, "2"), (144, "1.5"), (96, "1")] {
      try session.display.setResources("Xft.dpi:\t\(dpi)\n")
      try session.move(100, 100)
      try session.leave()
      try session.shows(try picture("--size", size, "--scale", scale), "\(scale) pixels a point")
    }
  }

  @Test func theThemeIsTheDesktopsAndFollowsIt() throws {
    let home = try TemporaryFolder()
    let folder = home.url.appendingPathComponent("gtk-3.0")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let settings = folder.appendingPathComponent("settings.ini")
    func set(dark: Bool) throws {
      try Data("[Settings]\ngtk-application-prefer-dark-theme=\(dark ? 1 : 0)\n".utf8).write(to: settings)
    }
    try set(dark: true)
    let environment: [String: String?] = ["XDG_CONFIG_HOME": home.path, "GTK_THEME": nil]
    let session = try WindowSession([sample, "--size", Self.size], environment: environment)
    try session.shows(try picture("--size", Self.size, "--theme=dark"), "the dark theme")
    try set(dark: false)
    try session.move(370, 10)
    try session.leave()
    try session.shows(try picture("--size", Self.size, "--theme=light"), "the light theme")
    try session.key("t")
    try session.shows(try picture("--size", Self.size, "--theme=dark"), "the one that was chosen")
    try set(dark: true)
    try session.move(370, 10)
    try set(dark: false)
    try session.move(370, 12)
    try session.leave()
    try session.shows(try picture("--size", Self.size, "--theme=dark"), "still the one that was chosen")
  }

  @Test func controlCCopiesTheCalloutAndSaysSo() throws {
    let session = try WindowSession([sample, "--size", Self.size, "--theme=light"])
    let before = try picture("--size", Self.size)
    try session.shows(before, "the chart")
    try session.key("ctrl+c")
    let copied = try eventually("the clipboard") { () -> String? in
      let result = try ChildProcess.run(
        "xclip", ["-selection", "clipboard", "-out"], environment: session.display.environment)
      return result.status == 0 ? result.text : nil
    }
    #expect(copied == "2026-11-22 79")
    #expect(try session.display.screenshot(of: session.window) != before, "a word about it")
    try session.shows(before, "the chart, once that was read")
  }

  @Test func aDroppedFileIsShownAndFollowedNoFurtherThanAsked() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("Noten – März.csv", "date,score\n2024-03-01,70\n2024-03-02,88\n2024-03-03,91\n")
    let recording = "\(folder.path)/a.events"
    let session = try WindowSession(
      [sample, "--size", Self.size, "--theme=light", "--at=2025-01-31", "--record", recording])
    try session.shows(try picture("--size", Self.size, "--at=2025-01-31"), "a day that was asked for")
    try session.display.drop([file], on: session.window)
    let other = try ChildProcess.run(Scoreview.path, [file, "--format=png", "--size", Self.size])
    let dropped = try Screenshot(png: [UInt8](other.standardOutput))
    try session.shows(dropped, "the dropped file")
    #expect(try property("_NET_WM_NAME", of: session).contains("Noten – März.csv – scoreview"))
    // One that cannot be read takes nothing away, and says why.
    let bad = try folder.file("bad.csv", "%PDF-1.5\n")
    try session.display.drop([bad], on: session.window)
    _ = try eventually("a word about it") { session.program.said.contains("PDF document") ? true : nil }
    _ = try eventually("a word on the picture") {
      try session.display.screenshot(of: session.window) != dropped ? true : nil
    }
    try session.shows(dropped, "the chart, once that was read")
    session.quit(with: "q")
    #expect(try session.program.waitForExit() == 0)
    let replayed = try picture("--replay", recording, "--at=2025-01-31")
    #expect(replayed.difference(from: dropped) == nil)
  }

  @Test func everythingThatMovesTheViewEndsWhereItsReplayDoes() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/a.events"
    let session = try WindowSession([sample, "--size", Self.size, "--theme=light", "--record", file])
    let display = session.display
    try session.shows(try picture("--size", Self.size), "the newest end")
    var steps: [(String, () throws -> Void)] = []
    steps.append(("a fling", { try session.drag(from: (40, 120), by: 280, steps: 8, rests: false) }))
    steps.append(("the horizontal wheel", { try display.xdotool("click", "--repeat", "3", "6", "click", "7") }))
    steps.append(("the wheel with Shift", { try display.xdotool("keydown", "shift", "click", "4", "keyup", "shift") }))
    steps.append(("the wheel with Ctrl", { try display.xdotool("keydown", "ctrl", "click", "5", "keyup", "ctrl") }))
    steps.append(("a click", { try display.xdotool("click", "1") }))
    steps.append(("pinning and paging", { try display.xdotool("key", "space", "key", "Next") }))
    steps.append(("a held key", { try display.xdotool("keydown", "Left", "sleep", "0.8", "keyup", "Left") }))
    steps.append(("zooming", { try display.xdotool("key", "plus", "key", "plus", "key", "y") }))
    steps.append(("everything", { try display.xdotool("key", "f") }))
    steps.append(("hovering", { try session.move(200, 100) }))
    try display.xdotool("windowfocus", "--sync", session.window)
    for (name, step) in steps {
      try session.move(170, 160)
      try step()
      let rest = try session.rest()
      #expect(try rest.difference(from: picture("--replay", file)) == nil, "after \(name)")
    }
  }

  /// Hands that do one thing before the other has come to rest, as no list of steps does.
  @Test(arguments: [12, 21] as [UInt64])
  func aWildSessionEndsWhereItsReplayDoes(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/a.events"
    let session = try WindowSession([sample, "--size", Self.size, "--theme=light", "--record", file])
    try session.shows(try picture("--size", Self.size), "the newest end")
    try session.display.xdotool("windowfocus", "--sync", session.window)
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<60 { try session.display.xdotool(wildStep(on: session.window, &numbers)) }
    let rest = try session.rest()
    #expect(try rest.difference(from: picture("--replay", file)) == nil)
    session.quit(with: "q")
    #expect(try session.program.waitForExit() == 0)
  }

  private func wildStep(on window: String, _ numbers: inout SeededGenerator) -> [String] {
    func number(_ range: ClosedRange<Int>) -> String { String(Int.random(in: range, using: &numbers)) }
    func move(_ width: Int = 374) -> [String] {
      ["mousemove", "--window", window, number(0...width), number(0...343)]
    }
    let keys = ["Left", "Right", "Prior", "Next", "Home", "End", "plus", "minus", "0", "f", "space", "y", "shift+Left"]
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0, 1: return ["key", keys.randomElement(using: &numbers) ?? "f"]
    case 2: return move() + ["click", "--repeat", number(1...4), "--delay", "5", number(4...7)]
    case 3:
      return move() + ["keydown", "ctrl", "click", "--repeat", "2", "--delay", "5", number(4...5), "keyup", "ctrl"]
    case 4:
      return move() + ["mousedown", "1", "sleep", "0.01"] + move(700) + ["sleep", "0.016"] + move(700) + [
        "mouseup", "1",
      ]
    default: return ["windowsize", window, number(160...700), number(120...500)]
    }
  }
}
