internal import Synchronization

/// Parses all lines of a steady file, chunk by chunk on several threads, into columns.
struct SteadyRun {
  let plan: SteadyPlan
  let text: Bytes
  /// Where the lines are, whole lines but perhaps the last.
  let range: Range<Int>
  let work: ParallelWork
  let observer: ReadingObserver
  var chunkSize = usualChunkSize

  /// Small enough for a chunk's rows to stay in a core's cache until they are in their column.
  static let usualChunkSize = 1 << 19

  struct Result {
    var dates: DateColumn
    var scores: ScoreColumn
    /// Where each row's note is; empty if the plan has none.
    var notes: [CellPlace]
    /// The scores of the plan's other columns.
    var others: [ScoreColumn]
    var summary: SteadySummary
  }

  /// The columns, or what keeps the plan from holding them: then the columns are of no use.
  func run() -> Result {
    switch plan.form.scores {
    case .small: run(scoresAs: Int16.self) { ScoreColumn(small: $0, scale: plan.form.scale) }
    case .medium: run(scoresAs: Int32.self) { ScoreColumn(medium: $0, scale: plan.form.scale) }
    case .exact: run(scoresAs: Double.self) { ScoreColumn(exact: $0) }
    }
  }

  private func run<Score: SteadyScore>(scoresAs: Score.Type, _ column: ([Score]) -> ScoreColumn) -> Result {
    let form = plan.form
    if form.dates == .ticks {
      let (ticks, scores, traits, notes, others, summary) = fill(Int64.self, Score.self)
      let dates = DateColumn(ticks: ticks, perSecond: form.perSecond, shared: form.traits, traits: traits)
      return Result(
        dates: dates, scores: column(scores), notes: notes, others: columns(of: others), summary: summary)
    }
    let (narrow, scores, traits, notes, others, summary) = fill(Int32.self, Score.self)
    let dates =
      form.dates == .days
      ? DateColumn(days: narrow, shared: form.traits, traits: traits)
      : DateColumn(
        steps: narrow, of: form.dates == .minutes ? 60 : 1, from: form.base, shared: form.traits, traits: traits)
    return Result(dates: dates, scores: column(scores), notes: notes, others: columns(of: others), summary: summary)
  }

  /// Columns of scores that stand row by row.
  private func columns(of others: [Double]) -> [ScoreColumn] {
    let width = plan.others.count
    guard width > 0 else { return [] }
    let columns = Mutex<[ScoreColumn]>(Array(repeating: ScoreColumn(), count: width))
    work.perform(width) { place in
      var column = ScoreColumn()
      column.reserveCapacity(others.count / width)
      for row in stride(from: place, to: others.count, by: width) { column.append(others[row]) }
      columns.withLock { $0[place] = column }
    }
    return columns.withLock { $0 }
  }

  private typealias Filled<Tick, Score> = (
    ticks: [Tick], scores: [Score], traits: [DateTraits], notes: [CellPlace], others: [Double], SteadySummary
  )

