import Foundation
import Support
import Testing

/// The program in a window at the top left of a screen of its own, the pointer far away.
final class WindowSession {
  let display: VirtualDisplay
  let program: RunningProgram
  let window: String
  /// Where no window is.
  private let corner: (x: Int, y: Int)

  init(
    _ arguments: [String], environment: [String: String?] = [:], resources: String? = nil, manager: String? = nil,
    screen: (width: Int, height: Int) = (1280, 800), on display: VirtualDisplay? = nil
  ) throws {
    let display = try display ?? VirtualDisplay(width: screen.width, height: screen.height)
    self.display = display
    if let resources { try display.setResources(resources) }
    corner = (screen.width - 10, screen.height - 10)
    try display.xdotool("mousemove", "\(corner.x)", "\(corner.y)")
    if let manager { try WindowSession.start(manager, on: display) }
    program = try display.start(Scoreview.path, arguments, environment: environment)
    window = try display.window(ofClass: "scoreview")
    if manager == nil { try display.xdotool("windowmove", window, "0", "0") }
  }

  private static func start(_ manager: String, on display: VirtualDisplay) throws {
    _ = try display.start(manager)
    _ = try eventually("the window manager") {
      let root = try ChildProcess.run(
        "xprop", ["-root", "_NET_SUPPORTING_WM_CHECK"], environment: display.environment)
      return root.text.contains("window id") ? true : nil
    }
  }

  deinit { display.stop() }

  /// Waits until the window shows exactly these pixels.
  func shows(_ picture: Screenshot, _ what: String) throws {
    var last: String?
    do {
      _ = try eventually("the window to show \(what)") {
        last = try display.screenshot(of: window).difference(from: picture)
        return last == nil ? true : nil
      }
    } catch {
      Issue.record("\(what): \(last ?? "\(error)"); the program said: \(program.said)")
    }
  }

  /// What the window shows once nothing moves any more.
  func rest() throws -> Screenshot {
    var last = try display.screenshot(of: window)
    return try eventually("the window to come to rest") {
      try display.xdotool("sleep", "0.4")
      let next = try display.screenshot(of: window)
      defer { last = next }
      return next == last ? next : nil
    }
  }

  func key(_ name: String) throws { try display.xdotool("key", "--window", window, name) }
  /// Lets the button go once the pointer has come to rest: a release in motion is a fling.
  func letGo() throws { try display.xdotool("sleep", "0.2", "mouseup", "1") }
  /// The window may be gone before the key is up, which xdotool takes amiss.
  func quit(with name: String) { try? key(name) }
  func click(_ button: Int) throws { try display.xdotool("click", "\(button)") }
  func move(_ x: Int, _ y: Int) throws { try display.xdotool("mousemove", "--window", window, "\(x)", "\(y)") }
  func leave() throws { try display.xdotool("mousemove", "\(corner.x)", "\(corner.y)") }

  /// Presses, moves sideways and lets go: in motion, which flings, or after a rest.
  func drag(from start: (x: Int, y: Int), by distance: Int, steps: Int, rests: Bool) throws {
    var chain = ["mousemove", "--window", window, "\(start.x)", "\(start.y)", "mousedown", "1"]
    for step in 1...steps {
      let x = start.x + distance * step / steps
      chain += ["sleep", "0.016", "mousemove", "--window", window, "\(x)", "\(start.y)"]
    }
    if rests { chain += ["sleep", "0.2"] }
    try display.xdotool(chain + ["mouseup", "1"])
  }
}
