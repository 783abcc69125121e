internal import Glibc
internal import ScoreThreads
internal import Synchronization

/// A fetch on a thread of its own.
final class FetchJob: Sendable {
  enum Outcome: ~Copyable, Sendable {
    case answered(HTTPFetch.Answer)
    case failed(HTTPFetch.Failure)
  }

  let cancellation = FetchCancellation()
  private let fetch: HTTPFetch
  private let finished: WakeSignal
  private let outcome = Mutex<Outcome?>(nil)

  /// Starts the thread. It keeps what it needs alive and ends by itself, so nobody has to wait
  /// for it; `cancellation` makes that soon.
  init(_ fetch: HTTPFetch, signalling finished: WakeSignal) throws(SystemError) {
    self.fetch = fetch
    self.finished = finished
    guard WorkerThread.startDetached({ self.run() }) else { throw SystemError(code: EAGAIN) }
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
