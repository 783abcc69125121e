import Foundation
import ScoreChart
import ScoreDrawing
import ScoreRaster
import Support
import Testing

@testable import ScoreTerminal

/// Terminals that people use, on a display of the test's own: started, scrolled, pointed at, resized, left.
@Suite(.serialized) struct RealTerminalTests {
  private static let font = "DejaVu Sans Mono"

  static func has(_ program: String) -> Bool {
    ProcessInfo.processInfo.environment["CI"] == "true"
      || VirtualDisplay.isExpected && (try? ChildProcess.path(of: program)) != nil
  }

  /// The chart of the twelve scores as the rasteriser draws it at `size` pixels.
  private static func expected(_ size: PixelSize, theme: Theme) throws -> PixelBuffer {
    let painter = FramePainter(text: try TextEngine())
    let points = ViewSize(width: Double(size.width), height: Double(size.height))
    let chart = Chart(table: SampleHistories.twelve)
    let state = ChartState(chart: chart, size: points, scale: 1, theme: theme, metrics: painter.text.metrics)
    var composer = Composer()
    let frame = composer.compose(chart, state, metrics: painter.text.metrics)
    var buffer = try PixelBuffer(size: size)
    buffer.withRows { painter.paint(frame, into: $0) }
    return buffer
  }

  /// The share of pixels that differ by more than `tolerance` in a channel.
  private static func difference(
    _ shot: Screenshot, _ picture: borrowing PixelBuffer, tolerance: Int, offset: (x: Int, y: Int)
  ) -> Double {
    let size = picture.size
    guard shot.width >= size.width + offset.x, shot.height >= size.height + offset.y else { return 1 }
    return picture.withPixels { pixels in
      var wrong = 0
      for y in 0..<size.height {
        for x in 0..<size.width {
          let error = ColorError.between(shot[x + offset.x, y + offset.y], pixels[y * size.width + x])
          if error > tolerance { wrong += 1 }
        }
      }
      return Double(wrong) / Double(max(size.width * size.height, 1))
    }
  }

  /// Runs until the picture is there, drags it, and leaves it by its key.
  private static func checkPicture(
    _ program: String, _ arguments: [String], environment: [String: String?] = [:], windowClass: String, columns: Int,
    rows: Int, theme: Theme, tolerance: Int
  ) throws {
    let display = try VirtualDisplay()
    let terminal = try display.start(program, arguments, environment: environment)
    let window = try display.window(ofClass: windowClass)
    var last = ""
    _ = try eventually("the picture in \(program)", timeout: 30) {
      let shot = try display.screenshot(of: window)
      // Whatever the terminal keeps around its cells is less than a cell.
      let cell = PixelSize(width: shot.width / columns, height: shot.height / rows)
      let picture = try expected(
        PixelSize(width: cell.width * columns, height: cell.height * (rows - 1)), theme: theme)
      let share = difference(shot, picture, tolerance: tolerance, offset: (0, 0))
      last = "\(share) of \(cell.width * columns) × \(cell.height * (rows - 1)) differs"
      return share < 0.002 ? true : nil
    }
    #expect(!last.isEmpty)
    let before = try display.screenshot(of: window)
    try display.xdotool(
      "mousemove", "--window", window, "300", "150", "mousedown", "1", "mousemove", "--window", window, "330", "150",
      "mousemove", "--window", window, "400", "150", "mouseup", "1")
    _ = try eventually("the drag to show") { try display.screenshot(of: window) != before ? true : nil }
    // A key as the server sends it: xterm does not take those that programs make up.
    try display.xdotool("mousemove", "--window", window, "200", "100", "key", "q")
    _ = try terminal.waitForExit()
  }

  @Test(.enabled(if: has("xterm")))
  func xtermShowsTheRasterisersPicture() throws {
    try Self.checkPicture(
      "xterm",
      [
        "-fa", Self.font, "-fs", "10", "-geometry", "60x22+0+0", "-b", "0", "-bw", "0", "-ti", "vt340", "-e",
        PseudoTerminal.program, "--run", "--graphics", "auto", "--count", "12",
      ], environment: ["LC_ALL": "C.UTF-8"], windowClass: "xterm", columns: 60, rows: 22, theme: .light,
      tolerance: 48)
  }

  @Test(.enabled(if: has("kitty")))
  func kittyShowsTheRasterisersPicture() throws {
    try Self.checkPicture(
      "kitty",
      [
        "--config", "NONE", "-o", "font_family=\(Self.font)", "-o", "font_size=10", "-o",
        "initial_window_width=60c", "-o", "initial_window_height=22c", "-o", "remember_window_size=no", "-o",
        "update_check_interval=0", PseudoTerminal.program, "--run", "--graphics", "auto", "--count", "12",
      ], environment: ["LC_ALL": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1"], windowClass: "kitty", columns: 60, rows: 22,
      theme: .dark, tolerance: 2)
  }

  @Test(.enabled(if: has("tmux")))
  func tmuxShowsTheCells() throws {
    let socket = "scoreview-\(getpid())"
    func tmux(_ arguments: String...) throws -> String {
      try ChildProcess.run(
        "tmux", ["-L", socket, "-f", "/dev/null"] + arguments, environment: ["LC_ALL": "C.UTF-8", "TMUX": nil]
      ).text
    }
    defer { _ = try? tmux("kill-server") }
    let outer = try PseudoTerminal(
      [try ChildProcess.path(of: "tmux"), "-L", socket, "-f", "/dev/null", "new-session", "/bin/sh"], fixture: nil,
      size: CellSize(columns: 80, rows: 25))
    #expect(outer.run { outer.text.contains("#") || outer.text.contains("$") })
    _ = try tmux("send-keys", "\(PseudoTerminal.program) --run --count 60", "Enter")
    func screen() throws -> [Substring] {
      outer.run(for: 20)
      return try tmux("capture-pane", "-p").split(separator: "\n", omittingEmptySubsequences: false)
    }
    let lines = try eventually("the chart in tmux") { () -> [Substring]? in
      let lines = try screen()
      return lines.count >= 24 && lines[23].contains("60 scores") ? lines : nil
    }
    #expect(lines[22] == "    02-18 02-19 02-20 02-21 02-22 02-23 02-24 02-25 02-26 02-27 02-28 02-29")
    _ = try tmux("send-keys", "PPage")
    _ = try eventually("an older page") { try screen()[22].hasSuffix("02-29") ? nil : true }
    outer.resize(to: CellSize(columns: 60, rows: 21))
    _ = try eventually("the smaller chart") { () -> Bool? in
      let lines = try screen()
      return lines.count >= 20 && lines[19].contains("60 scores") ? true : nil
    }
    _ = try tmux("send-keys", "q")
    _ = try eventually("the shell again") { try screen().contains { $0.contains("60 scores") } ? nil : true }
    _ = try tmux("send-keys", "echo E''ND", "Enter")
    let shell = try eventually("the shell's answer") { () -> [Substring]? in
      let lines = try screen()
      return lines.contains("END") ? lines : nil
    }
    #expect(!shell.contains { $0.contains("not found") })
  }
}
