internal import CLinuxDisplay
internal import Glibc

/// A system call that failed.
struct SystemCallError: Error, Equatable, Sendable {
  var call: String
  var code: Int32

  /// The call that has just failed: takes `errno`.
  init(_ call: String) {
    self.call = call
    self.code = errno
  }

  init(_ call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// What the system says about it: `SETCRTC: Permission denied`.
  var reason: String { "\(call): \(Self.text(code))" }

  static func text(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}

/// An open descriptor, closed with its owner.
struct Descriptor: ~Copyable {
  let number: Int32

  init(taking number: Int32) { self.number = number }

  /// Opens a path for reading and writing, or as `flags` say; the child of a fork-exec does not get it.
  init(path: String, flags: Int32 = O_RDWR) throws(SystemCallError) {
    let number = open(path, flags | O_CLOEXEC)
    guard number >= 0 else { throw SystemCallError("open") }
    self.number = number
  }

  deinit { close(number) }

  /// Keeps other programs that ask from getting the file; `EBUSY` when one has it.
  func lock() throws(SystemCallError) {
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      throw SystemCallError("flock", code: errno == EWOULDBLOCK ? EBUSY : errno)
    }
  }

  /// Makes a request with a structure, again when a signal or a busy device interrupts it.
  func request<Value>(_ code: UInt, _ name: String, _ value: inout Value) throws(SystemCallError) {
    let result = withUnsafeMutablePointer(to: &value) { pointer in
      var result: Int32
      repeat { result = ioctl(number, code, UnsafeMutableRawPointer(pointer)) } while result < 0 && errno == EINTR
      return result
    }
    guard result >= 0 else { throw SystemCallError(name) }
  }

  /// Makes a request with a number.
  func request(_ code: UInt, _ name: String, number value: Int32) throws(SystemCallError) {
    var result: Int32
    repeat { result = ioctl(number, code, value) } while result < 0 && errno == EINTR
    guard result >= 0 else { throw SystemCallError(name) }
  }
}

/// The steady clock in milliseconds: the times of all events.
func steadyMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}
