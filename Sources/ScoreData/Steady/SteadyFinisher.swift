/// Makes a history of parsed columns: odd lines are read by the general reader, all counts are judged, rows are sorted.
struct SteadyFinisher {
  let text: Bytes
  let table: SteadyTable
  let plan: SteadyPlan
  let options: ReadingOptions
  private let cellText = CellText()

  init(text: Bytes, table: SteadyTable, plan: SteadyPlan, options: ReadingOptions) {
    self.text = text
    self.table = table
    self.plan = plan
    self.options = options
  }

  private var frame: TableFrame { table.frame }
  /// The line of slot 0.
  private var firstLine: Int { table.firstLine }

  func finish(
    _ result: inout SteadyRun.Result, _ understanding: Understanding, _ log: DiagnosticLog
  ) -> SteadyReader.Outcome {
    var log = log
    // A row of JSON that is not like the others has no line that could be read alone.
    guard table.source == nil || result.summary.odd.isEmpty else { return .unsteady }
    let odd = OddRecords(
      text: text, head: table.scanner, headEnd: frame.dataStart, odd: result.summary.odd, firstLine)
    guard let sieve = try? RowSieve(frame, text: text, cellText: cellText, options: options),
      let profile = profile(result.summary, odd, sieve),
      let choice = try? ColumnChoice(
        frame, profile, options: options, isNumbered: false, log: &log),
      choice.date == plan.date, choice.score == plan.score, choice.note == plan.note
    else { return .unsteady }
    guard let mark = mark(profile, &log), mark.isAsPlanned else { return .unsteady }
    let scores = ScoreText(profile.columns[choice.score], mark: mark.mark ?? .dot, grades: nil)
    guard scores.unit == nil else { return .unsteady }
    let others = OtherScores(
      choice, profile, mark: mark.mark, frame: frame, options: options, dotIsPlain: table.dotIsPlain)
    guard others.columns == plan.others else { return .unsteady }
    var reader = RowReader(
      sieve: sieve, choice: choice, scores: scores, others: others, options: options,
      issues: RowIssues(log: log, places: frame.places))
    guard var issues = try? reader.read(odd), reader.kind == nil || reader.kind == .plain else {
      return .unsteady
    }
    let rows = reader.takeRows()
    issues.rows += result.summary.lines - result.summary.odd.count
    guard (try? issues.checkThatMostRowsAreUsable()) != nil else { return .unsteady }
    guard result.summary.scored > 0 || rows.contains(where: { !$0.score.isNaN }) else {
      return .unsteady
    }
    let settler = DateSettler(
      text: text, cellText: cellText, options: options, column: plan.date, numbersAreDates: choice.numbersAreDates)
    let kept: [Int]
    switch place(rows, others: reader.otherScores, settler, in: &result) {
    case .success(let slots): kept = slots
    case .failure(let other): return other.outcome
    }
    let other = settleOrder(
      result, rows, settler, first: { firstRow(sieve, choice, scores, where: \.raw.leavesOrderOpen) }, &issues)
    if let other { return other }
    guard sort(&result, kept: kept, &issues) else { return .unsteady }
    let notes = plan.note.map { TextColumn(name: frame.names[$0].text, result.notes, in: text, cellText) }
    let series = ScoreSeries(
      name: frame.names[choice.score].text, dates: result.dates, scores: result.scores, notes: notes)
    let more = zip(plan.others, result.others).map { column, scores in
      ScoreSeries(name: frame.names[column].text, dates: result.dates, scores: scores)
    }
    let history = ScoreTable(dateColumn: frame.names[plan.date].text, series: [series] + more)
    return .reading(
      Reading(
        TableReader.Result(
          table: history, issues: issues, choice: choice, order: plan.writing.order, decimalMark: mark.mark),
        frame: frame, understanding))
  }

  /// The first row of the head that is of some kind, as the general reader reads it.
  private func firstRow(
    _ sieve: RowSieve, _ choice: ColumnChoice, _ scores: ScoreText, where isWanted: (PendingRow) -> Bool
  ) -> PendingRow? {
    var reader = RowReader(
      sieve: sieve, choice: choice, scores: scores, options: options,
      issues: RowIssues(log: DiagnosticLog(), places: frame.places))
    guard (try? reader.read(FirstRecords(table.scanner, SteadyPlanner.headRows))) != nil else { return nil }
    return reader.takeRows().first(where: isWanted)
  }

