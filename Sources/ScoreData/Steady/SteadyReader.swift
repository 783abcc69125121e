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
    /// Day and month have to be exchanged in all rows.
    case otherOrder
    case unsteady
  }

  /// Reads a table. `text`: UTF-8 without byte order mark, not checked yet.
  func read(_ encoding: TextEncoding) -> Reading? {
    guard isWorthwhile else { return nil }
    var log = DiagnosticLog()
    guard let found = try? TableLayout(text: text, options: options).find(&log), !found.isOneColumn, !options.byRow,
      case .character(let delimiter)? = found.delimiter, ",;\t|".utf8.contains(delimiter),
      TextDecoding.validUTF8(text.part(0..<found.frame.dataStart), isGrowing: false) == nil
    else { return nil }
    let table = SteadyTable(
      frame: found.frame, scanner: found.scanner, delimiter: delimiter, firstLine: found.frame.firstDataOrigin,
      dotIsPlain: found.delimiter == .comma)
    return read(table, Understanding(format: .delimited, encoding: encoding, delimiter: found.delimiter), log)
  }

  private var isWorthwhile: Bool {
    switch options.method {
    case .general: false
    case .automatic: text.count >= Self.worthwhile
    case .steady: true
    }
  }

  private var chunkSize: Int {
    if case .steady(let bytesAtOnce) = options.method { max(bytesAtOnce, 1) } else { SteadyRun.usualChunkSize }
  }

  /// Reads a table whose head is understood.
  private func read(_ table: SteadyTable, _ understanding: Understanding, _ log: DiagnosticLog) -> Reading? {
    guard var plan = SteadyPlanner(text: text, table: table, options: options).plan() else { return nil }
    var isExchanged = false
    // Each round widens the form, which has few steps, and one may exchange day and month.
    for _ in 0..<16 {
      let run = SteadyRun(
        plan: plan, text: text, range: table.frame.dataStart..<text.count, work: work, observer: observer,
        chunkSize: chunkSize)
      var result = run.run()
      // A day that can be no month has no other order.
      let mayBeExchanged =
        plan.writing.order != nil && options.dateOrder == nil && !isExchanged
        && !result.summary.dayOrder.contains(.certain)
      guard !result.summary.isUnsteady else {
        guard mayBeExchanged else { return nil }
        (plan.writing, isExchanged) = (plan.writing.exchanged, true)
        continue
      }
      guard result.summary.form == plan.form else {
        plan.form.widen(result.summary.form)
        continue
      }
      switch SteadyFinisher(text: text, table: table, plan: plan, options: options).finish(&result, understanding, log)
      {
      case .reading(let reading): return reading
      case .wider(let form):
        let before = plan.form
        plan.form.widen(form)
        guard plan.form != before else { return nil }
      case .otherOrder:
        guard mayBeExchanged else { return nil }
        (plan.writing, isExchanged) = (plan.writing.exchanged, true)
      case .unsteady: return nil
      }
    }
    return nil
  }

  /// Reads JSON made of one flat object a row, all alike.
  func readJSON(_ encoding: TextEncoding, _ log: DiagnosticLog) -> Reading? {
    guard isWorthwhile, options.series == nil, let lines = JSONLines(text) else { return nil }
    // Marks of comments mean nothing in JSON.
    var options = options
    options.comment = CommentMark.none
    return lines.bytes.withUnsafeBufferPointer { flat in
      let scanner = RecordScanner(flat, delimiter: .character(JSONLines.separator), comment: CommentMark.none)
      let frame = TableFrame(
        names: lines.names.map(ColumnName.init), hasNames: true, header: nil, headerOrigin: 0, firstDataOrigin: 0,
        hasFixedWidth: false, format: lines.format, places: PlaceFinder(lineStarts: nil, text: text))
      let table = SteadyTable(
        frame: frame, scanner: scanner, delimiter: JSONLines.separator, firstLine: 1, dotIsPlain: true,
        typed: lines.isNumber, source: SharedBytes(bytes: text))
      let reader = SteadyReader(text: flat, options: options, work: work, observer: .none)
      return reader.read(table, Understanding(format: lines.format, encoding: encoding), log)
    }
  }
}

/// A table as the general reader understands its head.
struct SteadyTable {
  var frame: TableFrame
  /// Before the first record.
  var scanner: RecordScanner
  var delimiter: UInt8
  /// The line of the first row.
  var firstLine: Int
  var dotIsPlain: Bool
  /// Columns with numbers of JSON, in which a dot is always a decimal mark; empty for other files.
  var typed: [Bool] = []
  /// The JSON that the lines were made of.
  var source: SharedBytes?
}

/// Makes a plan from the head of a file.
struct SteadyPlanner {
  let text: Bytes
  let table: SteadyTable
  let options: ReadingOptions

  /// How many rows decide what the others are expected to be.
  static let headRows = 200
  /// How many bytes at both ends decide in what form rows are kept.
  private static let sampleSize = 1 << 16

