internal import Glibc

/// Pixels in memory that a terminal on the same machine can open by name; it removes the name once it has read them.
struct SharedMemory {
  private let prefix: String
  private var count = 0

  /// The names that the terminal may not have removed yet.
  private var names: [String] = []
  /// Names more than these were asked for long ago: the terminal has removed them.
  private static let mostNames = 16

  /// - Parameter purpose: tells names of one process apart.
  init(purpose: String) { prefix = "/scoreview-\(getpid())-\(purpose)" }

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
    var memory = SharedMemory(purpose: "query")
    return memory.make(size: 3) { _ in }
  }

  static func remove(_ name: String) { shm_unlink(name) }

  /// Removes what no terminal has opened.
  mutating func removeAll() {
    for name in names { shm_unlink(name) }
    names.removeAll()
  }
}
