internal import Glibc

/// Threads for work that waits or loads.
enum WorkerThread {
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
  static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
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
}
