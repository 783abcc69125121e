internal import Glibc
internal import ScoreChart
internal import ScoreData
internal import ScoreSources

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
  /// How long there is nothing to tell of the reading, in milliseconds.
  private static let patience = 150.0
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
    let progress = ReadingProgress(start: SystemClock.steady, patience: Self.patience)
    do {
      let whole = try source.withReleasableBytes { bytes, release in
        try reader.read(
          bytes, isComplete: isComplete,
          observer: ReadingObserver(willFill: LargePages.prefer) { step in
            if case .read(let part, _, _) = step { release(part) }
            if let text = progress.note(step, at: SystemClock.steady) {
              mailbox.post(HistoryUpdate(notice: .text("reading older scores: \(text)")))
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
