/// Reads one row of a gradebook as a history along its columns.
struct GradebookReader<Source: RecordSource> {
  let frame: TableFrame
  let source: Source
  /// The cells with the columns' names, where there are such.
  let header: Record?
  let cellText: CellText
  let options: ReadingOptions
  /// Whether a dot may be a decimal mark without a word.
  let dotIsPlain: Bool

  private var text: Bytes { source.text }

  /// - Throws: `ParseError` `multiple-subjects` when several rows fit, `no-scores` when the row has none.
  func read(_ understanding: Understanding, _ log: DiagnosticLog) throws(ParseError) -> Reading {
    var log = log
    let sieve = try RowSieve(frame, text: text, cellText: cellText, options: options)
    let student = try student(sieve)
    var unfiltered = options
    unfiltered.filters = []
    let everyone = try RowSieve(frame, text: text, cellText: cellText, options: unfiltered)
    let profile = try TableProfile(source, sieve: everyone, grades: options.grades)
    let columns = assignments(profile, student)
    guard !columns.isEmpty else {
      throw ParseError(
        .noScores, line: frame.places.line(student.origin), "the row has no numbers under names of assignments")
    }
    let mark = try mark(profile, columns, &log)
    var issues = RowIssues(log: log, places: frame.places)
    let scores = ScoreText(together(profile, columns), mark: mark ?? .dot, grades: options.grades)
    let (read, kind) = try rows(student, columns, scores, &issues)
    var rows = read
    let (order, hasYears, areDated) = try date(&rows, columns, &issues)
    try issues.checkThatMostRowsAreUsable()

    var choice = ColumnChoice(score: columns[0])
    if areDated { choice.date = columns[0] }
    let assembler = HistoryAssembler(
      text: text, cellText: cellText, options: options, names: frame.names, choice: choice)
    let units = assembler.settleUnits(&rows, kind: kind, unit: scores.unit, &issues)
    var series = assembler.series(names: [name(student)], rows, others: [], &issues)[0]
    if !areDated { series.notes = TextColumn(name: "assignment", columns.map { frame.names[$0].text }) }
    guard (0..<series.count).contains(where: { series.scores[$0] != nil }) else {
      throw ParseError(.noScores, line: frame.places.line(student.origin), "the row has no scores")
    }
    let table = ScoreTable(
      dateColumn: areDated ? "date" : "#", unit: units.unit, hasYears: hasYears, bestPossible: units.bestPossible,
      series: [series])
    var understanding = understanding
    understanding.row = Understanding.Row(name: name(student), columns: columns.map { frame.names[$0].text })
    understanding.dateOrder = order
    understanding.decimalMark = mark
    understanding.rowsRead = issues.rows - issues.skipped
    understanding.rowsSkipped = issues.skipped
    return Reading(table: table, diagnostics: issues.log.diagnostics, understanding: understanding)
  }

  /// The one row that fits the filters.
  private func student(_ sieve: RowSieve) throws(ParseError) -> Record {
    var source = source
    var record = Record()
    var student: Record?
    var others: [String] = []
    while try source.next(&record) {
      guard sieve.isData(record), !sieve.isHeaderAgain(record) else { continue }
      guard sieve.passesFilters(record) else {
        if others.count < 8 { others.append(EscapedText.quoted(name(record))) }
        continue
      }
      guard student == nil else {
        let place = frame.places.place(record.origin, column: 0)
        throw ParseError(
          .multipleSubjects, line: place.line, column: place.column,
          "several rows could be meant, \(EscapedText.quoted(name(student ?? record))) and \(EscapedText.quoted(name(record))) "
            + "among them; choose one with --where=COLUMN=VALUE")
      }
      student = record
    }
    if let student {
      guard let damage = sieve.damage(student, needed: []) else { return student }
      let cell = damage.column < student.cells.count ? student.cells[damage.column].origin : student.origin
      let place = frame.places.place(cell, column: damage.column)
      throw ParseError(damage.kind, line: place.line, column: place.column, damage.message)
    }
    guard !others.isEmpty else {
      throw ParseError(
        .noScores, line: frame.places.line(frame.headerOrigin), "there are no rows below the header, so nothing to show"
      )
    }
    throw ParseError(.usage, "no row fits --where=; there are \(others.joined(separator: ", "))")
  }

  private func name(_ record: Record) -> String {
    let cell = record.cells.first { !$0.isEmpty }
    return cell.map { cellText.text($0, in: text).string } ?? "score"
  }

  /// Columns of single assignments: numbers for most people, and no totals, ids or times.
  private func assignments(_ profile: TableProfile, _ student: Record) -> [Int] {
    frame.names.indices.filter { index in
      let name = frame.names[index]
      let column = profile.columns[index]
      guard index < student.cells.count, column.isMostlyNumbers || column.filled == 0, SubjectName.kind(name) == nil,
        !GradebookNames.isTotal(name.words)
      else { return false }
      let isDated = isDate(name)
      guard isDated || ScoreName(name).tier != .notAScore else { return false }
      return isDated || column.bareDates.most(withYears: false) * 2 < max(column.filled, 1)
    }
    .filter { index in
      profile.columns[index].filled > 0 || !student.cells[index].isEmpty
    }
  }

  private func isDate(_ name: ColumnName) -> Bool {
    Array(name.text.utf8).withUnsafeBufferPointer { DateText.parse(cellText.fold($0)) } != nil
  }

