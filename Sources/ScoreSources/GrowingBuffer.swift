internal import CLinux
internal import Glibc

/// Bytes that are appended to without ever being copied, up to a limit.
///
/// The memory is its own mapping, doubled by moving pages, not bytes; pages that were reserved
/// but not written cost nothing. Running out of memory is an error and not a trap.
struct GrowingBuffer: ~Copyable, @unchecked Sendable {
  enum Failure: Error { case limit, memory }

  let limit: Int
  private(set) var count = 0
  private var base: UnsafeMutableRawPointer?
  private var capacity = 0

  init(limit: Int) { self.limit = limit }

  deinit {
    if let base { _ = munmap(base, capacity) }
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Makes room for at least `needed` more bytes; fails with `.limit` if that goes beyond it.
  mutating func reserve(_ needed: Int) throws(Failure) {
    guard needed <= limit - count else { throw .limit }
    guard needed > capacity - count else { return }
    let page = 65536
    let wanted = max(count + needed, capacity <= limit / 2 ? capacity * 2 : limit, page)
    let (rounded, overflow) = wanted.addingReportingOverflow(page - 1)
    guard !overflow else { throw .memory }
    let size = rounded / page * page
    let moved =
      if let base {
        resize_mapping(base, capacity, size)
      } else {
        mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
      }
    guard let moved, moved != MAP_FAILED else { throw .memory }
    base = moved
    capacity = size
  }

  /// Lets `fill` write behind the last byte, into at least `needed` bytes of room (or what is left
  /// below the limit); it returns how many it wrote. Returns the same.
  mutating func append<Problem: Error>(
    atLeast needed: Int, onFailure: (Failure) -> Problem,
    _ fill: (UnsafeMutableRawBufferPointer) throws(Problem) -> Int
  ) throws(Problem) -> Int {
    do throws(Failure) {
      try reserve(max(1, min(needed, limit - count)))
    } catch {
      throw onFailure(error)
    }
    guard let base else { return 0 }
    let room = min(capacity, limit) - count
    let written = try fill(UnsafeMutableRawBufferPointer(start: base + count, count: room))
    count += min(written, room)
    return written
  }

  mutating func append(_ more: UnsafeRawBufferPointer) throws(Failure) {
    guard !more.isEmpty, let source = more.baseAddress else { return }
    try reserve(more.count)
    guard let base else { return }
    (base + count).copyMemory(from: source, byteCount: more.count)
    count += more.count
  }
}
