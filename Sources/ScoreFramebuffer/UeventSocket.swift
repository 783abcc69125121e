internal import CLinuxDisplay
internal import Glibc

/// The kernel's word that devices come and go; needs no udev.
final class UeventSocket {
  private let socket: Descriptor

  /// - Throws: the call that failed; in some containers there is no such socket.
  init() throws(SystemCallError) {
    let number = Glibc.socket(
      AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
      Int32(NETLINK_KOBJECT_UEVENT))
    guard number >= 0 else { throw SystemCallError("socket") }
    socket = Descriptor(taking: number)
    var address = sockaddr_nl()
    address.nl_family = sa_family_t(AF_NETLINK)
    // The kernel's own group; the other one is udev's.
    address.nl_groups = 1
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
      }
    }
    guard result == 0 else { throw SystemCallError("bind") }
  }

  var descriptor: Int32 { socket.number }

  /// What was said since the last call; `isComplete` is false when more was said than the kernel kept.
  func take() -> (events: [Uevent], isComplete: Bool) {
    var events: [Uevent] = []
    return withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { memory in
      while true {
        let length = recv(socket.number, memory.baseAddress, memory.count, 0)
        guard length > 0 else { return (events, !(length < 0 && errno == ENOBUFS)) }
        if let event = Uevent(memory.prefix(length)) { events.append(event) }
      }
    }
  }
}
