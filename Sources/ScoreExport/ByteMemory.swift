internal import Glibc

/// Owned bytes whose allocation may fail without ending the program.
struct ByteMemory: ~Copyable {
  let base: UnsafeMutablePointer<UInt8>
  let count: Int

  /// `count` zero bytes, or nil when the memory is not to be had.
  init?(count: Int) {
    guard count >= 0, let memory = calloc(max(count, 1), 1) else { return nil }
    base = memory.bindMemory(to: UInt8.self, capacity: max(count, 1))
    self.count = count
  }

  deinit { free(base) }
}
