internal import Glibc

/// A thread that sleeps until there is work to share.
///
/// Waking it takes some microseconds; a new thread may wait milliseconds for a processor of its own.
public final class HelperThread {
  private let shared = SharedWork()
  private let thread: pthread_t

  /// Nil when the system has no thread to give.
  public init?() {
    let shared = shared
    guard let thread = WorkerThread.start({ shared.serve() }) else { return nil }
    self.thread = thread
  }

  deinit {
    shared.end()
    pthread_join(thread, nil)
  }

  /// Calls `work` on this thread and, if it wakes in time, on the helper; returns when both calls have.
  ///
  /// `work` has to share the parts out by itself: the first call to come takes the first part.
  public func share(_ work: @escaping @Sendable () -> Void) {
    shared.offer(work)
    work()
    shared.takeBack()
  }
}

/// What a helper and its owner tell one another.
private final class SharedWork: @unchecked Sendable {
  // Unchecked: all below is touched under the lock alone.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var work: (@Sendable () -> Void)?
  private var isWorking = false
  private var isEnding = false

  init() {
    lock.initialize(to: pthread_mutex_t())
    changed.initialize(to: pthread_cond_t())
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  private func change(_ body: () -> Void) {
    pthread_mutex_lock(lock)
    body()
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }

  func offer(_ work: @escaping @Sendable () -> Void) { change { self.work = work } }

  func end() { change { isEnding = true } }

  /// Withdraws work that was not begun, waits for work that was.
  func takeBack() {
    pthread_mutex_lock(lock)
    work = nil
    while isWorking { pthread_cond_wait(changed, lock) }
    pthread_mutex_unlock(lock)
  }

  /// The helper's life.
  func serve() {
    while performNext() { change { isWorking = false } }
  }

  /// False at the end. The work is let go before anybody hears that it is done.
  private func performNext() -> Bool {
    pthread_mutex_lock(lock)
    while work == nil, !isEnding { pthread_cond_wait(changed, lock) }
    let taken = work
    work = nil
    isWorking = taken != nil
    pthread_mutex_unlock(lock)
    guard let taken else { return false }
    taken()
    return true
  }
}
