import Foundation
import Support
import Testing

@testable import ScoreTerminal

/// The program itself in terminals that people use: what they show is what the program writes into a picture.
@Suite(.serialized) struct RealProgramTests {
  private static let font = "DejaVu Sans Mono"

  private static func drive(_ window: TerminalWindow) throws {
    try window.shows("the newest end")
    // 168 points left to right, held before it is let go: four columns back. It is a whole number of cells, too,
    // for not every terminal tells the pointer's place by the pixel.
    try window.move(100, 150)
    try window.display.xdotool("mousedown", "1")
    for x in stride(from: 108, through: 268, by: 16) { try window.move(x, 150) }
    // A terminal does not tell when the pointer moved: what a busy program reads all at once would be thrown.
    try window.shows("four columns back under the pointer", "--at=2026-11-18")
    try window.display.xdotool("sleep", "0.3", "mouseup", "1")
    try window.shows("four columns back after the drag", "--at=2026-11-18")
    try window.click(4)
    try window.shows("two more after a notch of the wheel", "--at=2026-11-16")
    for _ in 0..<6 { try window.click(4) }
    try window.shows("twelve more, beyond what was sent at first", "--at=2026-11-04")
    for _ in 0..<6 { try window.click(5) }
    try window.shows("back after the wheel turned back", "--at=2026-11-16")
    // Pointing changes the picture in one column and around its callout only; a click keeps the callout.
    let before = try window.cells()
    try window.move(150, 100)
    _ = try eventually("the callout under the pointer") {
      let changed = zip(before, try window.cells()).count { $0 != $1 }
      return changed > 500 && changed < before.count / 4 ? true : nil
    }
    try window.resize(columns: 48, rows: 16)
    try window.shows("the smaller chart", "--at=2026-11-16", "--select=none")
    try expectGivenBack(window)
  }

  private static func expectGivenBack(_ window: TerminalWindow) throws {
    let end = try window.quit()
    #expect(end.status == "0")
    #expect(end.left < 0.01, "\(end.left) of the picture was left on the screen")
    let words = Set(end.settings.split { " ;\n".contains($0) })
    #expect(words.isSuperset(of: ["icanon", "echo", "isig", "opost", "icrnl"]), "\(end.settings)")
  }

  @Test(.enabled(if: RealTerminalTests.has("xterm")))
  func xtermShowsSixels() throws {
    try Self.drive(
      try TerminalWindow(
        .init(
          program: "xterm",
          arguments: [
            "-fa", Self.font, "-fs", "10", "-geometry", "60x22+0+0", "-b", "0", "-bw", "0", "-ti", "vt340", "-e",
          ], windowClass: "xterm", theme: "light", tolerance: 48)))
  }

  @Test(.enabled(if: RealTerminalTests.has("kitty")))
  func kittyMovesPictures() throws {
    try Self.drive(
      try TerminalWindow(
        .init(
          program: "kitty",
          arguments: [
            "--config", "NONE", "-o", "font_family=\(Self.font)", "-o", "font_size=10", "-o",
            "initial_window_width=60c", "-o", "initial_window_height=22c", "-o", "remember_window_size=no", "-o",
            "update_check_interval=0", "-o", "placement_strategy=top-left",
          ], windowClass: "kitty", theme: "dark", tolerance: 3)))
  }

  /// It is large, so it is installed by who wants this test to run.
  @Test(.enabled(if: RealTerminalTests.isInstalled("konsole")))
  func konsoleMovesPictures() throws {
    func bare(_ name: String) -> String { "<!DOCTYPE gui><gui name=\"\(name)\" version=\"9999\"></gui>" }
    try Self.drive(
      try TerminalWindow(
        .init(
          program: "konsole",
          arguments: [
            "--nofork", "--hide-menubar", "--hide-tabbar", "--notransparency", "-p", "Font=\(Self.font),10", "-p",
            "TerminalColumns=60", "-p", "TerminalRows=22", "-p", "TerminalMargin=0", "-p", "ScrollBarPosition=2", "-e",
          ], windowClass: "konsole", theme: "dark", tolerance: 3, margin: (3, 8),
          environment: ["QT_QPA_PLATFORM": "xcb"],
          // Without bars around the terminal.
          settings: [
            ".local/share/kxmlgui5/konsole/konsoleui.rc": bare("konsole"),
            ".local/share/kxmlgui5/konsole/sessionui.rc": bare("session"),
            ".config/konsolerc": "[MainWindow]\nMenuBar=Disabled\nStatusBar=Disabled\n",
          ])))
  }

