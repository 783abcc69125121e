/// Reads steady files straight from their bytes, and gives exactly what the general reader would.
///
/// What is decided for a whole file (columns, decimal mark) is decided by the general reader's own code: once for
/// the head, to know what to parse, and again from the counts of all rows. Lines that are not plain are read by the general
/// reader one by one. Where any of that leads elsewhere, the answer is nil and the file is for the general reader.
struct SteadyReader {
  let text: Bytes
  let options: ReadingOptions
  let work: ParallelWork
  let observer: ReadingObserver

  /// Below this many bytes the general reader takes no time either.
  static let worthwhile = 1 << 15

  enum Outcome {
    case reading(Reading)
    /// The rows need another form.
    case wider(SteadyForm)
    case unsteady
  }

  /// - Parameter text: UTF-8 without byte order mark, not checked yet.
  func read(_ encoding: TextEncoding) -> Reading? {
    var chunkSize = SteadyRun.usualChunkSize
    switch options.method {
    case .general: return nil
    case .automatic: if text.count < Self.worthwhile { return nil }
    case .steady(let bytesAtOnce): chunkSize = max(bytesAtOnce, 1)
    }
    var log = DiagnosticLog()
    let layout = TableLayout(text: text, options: options)
    guard let found = try? layout.find(&log),
      TextDecoding.validUTF8(text.part(0..<found.frame.dataStart), isGrowing: false) == nil,
      var plan = SteadyPlanner(text: text, found: found, options: options).plan()
    else { return nil }
    // Each round widens the form, which has few steps.
    for _ in 0..<16 {
      let run = SteadyRun(
        plan: plan, text: text, range: found.frame.dataStart..<text.count, work: work, observer: observer,
        chunkSize: chunkSize)
      var result = run.run()
      guard !result.summary.isUnsteady else { return nil }
      guard result.summary.form == plan.form else {
        plan.form.widen(result.summary.form)
        continue
      }
      let finisher = SteadyFinisher(text: text, found: found, plan: plan, options: options, cellText: layout.cellText)
      switch finisher.finish(&result, encoding, log) {
      case .reading(let reading): return reading
      case .wider(let form): plan.form.widen(form)
      case .unsteady: return nil
      }
    }
    return nil
  }
}

/// Makes a plan from the head of a file.
struct SteadyPlanner {
  let text: Bytes
  let found: TableLayout.Result
  let options: ReadingOptions

  /// How many rows decide what the others are expected to be.
  private static let headRows = 200
  /// How many bytes at both ends decide in what form rows are kept.
  private static let sampleSize = 1 << 16

  private var frame: TableFrame { found.frame }

  /// Nil where the head is not that of a steady file.
  func plan() -> SteadyPlan? {
    guard case .character(let delimiter)? = found.delimiter, ",;\t|".utf8.contains(delimiter), !found.isOneColumn,
      !options.byRow, !options.numbered, options.filters.isEmpty, options.grades == nil, frame.dataStart < text.count,
      frame.names.count > 1, !frame.names.contains(where: { SubjectName.kind($0) == .label }),
      let sieve = try? RowSieve(frame, text: text, cellText: CellText(), options: options),
      let profile = try? TableProfile(FirstRecords(found.scanner, Self.headRows), sieve: sieve, grades: nil)
    else { return nil }
    var log = DiagnosticLog()
    guard
      let choice = try? ColumnChoice(frame, profile, options: options, isNumbered: false, log: &log),
      let date = choice.date, date != choice.score, choice.note == nil, !frame.names[choice.score].isDateLike,
      !headerHasDate(in: date),
      let mark = try? DecimalMark.decide(
        score: choice.score, date: date, profile: profile, frame: frame, options: options,
        dotIsPlain: found.delimiter == .comma, log: &log) ?? .dot,
      mark == .dot || delimiter != UInt8(ascii: ",")
    else { return nil }
    var plan = SteadyPlan(
      delimiter: delimiter, lanes: [], date: date, score: choice.score, decimal: mark, commentStart: commentStart,
      subjects: [], isGrowing: options.isGrowing)
    for (index, column) in profile.columns.enumerated() {
      plan.lanes.append(lane(index, column, choice))
      var subject: [UInt8]?
      if index != date, index != choice.score, let values = column.subject {
        guard let first = values.first, values.second == nil else { return nil }
        subject = Array(first.utf8)
      }
      plan.subjects.append(subject)
    }
    return formed(plan)
  }

  private func lane(_ index: Int, _ column: ColumnProfile, _ choice: ColumnChoice) -> SteadyPlan.Lane {
    if index == choice.date { return .date }
    if index == choice.score { return .score }
    let isPlain = column.plainNumbers * 2 > column.filled && column.subject == nil && !frame.names[index].isDateLike
    return isPlain ? .number : .text
  }

  /// A header that has a date could be mistaken for a row.
  private func headerHasDate(in column: Int) -> Bool {
    guard let header = frame.header, column < header.count else { return false }
    return Array(header[column].utf8).withUnsafeBufferPointer { DateText.parse(CellText().fold($0)) != nil }
  }

  private var commentStart: UInt8? {
    switch options.comment {
    case nil: UInt8(ascii: "#")
    case CommentMark.none?: nil
    case .text(let mark)?: mark.utf8.first
    }
  }

  /// The plan with the form that the rows at both ends need; nil where they are not plain.
  private func formed(_ plan: SteadyPlan) -> SteadyPlan? {
    var plan = plan
    plan.form.tracksTraits = true
    let start = frame.dataStart
    let headEnd = LineSplitter.lineStart(text, atOrBehind: start + Self.sampleSize, from: start)
    let tailStart = LineSplitter.lineStart(text, atOrBefore: text.count - Self.sampleSize, from: headEnd)
    for _ in 0..<16 {
      var isSteady = false
      var form = plan.form
      var first: DateTraits?
      var differ = false
      for range in [start..<headEnd, tailStart..<text.count] where !range.isEmpty {
        let run = SteadyRun(plan: plan, text: text, range: range, work: .sequential, observer: .none)
        let result = run.run()
        form.widen(result.summary.form)
        isSteady = isSteady || !result.summary.isUnsteady && result.summary.odd.count < result.summary.lines
        let odd = Set(result.summary.odd.map(\.slot))
        for slot in 0..<result.dates.count where !odd.contains(slot) {
          let date = result.dates[slot]
          let traits = DateTraits(precision: date.precision, offsetMinutes: date.offsetMinutes)
          if first == nil { first = traits }
          if traits != first { differ = true }
        }
      }
      guard isSteady else { return nil }
      if form == plan.form {
        plan.form.traits = first ?? plan.form.traits
        plan.form.tracksTraits = differ
        return plan
      }
      plan.form = form
    }
    return nil
  }
}

/// The first records of a source.
private struct FirstRecords: RecordSource {
  private var scanner: RecordScanner
  private var left: Int

  init(_ scanner: RecordScanner, _ count: Int) { (self.scanner, left) = (scanner, count) }

  var text: Bytes { scanner.text }

  mutating func next(_ record: inout Record) throws(ParseError) -> Bool {
    guard left > 0 else { return false }
    left -= 1
    return try scanner.next(&record)
  }
}
