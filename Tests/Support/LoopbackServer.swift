internal import Foundation
internal import Glibc
internal import Synchronization

/// A web server on 127.0.0.1 that does what a test tells it, one connection after the other.
public final class LoopbackServer: Sendable {
  /// What is done with a connection once a request has come in.
  public enum Step: Sendable {
    case send([UInt8])
    case wait(milliseconds: UInt32)
    /// Ends the connection with a reset instead of an orderly close.
    case reset

    public static func send(_ text: String) -> Step { .send(Array(text.utf8)) }
  }

  public struct Request: Sendable {
    public var text: String
    public var path: String { text.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

    public func header(_ name: String) -> String? {
      let start = name.lowercased() + ": "
      return text.split(separator: "\r\n").first { $0.lowercased().hasPrefix(start) }.map {
        String($0.dropFirst(start.count))
      }
    }
  }

  public let port: UInt16
  private let listener: Int32
  private let log = Log()

  /// What the server's thread shares with the test; it does not keep the server itself alive.
  private final class Log: Sendable {
    let seen = Mutex<[Request]>([])
    let stopped = DispatchSemaphore(value: 0)
  }

  public var requests: [Request] { log.seen.withLock { $0 } }

  /// `answer` gets each request and how many came before it.
  public init(_ answer: @escaping @Sendable (Request, Int) -> [Step]) {
    (listener, port) = Self.listen()
    let listener = listener
    Thread.detachNewThread { [log] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        let request = Self.receive(from: connection)
        let number = log.seen.withLock { seen in
          seen.append(request)
          return seen.count - 1
        }
        for step in answer(request, number) { Self.perform(step, on: connection) }
        close(connection)
      }
      log.stopped.signal()
    }
  }

  public convenience init(_ steps: [Step]) { self.init { _, _ in steps } }

  /// Answers 200 with this body.
  public convenience init(body: String, headers: String = "") {
    self.init([
      .send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\(headers)Connection: close\r\n\r\n\(body)")
    ])
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    log.stopped.wait()
    close(listener)
  }

  public func address(_ path: String = "/scores.csv") -> String { "http://127.0.0.1:\(port)\(path)" }

  private static func listen() -> (Int32, UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        precondition(bind(listener, address, size) == 0 && Glibc.listen(listener, 16) == 0)
        precondition(getsockname(listener, address, &size) == 0)
      }
    }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  /// A port of 127.0.0.1 at which nobody listens.
  public static var refusedPort: UInt16 {
    let (listener, port) = listen()
    close(listener)
    return port
  }

  private static func receive(from connection: Int32) -> Request {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
      let count = recv(connection, &block, block.count, 0)
      guard count > 0 else { break }
      bytes += block[..<count]
      // TLS, which this is not.
      if bytes.first == 0x16 { break }
    }
    return Request(text: String(decoding: bytes, as: UTF8.self))
  }

  private static func perform(_ step: Step, on connection: Int32) {
    switch step {
    case .send(let bytes):
      var done = 0
      while done < bytes.count {
        let count = bytes[done...].withUnsafeBytes {
          Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        done += count
      }
    case .wait(let milliseconds):
      usleep(milliseconds * 1000)
    case .reset:
      var now = linger(l_onoff: 1, l_linger: 0)
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }
  }
}
