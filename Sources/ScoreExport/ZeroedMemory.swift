internal import Glibc

/// Owned numbers, 0 at first, whose allocation may fail without ending the program.
struct ZeroedMemory<Number: FixedWidthInteger>: ~Copyable {
  let base: UnsafeMutablePointer<Number>
  let count: Int

  /// `count` zeros, or nil when the memory is not to be had.
  init?(count: Int) {
    guard count >= 0, let memory = calloc(max(count, 1), MemoryLayout<Number>.stride) else { return nil }
    base = memory.bindMemory(to: Number.self, capacity: max(count, 1))
    self.count = count
  }

  deinit { free(base) }
}
