internal import Glibc
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
    let argument = Unmanaged.passRetained(box)
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, Self.makeEngine, argument.toOpaque())
    guard code == 0 else {
      argument.release()
      throw RasterError.noThread(code)
    }
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

  private static let makeEngine: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
    guard let argument else { return nil }
    let box = Unmanaged<ResultBox>.fromOpaque(argument).takeRetainedValue()
    let result = Result { () throws(RasterError) in
      let engine = try TextEngine()
      engine.warmUp()
      return engine
    }
    box.value.withLock { $0 = result }
    return nil
  }
}
