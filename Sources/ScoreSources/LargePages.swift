internal import Glibc

/// Memory in pieces of megabytes: asking for a page at a time takes a tenth of the time that a huge file is read in.
public enum LargePages {
  /// Below this, pages of the usual size are as good.
  private static let least = 8 << 20

  /// Asks the system to give memory that is about to be filled in large pages, if it has any.
  public static func prefer(_ memory: UnsafeMutableRawBufferPointer) {
    let page = max(Int(sysconf(Int32(_SC_PAGESIZE))), 1)
    guard memory.count >= least, let base = memory.baseAddress else { return }
    let start = (UInt(bitPattern: base) + UInt(page) - 1) / UInt(page) * UInt(page)
    let end = (UInt(bitPattern: base) + UInt(memory.count)) / UInt(page) * UInt(page)
    guard start < end else { return }
    _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), Int32(MADV_HUGEPAGE))
  }
}
