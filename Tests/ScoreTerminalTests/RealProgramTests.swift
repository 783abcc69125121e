import Foundation
import ScoreDrawing
import Support
import Testing

@testable import ScoreTerminal

/// The program itself in terminals that people use: what they show is what the program writes into a picture.
@Suite(.serialized) struct RealProgramTests {
  private static let sample = Scoreview.sample("scores-3-years.csv")
  private static let font = "DejaVu Sans Mono"

  /// A terminal on a display of its own, with the program in a shell that tells how it left the terminal.
  private final class Session {
    let display: VirtualDisplay
    let window: String
    let folder: TemporaryFolder
    private let process: RunningProgram
    private let tolerance: Int
    private let theme: String
    private(set) var cell = PixelSize(width: 1, height: 1)

    static let columns = 60
    static let rows = 22

    init(_ terminal: String, _ arguments: [String], windowClass: String, theme: String, tolerance: Int) throws {
      display = try VirtualDisplay(width: 1280, height: 800)
      folder = try TemporaryFolder()
      self.theme = theme
      self.tolerance = tolerance
      try display.xdotool("mousemove", "1270", "790")
      let command =
        "'\(Scoreview.path)' '\(sample)' --surface=terminal; echo $? >'\(folder.path)/status'; "
        + "stty -a >'\(folder.path)/stty'"
      process = try display.start(
        terminal, arguments + ["/bin/sh", "-c", command],
        environment: ["LC_ALL": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1", "HOME": folder.path, "NO_COLOR": nil])
      window = try display.window(ofClass: windowClass)
      let first = try display.screenshot(of: window)
      cell = PixelSize(width: first.width / Session.columns, height: first.height / Session.rows)
    }

    deinit { display.stop() }

    /// Waits until the window shows what the program writes into a picture of that size.
    func shows(_ what: String, columns: Int = columns, rows: Int = rows, _ options: String...) throws {
      let size = PixelSize(width: cell.width * columns, height: cell.height * (rows - 1))
      let written = try ChildProcess.run(
        Scoreview.path,
        [sample, "--format=png", "--size=\(size.width)x\(size.height)", "--theme=\(theme)"] + options,
        environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
      #expect(written.status == 0, "\(written.errorText)")
      let picture = try Screenshot(png: [UInt8](written.standardOutput))
      var share = 1.0
      do {
        _ = try eventually(what, timeout: 60) {
          share = difference(try display.screenshot(of: window), picture)
          return share < 0.002 ? true : nil
        }
      } catch {
        Issue.record("\(what): \(share) of the pixels differ; the program said: \(process.said)")
      }
    }

    /// The share of pixels that differ by more than the palette's error.
    private func difference(_ shot: Screenshot, _ picture: Screenshot) -> Double {
      guard shot.width >= picture.width, shot.height >= picture.height else { return 1 }
      var wrong = 0
      for y in 0..<picture.height {
        for x in 0..<picture.width where ColorError.between(shot[x, y], picture[x, y]) > tolerance { wrong += 1 }
      }
      return Double(wrong) / Double(max(picture.width * picture.height, 1))
    }

    func move(_ x: Int, _ y: Int) throws { try display.xdotool("mousemove", "--window", window, "\(x)", "\(y)") }
    func click(_ button: Int) throws { try display.xdotool("click", "\(button)") }

    /// Ends the program by its key and returns its exit status and what it left of the terminal's settings.
    func quit() throws -> (status: String, settings: String) {
      try display.xdotool("key", "q")
      _ = try process.waitForExit()
      func read(_ name: String) -> String {
        (try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)) ?? ""
      }
      return (read("status").trimmingCharacters(in: .whitespacesAndNewlines), read("stty"))
    }
  }

  private static func drive(_ session: Session) throws {
    try session.shows("the newest end")
    // 84 points left to right, held before it is let go: two columns back.
    try session.move(100, 150)
    try session.display.xdotool("mousedown", "1")
    for x in stride(from: 110, through: 180, by: 10) { try session.move(x, 150) }
    try session.move(184, 150)
    try session.display.xdotool("sleep", "0.3", "mouseup", "1")
    try session.shows("two columns back after the drag", "--at=2026-11-20")
    try session.click(4)
    try session.shows("two more after a notch of the wheel", "--at=2026-11-18")
    for _ in 0..<6 { try session.click(4) }
    try session.shows("twelve more, beyond what was sent at first", "--at=2026-11-06")
    for _ in 0..<6 { try session.click(5) }
    try session.shows("back after the wheel turned back", "--at=2026-11-18")
    // Pointing changes the picture in one column and around its callout only; a click keeps the callout.
    let before = try session.display.screenshot(of: session.window)
    try session.move(150, 100)
    _ = try eventually("the callout under the pointer") {
      let shot = try session.display.screenshot(of: session.window)
      let changed = before.pixels.indices.count { before.pixels[$0] != shot.pixels[$0] }
      return changed > 500 && changed < before.pixels.count / 4 ? true : nil
    }
    let size = (columns: 48, rows: 16)
    try session.display.xdotool(
      "windowsize", session.window, "\(size.columns * session.cell.width)", "\(size.rows * session.cell.height)")
    try session.shows("the smaller chart", columns: size.columns, rows: size.rows, "--at=2026-11-18", "--select=none")
    let end = try session.quit()
    #expect(end.status == "0")
    let words = Set(end.settings.split { " ;\n".contains($0) })
    #expect(words.isSuperset(of: ["icanon", "echo", "isig", "opost", "icrnl"]), "\(end.settings)")
  }

  @Test(.enabled(if: RealTerminalTests.has("xterm")))
  func xtermShowsSixels() throws {
    try Self.drive(
      try Session(
        "xterm",
        [
          "-fa", Self.font, "-fs", "10", "-geometry", "60x22+0+0", "-b", "0", "-bw", "0", "-ti", "vt340", "-e",
        ], windowClass: "xterm", theme: "light", tolerance: 48))
  }

  @Test(.enabled(if: RealTerminalTests.has("kitty")))
  func kittyMovesPictures() throws {
    try Self.drive(
      try Session(
        "kitty",
        [
          "--config", "NONE", "-o", "font_family=\(Self.font)", "-o", "font_size=10", "-o",
          "initial_window_width=60c", "-o", "initial_window_height=22c", "-o", "remember_window_size=no", "-o",
          "update_check_interval=0", "-o", "placement_strategy=top-left",
        ], windowClass: "kitty", theme: "dark", tolerance: 3))
  }

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
    _ = try tmux("send-keys", "\(Scoreview.path) \(Self.sample) --surface=terminal", "Enter")
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
