internal import CLinux
internal import Glibc

/// A file's bytes as memory, without a copy.
///
/// The mapping is private and read-only. If the file is cut meanwhile, the bytes that are gone
/// read as zeros instead of raising SIGBUS, and `wasCut` says so afterwards; the file stays open
/// to find out.
struct FileMapping: ~Copyable, Sendable {
  private let pages: MappedPages
  private let file: FileDescriptor
  private let opened: FileStatus
  private let offset: Int

  /// `pages` map `file` from its start; the bytes begin at `offset`, at most the file's size.
  init(_ pages: consuming MappedPages, of file: consuming FileDescriptor, status: FileStatus, from offset: Int) {
    self.pages = pages
    self.file = file
    self.opened = status
    self.offset = offset
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: pages.bytes.dropFirst(offset)) }

  /// Whether some bytes could not be read any more, or are of another version of the file.
  ///
  /// A file that has only grown is whole: what was there has been read.
  var wasCut: Bool {
    guard !pages.lostSome, let now = try? file.status() else { return true }
    return now.size < opened.size || (now.size == opened.size && now.modified != opened.modified)
  }

  /// Gives the memory of bytes back; they would be read from the file again.
  var releaser: @Sendable (Range<Int>) -> Void {
    let release = pages.releaser
    let offset = offset
    return { release(offset + $0.lowerBound..<offset + $0.upperBound) }
  }
}

/// Pages of a file in memory, guarded against the file being cut.
struct MappedPages: ~Copyable, @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  private let base: UnsafeMutableRawPointer
  private let guardSlot: Int32

  /// Nil if the file system or the address space does not allow it, or there are no guards left.
  init?(of file: borrowing FileDescriptor, length: Int) {
    guard length > 0, let base = mmap(nil, length, PROT_READ, MAP_PRIVATE, file.number, 0), base != MAP_FAILED
    else { return nil }
    let slot = mapping_guard_add(base, length)
    guard slot >= 0 else {
      _ = munmap(base, length)
      return nil
    }
    self.base = base
    self.guardSlot = slot
    self.bytes = UnsafeRawBufferPointer(start: base, count: length)
  }

  deinit {
    mapping_guard_remove(guardSlot)
    _ = munmap(base, bytes.count)
  }

  var lostSome: Bool { mapping_guard_tripped(guardSlot) }

  /// Gives pages back, as long as the mapping is there: nobody may keep it longer.
  var releaser: @Sendable (Range<Int>) -> Void {
    let start = UInt(bitPattern: base)
    let count = bytes.count
    let page = max(Int(sysconf(Int32(_SC_PAGESIZE))), 1)
    return { range in
      let range = range.clamped(to: 0..<count)
      let first = (range.lowerBound + page - 1) / page * page
      let end = range.upperBound / page * page
      guard first < end, let address = UnsafeMutableRawPointer(bitPattern: start + UInt(first)) else { return }
      _ = madvise(address, end - first, MADV_DONTNEED)
    }
  }
}
