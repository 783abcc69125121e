/// Reads a history from rows of cells.
struct TableReader {
  let frame: TableFrame
  let text: Bytes
  let cellText: CellText
  let options: ReadingOptions
  /// Whether rows have no dates and are numbered.
  var isNumbered: Bool
  /// Whether a dot may be a decimal mark without a word.
  var dotIsPlain: Bool
  /// What the series is called, if not like the column of its scores.
  var seriesName: String?
  var observer = ReadingObserver.none

  struct Result {
    var table: ScoreTable
    var issues: RowIssues
    var choice: ColumnChoice
    var order: DateOrder?
    var decimalMark: DecimalMark?
  }

  func read<Source: RecordSource>(_ source: Source, _ log: DiagnosticLog) throws(ParseError) -> Result {
    var log = log
    let sieve = try RowSieve(frame, text: text, cellText: cellText, options: options)
    observer.tell(.began)
    let profile = try TableProfile(observed(source, share: 0.4), sieve: sieve, grades: options.grades)
    try checkFilters(profile)
    let choice = try choose(source, profile, &log)
    let mark = try DecimalMark.decide(
      score: choice.score, date: choice.date, profile: profile, frame: frame, options: options, dotIsPlain: dotIsPlain,
      log: &log)
    let scores = ScoreText(profile.columns[choice.score], mark: mark ?? .dot, grades: options.grades)
    let others = OtherScores(
      choice, profile, mark: mark, frame: frame, options: options, dotIsPlain: dotIsPlain)
    var reader = RowReader(
      sieve: sieve, choice: choice, scores: scores, others: others, options: options,
      issues: RowIssues(log: log, places: frame.places))
    var issues = try reader.read(observed(source, share: 0.4, countsRows: true), capacity: profile.rows)
    var rows = reader.takeRows()
    var settled = DateSettler.Result()
    if let date = choice.date {
      let settler = DateSettler(
        text: text, cellText: cellText, options: options, column: date, numbersAreDates: choice.numbersAreDates)
      settled = try settler.settle(&rows, &issues)
      observer.tell(.read(text.count..<text.count, rows: 0, share: 0.1))
    } else {
      for index in rows.indices { rows[index].date = ScoreDate(day: rows[index].raw.a, precision: .ordinal) }
    }
    try issues.checkThatMostRowsAreUsable()
    let assembler = HistoryAssembler(
      text: text, cellText: cellText, options: options, names: frame.names, choice: choice)
    let units = assembler.settleUnits(&rows, kind: reader.kind, unit: scores.unit, &issues)
    let series = assembler.series(
      names: [seriesName ?? frame.names[choice.score].text] + others.columns.map { frame.names[$0].text }, rows,
      others: reader.otherScores, &issues)
    guard let chosen = series.first?.scores, (0..<chosen.count).contains(where: { chosen[$0] != nil }) else {
      throw noScores(choice)
    }
    let table = ScoreTable(
      dateColumn: choice.date.map { frame.names[$0].text } ?? "#", unit: units.unit, hasYears: settled.hasYears,
      bestPossible: units.bestPossible, series: series)
    return Result(table: table, issues: issues, choice: choice, order: settled.order, decimalMark: mark)
  }

  /// The records, each pass over which is a `share` of all the work; what is left is the work with dates and order.
  private func observed<Source: RecordSource>(
    _ source: Source, share: Double, countsRows: Bool = false
  ) -> ObservedRecords<Source> {
    ObservedRecords(source, share: share, countsRows: countsRows, observer)
  }

  /// A file whose rows are all damaged has no columns to choose from; then the damage is the message.
  private func choose<Source: RecordSource>(
    _ source: Source, _ profile: TableProfile, _ log: inout DiagnosticLog
  ) throws(ParseError) -> ColumnChoice {
    do throws(ParseError) {
      return try ColumnChoice(frame, profile, options: options, isNumbered: isNumbered, log: &log)
    } catch {
      guard profile.rows == 0, !error.isUsage else { throw error }
      throw try firstDamage(source)
        ?? ParseError(
          error.diagnostic.kind, line: error.diagnostic.line,
          "there are no rows below the header, so nothing to show; is the file complete?")
    }
  }

  /// What is wrong with the first row that something is wrong with.
  func firstDamage<Source: RecordSource>(_ source: Source) throws(ParseError) -> ParseError? {
    var source = source
    var record = Record()
    let sieve = try RowSieve(frame, text: text, cellText: cellText, options: options)
    while try source.next(&record) {
      guard sieve.isData(record), let damage = sieve.damage(record, needed: []) else { continue }
      let origin = damage.column < record.cells.count ? record.cells[damage.column].origin : record.origin
      let place = frame.places.place(origin, column: damage.column)
      return ParseError(damage.kind, line: place.line, column: place.column, damage.message)
    }
    return nil
  }

  private func checkFilters(_ profile: TableProfile) throws(ParseError) {
    guard profile.rows == 0, let filter = options.filters.first, !profile.filterValues.isEmpty else { return }
    throw ParseError(
      .usage,
      "--where=\(EscapedText.escaped(filter.column, limit: 40))=\(EscapedText.escaped(filter.value, limit: 40)): no row has "
        + "that; there are \(profile.filterValues.joined(separator: ", "))")
  }

  private func noScores(_ choice: ColumnChoice) -> ParseError {
    ParseError(
      .noScores, line: frame.places.line(frame.firstDataOrigin),
      "no row has both a date and a number in \(frame.called(choice.score)); choose another with --score-column=")
  }
}
