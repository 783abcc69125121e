internal import ScoreData

/// When to fetch an address again, and which failures are news.
///
/// Pure: all times are parameters, in milliseconds of a steady clock. A fetch starts one interval
/// after the last one ended, so a slow server is never asked twice at once.
struct RefreshSchedule: Equatable, Sendable {
  let interval: Double
  private(set) var isRunning = false
  private var due: Double
  private var lastFailure: SourceError?

  /// `interval` is at least 1 s, so that nobody floods a server by a slip.
  init(interval: Double, firstAt due: Double) {
    self.interval = interval.isFinite ? max(1000, interval) : 1000
    self.due = due
  }

  /// When `start` will next say yes; nil while a fetch runs.
  var deadline: Double? { isRunning ? nil : due }

  /// Whether a fetch has to start now; it then counts as running.
  mutating func start(at now: Double) -> Bool {
    guard !isRunning, now >= due else { return false }
    isRunning = true
    return true
  }

  mutating func succeed(at now: Double) {
    isRunning = false
    lastFailure = nil
    due = now + interval
  }

  /// Returns whether this failure is another than that of the fetch before, and so worth a word.
  mutating func fail(with error: SourceError, retryAfter: Double?, at now: Double) -> Bool {
    isRunning = false
    due = now + max(interval, retryAfter ?? 0)
    defer { lastFailure = error }
    return lastFailure?.diagnostic.kind != error.diagnostic.kind
  }
}
