/// Columns that could be the score as well as the chosen one; each becomes a series of its own.
struct OtherScores {
  private(set) var columns: [Int] = []
  /// How the cells of each of them are read.
  private var texts: [ScoreText] = []

  static let none = OtherScores()

  /// More lines than these nobody looks through.
  private static let most = 31
  /// Their values wait in eight bytes each, so a table that is huge shows the chosen column alone.
  private static let mostBytes = 1 << 30

  private init() {}

  /// Those that are written like the chosen column: in the same unit, and with a decimal mark that leaves no doubt.
  ///
  /// `mark`: the chosen column's.
  init(
    _ choice: ColumnChoice, _ profile: TableProfile, mark: DecimalMark?, frame: TableFrame, options: ReadingOptions,
    dotIsPlain: Bool
  ) {
    let chosen = profile.columns[choice.score]
    for column in choice.others.prefix(Self.most) {
      let other = profile.columns[column]
      guard other.isWritten(like: chosen) else { continue }
      var log = DiagnosticLog()
      guard
        let decided = try? Optional(
          DecimalMark.decide(
            score: column, date: choice.date, profile: profile, frame: frame, options: options, dotIsPlain: dotIsPlain,
            log: &log)), log.diagnostics.isEmpty, decided == nil || decided == mark ?? .dot
      else { continue }
      columns.append(column)
      texts.append(ScoreText(other, mark: mark ?? .dot, grades: options.grades))
    }
    if columns.count > Self.mostBytes / max(frame.places.text.count, 1) { self = .none }
  }

  /// Appends the scores of a row, NaN for gaps and what is no score.
  func append(_ record: Record, of text: Bytes, _ cellText: CellText, to values: inout [Double]) {
    for (column, scores) in zip(columns, texts) {
      guard column < record.cells.count else {
        values.append(.nan)
        continue
      }
      let cell = record.cells[column]
      if case .value(let value, _, _) = scores.parse(cellText.folded(cell, in: text), isNumber: cell.isNumber) {
        values.append(value)
      } else {
        values.append(.nan)
      }
    }
  }
}

extension ColumnProfile {
  /// Whether the numbers of both have the same unit, or none, and none is a fraction.
  fileprivate func isWritten(like other: ColumnProfile) -> Bool {
    guard fractions == 0, other.fractions == 0, units.count == other.units.count, units.count <= 1 else { return false }
    guard let unit = units.first, let their = other.units.first else { return true }
    return unit.name == their.name && plainNumbers == 0 && other.plainNumbers == 0
  }
}