  var frame: TableFrame { table.frame }

  /// Nil where the head is not that of a steady file.
  func plan() -> SteadyPlan? {
    guard !options.numbered, options.filters.isEmpty || table.source == nil, options.grades == nil,
      frame.dataStart < text.count, frame.names.count > 1,
      let sieve = try? RowSieve(frame, text: text, cellText: CellText(), options: options),
      !frame.names.indices.contains(where: { isLabel($0, sieve) }),
      let sample = SteadySample(table, sieve),
      let profile = try? TableProfile(FirstRecords(sample.scanner, sample.rows), sieve: sieve, grades: nil)
    else { return nil }
    var log = DiagnosticLog()
    guard
      let choice = try? ColumnChoice(
        frame, profile, options: options, isNumbered: false, log: &log),
      let date = choice.date, date != choice.score, choice.note == nil || table.source == nil,
      !frame.names[choice.score].isDateLike,
      !headerHasDate(in: date),
      let mark = try? DecimalMark.decide(
        score: choice.score, date: date, profile: profile, frame: frame, options: options,
        dotIsPlain: table.dotIsPlain, log: &log) ?? .dot
    else { return nil }
    var plan = SteadyPlan(
      delimiter: table.delimiter, lanes: [], date: date, score: choice.score, note: choice.note, decimal: mark,
      commentStart: commentStart,
      subjects: [],
      typed: table.typed.isEmpty ? Array(repeating: false, count: frame.names.count) : table.typed,
      isGrowing: options.isGrowing)
    plan.others =
      OtherScores(
        choice, profile, mark: mark, frame: frame, options: options, dotIsPlain: table.dotIsPlain
      ).columns
    for (index, column) in profile.columns.enumerated() {
      plan.lanes.append(plan.others.contains(index) ? .number : lane(index, column, choice))
      var subject: [UInt8]?
      if index != date, index != choice.score, let values = column.subject {
        guard let first = values.first, values.second == nil else { return nil }
        subject = Array(first.utf8)
      }
      plan.subjects.append(subject)
    }
    plan.filters = sieve.filters.sorted { $0.column < $1.column }.map { column, value in
      let header = frame.header.map { column < $0.count ? Array($0[column].utf8) : [] }
      return SteadyFilter(column: column, value: Array(value.utf8), header: header)
    }
    guard let writing = writing(in: date, sample) else { return nil }
    plan.writing = writing
    if let plan = formed(plan, sample) { return plan }
    guard options.dateOrder == nil, writing.order != nil else { return nil }
    plan.writing = writing.exchanged
    return formed(plan, sample)
  }

  /// Whether the rows' values of a column have to be counted; those that pass a filter are all the same.
  private func isLabel(_ column: Int, _ sieve: RowSieve) -> Bool {
    SubjectName.kind(frame.names[column]) == .label && !sieve.filters.contains { $0.column == column }
  }

  private func lane(_ index: Int, _ column: ColumnProfile, _ choice: ColumnChoice)
    -> SteadyPlan.Lane
  {
    if index == choice.date { return .date }
    if index == choice.score { return .score }
    if index == choice.note { return .text }
    let isPlain =
      column.plainNumbers * 2 > column.filled && column.subject == nil
      && !frame.names[index].isDateLike
    return isPlain ? .number : .text
  }

  /// A header that has a date could be mistaken for a row.
  private func headerHasDate(in column: Int) -> Bool {
    guard let header = frame.header, column < header.count else { return false }
    return Array(header[column].utf8).withUnsafeBufferPointer {
      DateText.parse(CellText().fold($0)) != nil
    }
  }

  private var commentStart: UInt8? {
    switch options.comment {
    case nil: UInt8(ascii: "#")
    case CommentMark.none?: nil
    case .text(let mark)?: mark.utf8.first
    }
  }

  /// The plan with the form that the rows at both ends need; nil where they are not plain.
  private func formed(_ plan: SteadyPlan, _ sample: SteadySample) -> SteadyPlan? {
    var plan = plan
    plan.form.tracksTraits = true
    let start = sample.start
    let headEnd = LineSplitter.lineStart(text, atOrBehind: start + Self.sampleSize, from: start)
    let tailStart = LineSplitter.lineStart(
      text, atOrBefore: text.count - Self.sampleSize, from: headEnd)
    for _ in 0..<16 {
      var isSteady = false
      var form = plan.form
      var first: DateTraits?
      var differ = false
      for range in [start..<headEnd, tailStart..<text.count] where !range.isEmpty {
        let run = SteadyRun(
          plan: plan, text: text, range: range, work: .sequential, observer: .none)
        let result = run.run()
        form.widen(result.summary.form)
        isSteady =
          isSteady || !result.summary.isUnsteady && result.summary.odd.count < result.summary.lines
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
struct FirstRecords: RecordSource {
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