  @Test(.enabled(if: RealTerminalTests.has("foot") && WaylandDisplay.isExpected))
  func footShowsSixels() throws { try Self.drive(try TerminalWindow(Self.foot)) }

  /// It gives the program another size than the first while that starts.
  @Test(.enabled(if: RealTerminalTests.has("foot") && WaylandDisplay.isExpected))
  func footStartsMaximized() throws {
    var foot = Self.foot
    foot.arguments.append("--maximized")
    foot.size = CellSize(columns: 160, rows: 47)
    let window = try TerminalWindow(foot)
    try window.shows("the newest end in all of the screen")
    try Self.expectGivenBack(window)
  }

  private static let foot = TerminalWindow.Kind(
    program: "foot",
    arguments: [
      "-c", "/dev/null", "-o", "font=\(font):size=10", "-o", "dpi-aware=no", "-o", "pad=0x0", "-o",
      "csd.preferred=none", "-W", "60x22",
    ], windowClass: nil, theme: "dark", tolerance: 48)

  @Test(.enabled(if: RealTerminalTests.has("tmux")))
  func tmuxShowsCells() throws {
    let socket = "scoreview-program-\(ProcessInfo.processInfo.processIdentifier)"
    func tmux(_ arguments: String...) throws -> String {
      try ChildProcess.run(
        "tmux", ["-L", socket, "-f", "/dev/null"] + arguments, environment: ["LC_ALL": "C.UTF-8", "TMUX": nil],
        timeout: 20
      ).text
    }
    defer { _ = try? tmux("kill-server") }
    let outer = try PseudoTerminal(
      [try ChildProcess.path(of: "tmux"), "-L", socket, "-f", "/dev/null", "new-session", "/bin/sh"], fixture: .xterm,
      size: CellSize(columns: 80, rows: 25))
    #expect(outer.run { outer.text.contains("#") || outer.text.contains("$") })
    _ = try tmux("set-option", "-g", "mouse", "on")
    _ = try tmux("send-keys", "\(Scoreview.path) \(TerminalWindow.sample) --surface=terminal", "Enter")
    func lines() throws -> [Substring] {
      outer.run(for: 20)
      return try tmux("capture-pane", "-p").split(separator: "\n", omittingEmptySubsequences: false)
    }
    func expectNewest(_ date: String, _ what: String) throws {
      _ = try eventually(what) { try lines().dropFirst(22).first?.hasSuffix(date) == true ? true : nil }
    }
    try expectNewest("11-22", "the chart in tmux")
    #expect(try lines()[23].contains("2026-11-22 79"))
    // The wheel and a drag through tmux, as its own terminal sends them.
    outer.send("\u{1B}[<64;30;10M")
    try expectNewest("11-20", "two columns back")
    outer.send("\u{1B}[<0;20;9M\u{1B}[<32;26;9M\u{1B}[<32;32;9M")
    outer.run(for: 300)
    outer.send("\u{1B}[<0;32;9m")
    try expectNewest("11-18", "two more after the drag")
    outer.resize(to: CellSize(columns: 60, rows: 21))
    _ = try eventually("the smaller chart") { try lines().dropFirst(18).first?.hasSuffix("11-18") == true ? true : nil }
    _ = try tmux("send-keys", "q")
    _ = try eventually("the shell again") { try lines().contains { $0.contains("11-18") } ? nil : true }
    // What is typed before the shell asks for it is dropped with late answers.
    outer.run(for: 500)
    _ = try tmux("send-keys", "echo E''ND $?", "Enter")
    _ = try eventually("the shell's answer") { try lines().contains("END 0") ? true : nil }
  }
}
