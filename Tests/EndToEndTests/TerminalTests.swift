import Foundation
import Support
import Testing

/// The chart in tmux, driven by keys and read as a screen of characters.
@Suite(.serialized)
struct TerminalTests {
  /// A tmux server of the test's own with one window.
  private final class Screen {
    private let socket = "scoreview-\(UUID().uuidString)"

    init(_ command: String, columns: Int, rows: Int) throws {
      // The shell stays when the program ends, so that what is left on the screen can be seen.
      let script = "LANG=C.UTF-8 DISPLAY= WAYLAND_DISPLAY= \(command); echo ended with $?; exec sleep 60"
      try tmux("-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", script)
    }

    deinit { _ = try? tmux("kill-server") }

    @discardableResult
    func tmux(_ arguments: String...) throws -> String {
      let result = try ChildProcess.run(
        "tmux", ["-L", socket] + arguments, environment: ["TMUX": nil, "TERM": "xterm-256color", "LANG": "C.UTF-8"])
      guard result.status == 0 else { throw ChildFailure(description: "tmux \(arguments): \(result.errorText)") }
      return result.text
    }

    func keys(_ names: String) throws { try tmux("send-keys", names) }

    /// Waits until the screen satisfies a condition.
    func shows(_ what: String, _ condition: (String) -> Bool) throws {
      var last = ""
      do {
        _ = try eventually(what) {
          last = try tmux("capture-pane", "-p")
          return condition(last) ? true : nil
        }
      } catch {
        Issue.record("\(what) is not on the screen:\n\(last)")
      }
    }
  }

  private func open(_ options: String = "") throws -> Screen {
    let sample = Scoreview.sample("scores-3-years.csv")
    return try Screen("'\(Scoreview.path)' '\(sample)' \(options)", columns: 90, rows: 26)
  }

  @Test func theNewestEndScrollsAndTheScreenIsGivenBack() throws {
    let screen = try open()
    try screen.shows("the newest end with its callout") {
      $0.contains("11-22") && $0.contains("2026-11-22 79") && $0.contains("●") && $0.contains("─ 100")
    }
    try screen.keys("Home")
    try screen.shows("the oldest end") { $0.contains("11-06") && !$0.contains("11-22") }
    try screen.keys("End")
    try screen.shows("the newest end again") { $0.contains("11-22") }
    try screen.keys("q")
    try screen.shows("the shell's screen") { $0.contains("ended with 0") && !$0.contains("●") }
  }

  @Test func anotherSizeIsDrawnAtOnce() throws {
    let screen = try open()
    try screen.shows("the chart") { $0.contains("11-22") }
    try screen.tmux("resize-window", "-x", "50", "-y", "15")
    try screen.shows("the chart in the smaller window") {
      $0.contains("11-22") && $0.split(separator: "\n").allSatisfy { $0.count <= 50 }
    }
  }

  @Test func oncePrintsAndEnds() throws {
    let screen = try open("--once --width 60 --height 10 --color never")
    try screen.shows("the printed chart and the end") { $0.contains("11-22") && $0.contains("ended with 0") }
  }
}