  // MARK: Judging

  /// What is in all columns of all rows; nil where the parsed rows and the odd ones do not go together.
  private func profile(_ summary: SteadySummary, _ odd: OddRecords, _ sieve: RowSieve)
    -> TableProfile?
  {
    guard var profile = try? TableProfile(odd, sieve: sieve, grades: nil) else { return nil }
    for (index, subject) in plan.subjects.enumerated() {
      guard let subject, let values = profile.columns[index].subject, let first = values.first
      else { continue }
      guard values.second == nil, first.utf8.elementsEqual(subject) else { return nil }
    }
    let plain = summary.lines - summary.odd.count
    var columns = summary.others
    columns[plan.date].filled = plain
    if case .epoch(let unit) = plan.writing {
      columns[plan.date].bareDates.add(RawDate(unit.form, 0), count: plain)
      columns[plan.date].plainNumbers = plain
    } else {
      columns[plan.date].fullDates = plain
    }
    columns[plan.score].filled = summary.scored
    columns[plan.score].plainNumbers = summary.scored
    columns[plan.score].decimal = summary.evidence
    return profile.add(columns, rows: plain, shiftedBy: firstLine) ? profile : nil
  }

  private func mark(_ profile: TableProfile, _ log: inout DiagnosticLog) -> (
    mark: DecimalMark?, isAsPlanned: Bool
  )? {
    guard
      let decided = try? Optional(
        DecimalMark.decide(
          score: plan.score, date: plan.date, profile: profile, frame: frame, options: options,
          dotIsPlain: table.dotIsPlain, log: &log))
    else { return nil }
    return (decided, decided == nil || decided == plan.decimal)
  }

  // MARK: Placing

  private struct Misfit: Error {
    var outcome: SteadyReader.Outcome
  }

  /// Puts the rows of odd lines where the columns left room for them, and takes out what turned out to be no row.
  ///
  /// - Returns: The slots that were taken out.
  private func place(
    _ rows: [PendingRow], others: [Double], _ settler: DateSettler, in result: inout SteadyRun.Result
  ) -> Swift.Result<[Int], Misfit> {
    let slots = Dictionary(result.summary.odd.map { (firstLine + $0.line, $0.slot) }) { first, _ in first }
    var filled: Set<Int> = []
    for (index, row) in rows.enumerated() {
      // Other dates have to be settled together with all.
      guard plan.writing.goesWith(row.raw) else { return .failure(Misfit(outcome: .unsteady)) }
      guard let date = settler.date(row.raw, order: plan.writing.order ?? .dayMonthYear, year: nil) else {
        return .failure(Misfit(outcome: row.raw.leavesOrderOpen ? .otherOrder : .unsteady))
      }
      guard let slot = slots[row.dateOrigin] else { return .failure(Misfit(outcome: .unsteady)) }
      guard result.dates.replace(slot, with: date), result.scores.replace(slot, with: row.score)
      else {
        return .failure(Misfit(outcome: .wider(form(holding: date, row.score))))
      }
      if plan.note != nil { result.notes[slot] = row.note }
      for place in result.others.indices {
        result.others[place].set(slot, to: others[index * result.others.count + place])
      }
      filled.insert(slot)
    }
    let empty = result.summary.odd.map(\.slot).filter { !filled.contains($0) }
    result.dates.remove(at: empty)
    result.scores.remove(at: empty)
    result.notes.remove(at: empty)
    for place in result.others.indices { result.others[place].remove(at: empty) }
    return .success(empty)
  }

