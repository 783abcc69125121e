/// An address that is fetched again and again, beside the program's main loop.
///
/// Poll `descriptor` for reading, wait no longer than `deadline`, then call `advance`; a fetch
/// runs on a thread of its own and never blocks the caller. The last good bytes are the caller's:
/// a fetch that fails changes nothing.
public struct RefreshingSource: ~Copyable, Sendable {
  /// The address to show in messages, escaped.
  public let displayName: String
  private let address: String
  private let options: SourceOptions
  private let finished: WakeSignal
  private var schedule: RefreshSchedule
  private var validators: HTTPValidators
  private var job: FetchJob?

  /// Fetches `address` every `interval` milliseconds (at least 1000), first at `firstAt`; with the
  /// `validators` of a `ByteSource` only if there is something newer. Times are milliseconds of a
  /// steady clock.
  public init(
    address: String, every interval: Double, firstAt: Double, validators: HTTPValidators? = nil,
    options: SourceOptions = SourceOptions()
  ) throws(SourceError) {
    self.displayName = SourceLocation.address(address).displayName
    self.address = address
    self.options = options
    self.schedule = RefreshSchedule(interval: interval, firstAt: firstAt)
    self.validators = validators ?? HTTPValidators()
    self.finished = try WakeSignal(for: SourceLocation.address(address).displayName)
  }

  deinit { job?.cancellation.cancel() }

  /// Becomes readable when a fetch has ended.
  public var descriptor: Int32 { finished.descriptor }

  /// When to call `advance` even if `descriptor` is silent; nil while a fetch runs.
  public var deadline: Double? { schedule.deadline }

  /// Whether a fetch runs, to show that something is on its way.
  public var isFetching: Bool { schedule.isRunning }

  /// Starts a fetch that is due and collects one that has ended; never blocks.
  public mutating func advance(to now: Double) -> RefreshEvent {
    if let job, let outcome = job.takeOutcome() {
      self.job = nil
      finished.clear()
      return settle(outcome, at: now)
    }
    guard schedule.start(at: now) else { return .nothing }
    let fetch = HTTPFetch(address: address, options: options, validators: validators)
    do throws(SystemError) {
      job = try FetchJob(fetch, signalling: finished)
      return .nothing
    } catch {
      let failure = SourceError(.fetchFailed, at: displayName, "no thread to fetch with: \(error.text)")
      return .failed(failure, isNews: schedule.fail(with: failure, retryAfter: nil, at: now))
    }
  }

  private mutating func settle(_ outcome: consuming FetchJob.Outcome, at now: Double) -> RefreshEvent {
    switch consume outcome {
    case .answered(.fresh(let source)):
      validators = source.validators ?? HTTPValidators()
      schedule.succeed(at: now)
      return .fresh(source)
    case .answered(.unchanged):
      schedule.succeed(at: now)
      return .unchanged
    case .failed(let failure):
      let isNews = schedule.fail(with: failure.error, retryAfter: failure.retryAfter, at: now)
      return .failed(failure.error, isNews: isNews)
    }
  }
}

/// What became of an address meanwhile.
public enum RefreshEvent: ~Copyable, Sendable {
  case nothing
  /// New bytes, to be read in place of the old.
  case fresh(ByteSource)
  /// The server has nothing newer.
  case unchanged
  /// Keep what there is. `isNews` is false if the fetch before failed in the same way, so that a
  /// server that is down is mentioned once and not every few seconds.
  case failed(SourceError, isNews: Bool)
}
