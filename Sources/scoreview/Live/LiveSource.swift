internal import ScoreData
internal import ScoreSources

/// Bytes that change while one looks: a followed file, a pipe with a writer, an address that is fetched again.
///
/// Poll `descriptor` for reading, wait no longer than `deadline`, call `advance`, and read all bytes when it says
/// that they changed. Times are milliseconds of the steady clock.
protocol LiveSource: ~Copyable, Sendable {
  var displayName: String { get }
  /// −1 where there is nothing to wait for but `deadline`.
  var descriptor: Int32 { get }
  var deadline: Double? { get }
  /// Whether nothing more can come.
  var hasEnded: Bool { get }
  /// Whether the bytes come bit by bit, so that more follow in a moment.
  var isStream: Bool { get }
  /// Whether a last line without an end is a whole one.
  var isComplete: Bool { get }

  /// Takes what has happened; never blocks.
  mutating func advance(to now: Double) throws(SourceError) -> LiveNews

  /// Lends all whole lines there are now; the pointer is not valid behind the closure.
  borrowing func withAllBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) throws(SourceError) -> Result
}

/// What happened to the bytes of a ``LiveSource``.
enum LiveNews: Equatable {
  case nothing
  /// They are others, or more.
  case changed
  /// They are as they were, and that is certain again.
  case confirmed
  /// There are no newer ones to be had; keep the chart. `line` is for standard error, nil if it was told before.
  case problem(String, line: String?)
}

extension FollowedFile: LiveSource {
  var hasEnded: Bool { false }
  var isStream: Bool { false }
  var isComplete: Bool { !waitsForLineEnds }

  mutating func advance(to now: Double) -> LiveNews {
    var news = LiveNews.nothing
    for change in changes(at: now) {
      switch change {
      case .appended, .replaced, .truncated, .back: news = .changed
      case .gone(let warning): news = .problem(warning.message, line: warning.text(file: displayName))
      }
    }
    return news
  }

  borrowing func withAllBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) throws(SourceError) -> Result {
    let source = try readAll()
    let result = source.withBytes { bytes throws(Never) in body(bytes) }
    try source.verify()
    return result
  }
}

extension FollowedPipe: LiveSource {
  var deadline: Double? { nil }
  var isStream: Bool { true }
  var isComplete: Bool { hasEnded }

  mutating func advance(to now: Double) throws(SourceError) -> LiveNews {
    try read().isEmpty ? .nothing : .changed
  }

  borrowing func withAllBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) throws(SourceError) -> Result {
    withBytes { bytes throws(Never) in body(bytes) }
  }
}

/// An address, and what the last good fetch brought.
struct RefreshedAddress: ~Copyable, LiveSource {
  private var source: RefreshingSource
  private var latest: ByteSource

  init(_ source: consuming RefreshingSource, latest: consuming ByteSource) {
    self.source = source
    self.latest = latest
  }

  var displayName: String { source.displayName }
  var descriptor: Int32 { source.descriptor }
  var deadline: Double? { source.deadline }
  var hasEnded: Bool { false }
  var isStream: Bool { false }
  var isComplete: Bool { true }

  mutating func advance(to now: Double) -> LiveNews {
    switch source.advance(to: now) {
    case .nothing: return .nothing
    case .unchanged: return .confirmed
    case .failed(let error, let isNews):
      return .problem("not updated: \(error.diagnostic.message)", line: isNews ? error.text : nil)
    case .fresh(let bytes):
      latest = bytes
      return .changed
    }
  }

  borrowing func withAllBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) throws(SourceError) -> Result {
    latest.withBytes { bytes throws(Never) in body(bytes) }
  }
}
