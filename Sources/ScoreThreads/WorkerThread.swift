public import Glibc
internal import Synchronization

/// Threads for work that computes, waits or loads.
public enum WorkerThread {
  private final class Job: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { job in
    if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body() }
    return nil
  }

  /// Starts a thread that gets no signals: those are the main thread's.
  ///
  /// - Returns: what must be joined or detached; nil when the system has no thread to give.
  public static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let job = Unmanaged.passRetained(Job(body))
    guard pthread_create(&thread, nil, run, job.toOpaque()) == 0 else {
      job.release()
      return nil
    }
    return thread
  }

  /// Starts a thread that nobody joins; false when the system has none to give.
  public static func startDetached(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = start(body) else { return false }
    pthread_detach(thread)
    return true
  }

  /// How many threads can run at once.
  public static let processorCount = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)

  /// Calls `body` with 0 ..< `count`, on this thread and on as many others as there are processors; returns behind the last call.
  ///
  /// Without threads to give, this one does it all.
  public static func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let next = Counter()
    let work: @Sendable () -> Void = {
      while let index = next.take(below: count) { body(index) }
    }
    let threads = (1..<max(min(count, processorCount), 1)).compactMap { _ in start(work) }
    work()
    for thread in threads { pthread_join(thread, nil) }
  }

  private final class Counter: Sendable {
    private let next = Atomic(0)

    func take(below count: Int) -> Int? {
      let index = next.add(1, ordering: .relaxed).oldValue
      return index < count ? index : nil
    }
  }
}
