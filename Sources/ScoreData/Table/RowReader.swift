/// Reads the rows of a table once its columns, decimal mark and unit are known.
struct RowReader {
  let sieve: RowSieve
  let choice: ColumnChoice
  let scores: ScoreText
  let options: ReadingOptions

  /// Columns beside the score whose values are kept, too.
  let others: OtherScores

  private var rows: [PendingRow] = []
  /// The other columns' scores, row by row; NaN for a gap.
  private(set) var otherScores: [Double] = []
  private var issues: RowIssues
  private var firstKind: (kind: ScoreText.Kind, cell: Cell)?
  private let needed: [Int]

  init(
    sieve: RowSieve, choice: ColumnChoice, scores: ScoreText, others: OtherScores = .none, options: ReadingOptions,
    issues: RowIssues
  ) {
    self.sieve = sieve
    self.choice = choice
    self.scores = scores
    self.others = others
    self.options = options
    self.issues = issues
    needed = [choice.date, choice.score].compactMap(\.self)
  }

  private var text: Bytes { sieve.text }
  private var cellText: CellText { sieve.cellText }
  private var frame: TableFrame { sieve.frame }

  /// What all numbers of the column are, if there is one.
  var kind: ScoreText.Kind? { firstKind?.kind }

  /// `capacity`: how many rows there are at most, if that is known.
  ///
  /// - Throws: `ParseError` when the source ends badly, or `mixed-units`.
  mutating func read<Source: RecordSource>(_ source: Source, capacity: Int = 0) throws(ParseError) -> RowIssues {
    var source = source
    rows.reserveCapacity(capacity)
    otherScores.reserveCapacity(capacity * others.columns.count)
    var record = Record()
    while try source.next(&record) {
      if record.isComment {
        checkComment(record)
      } else if sieve.isData(record) {
        try readRow(record)
      }
    }
    return issues
  }

  /// Hands over the rows, so that changing them does not copy them.
  mutating func takeRows() -> [PendingRow] {
    defer { rows = [] }
    return rows
  }

  private mutating func readRow(_ record: Record) throws(ParseError) {
    if sieve.isHeaderAgain(record) {
      return issues.log.add(
        Diagnostic(
          .warning, .repeatedHeader, line: frame.places.line(record.origin),
          "the header stands here again and is skipped; were files joined?"))
    }
    if let damage = sieve.damage(record, needed: needed) {
      issues.rows += 1
      let cell = damage.column < record.cells.count ? record.cells[damage.column].origin : record.origin
      return issues.damage(damage.kind, origin: cell, column: damage.column, damage.message)
    }
    guard sieve.passesFilters(record) else { return }
    issues.rows += 1
    guard let (raw, dateCell) = date(record) else { return }
    var row = PendingRow(raw: raw, dateCell: dateCell, isCutOff: !record.isTerminated, score: .nan)
    try readScore(record, &row)
    if let note = choice.note, note < record.cells.count, !record.cells[note].isEmpty {
      row.note = CellPlace(record.cells[note])
    }
    rows.append(row)
    others.append(record, of: text, cellText, to: &otherScores)
  }

  private mutating func date(_ record: Record) -> (RawDate, Cell)? {
    guard let column = choice.date else {
      return (RawDate(.ordinal, issues.rows), Cell(start: 0, end: 0, origin: record.origin))
    }
    // In JSON a row may lack the value.
    let cell = column < record.cells.count ? record.cells[column] : Cell(start: 0, end: 0, origin: record.origin)
    let folded = cellText.folded(cell, in: text)
    if let raw = DateText.parse(folded) { return (raw, cell) }
    let shown = EscapedText.quoted(cellText.text(cell, in: text))
    if !record.isTerminated, column == record.cells.count - 1, let start = folded.first, ASCII.isDigit(start) {
      issues.damage(
        .partialLastLine, origin: cell.origin, column: column,
        "\(shown): the last line is cut off and skipped: its date is not whole")
      return nil
    }
    let message =
      cell.isEmpty
      ? "the row has no date in \(frame.called(column)) and is skipped"
      : "\(shown) is no date that exists; the row is skipped"
    issues.damage(.unreadableDate, origin: cell.origin, column: column, message)
    return nil
  }

  private mutating func readScore(_ record: Record, _ row: inout PendingRow) throws(ParseError) {
    guard choice.score < record.cells.count else { return }
    let cell = record.cells[choice.score]
    let folded = cellText.folded(cell, in: text)
    switch scores.parse(folded, isNumber: cell.isNumber) {
    case .gap: break
    case .value(let value, let denominator, let kind):
      if let first = firstKind, first.kind != kind { throw mixedUnits(cell, kind, first) }
      if firstKind == nil { firstKind = (kind, cell) }
      row.score = value
      row.denominator = denominator
    case .notFinite:
      complain(.notFiniteScore, cell, "is not a finite number; it is shown as a gap")
    case .otherUnit:
      let unit = scores.unit.map { EscapedText.quoted(String(decoding: $0, as: UTF8.self)) }
      complain(
        .unreadableScore, cell,
        unit.map { "does not have the unit \($0) of the other scores; it is shown as a gap" }
          ?? (isLikeDate(folded) ? Self.looksLikeDate : "is no number like the other scores; it is shown as a gap"))
    case .unreadable:
      complain(
        .unreadableScore, cell,
        isLikeDate(folded) ? Self.looksLikeDate : "is no score; it is shown as a gap")
    }
  }

  private static let looksLikeDate =
    "looks like a date: a spreadsheet may have turned a score such as 5/5 into it; it is shown as a gap"

  private func isLikeDate(_ folded: Bytes) -> Bool { DateText.parse(folded).map { !$0.isBareNumber } ?? false }

  private mutating func complain(_ kind: Diagnostic.Kind, _ cell: Cell, _ what: String) {
    let shown = EscapedText.quoted(cellText.text(cell, in: text))
    issues.damage(kind, origin: cell.origin, column: choice.score, isSkipped: false, "\(shown) \(what)")
  }

  private func mixedUnits(
    _ cell: Cell, _ kind: ScoreText.Kind, _ first: (kind: ScoreText.Kind, cell: Cell)
  ) -> ParseError {
    let place = frame.places.place(cell.origin, column: choice.score)
    let firstPlace = frame.places.place(first.cell.origin, column: choice.score)
    let shown = EscapedText.quoted(cellText.text(cell, in: text))
    let firstShown = EscapedText.quoted(cellText.text(first.cell, in: text))
    return ParseError(
      .mixedUnits, line: place.line, column: place.column,
      "\(shown) is \(kind.name), but \(firstShown) in line \(firstPlace.line) is \(first.kind.name); write all scores alike"
    )
  }

  private mutating func checkComment(_ record: Record) {
    guard options.comment == nil, let date = choice.date, max(date, choice.score) < record.cells.count,
      let raw = DateText.parse(cellText.folded(record.cells[date], in: text)),
      !raw.isBareNumber || choice.numbersAreDates,
      NumberText(cellText.folded(record.cells[choice.score], in: text)) != nil
    else { return }
    issues.log.add(
      Diagnostic(
        .warning, .commentLooksLikeData, line: record.origin,
        "a line that begins with # is a comment and skipped, but this one has a date and a number where rows have them; "
          + "if it is data use --comment=none"))
  }
}

extension ScoreText.Kind {
  fileprivate var name: String {
    switch self {
    case .plain: "a plain number"
    case .percent: "a percentage"
    case .fraction: "a fraction"
    }
  }
}
