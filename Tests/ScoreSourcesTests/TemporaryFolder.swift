import Foundation
import Glibc

/// A new empty folder, removed with everything in it when it goes out of use.
final class TemporaryFolder {
  let path: String

  init() throws {
    var name = Array(("/tmp/scoreview-sources-XXXXXX").utf8CString)
    guard let made = mkdtemp(&name) else { throw POSIXError(.EIO) }
    path = String(cString: made)
    chmod(path, 0o755)
  }

  deinit {
    let task = Process()
    task.executableURL = URL(fileURLWithPath: "/bin/sh")
    task.arguments = ["-c", "chmod -R u+rwx \"$1\"; rm -rf \"$1\"", "sh", path]
    try? task.run()
    task.waitUntilExit()
  }

  func bytes(of name: String) -> [UInt8] { Array((path + "/" + name).utf8) }
  func bytes(of name: [UInt8]) -> [UInt8] { Array((path + "/").utf8) + name }

  /// Writes a file in place, cutting what was there.
  @discardableResult func write(_ name: String, _ text: String) throws -> [UInt8] { try write(name, Array(text.utf8)) }

  @discardableResult func write(_ name: String, _ contents: [UInt8]) throws -> [UInt8] {
    try put(name, contents, O_WRONLY | O_CREAT | O_TRUNC)
  }

  func append(_ name: String, _ text: String) throws {
    try put(name, Array(text.utf8), O_WRONLY | O_APPEND)
  }

  /// Writes a new file and renames it over the old one, as editors do.
  func replace(_ name: String, _ text: String) throws {
    try write(name + ".new", text)
    guard rename(path + "/" + name + ".new", path + "/" + name) == 0 else { throw POSIXError(.EIO) }
  }

  @discardableResult private func put(_ name: String, _ contents: [UInt8], _ flags: Int32) throws -> [UInt8] {
    let file = open(path + "/" + name, flags | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw POSIXError(.EIO) }
    defer { close(file) }
    var done = 0
    while done < contents.count {
      let count = contents[done...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw POSIXError(.EIO) }
      done += count
    }
    return bytes(of: name)
  }
}

/// Runs a command to its end; its status and what it wrote.
@discardableResult func run(_ command: String, in folder: TemporaryFolder) throws -> Int32 {
  let task = Process()
  task.executableURL = URL(fileURLWithPath: "/bin/sh")
  task.arguments = ["-c", command]
  task.currentDirectoryURL = URL(fileURLWithPath: folder.path)
  try task.run()
  task.waitUntilExit()
  return task.terminationStatus
}

private final class ThreadResult<Value>: @unchecked Sendable {
  var value: Value?
}

/// Runs `body` on a new thread and waits for it.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
  let box = ThreadResult<Value>()
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    box.value = body()
    done.signal()
  }
  done.wait()
  guard let value = box.value else { preconditionFailure("the thread has set it") }
  return value
}

/// Runs `body` without root's right to read everything.
func asNobody<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
  onThread {
    setFileIdentity(65534)
    return body()
  }
}

/// Sets whose permissions on files this thread has; only root can, and for others nothing happens.
///
/// That identity belongs to a thread, not to the process: use it on a thread of your own.
func setFileIdentity(_ user: uid_t) {
  // Not in the Glibc module.
  typealias SetIdentity = @convention(c) (uid_t) -> Int32
  guard let address = dlsym(nil, "setfsuid") else { preconditionFailure("no setfsuid") }
  _ = unsafeBitCast(address, to: SetIdentity.self)(user)
}

enum DispatchedThreads {
  /// Runs `body` with the numbers from 0 on as many threads, and waits for all.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: count, execute: body)
  }
}
