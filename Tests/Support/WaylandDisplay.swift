import Foundation

/// A Wayland compositor of a test's own, on an X server of its own: the server's mouse and keyboard are its seat.
///
/// Needs weston as well as what `VirtualDisplay` needs. Both end with the value. The compositor has no panel and a
/// plain ground, so a window is what stands out from it.
public final class WaylandDisplay {
  public let host: VirtualDisplay
  public let width: Int
  public let height: Int
  private let folder: URL
  private let compositor: RunningProgram
  private let socket = "wayland-test"

  /// As the compositor's settings have it.
  static let ground: UInt32 = 0xFF33_6699

  public static var isExpected: Bool {
    VirtualDisplay.isExpected && (isCI || (try? ChildProcess.path(of: "weston")) != nil)
  }

  private static var isCI: Bool { ProcessInfo.processInfo.environment["CI"] == "true" }

  /// Starts a compositor with an output of so many pixels.
  public init(width: Int = 1200, height: Int = 800, scale: Int = 1) throws {
    (self.width, self.height) = (width, height)
    host = try VirtualDisplay(width: width, height: height)
    folder = try WaylandDisplay.runtimeFolder()
    let settings = folder.appendingPathComponent("weston.ini")
    try Data(
      """
      [core]
      idle-time=0
      [shell]
      panel-position=none
      background-color=0xff336699
      animation=none
      startup-animation=none
      close-animation=none
      focus-animation=none
      locking=false
      """.utf8
    ).write(to: settings)
    compositor = try host.start(
      "weston",
      [
        "--backend=x11-backend.so", "--use-pixman", "--scale=\(scale)", "--width=\(width / scale)",
        "--height=\(height / scale)", "--socket=\(socket)", "--config=\(settings.path)",
      ], environment: ["XDG_RUNTIME_DIR": folder.path])
    let place = folder.appendingPathComponent(socket).path
    let (host, compositor) = (host, compositor)
    _ = try eventually("the compositor; it said: \(compositor.said)") {
      FileManager.default.fileExists(atPath: place) ? true : nil
    }
    let output = try host.window(ofClass: "Weston Compositor")
    try host.xdotool("windowfocus", output)
    var corner: UInt32 = 0
    do {
      _ = try eventually("the compositor's ground") {
        corner = try host.screenshot()[width / 4, height / 4]
        return corner == WaylandDisplay.ground ? true : nil
      }
    } catch {
      throw ChildFailure(description: "the ground is \(String(corner, radix: 16)); weston said: \(compositor.said)")
    }
    try alignPointer()
  }

  /// Brings the compositor's pointer to where its host's is.
  ///
  /// The compositor adds up how far the host's moves, and may have begun somewhere else. Whichever
  /// of the two is ahead: at one of two opposite corners the compositor's is held until they agree.
  private func alignPointer() throws {
    for (x, y) in [(0, 0), (width - 1, height - 1), (0, 0)] {
      try host.xdotool("mousemove", "\(x)", "\(y)", "sleep", "0.05")
    }
  }

  deinit { stop() }

  public func stop() {
    host.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// A folder for sockets that is the user's alone, with a short path: those of sockets are limited.
  static func runtimeFolder() throws -> URL {
    let folder = URL(fileURLWithPath: "/tmp/scoreview-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return folder
  }

  /// What a program needs to find this compositor and no X server.
  public var environment: [String: String?] {
    [
      "DISPLAY": nil, "WAYLAND_DISPLAY": socket, "XDG_RUNTIME_DIR": folder.path, "SDL_VIDEODRIVER": nil,
      "WAYLAND_SOCKET": nil,
    ]
  }

  /// Starts a program as a client of this compositor; it is killed with it at the latest.
  public func start(_ program: String, _ arguments: [String]) throws -> RunningProgram {
    try host.start(program, arguments, environment: environment)
  }

  /// The pixels of the one window there is, the pointer being elsewhere; nil while there is none.
  public func window() throws -> (x: Int, y: Int, pixels: Screenshot)? {
    let shot = try host.screenshot()
    // A pointer is smaller than any window.
    let (pointer, least) = (40, 100)
    let columns = (0..<width).filter { x in (0..<height).count { shot[x, $0] != WaylandDisplay.ground } >= least }
    guard let left = columns.first, let right = columns.last, right - left > pointer else { return nil }
    let rows = (0..<height).filter { y in (left...right).count { shot[$0, y] != WaylandDisplay.ground } >= least }
    guard let top = rows.first, let bottom = rows.last else { return nil }
    let pixels = (top...bottom).flatMap { y in (left...right).map { shot[$0, y] } }
    return (left, top, Screenshot(width: right - left + 1, height: bottom - top + 1, pixels: pixels))
  }

  /// A picture of the whole screen but for the corner that the parked pointer covers.
  public func withoutPointer(_ screen: Screenshot) -> Screenshot {
    var pixels = screen.pixels
    for y in max(0, screen.height - 8)..<screen.height {
      for x in max(0, screen.width - 8)..<screen.width { pixels[y * screen.width + x] = 0 }
    }
    return Screenshot(width: screen.width, height: screen.height, pixels: pixels)
  }

  /// Puts the pointer where no window is.
  public func park() throws { try host.xdotool("mousemove", "\(width - 2)", "\(height - 2)") }
}

/// A compositor without anything to point or type with: nothing can be shown on it.
public final class SeatlessDisplay {
  private let folder: URL
  private let compositor: Process
  private let socket = "wayland-none"

  public init() throws {
    folder = try WaylandDisplay.runtimeFolder()
    compositor = Process()
    compositor.executableURL = URL(fileURLWithPath: try ChildProcess.path(of: "weston"))
    compositor.arguments = ["--backend=headless-backend.so", "--use-pixman", "--socket=\(socket)", "--no-config"]
    compositor.environment = ChildProcess.merged(["XDG_RUNTIME_DIR": folder.path])
    compositor.standardInput = FileHandle.nullDevice
    compositor.standardOutput = FileHandle.nullDevice
    compositor.standardError = FileHandle.nullDevice
    try compositor.run()
    let place = folder.appendingPathComponent(socket).path
    _ = try eventually("the compositor") { FileManager.default.fileExists(atPath: place) ? true : nil }
  }

  deinit {
    if compositor.isRunning { kill(compositor.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }

  public var environment: [String: String?] {
    ["DISPLAY": nil, "WAYLAND_DISPLAY": socket, "XDG_RUNTIME_DIR": folder.path, "SDL_VIDEODRIVER": nil]
  }
}
