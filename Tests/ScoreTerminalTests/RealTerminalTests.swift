import Foundation
import ScoreDrawing
import Support
import Testing

@testable import ScoreTerminal

/// The surface in tmux, and which terminals there are; the program itself in them is tested beside.
@Suite(.serialized) struct RealTerminalTests {
  static func has(_ program: String) -> Bool {
    ProcessInfo.processInfo.environment["CI"] == "true" || isInstalled(program)
  }

  static func isInstalled(_ program: String) -> Bool {
    VirtualDisplay.isExpected && (try? ChildProcess.path(of: program)) != nil
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
