/// A row whose date still needs its column to be understood.
///
/// There can be a hundred million: fields are in the order that takes the fewest bytes, 88.
struct PendingRow {
  var raw: RawDate
  /// Whether the row is the last line and has no end.
  var isCutOff = false
  /// Where the date stands, for messages; ``Cell/origin`` of its cell.
  var datePlace: CellPlace
  var dateOrigin: Int
  /// NaN for a gap.
  var score: Double
  /// What the score is divided by; zero if it is no fraction.
  var denominator = 0.0
  var note = CellPlace.none
  /// Nil until settled, or if the row is left out.
  var date: ScoreDate?

  init(raw: RawDate, dateCell: Cell, isCutOff: Bool = false, score: Double) {
    self.raw = raw
    self.isCutOff = isCutOff
    self.score = score
    datePlace = CellPlace(dateCell)
    dateOrigin = dateCell.origin
  }

  mutating func setDate(_ raw: RawDate, at cell: Cell) {
    self.raw = raw
    datePlace = CellPlace(cell)
    dateOrigin = cell.origin
    date = nil
  }
}

/// Warnings and what speaks for giving up.
struct RowIssues {
  var log: DiagnosticLog
  let places: PlaceFinder
  /// Rows of data, and those among them that cannot be used.
  var rows = 0
  var unusable = 0
  /// Rows that were left out.
  var skipped = 0
  private var first: Diagnostic?

  init(log: DiagnosticLog, places: PlaceFinder) {
    self.log = log
    self.places = places
  }

  /// Notes that a row cannot be used.
  ///
  /// `column`: counted from 0.
  mutating func damage(
    _ kind: Diagnostic.Kind, origin: Int, column: Int, isSkipped: Bool = true, _ message: @autoclosure () -> String
  ) {
    unusable += 1
    if isSkipped { skipped += 1 }
    let place = places.place(origin, column: column)
    // Only what is shown, or may become the error, is worth a text.
    let isFirst = first.map { (place.line, place.column) < ($0.line ?? 0, $0.column ?? 0) } ?? true
    guard isFirst || log.hasRoom(for: kind) else { return log.addUnshown(kind) }
    let diagnostic = Diagnostic(.warning, kind, line: place.line, column: place.column, message())
    if isFirst { first = diagnostic }
    log.add(diagnostic)
  }

  /// - Throws: The first problem, when more than half of the rows have one.
  func checkThatMostRowsAreUsable() throws(ParseError) {
    guard unusable * 2 > rows, var first else { return }
    first.severity = .error
    first.message += "; \(unusable) of \(rows) rows cannot be used, so there is no chart"
    throw ParseError(first)
  }
}