  /// Room for all rows is set aside at once; what is not used is never touched, so it costs no memory.
  private func fill<Tick: FixedWidthInteger & SendableMetatype, Score: SteadyScore>(
    _: Tick.Type, _: Score.Type
  ) -> Filled<Tick, Score> {
    let capacity = range.count / plan.shortestLine + 64
    var summary = SteadySummary(plan: plan)
    var scores: [Score] = []
    var traits: [DateTraits] = []
    var notes: [CellPlace] = []
    var others: [Double] = []
    let width = plan.others.count
    let ticks = [Tick](unsafeUninitializedCapacity: capacity) { ticks, count in
      scores = [Score](unsafeUninitializedCapacity: capacity) { scores, scoreCount in
        traits = [DateTraits](unsafeUninitializedCapacity: plan.form.tracksTraits ? capacity : 0) {
          traits, traitCount in
          notes = [CellPlace](unsafeUninitializedCapacity: plan.note == nil ? 0 : capacity) { notes, noteCount in
            [UnsafeMutableRawBufferPointer(ticks), UnsafeMutableRawBufferPointer(scores)].forEach(observer.willFill)
            others = [Double](unsafeUninitializedCapacity: width * capacity) { others, otherCount in
              let columns = SteadyTarget(
                ticks: ticks.baseAddress, scores: scores.baseAddress, traits: traits.baseAddress,
                notes: plan.note == nil ? nil : notes.baseAddress,
                others: width == 0 ? nil : others.baseAddress, width: width, capacity: capacity,
                base: [.seconds, .minutes].contains(plan.form.dates) ? plan.form.base : 0,
                isInMinutes: plan.form.dates == .minutes)
              summary = parse(into: columns)
              otherCount = min(summary.lines, capacity) * width
            }
            count = min(summary.lines, capacity)
            scoreCount = count
            traitCount = plan.form.tracksTraits ? count : 0
            noteCount = plan.note == nil ? 0 : count
          }
        }
      }
    }
    return (ticks, scores, traits, notes, others, summary)
  }

  private func parse<Tick: FixedWidthInteger & SendableMetatype, Score: SteadyScore>(
    into target: SteadyTarget<Tick, Score>
  ) -> SteadySummary {
    let chunks = max((range.count + chunkSize - 1) / chunkSize, 1)
    let queue = SteadyQueue(plan: plan, chunks: chunks, target: target, range: range, observer: observer)
    observer.tell(.began)
    let shared = SharedBytes(bytes: text)
    let (plan, range, chunkSize) = (plan, range, chunkSize)
    work.perform(min(work.width, chunks)) { _ in
      var parser = SteadyParser(plan: plan, text: shared)
      while let (index, rows) = queue.next(lines: chunkSize / plan.shortestLine + 64) {
        let part = Self.part(index, of: range, shared.bytes, chunkSize)
        var summary = SteadySummary(plan: plan)
        Self.parse(part, of: shared.bytes, end: range.upperBound, &parser, rows, &summary)
        queue.finish(index, rows, summary, end: part.upperBound)
      }
    }
    return queue.total
  }

  /// The whole lines that begin in a chunk.
  private static func part(_ index: Int, of range: Range<Int>, _ text: Bytes, _ chunkSize: Int) -> Range<Int> {
    let text = text.part(0..<range.upperBound)
    let start = range.lowerBound + index * chunkSize
    let first = LineSplitter.lineStart(text, atOrBehind: start, from: range.lowerBound)
    let end = LineSplitter.lineStart(text, atOrBehind: start + chunkSize, from: range.lowerBound)
    return first..<max(end, first)
  }

  /// Parses lines where they are, and the last of the text in a copy with room to read ahead.
  private static func parse(
    _ part: Range<Int>, of text: Bytes, end: Int, _ parser: inout SteadyParser, _ rows: SteadyRows,
    _ summary: inout SteadySummary
  ) {
    guard let base = text.baseAddress, !part.isEmpty else { return }
    let ahead = SteadyParser.readAhead
    var split = part.upperBound
    if split + ahead > end {
      split = LineSplitter.lineStart(text, atOrBefore: max(end - ahead, part.lowerBound), from: part.lowerBound)
    }
    parser.parse(base + part.lowerBound, count: split - part.lowerBound, offset: part.lowerBound, into: rows, &summary)
    guard split < part.upperBound, !summary.isUnsteady else { return }
    let rest = text.part(split..<part.upperBound)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: rest.count + ahead) { copy in
      _ = copy.update(fromContentsOf: rest)
      copy[rest.count...].update(repeating: 0)
      guard let lines = copy.baseAddress else { return }
      parser.parse(lines, count: rest.count, offset: split, into: rows, &summary)
    }
  }
}

