internal import Glibc
internal import ScoreThreads

/// Memory that is given its pages on another thread before it is written to.
enum MemoryPopulation {
  /// `MADV_POPULATE_WRITE` of Linux 5.14; an older kernel refuses it, and the pages come when they are touched.
  private static let populateForWriting: Int32 = 23
  /// Below this, a thread costs more than it saves.
  private static let smallest = 1 << 20

  /// Starts populating and returns; does nothing for little memory or without a thread.
  ///
  /// - Parameter start: the beginning of a page.
  static func start(_ start: UnsafeMutableRawPointer, count: Int) {
    guard count >= smallest else { return }
    let address = UInt(bitPattern: start)
    let thread = WorkerThread.start {
      madvise(UnsafeMutableRawPointer(bitPattern: address), count, populateForWriting)
    }
    if let thread { pthread_detach(thread) }
  }
}
