internal import CLinux
internal import Glibc

/// A failed system call's `errno`.
struct SystemError: Error, Equatable {
  let code: Int32

  /// What the C library says about it, such as `no such device`.
  var text: String {
    guard let known = strerror(code) else { return "error \(code)" }
    let text = String(cString: known)
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// An open file, closed when it goes out of use unless it was only borrowed.
struct FileDescriptor: ~Copyable, Sendable {
  let number: Int32
  private let isOwned: Bool

  /// Takes over a descriptor and will close it.
  init(owning number: Int32) {
    self.number = number
    self.isOwned = true
  }

  /// Uses a descriptor that somebody else closes.
  init(borrowing number: Int32) {
    self.number = number
    self.isOwned = false
  }

  /// Opens exactly these bytes as a path, never inherited by a child.
  init(opening path: [UInt8], flags: Int32 = 0) throws(SystemError) {
    // A path with a NUL would be cut there by the system and name another file.
    guard !path.contains(0) else { throw SystemError(code: ENOENT) }
    let opened = path.withPath { name in
      retryingInterrupted { Int(open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | flags)) }
    }
    guard opened >= 0 else { throw SystemError(code: errno) }
    self.init(owning: Int32(opened))
  }

  deinit {
    if isOwned { _ = close(number) }
  }

  borrowing func status() throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw SystemError(code: errno) }
    return FileStatus(status)
  }

  /// Another descriptor of the same open file, never inherited by a child.
  borrowing func duplicate() throws(SystemError) -> FileDescriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SystemError(code: errno) }
    return FileDescriptor(owning: copy)
  }

  var isTerminal: Bool { isatty(number) == 1 }

  /// Reads up to the size of `target`; 0 at the end. Waits if there is nothing yet, even where
  /// the descriptor was set not to.
  borrowing func read(into target: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = retryingInterrupted { Glibc.read(number, target.baseAddress, target.count) }
      if count >= 0 { return count }
      guard errno == EAGAIN else { throw SystemError(code: errno) }
      var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, -1)
    }
  }

  /// Reads what is there without waiting; 0 at the end, nil if there is nothing yet.
  borrowing func readAvailable(into target: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    // Asked first, since whether the descriptor waits may be for others to decide.
    if fcntl(number, F_GETFL) & Int32(O_NONBLOCK) == 0 {
      var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      guard retryingInterrupted({ Int(poll(&request, 1, 0)) }) != 0 else { return nil }
    }
    let count = retryingInterrupted { Glibc.read(number, target.baseAddress, target.count) }
    if count >= 0 { return count }
    guard errno == EAGAIN else { throw SystemError(code: errno) }
    return nil
  }

  /// Whether this is the end of a pipe that has no name, as of a shell's `<(…)`.
  var isUnnamedPipe: Bool {
    SymbolicLink.target(of: Array("/proc/self/fd/\(number)".utf8))?.starts(with: "pipe:".utf8) == true
  }

  /// Fills `target` from `offset` on; fewer bytes only at the end of the file.
  borrowing func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    var done = 0
    while done < target.count, let base = target.baseAddress {
      let count = retryingInterrupted { pread(number, base + done, target.count - done, offset + done) }
      guard count >= 0 else { throw SystemError(code: errno) }
      if count == 0 { break }
      done += count
    }
    return done
  }
}

/// What a file is, as far as it matters here.
struct FileStatus: Equatable, Sendable {
  enum Kind: Sendable { case regular, directory, symbolicLink, other }

  var kind: Kind
  var device: UInt64
  var inode: UInt64
  var size: Int
  /// Last change of the contents, in nanoseconds since 1970.
  var modified: Int64

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .symbolicLink
    default: kind = .other
    }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    modified = withUnsafePointer(to: status) { modification_time($0) }
  }

  /// The status of what stands at `path`, of a link itself if `followingLinks` is false.
  init(of path: [UInt8], followingLinks: Bool) throws(SystemError) {
    var status = stat()
    let result = path.withPath { followingLinks ? stat($0, &status) : lstat($0, &status) }
    guard result == 0 else { throw SystemError(code: errno) }
    self.init(status)
  }
}

/// Repeats a system call as long as a signal interrupts it.
func retryingInterrupted(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

extension [UInt8] {
  /// The bytes as a C path.
  func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { name in
      // Never empty, so the address is there.
      guard let address = name.baseAddress else { preconditionFailure("a terminated path has a byte") }
      return body(address)
    }
  }
}
