internal import Glibc
internal import ScoreChart
internal import ScoreData
internal import ScoreSources

/// A history to be looked at: what it is now, and where news of it comes from.
struct LiveHistory {
  let history: History
  let chart: Chart
  /// Nil where nothing can change any more.
  let feed: HistoryFeed?
  /// False while older scores are still being read; what there is to tell comes with them.
  var isWhole = true

  /// How long a pipe has to be silent until what has come is shown, and how long it may take if it never is.
  private static let quietTime = 80.0
  private static let longestOpening = 1000.0
  /// When to tell that there is nothing to show yet.
  private static let patience = 2000.0

  /// Opens and reads what the command line names, and goes on reading it where it can change.
  ///
  /// Waits for the first scores of a pipe or of a followed file that has none yet.
  static func open(_ input: Argument, _ settings: Settings) throws -> LiveHistory {
    let now = SystemClock.steady
    switch InputKind(input) {
    case .stream(let location):
      return try open(try FollowedPipe(location), settings)
    case .file(let path) where settings.isFollowing:
      return try open(
        try FollowedFile(path: path, waitingForLineEnds: settings.waitsForLineEnds, at: now), settings)
    case .address(let address):
      guard let interval = settings.refreshInterval else { break }
      let latest = try ByteSource.open(.address(address))
      let refreshing = try RefreshingSource(
        address: address, every: interval, firstAt: SystemClock.steady + interval, validators: latest.validators)
      return try open(RefreshedAddress(refreshing, latest: latest), settings)
    case .file, .once: break
    }
    return try openFile(try History.open(input, settings), settings)
  }

  /// Reads a file, or of a huge one the newest end first and the rest behind the chart.
  private static func openFile(_ source: consuming ByteSource, _ settings: Settings) throws -> LiveHistory {
    let reader = HistoryReader(settings)
    guard settings.canShowTail, let tail = source.withBytes({ reader.readTail($0) }) else {
      let history = try History.read(source, reader, isComplete: !settings.isFollowing)
      return LiveHistory(history: history, chart: history.chart(settings), feed: nil)
    }
    Messages.write(source.warnings, file: source.displayName)
    let history = History(name: source.displayName, reading: tail.reading)
    let chart = history.chart(settings)
    let feed = try HistoryFeed(RestReading(source, reader, tail, chart: chart, settings), at: history.name)
    return LiveHistory(history: history, chart: chart, feed: feed, isWhole: false)
  }

  private static func open(
    _ source: consuming some LiveSource & ~Copyable, _ settings: Settings
  ) throws -> LiveHistory {
    let reader = HistoryReader(settings)
    let reading = try firstReading(of: &source, reader)
    let history = History(name: source.displayName, reading: reading)
    let chart = history.chart(settings)
    guard !source.hasEnded else { return LiveHistory(history: history, chart: chart, feed: nil) }
    return LiveHistory(
      history: history, chart: chart, feed: try HistoryFeed(source, reader, first: reading, chart: chart))
  }

  /// Reads what is there, or waits until there is something.
  private static func firstReading(
    of source: inout some LiveSource & ~Copyable, _ reader: HistoryReader
  ) throws -> Reading {
    var isTold = false
    if source.isStream {
      if !isReadable(source.descriptor, within: patience) { tellWaiting(for: source.displayName, &isTold) }
      try waitForNews(of: &source)
    }
    while true {
      switch try read(source, reader) {
      case .success(let reading): return reading
      case .failure(let error):
        guard !source.isComplete, Diagnostic.Kind.tooEarly.contains(error.diagnostic.kind) else {
          throw UnreadableFile(file: source.displayName, diagnostic: error.diagnostic)
        }
        tellWaiting(for: source.displayName, &isTold)
        try waitForNews(of: &source)
      }
    }
  }

  private static func tellWaiting(for name: String, _ isTold: inout Bool) {
    if !isTold { Messages.note("there is nothing to show yet; waiting for scores", file: name) }
    isTold = true
  }

  /// Waits until the bytes have changed, and if they come bit by bit until no more follow at once.
  private static func waitForNews(of source: inout some LiveSource & ~Copyable) throws(SourceError) {
    var quiet: Double?
    var latest: Double?
    while !source.hasEnded {
      let now = SystemClock.steady
      if let quiet, now >= quiet { return }
      let limit = [quiet, source.deadline].compactMap { $0 }.min()
      _ = isReadable(source.descriptor, within: limit.map { $0 - now })
      let news = try source.advance(to: SystemClock.steady)
      guard news == .changed else { continue }
      if !source.isStream { return }
      let changed = SystemClock.steady
      let last = latest ?? changed + longestOpening
      latest = last
      quiet = min(changed + quietTime, last)
    }
  }

  /// Waits until there is something to read, or for so many milliseconds.
  private static func isReadable(_ descriptor: Int32, within milliseconds: Double?) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let timeout = milliseconds.map { Int32(min(max(0, $0.rounded(.up)), 3_600_000)) } ?? -1
    return poll(&polled, 1, timeout) > 0
  }

  private static func read(
    _ source: borrowing some LiveSource & ~Copyable, _ reader: HistoryReader
  ) throws(SourceError) -> Result<Reading, ParseError> {
    let isComplete = source.isComplete
    return try source.withAllBytes { bytes in
      do throws(ParseError) {
        return Result.success(try reader.read(bytes, isComplete: isComplete))
      } catch {
        return Result.failure(error)
      }
    }
  }
}

extension Settings {
  /// Whether the chart can open with its newest end alone: nothing else is asked for.
  fileprivate var canShowTail: Bool {
    if case .date = select { return false }
    return at == nil && columnWidth != 0 && record == nil && replay == nil
  }
}