  private func mark(
    _ profile: TableProfile, _ columns: [Int], _ log: inout DiagnosticLog
  ) throws(ParseError) -> DecimalMark? {
    let others = profile.columns.enumerated().filter { !columns.contains($0.offset) && $0.element.isMostlyNumbers }
    return try DecimalMark.decide(
      DecimalEvidence(columns.map { ($0, profile.columns[$0].decimal) }), column: columns[0],
      others: others.map(\.element.decimal), frame: frame, options: options, dotIsPlain: dotIsPlain, log: &log)
  }

  /// The columns' contents as if they were one column.
  private func together(_ profile: TableProfile, _ columns: [Int]) -> ColumnProfile {
    var sum = ColumnProfile()
    for column in columns.map({ profile.columns[$0] }) {
      sum.plainNumbers += column.plainNumbers
      sum.fractions += column.fractions
      sum.grades += column.grades
      for unit in column.units {
        if let known = sum.units.firstIndex(where: { $0.name == unit.name }) {
          sum.units[known].count += unit.count
        } else {
          sum.units.append(unit)
        }
      }
    }
    return sum
  }

  private func rows(
    _ student: Record, _ columns: [Int], _ scores: ScoreText, _ issues: inout RowIssues
  ) throws(ParseError) -> (rows: [PendingRow], kind: ScoreText.Kind?) {
    var rows: [PendingRow] = []
    var kind: ScoreText.Kind?
    for (number, column) in columns.enumerated() {
      issues.rows += 1
      let cell = student.cells[column]
      var row = PendingRow(
        raw: RawDate(.ordinal, number + 1), dateCell: Cell(start: 0, end: 0, origin: student.origin), score: .nan)
      row.date = ScoreDate(day: Int32(truncatingIfNeeded: number + 1), precision: .ordinal)
      let shown = EscapedText.quoted(cellText.text(cell, in: text))
      switch scores.parse(cellText.folded(cell, in: text), isNumber: false) {
      case .gap: break
      case .value(let value, let denominator, let its):
        guard kind == nil || kind == its else {
          let place = frame.places.place(cell.origin, column: column)
          throw ParseError(
            .mixedUnits, line: place.line, column: place.column,
            "\(shown) is not written like the scores before it; write all as numbers, percents or fractions")
        }
        kind = its
        (row.score, row.denominator) = (value, denominator)
      case .notFinite:
        issues.damage(
          .notFiniteScore, origin: cell.origin, column: column, isSkipped: false, "\(shown) is not a finite number")
      case .otherUnit, .unreadable:
        issues.damage(
          .unreadableScore, origin: cell.origin, column: column, isSkipped: false,
          "\(shown) is no score; it is shown as a gap")
      }
      rows.append(row)
    }
    return (rows, kind)
  }

  /// Gives the rows the dates that their columns are called by, if all are.
  private func date(
    _ rows: inout [PendingRow], _ columns: [Int], _ issues: inout RowIssues
  ) throws(ParseError) -> (order: DateOrder?, hasYears: Bool, areDated: Bool) {
    guard let header else { return (nil, true, false) }
    var dated = rows
    for (number, column) in columns.enumerated() {
      guard column < header.cells.count, let raw = DateText.parse(cellText.folded(header.cells[column], in: text))
      else {
        return (nil, true, false)
      }
      dated[number].setDate(raw, at: header.cells[column])
    }
    let settler = DateSettler(
      text: text, cellText: cellText, options: options, column: columns[0], numbersAreDates: true)
    let settled = try settler.settle(&dated, &issues)
    rows = dated
    return (settled.order, settled.hasYears, true)
  }
}

private enum GradebookNames {
  /// Words in names of columns that sum up others, wherever they stand.
  private static let totals: Set<String> = [
    "total", "overall", "average", "possible", "sum", "gesamt", "summe", "moyenne", "promedio",
  ]
  /// Words that do so in "Final Score", and do not in "Final exam" or "Social media essay".
  private static let doubtful: Set<String> = ["final", "current", "mean", "media", "max", "maximum"]
  private static let scores: Set<String> = [
    "score", "scores", "grade", "grades", "point", "points", "mark", "marks", "percent", "percentage", "result",
    "results", "punkte", "note", "notes", "nota", "puntos",
  ]
  private static let works: Set<String> = [
    "exam", "exams", "examination", "test", "quiz", "paper", "project", "essay", "presentation", "report", "lab",
    "homework", "klausur", "prüfung", "arbeit", "examen", "prueba", "devoir",
  ]

  /// Whether a column sums up others; a bare "Final" is an exam's.
  static func isTotal(_ words: [String]) -> Bool {
    if words.contains(where: totals.contains) { return true }
    guard words.contains(where: doubtful.contains) else { return false }
    if words.allSatisfy(doubtful.contains) { return words != ["final"] }
    // "Homework Final Score" is a total of Canvas; "Final exam score" is an exam's.
    guard let first = words.firstIndex(where: doubtful.contains) else { return false }
    return words.contains(where: scores.contains) && !words[first...].contains(where: works.contains)
  }
}

extension TableLayout.Result {
  /// The header's cells, or nil where there is none.
  func headerRecord() throws(ParseError) -> Record? {
    guard frame.header != nil else { return nil }
    var source = scanner
    var record = Record()
    while try source.next(&record) {
      if !record.isComment, record.origin == frame.headerOrigin { return record }
    }
    return nil
  }
}
