import Foundation
import Glibc
import Testing

@testable import ScoreFramebuffer

@Suite struct ServiceNotifierTests {
  /// A service manager's socket at a path.
  private static func listen(at path: String) -> Int32 {
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(result == 0)
    return number
  }

  @Test func datagramsReachTheSocket() throws {
    let path = "\(NSTemporaryDirectory())/notify-\(UUID().uuidString.prefix(8))"
    let manager = Self.listen(at: path)
    defer {
      close(manager)
      unlink(path)
    }
    let notifier = try #require(
      ServiceNotifier(path: path, watchdogMicroseconds: "30000000", watchdogProcess: "\(getpid())"))
    #expect(notifier.watchdogInterval == 15_000)
    #expect(notifier.send("READY=1"))
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = recv(manager, &bytes, bytes.count, 0)
    #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "READY=1")
  }

  @Test func anotherProcessesWatchdogIsNotOurs() throws {
    let notifier = try #require(
      ServiceNotifier(path: "@scoreview-test", watchdogMicroseconds: "1000000", watchdogProcess: "1"))
    #expect(notifier.watchdogInterval == nil)
    #expect(!notifier.send("READY=1"), "nobody listens")
  }

  @Test func nonsenseIsNoSocket() {
    let long = "/" + String(repeating: "x", count: 200)
    for path in ["", "relative", long] {
      #expect(ServiceNotifier(path: path, watchdogMicroseconds: nil, watchdogProcess: nil) == nil)
    }
    let odd = ServiceNotifier(path: "/x", watchdogMicroseconds: "-5", watchdogProcess: "?")
    #expect(odd?.watchdogInterval == nil)
  }
}
