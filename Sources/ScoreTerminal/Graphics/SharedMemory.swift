internal import Glibc

/// Pixels in memory that a terminal on the same machine can open by name; it removes the name once it has read them.
struct SharedMemory {
  private static let program = "scoreview-"
  private let prefix: String
  private var count = 0

  /// The names that the terminal may not have removed yet.
  private var names: [String] = []
  /// Names more than these were asked for long ago: the terminal has removed them.
  private static let mostNames = 16

  /// - Parameter purpose: tells names of one process apart.
  init(purpose: String) { prefix = "/\(SharedMemory.program)\(getpid())-\(purpose)" }

  /// Makes memory of `size` bytes, lets `fill` write it, and returns its name; nil where there is none to be had.
  mutating func make(size: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) -> String? {
    let name = prefix + String(count)
    let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    count += 1
    // Memory that is only promised would end the program when it is written.
    guard size > 0, posix_fallocate(descriptor, 0, size) == 0,
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else {
      shm_unlink(name)
      return nil
    }
    fill(UnsafeMutableRawBufferPointer(start: memory, count: size))
    munmap(memory, size)
    names.append(name)
    if names.count > SharedMemory.mostNames { shm_unlink(names.removeFirst()) }
    return name
  }

  /// Memory with one pixel of three bytes, to ask whether the terminal can open it; nil where there is none.
  static func probe() -> String? {
    removeAbandoned()
    var memory = SharedMemory(purpose: "query")
    return memory.make(size: 3) { _ in }
  }

  /// Removes what runs have left that were killed before the terminal had opened it.
  ///
  /// It is theirs where their process is gone, and it is not new: a process of another container that shares this
  /// memory has a number that means nothing here. What belongs to other users the system keeps.
  ///
  /// - Parameter age: seconds since it was written.
  static func removeAbandoned(in folder: String = "/dev/shm", age: Int = 3600) {
    guard let list = opendir(folder) else { return }
    defer { closedir(list) }
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name.hasPrefix(program), let process = pid_t(name.dropFirst(program.count).prefix { $0 != "-" }),
        process > 0, kill(process, 0) != 0, errno == ESRCH
      else { continue }
      var about = stat()
      if fstatat(dirfd(list), name, &about, AT_SYMLINK_NOFOLLOW) == 0, about.st_mtim.tv_sec < time(nil) - age {
        unlinkat(dirfd(list), name, 0)
      }
    }
  }

  static func remove(_ name: String) { shm_unlink(name) }

  /// Removes what no terminal has opened.
  mutating func removeAll() {
    for name in names { shm_unlink(name) }
    names.removeAll()
  }
}