/// Where rows go, as narrow as the plan allows.
struct SteadyTarget<Tick: FixedWidthInteger & SendableMetatype, Score: SteadyScore>: @unchecked Sendable {
  let ticks: UnsafeMutablePointer<Tick>?
  let scores: UnsafeMutablePointer<Score>?
  let traits: UnsafeMutablePointer<DateTraits>?
  /// Nil where the plan has no notes.
  let notes: UnsafeMutablePointer<CellPlace>?
  /// Nil where the plan has no other columns.
  let others: UnsafeMutablePointer<Double>?
  /// How many others a row has.
  let width: Int
  let capacity: Int
  let base: Int64
  let isInMinutes: Bool

  /// Copies a chunk's rows to their place; those that do not fit any form of the plan make no sense then.
  func store(_ rows: SteadyRows, count: Int, at start: Int, tracksTraits: Bool) {
    guard let ticks, let scores, start + count <= capacity else { return }
    let base = base
    if isInMinutes {
      for index in 0..<count { ticks[start &+ index] = Tick(truncatingIfNeeded: (rows.ticks[index] &- base) / 60) }
    } else {
      for index in 0..<count { ticks[start &+ index] = Tick(truncatingIfNeeded: rows.ticks[index] &- base) }
    }
    for index in 0..<count { scores[start &+ index] = Score(steady: rows.scores[index]) }
    if tracksTraits, let traits { (traits + start).update(from: rows.traits, count: count) }
    if let notes { (notes + start).update(from: rows.notes, count: count) }
    if let others { (others + start * width).update(from: rows.others, count: count * width) }
  }
}

/// A score as a column keeps it.
protocol SteadyScore: SendableMetatype {
  /// From a whole number, or the bits of a floating point number.
  init(steady: Int64)
}

extension Int16: SteadyScore {
  @inline(__always)
  init(steady: Int64) { self = steady == SteadyRows.gap ? .min : Int16(truncatingIfNeeded: steady) }
}

extension Int32: SteadyScore {
  @inline(__always)
  init(steady: Int64) { self = steady == SteadyRows.gap ? .min : Int32(truncatingIfNeeded: steady) }
}

extension Double: SteadyScore {
  @inline(__always)
  init(steady: Int64) { self = steady == SteadyRows.gap ? .nan : Double(bitPattern: UInt64(bitPattern: steady)) }
}

/// Hands out chunks and puts their rows in order.
///
/// Whoever finishes a chunk stores it if all before it are finished, else leaves it to the one who finishes
/// those: nobody waits.
private final class SteadyQueue<Tick: FixedWidthInteger & SendableMetatype, Score: SteadyScore>: Sendable {
  private struct Finished {
    var rows: SteadyRows
    var summary: SteadySummary
    /// The offset of its last byte's end.
    var end: Int
  }

  private struct State {
    var next = 0
    var stored = 0
    var waiting: [Int: Finished] = [:]
    var spare: [SteadyRows] = []
    var total: SteadySummary
    /// Where the bytes and lines begin that the observer was not told of.
    var told: (offset: Int, lines: Int)
  }

  /// Telling of parts costs a system call each, which stops the other threads.
  private static var leastToldBytes: Int { 8 << 20 }

  private let observer: ReadingObserver
  private let plan: SteadyPlan
  private let chunks: Int
  private let target: SteadyTarget<Tick, Score>
  /// The bytes of all chunks.
  private let length: Int
  private let state: Mutex<State>

  init(plan: SteadyPlan, chunks: Int, target: SteadyTarget<Tick, Score>, range: Range<Int>, observer: ReadingObserver) {
    self.observer = observer
    self.plan = plan
    self.chunks = chunks
    self.target = target
    state = Mutex(State(total: SteadySummary(plan: plan), told: (range.lowerBound, 0)))
    length = range.count
  }

  deinit {
    for rows in state.withLock({ $0.spare + $0.waiting.values.map(\.rows) }) { rows.deallocate() }
  }

  var total: SteadySummary { state.withLock { $0.total } }