  /// The plan's form, wide enough for one more row.
  private func form(holding date: ScoreDate, _ score: Double) -> SteadyForm {
    var form = plan.form
    var wanted = plan.form
    if DateTraits(precision: date.precision, offsetMinutes: date.offsetMinutes) != form.traits {
      wanted.tracksTraits = true
    }
    let second = Int64(date.day) * 86400 + date.nanosecondOfDay / 1_000_000_000
    if date.precision == .time, form.dates == .days {
      (wanted.dates, wanted.base) = (.seconds, SteadyForm.minute(of: second))
    }
    if !form.holds(seconds: second) { wanted.dates = form.dates == .seconds ? .minutes : .ticks }
    wanted.perSecond = max(
      form.perSecond, SteadyForm.perSecond(holding: date.nanosecondOfDay % 1_000_000_000))
    if !score.isNaN {
      if let (scale, isSmall) = ScoreColumn.scale(of: score, atLeast: form.scale) {
        wanted.scale = scale
        if !isSmall { wanted.scores = .medium }
      } else {
        wanted.scores = .exact
      }
    }
    form.widen(wanted)
    return form
  }

  // MARK: Sorting

  /// Brings the rows in order and tells of duplicates. False where a rule for those makes other rows of them.
  ///
  /// `kept`: slots that were taken out.
  private func sort(
    _ result: inout SteadyRun.Result, kept removed: [Int], _ issues: inout RowIssues
  ) -> Bool {
    var order = result.summary.odd.isEmpty ? result.summary.order : result.dates.steadyOrder
    var sorted: [UInt32]?
    if order.stepsUp, order.stepsDown {
      guard result.dates.count <= UInt32.max else { return false }
      let permutation = result.dates.sortedRows()
      (order.repeats, order.firstRepeat) = result.dates.repeats(in: permutation)
      sorted = permutation
    }
    if order.repeats > 0, let first = order.firstRepeat {
      if options.duplicates == nil {
        guard let place = place(ofRow: first, removed, result.summary, issues.places) else { return false }
        issues.log.add(
          HistoryAssembler.duplicateWarning(
            result.dates[first], count: order.repeats, line: place.line, place.column))
      } else if options.duplicates != .all {
        return false
      }
    }
    if let sorted {
      result.dates = result.dates.reordered(sorted)
      result.scores = result.scores.reordered(sorted)
      result.others = result.others.map { $0.reordered(sorted) }
      if plan.note != nil { result.notes = sorted.map { result.notes[Int($0)] } }
    } else if order.stepsDown {
      result.dates.reverse()
      result.scores.reverse()
      for place in result.others.indices { result.others[place].reverse() }
      result.notes.reverse()
    }
    return true
  }

  /// Where the date of a row is, of which those at `removed` slots are none.
  private func place(
    ofRow row: Int, _ removed: [Int], _ summary: SteadySummary, _ places: PlaceFinder
  ) -> (line: Int, column: Int)? {
    if let source = table.source?.bytes {
      let places = PlaceFinder(lineStarts: PlaceFinder.lineStarts(in: source), text: source)
      return places.place(JSONLines.origin(ofRow: row, column: plan.date, in: source) ?? 0, column: plan.date)
    }
    var slot = row
    for empty in removed {
      guard empty <= slot else { break }
      slot += 1
    }
    guard summary.rejected > 0 else { return places.place(firstLine + slot, column: plan.date) }
    let parser = SteadyParser(plan: plan, text: SharedBytes(bytes: text))
    return parser.line(ofSlot: slot, in: text.from(frame.dataStart)).map {
      places.place(firstLine + $0, column: plan.date)
    }
  }
}

/// The records that the general reader looks at: those before the data, and odd lines.
private struct OddRecords: RecordSource {
  let text: Bytes
  private var head: RecordScanner
  private let odd: [OddLine]
  private let firstLine: Int
  private var index = 0
  private let like: RecordScanner
  private let end: Int

  init(text: Bytes, head: RecordScanner, headEnd: Int, odd: [OddLine], _ firstLine: Int) {
    self.text = text
    self.odd = odd
    self.firstLine = firstLine
    self.head = head.over(text.part(0..<max(headEnd, head.position)), isGrowing: false)
    like = head
    end = text.count
  }

  mutating func next(_ record: inout Record) throws(ParseError) -> Bool {
    if try head.next(&record) { return true }
    while index < odd.count {
      let line = odd[index]
      index += 1
      let isLast = line.end == end && (line.end == line.start || text[line.end - 1] != 0x0A)
      var scanner = like.over(
        text.part(0..<line.end), isGrowing: like.isGrowing && isLast, position: line.start,
        line: firstLine + line.line)
      if try scanner.next(&record) { return true }
    }
    return false
  }
}
