internal import Glibc
internal import ScoreThreads
internal import Synchronization

/// A text engine that is being made and warmed on a thread of its own, while the file is read.
public final class TextEngineLoader: Sendable {
  private let thread: Mutex<pthread_t?>
  private let result: ResultBox

  private final class ResultBox: Sendable {
    let value = Mutex<Result<TextEngine, RasterError>>(.failure(.noThread(ESRCH)))
  }

  /// Starts the thread.
  ///
  /// - Throws: `RasterError.noThread`.
  public init() throws(RasterError) {
    let box = ResultBox()
    let thread = WorkerThread.start {
      let made = Result { () throws(RasterError) in
        let engine = try TextEngine()
        engine.warmUp()
        return engine
      }
      box.value.withLock { $0 = made }
    }
    guard let thread else { throw RasterError.noThread(EAGAIN) }
    self.thread = Mutex(thread)
    self.result = box
  }

  deinit { join() }

  /// Waits for the thread and returns what it made.
  ///
  /// - Throws: what `TextEngine.init` throws.
  public func finish() throws(RasterError) -> TextEngine {
    join()
    return try result.value.withLock { $0 }.get()
  }

  private func join() {
    thread.withLock { thread in
      if let running = thread { pthread_join(running, nil) }
      thread = nil
    }
  }
}
