internal import CLinuxDisplay
internal import Glibc

/// Tells systemd how the program is: the protocol of `sd_notify`, a datagram to the socket that it names.
public final class ServiceNotifier {
  private let socket: Descriptor
  private let address: sockaddr_un
  private let addressLength: socklen_t
  /// Milliseconds between two signs of life; half of what the service manager waits. Nil when it does not watch.
  public let watchdogInterval: Double?

  /// Reads `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`; nil when no service manager asked.
  public convenience init?() {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    guard let path = variable("NOTIFY_SOCKET") else { return nil }
    self.init(
      path: path, watchdogMicroseconds: variable("WATCHDOG_USEC"), watchdogProcess: variable("WATCHDOG_PID"))
  }

  /// - Parameters:
  ///   - path: of the socket; one that begins with `@` is in the kernel's own name space.
  ///   - watchdogProcess: whose signs of life are awaited; nil: ours.
  init?(path: String, watchdogMicroseconds: String?, watchdogProcess: String?) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    let isAbstract = name.first == UInt8(ascii: "@")
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard isAbstract || name.first == UInt8(ascii: "/"), name.count < capacity else { return nil }
    if isAbstract { name[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let offset = MemoryLayout.size(ofValue: address) - capacity
    addressLength = socklen_t(offset + name.count + (isAbstract ? 0 : 1))
    self.address = address
    let number = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    socket = Descriptor(taking: number)
    let isOurs = watchdogProcess.map { Int32($0) == getpid() } ?? true
    let microseconds = watchdogMicroseconds.flatMap { UInt64($0) } ?? 0
    watchdogInterval = isOurs && microseconds > 0 ? max(1, Double(microseconds) / 2000) : nil
  }

  /// Sends `KEY=value` lines; false when nobody took them.
  @discardableResult
  public func send(_ text: String) -> Bool {
    var address = address
    let bytes = Array(text.utf8)
    let sent = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, addressLength)
      }
    }
    return sent == bytes.count
  }
}
