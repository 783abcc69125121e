internal import CLinux
internal import Glibc
internal import Synchronization

/// A descriptor that another thread makes readable.
final class FinishedSignal: Sendable {
  private let event: FileDescriptor

  init() throws(SystemError) {
    let number = new_event()
    guard number >= 0 else { throw SystemError(code: errno) }
    event = FileDescriptor(owning: number)
  }

  var descriptor: Int32 { event.number }
  func raise() { signal_event(event.number) }
  func clear() { clear_event(event.number) }
}

/// A fetch on a thread of its own.
final class FetchJob: Sendable {
  enum Outcome: ~Copyable, Sendable {
    case answered(HTTPFetch.Answer)
    case failed(HTTPFetch.Failure)
  }

  let cancellation = FetchCancellation()
  private let fetch: HTTPFetch
  private let finished: FinishedSignal
  private let outcome = Mutex<Outcome?>(nil)

  /// Starts the thread. It keeps what it needs alive and ends by itself, so nobody has to wait
  /// for it; `cancellation` makes that soon.
  init(_ fetch: HTTPFetch, signalling finished: FinishedSignal) throws(SystemError) {
    self.fetch = fetch
    self.finished = finished
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let retained = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, &attributes,
      { context in
        if let context { Unmanaged<FetchJob>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, retained.toOpaque())
    guard code == 0 else {
      retained.release()
      throw SystemError(code: code)
    }
  }

  /// The outcome, once, when there is one.
  func takeOutcome() -> Outcome? { outcome.withLock { $0.take() } }

  private func run() {
    var fetch = fetch
    fetch.cancellation = cancellation
    let result: Outcome
    do throws(HTTPFetch.Failure) {
      result = .answered(try fetch.run())
    } catch {
      result = .failed(error)
    }
    store(result)
    finished.raise()
  }

  private func store(_ result: consuming Outcome) {
    var result: Outcome? = consume result
    outcome.withLock { $0 = result.take() }
  }
}
