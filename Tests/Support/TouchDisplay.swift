import Foundation

/// An X server with a touchscreen of a test's own: what its fingers do comes to programs as from real hardware.
///
/// Xorg without any hardware: its dummy driver shows the picture, its inputtest driver takes fingers from a socket.
/// Needs xserver-xorg-core and xserver-xorg-video-dummy as well as what `VirtualDisplay` needs. Ends with the value.
public final class TouchDisplay {
  public let display: VirtualDisplay
  private let folder: URL
  private let socket: Int32
  /// In pixels; of this size a pixel is a whole number of the touchscreen's steps.
  public static let (width, height) = (1024, 512)

  private static let server = "/usr/lib/xorg/Xorg"

  public static var isExpected: Bool {
    let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
    let modules = "/usr/lib/xorg/modules"
    let needs = [server, modules + "/input/inputtest_drv.so", modules + "/drivers/dummy_drv.so"]
    return VirtualDisplay.isExpected && (isCI || needs.allSatisfy { access($0, R_OK) == 0 })
  }

  public init() throws {
    folder = try WaylandDisplay.runtimeFolder()
    let settings = folder.appendingPathComponent("xorg.conf").path
    let place = folder.appendingPathComponent("touch").path
    try TouchDisplay.settings(socket: place).write(toFile: settings, atomically: false, encoding: .utf8)
    display = try VirtualDisplay(
      server: ChildProcess.path(of: TouchDisplay.server),
      ["-config '\(settings)'", "-logfile '\(folder.path)/log'", "-extension GLX"])
    socket = try eventually("the touchscreen") { TouchDisplay.connect(to: place) }
    // The version of the protocol that we speak; it is answered with the server's.
    try send(.version, Message([UInt16(1), UInt16(1)]))
    guard try answer().count == 12 else { throw ChildFailure(description: "the touchscreen speaks another language") }
  }

  deinit {
    close(socket)
    display.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  private static func settings(socket: String) -> String {
    """
    Section "ServerFlags"
      Option "AutoAddDevices" "false"
    EndSection
    Section "Monitor"
      Identifier "monitor"
      HorizSync 1-1000
      VertRefresh 1-1000
      Modeline "test" 40 \(width) \(width + 8) \(width + 16) \(width + 24) \(height) \(height + 2) \(height + 4) \(height + 8)
    EndSection
    Section "Device"
      Identifier "card"
      Driver "dummy"
    EndSection
    Section "Screen"
      Identifier "screen"
      Device "card"
      Monitor "monitor"
      DefaultDepth 24
      SubSection "Display"
        Depth 24
        Modes "test"
      EndSubSection
    EndSection
    Section "InputDevice"
      Identifier "keyboard"
      Driver "inputtest"
      Option "SocketPath" "\(socket)-keyboard"
      Option "DeviceType" "Keyboard"
    EndSection
    Section "InputDevice"
      Identifier "mouse"
      Driver "inputtest"
      Option "SocketPath" "\(socket)-mouse"
      Option "DeviceType" "Pointer"
    EndSection
    Section "InputDevice"
      Identifier "touchscreen"
      Driver "inputtest"
      Option "SocketPath" "\(socket)"
      Option "DeviceType" "Touch"
      Option "TouchCount" "10"
    EndSection
    Section "ServerLayout"
      Identifier "layout"
      Screen "screen"
      InputDevice "keyboard" "CoreKeyboard"
      InputDevice "mouse" "CorePointer"
      InputDevice "touchscreen"
    EndSection
    """
  }

  // MARK: Fingers

  /// What a finger does, as the X protocol numbers it.
  public enum Act: UInt32 {
    case down = 18
    case move = 19
    case up = 20
  }

  /// Puts a finger down, moves it or lifts it, at a place on the screen in pixels; returns when the server has done it.
  public func finger(_ id: Int, _ act: Act, _ x: Int, _ y: Int) throws {
    var message = Message([UInt32(id), act.rawValue, 0])
    // Which of the 64 numbers that follow count: the first two.
    message.append([UInt8(3)] + [UInt8](repeating: 0, count: 11))
    let steps = [x * 65536 / TouchDisplay.width, y * 65536 / TouchDisplay.height].map { Double($0) }
    message.append(steps + [Double](repeating: 0, count: 126))
    try send(.touch, message)
    try send(.waitForSync, Message([UInt8]()))
    _ = try answer()
  }

  private enum Kind: UInt32 {
    case version = 0
    case waitForSync = 1
    case touch = 6
  }

  /// Numbers in the order and size in which this machine's C has them.
  private struct Message {
    private(set) var bytes: [UInt8] = []

    init<Number>(_ numbers: [Number]) { append(numbers) }

    mutating func append<Number>(_ numbers: [Number]) {
      numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
  }

  private func send(_ kind: Kind, _ message: Message) throws {
    let bytes = Message([UInt32(message.bytes.count + 8), kind.rawValue]).bytes + message.bytes
    guard Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw ChildFailure(description: "the touchscreen is gone")
    }
  }

  private func answer() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = recv(socket, &bytes, bytes.count, 0)
    guard count > 0 else { throw ChildFailure(description: "the touchscreen does not answer") }
    return Array(bytes.prefix(count))
  }

  /// Nil while nobody listens there.
  private static func connect(to path: String) -> Int32? {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(socket, $0, size) }
    }
    guard status == 0 else {
      close(socket)
      return nil
    }
    return socket
  }
}
