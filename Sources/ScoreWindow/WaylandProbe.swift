internal import Glibc

/// Asks a Wayland display what it offers, before SDL does.
///
/// SDL 2.26 ends the program where a display has no seat (no pointer and no keyboard), as one of a machine without
/// input devices has none. The protocol's first two requests need no library.
enum WaylandProbe {
  /// Milliseconds that a display has for its answer.
  private static let patience: Int32 = 2000
  private static let largestAnswer = 1 << 20

  /// Whether the display that the environment names has a seat; nil where it cannot be asked.
  static func hasSeat(environment: (String) -> String?) -> Bool? {
    // An inherited connection is SDL's alone.
    guard (environment("WAYLAND_SOCKET") ?? "").isEmpty, let path = path(environment: environment) else { return nil }
    let connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard connection >= 0 else { return nil }
    defer { close(connection) }
    guard connect(connection, to: path), send(requests, on: connection) else { return nil }
    return interfaces(from: connection)?.contains("wl_seat")
  }

  static func path(environment: (String) -> String?) -> String? {
    guard let name = environment("WAYLAND_DISPLAY"), !name.isEmpty else { return nil }
    if name.hasPrefix("/") { return name }
    guard let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return nil }
    return folder + "/" + name
  }

  private static func connect(_ connection: Int32, to path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  private static func send(_ words: [UInt32], on connection: Int32) -> Bool {
    words.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count }
  }

  // MARK: The protocol

  private static let display: UInt32 = 1
  private static let registry: UInt32 = 2
  private static let callback: UInt32 = 3

  /// `wl_display.get_registry` and `wl_display.sync`: object, then size and number of the request, then arguments.
  private static let requests: [UInt32] = [display, 12 << 16 | 1, registry, display, 12 << 16, callback]

  /// Reads the registry's globals until the sync is done; nil when the display gives up or says something else.
  private static func interfaces(from connection: Int32) -> [String]? {
    var names: [String] = []
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count < largestAnswer {
      var request = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, patience) == 1 else { return nil }
      let count = read(connection, &chunk, chunk.count)
      guard count > 0 else { return nil }
      bytes += chunk[..<count]
      while let message = takeMessage(from: &bytes) {
        switch (message.object, message.opcode) {
        case (callback, 0): return names
        case (registry, 0): if let name = interface(of: message.arguments) { names.append(name) }
        // An error of the display.
        case (display, 0): return nil
        default: break
        }
      }
    }
    return nil
  }

  struct Message: Equatable {
    var object: UInt32
    var opcode: UInt32
    var arguments: [UInt8]
  }

  /// Takes the first whole message off; nil while there is none.
  static func takeMessage(from bytes: inout [UInt8]) -> Message? {
    guard bytes.count >= 8 else { return nil }
    let size = Int(word(bytes, 4) >> 16)
    guard size >= 8, size <= bytes.count else { return nil }
    defer { bytes.removeFirst(size) }
    return Message(object: word(bytes, 0), opcode: word(bytes, 4) & 0xFFFF, arguments: Array(bytes[8..<size]))
  }

  /// The second argument of `wl_registry.global`: a length with the final zero, then the text.
  static func interface(of arguments: [UInt8]) -> String? {
    guard arguments.count >= 8 else { return nil }
    let length = Int(word(arguments, 4))
    guard length > 0, length <= arguments.count - 8 else { return nil }
    return String(decoding: arguments[8..<8 + length - 1], as: UTF8.self)
  }

  /// Words have the byte order of the machine.
  private static func word(_ bytes: [UInt8], _ start: Int) -> UInt32 {
    bytes[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
  }
}