  /// A chunk to parse and room for its rows; nil when all are handed out, or the rest is of no use.
  func next(lines: Int) -> (index: Int, rows: SteadyRows)? {
    state.withLock { state in
      guard state.next < chunks, !state.total.isUnsteady, state.total.form == plan.form else { return nil }
      state.next += 1
      return (state.next - 1, state.spare.popLast() ?? SteadyRows(capacity: lines, others: plan.others.count))
    }
  }

  /// Stores a chunk that is parsed, and those behind it that waited for it; `end` is the offset of its end.
  func finish(_ index: Int, _ rows: SteadyRows, _ summary: SteadySummary, end: Int) {
    var summary = summary
    noteOrder(rows, &summary)
    let ready = state.withLock { state -> [(start: Int, Finished)] in
      state.waiting[index] = Finished(rows: rows, summary: summary, end: end)
      return takeReady(&state)
    }
    for (start, finished) in ready {
      target.store(finished.rows, count: finished.summary.lines, at: start, tracksTraits: plan.form.tracksTraits)
    }
    let news = state.withLock { state in
      state.spare.append(contentsOf: ready.map(\.1.rows))
      return ready.last.flatMap { takeNews(upTo: $0.1.end, &state) }
    }
    if let news {
      let share = Double(news.0.count) / Double(max(length, 1))
      observer.tell(.read(news.0, rows: news.lines, share: share))
    }
  }

  /// The chunks that nothing before them keeps from being stored, with their first rows.
  private func takeReady(_ state: inout State) -> [(start: Int, Finished)] {
    var ready: [(Int, Finished)] = []
    while let finished = state.waiting.removeValue(forKey: state.stored) {
      ready.append((state.total.lines, finished))
      state.total.add(finished.summary, plan)
      if state.total.lines > target.capacity { state.total.isUnsteady = true }
      state.stored += 1
    }
    return ready
  }

  /// What the observer should be told, all before `end` being read; nil while it is too little.
  private func takeNews(upTo end: Int, _ state: inout State) -> (Range<Int>, lines: Int)? {
    let told = state.told
    guard end - told.offset >= Self.leastToldBytes || state.stored == chunks, end > told.offset else { return nil }
    state.told = (end, state.total.lineCount)
    return (told.offset..<end, state.total.lineCount - told.lines)
  }

  private func noteOrder(_ rows: SteadyRows, _ summary: inout SteadySummary) {
    if plan.form.tracksTraits {
      let unit = plan.form.dates == .days ? 0 : 60 * plan.form.perSecond
      let keys = (0..<summary.lines).map { rows.ticks[$0] - Int64(rows.traits[$0].offsetMinutes ?? 0) * unit }
      keys.withUnsafeBufferPointer { summary.order.add($0, start: 0) }
    } else {
      let ticks = UnsafeBufferPointer(start: rows.ticks, count: summary.lines)
      summary.order.add(ticks, start: 0, areFar: plan.form.dates == .ticks)
    }
  }
}

extension SteadySummary {
  /// Takes in what is known of the lines that come behind.
  mutating func add(_ other: SteadySummary, _ plan: SteadyPlan) {
    isUnsteady = isUnsteady || other.isUnsteady
    form.widen(other.form)
    order.add(other.order, start: lines)
    dayOrder.formUnion(other.dayOrder)
    odd.append(
      contentsOf: other.odd.map {
        OddLine(slot: $0.slot + lines, line: $0.line + lineCount, start: $0.start, end: $0.end)
      })
    evidence.add(other.evidence, shiftedBy: lineCount)
    for column in others.indices where plan.lanes[column] == .number || plan.lanes[column] == .text {
      if !others[column].add(other.others[column], shiftedBy: lineCount) { isUnsteady = true }
    }
    scored += other.scored
    lines += other.lines
    rejected += other.rejected
    // Then the general reader is as fast.
    if odd.count > lines / 4 + 1000 { isUnsteady = true }
  }
}
