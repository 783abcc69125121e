internal import Glibc
internal import ScoreChart
internal import ScoreData
internal import ScoreSources
internal import ScoreThreads
internal import Synchronization

/// Keeps a history up to date on a thread of its own.
final class HistoryFeed: Sendable {
  private let mailbox: HistoryMailbox
  private let stopSignal: WakeSignal

  /// Starts to read `source` whenever it changes; its bytes so far have become `first` and are drawn as `chart`.
  ///
  /// - Throws: when there is no thread or descriptor left.
  init(
    _ source: consuming some LiveSource & ~Copyable, _ reader: HistoryReader, first: Reading?, chart: Chart
  ) throws(SourceError) {
    let place = source.displayName
    mailbox = try HistoryMailbox()
    stopSignal = try WakeSignal(for: place)
    let parcel = Parcel(Feeding(source, reader, first: first, chart: chart, mailbox, stopSignal.descriptor))
    try Self.start(at: place, stopSignal) {
      if var feeding = parcel.take() { feeding.run() }
    }
  }

  /// Starts to read the whole of a file whose newest end is on screen.
  ///
  /// - Throws: when there is no thread or descriptor left.
  init(_ rest: consuming RestReading, at place: String) throws(SourceError) {
    mailbox = try HistoryMailbox()
    stopSignal = try WakeSignal(for: place)
    let (mailbox, stop) = (mailbox, stopSignal.descriptor)
    let parcel = Parcel(rest)
    try Self.start(at: place, stopSignal) { parcel.take()?.run(mailbox, stop: stop) }
  }

  private static func start(
    at place: String, _ stopSignal: WakeSignal, _ body: @escaping @Sendable () -> Void
  ) throws(SourceError) {
    let isStarted = WorkerThread.startDetached {
      body()
      // The signal is kept: its descriptor must not become another file's while the thread waits for it.
      withExtendedLifetime(stopSignal) {}
    }
    guard isStarted else {
      throw SourceError(Diagnostic.Kind("read-failed"), at: place, "no thread is left to wait for changes")
    }
  }

  deinit { stopSignal.raise() }

  /// Becomes readable when there is news.
  var descriptor: Int32 { mailbox.descriptor }

  /// What became of the history since the last call; nil if nothing did.
  func take() -> HistoryUpdate? { mailbox.take() }
}

/// Hands a value over to another thread.
private final class Parcel<Value: ~Copyable & Sendable>: Sendable {
  private let content: Mutex<Value?>

  init(_ value: consuming sending Value) { content = Mutex(consume value) }

  func take() -> sending Value? { content.withLock { $0.take() } }
}

/// The work of the thread: wait, read, tell.
private struct Feeding<Source: LiveSource & ~Copyable>: ~Copyable, Sendable {
  private var source: Source
  private let reader: HistoryReader
  private let mailbox: HistoryMailbox
  private let stop: Int32
  private var table: ScoreTable
  private var chart: Chart
  private var told: Set<Complaint> = []
  /// The bytes changed and have not been read since.
  private var isDue = false
  /// Reading a large history again and again must leave the processor to others.
  private var nextReading = 0.0

  /// What makes a warning the same as one that was told before.
  private struct Complaint: Hashable {
    var kind: Diagnostic.Kind
    var line: Int?
    var column: Int?

    init(_ diagnostic: Diagnostic) {
      kind = diagnostic.kind
      line = diagnostic.line
      column = diagnostic.column
    }
  }

  init(
    _ source: consuming Source, _ reader: HistoryReader, first: Reading?, chart: Chart, _ mailbox: HistoryMailbox,
    _ stop: Int32
  ) {
    self.source = source
    self.reader = reader
    self.mailbox = mailbox
    self.stop = stop
    self.chart = chart
    table = chart.table
    told = Set((first?.diagnostics ?? []).map(Complaint.init))
  }

  mutating func run() {
    while wait() {
      do throws(SourceError) {
        try advance()
        if isDue, SystemClock.steady >= nextReading { try read() }
      } catch {
        mailbox.post(HistoryUpdate(messages: [error.text], notice: .text(error.diagnostic.message)))
        isDue = false
        if source.hasEnded { return }
        nextReading = SystemClock.steady + 1000
      }
      if source.hasEnded && !isDue { return }
    }
  }

  /// Sleeps until something may have happened; false when nobody wants to know any more.
  private func wait() -> Bool {
    var polled = [stop, source.hasEnded ? -1 : source.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let deadline = [source.deadline, isDue ? nextReading : nil].compactMap { $0 }.min()
    let timeout = deadline.map { Int32(min(max(0, ($0 - SystemClock.steady).rounded(.up)), 3_600_000)) } ?? -1
    poll(&polled, nfds_t(polled.count), timeout)
    return polled[0].revents == 0
  }

  private mutating func advance() throws(SourceError) {
    switch try source.advance(to: SystemClock.steady) {
    case .nothing: break
    case .changed: isDue = true
    case .confirmed: mailbox.post(HistoryUpdate(notice: .none))
    case .problem(let notice, let line):
      mailbox.post(HistoryUpdate(messages: line.map { [$0] } ?? [], notice: .text(notice)))
    }
  }

  private mutating func read() throws(SourceError) {
    isDue = false
    let start = SystemClock.steady
    let reader = reader
    let isComplete = source.isComplete
    let result = try source.withAllBytes { bytes in
      do throws(ParseError) {
        return Result<Reading, ParseError>.success(try reader.read(bytes, isComplete: isComplete))
      } catch {
        return Result.failure(error)
      }
    }
    switch result {
    case .success(let reading): mailbox.post(update(with: reading))
    case .failure(let error): mailbox.post(problem(error.diagnostic))
    }
    let end = SystemClock.steady
    nextReading = end + 2 * (end - start)
  }

  /// What cannot be read now may be half written; the chart stays.
  private mutating func problem(_ diagnostic: Diagnostic) -> HistoryUpdate {
    let isNews = told.insert(Complaint(diagnostic)).inserted
    return HistoryUpdate(
      messages: isNews ? [diagnostic.text(file: source.displayName)] : [],
      notice: .text("not updated: \(diagnostic.message)"))
  }

  private mutating func update(with reading: Reading) -> HistoryUpdate {
    let name = source.displayName
    var update = HistoryUpdate(notice: .none)
    for diagnostic in reading.chartDiagnostics where told.insert(Complaint(diagnostic)).inserted {
      update.messages.append(diagnostic.text(file: name))
    }
    let appended = reading.table.rowsBehind(table)
    defer { table = reading.table }
    if let appended {
      guard appended.contains(where: { $0 > 0 }) else { return update }
      chart = Chart(table: reading.table, extending: chart, work: .threads)
      update.change = .extended(chart, prepended: 0, appended: appended)
    } else {
      chart = Chart(table: reading.table, options: chart.options, work: .threads)
      update.change = .replaced(chart)
    }
    return update
  }
}
