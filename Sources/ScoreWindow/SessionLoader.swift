internal import Glibc
internal import ScoreThreads
internal import Synchronization

/// SDL being loaded and connected to the display on a thread of its own, while the file is read.
///
/// SDL's video part may be started on another thread than the one that uses it: on Linux nothing in it
/// asks which thread that was (`SDL_OnVideoThread` is called on Windows only).
final class SessionLoader: Sendable {
  /// What `SDLWindow.preload` has started and no window has taken yet.
  static let pending = Mutex<SessionLoader?>(nil)

  private let thread = Mutex<pthread_t?>(nil)
  private let box = Box()

  /// What the thread hands over; the result is read after it has been joined.
  private final class Box: @unchecked Sendable {
    var result: Result<VideoSession, WindowError>?
    var isRunning = sem_t()
  }

  /// Starts the thread; nil when the system has none to give.
  private init?() {
    let box = box
    sem_init(&box.isRunning, 0, 0)
    let started = WorkerThread.start {
      sem_post(&box.isRunning)
      box.result = Result { () throws(WindowError) in try VideoSession() }
    }
    guard let started else { return nil }
    thread.withLock { $0 = started }
    // Libraries are loaded one after the other. SDL's is the one that a window waits for longest, so whoever
    // loads others next must not overtake it.
    sem_wait(&box.isRunning)
  }

  /// Starts loading, once; without a thread the window loads for itself.
  static func start() {
    VideoSession.prepareProcess
    pending.withLock { pending in
      guard pending == nil, let loader = SessionLoader() else { return }
      pending = loader
      // A process that ends early must not pull the libraries away under a running thread.
      atexit { SessionLoader.pending.withLock { $0 }?.join() }
    }
  }

  /// The session that was started, or a new one.
  static func session() throws(WindowError) -> VideoSession {
    let loader = pending.withLock { $0.take() }
    guard let loader else { return try VideoSession() }
    loader.join()
    // The box is emptied: the session ends with the window, not with the loader.
    guard let result = loader.box.result.take() else { return try VideoSession() }
    return try result.get()
  }

  private func join() {
    thread.withLock { thread in
      if let running = thread { pthread_join(running, nil) }
      thread = nil
    }
  }
}
