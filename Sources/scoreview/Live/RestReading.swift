internal import Glibc
internal import ScoreChart
internal import ScoreData
internal import ScoreSources
internal import Synchronization

/// The work of the thread that reads a huge file whole, while its newest end is on screen already.
struct RestReading: ~Copyable, Sendable {
  private let source: ByteSource
  private let reader: HistoryReader
  private let isComplete: Bool
  private let isVerbose: Bool
  private let tail: TailReading
  private let chart: Chart

  /// How long a surface has for opening before the reading begins, in milliseconds.
  private static let headStart = 120.0
  /// How long a correction stays on the picture, in milliseconds.
  private static let correctionTime = 10_000.0

  /// `chart` shows `tail`, which was read from the end of `source`.
  init(
    _ source: consuming ByteSource, _ reader: HistoryReader, _ tail: TailReading, chart: Chart, _ settings: Settings
  ) {
    self.source = source
    self.reader = reader
    self.tail = tail
    self.chart = chart
    isComplete = !settings.isFollowing
    isVerbose = settings.isVerbose
  }

  /// Reads, tells how far it has come, and then what became of the chart.
  ///
  /// `stop`: a descriptor that becomes readable when nobody wants to know any more.
  consuming func run(_ mailbox: HistoryMailbox, stop: Int32) {
    var polled = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
    // The first frame comes first: reading at once would take its processors away.
    guard poll(&polled, 1, Int32(Self.headStart)) == 0 else { return }
    let update = read(mailbox)
    mailbox.post(update)
    guard case .replaced = update.change else { return }
    if poll(&polled, 1, Int32(Self.correctionTime)) == 0 { mailbox.post(HistoryUpdate(notice: .none)) }
  }

  private borrowing func read(_ mailbox: HistoryMailbox) -> HistoryUpdate {
    let progress = ReadingProgress(total: source.count, start: SystemClock.steady)
    do {
      let whole = try source.withReleasableBytes { bytes, release in
        try reader.read(
          bytes, isComplete: isComplete,
          observer: ReadingObserver(willFill: LargePages.prefer) { part, lines in
            release(part)
            if let text = progress.advance(bytes: part.count, rows: lines, at: SystemClock.steady) {
              mailbox.post(HistoryUpdate(notice: .text(text)))
            }
          })
      }
      try source.verify()
      return update(with: whole)
    } catch let error as ParseError {
      return failure(error.diagnostic)
    } catch let error as SourceError {
      return HistoryUpdate(messages: [error.text], notice: .text(error.diagnostic.message))
    } catch {
      return HistoryUpdate(notice: .text("the older scores cannot be read"))
    }
  }

  private borrowing func update(with whole: Reading) -> HistoryUpdate {
    let history = History(name: source.displayName, reading: whole)
    switch tail.judge(whole) {
    case .right(let older):
      let all = Chart(table: whole.table, extending: chart, prepended: older, work: .threads)
      return HistoryUpdate(
        change: .extended(all, prepended: older, appended: whole.table.series.map { _ in 0 }),
        messages: history.messages(isVerbose: isVerbose, chart: all), notice: .none)
    case .wrong(let reason):
      let all = Chart(table: whole.table, options: chart.options, work: .threads)
      let note = Messages.noteLine(
        "the newest scores were shown first, but \(reason); the chart is corrected", file: source.displayName)
      return HistoryUpdate(
        change: .replaced(all), messages: [note] + history.messages(isVerbose: isVerbose, chart: all),
        notice: .text("corrected: \(reason)"))
    }
  }

  /// The end can be read and the whole cannot.
  private borrowing func failure(_ diagnostic: Diagnostic) -> HistoryUpdate {
    HistoryUpdate(
      messages: [diagnostic.text(file: source.displayName)],
      notice: .text("only the newest scores can be shown: \(diagnostic.message)"))
  }
}

/// How far a reading has come, in words, and not more often than anybody can read.
final class ReadingProgress: Sendable {
  private let total: Int
  private let start: Double
  private let state: Mutex<(bytes: Int, rows: Int, told: Double)>

  /// Milliseconds until there is anything to tell, and between two tellings.
  private static let patience = 150.0
  private static let interval = 100.0

  init(total: Int, start: Double) {
    self.total = total
    self.start = start
    state = Mutex((0, 0, start + Self.patience - Self.interval))
  }

  /// Takes in what has been read at a time in milliseconds; a text if it is time for one.
  func advance(bytes: Int, rows: Int, at time: Double) -> String? {
    state.withLock { state in
      state.bytes += bytes
      state.rows += rows
      guard time - state.told >= Self.interval, total > 0 else { return nil }
      state.told = time
      // A file that needs a second look counts further than it is long.
      let part = min(Double(state.bytes) / Double(total), 1)
      let seconds = Int(((time - start) / max(part, 1e-6) * (1 - part) / 1000).rounded(.up))
      return "reading older scores: \(Self.short(state.rows)) rows, \(Int(part * 100)) %, \(seconds) s left"
    }
  }

  /// `850`, `12 k`, `3.4 M`
  static func short(_ count: Int) -> String {
    if count < 1000 { return "\(count)" }
    if count < 1_000_000 { return "\(count / 1000) k" }
    let tenths = count / 100_000
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) M" : "\(tenths / 10) M"
  }
}
