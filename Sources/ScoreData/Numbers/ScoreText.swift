/// Reads the scores of one column, whose decimal mark and unit are known.
struct ScoreText {
  let mark: DecimalMark
  let grades: GradeTable?
  /// The unit behind most numbers, if it is neither percent nor none; others are then unreadable.
  let unit: [UInt8]?

  enum Kind: Equatable {
    case plain
    case percent
    case fraction
  }

  enum Score {
    case gap
    /// A number; what a fraction is divided by, else 0.
    case value(Double, denominator: Double, Kind)
    case notFinite
    case otherUnit
    case unreadable
  }

  init(_ profile: ColumnProfile, mark: DecimalMark, grades: GradeTable?) {
    self.mark = mark
    self.grades = grades
    let percents = profile.units.first { $0.name == ColumnProfile.percent }?.count ?? 0
    let other = profile.units.filter { $0.name != ColumnProfile.percent }.max { $0.count < $1.count }
    unit = other.flatMap {
      $0.count > profile.plainNumbers + profile.fractions + profile.grades + percents ? $0.name : nil
    }
  }

  /// `text`: a cell as ``CellText/fold(_:)`` leaves it.
  /// `isNumber`: whether the cell is a number of JSON, which has no decimal comma.
  func parse(_ text: Bytes, isNumber: Bool) -> Score {
    if MissingMark.matches(text) { return .gap }
    if let grades, let worth = grades[text.string] { return .value(worth, denominator: 0, .plain) }
    guard let number = NumberText(text) else { return .unreadable }
    if number.shape == .infinite { return .notFinite }
    let mark = isNumber ? .dot : mark
    guard let value = number.value(mark) else { return .unreadable }
    guard value.isFinite else { return .notFinite }
    if number.shape == .fraction {
      guard unit == nil, let denominator = number.denominatorValue(mark) else { return .unreadable }
      return .value(value, denominator: denominator, .fraction)
    }
    if let unit {
      return number.unit.elementsEqual(unit) ? .value(value, denominator: 0, .plain) : .otherUnit
    }
    if number.unit.isEmpty { return .value(value, denominator: 0, .plain) }
    return number.unit.elementsEqual(ColumnProfile.percent) ? .value(value, denominator: 0, .percent) : .otherUnit
  }
}
