/// Makes a series of settled rows: oldest first, one unit, duplicates as wanted.
struct HistoryAssembler {
  let text: Bytes
  let cellText: CellText
  let options: ReadingOptions
  let names: [ColumnName]
  let choice: ColumnChoice

  struct Units {
    var unit: String?
    var bestPossible: Double?
  }

  /// The series of these names, the first of which has the rows' own scores and notes. Rows without a date are left out.
  ///
  /// `others`: the scores of the other series, row by row.
  func series(names: [String], _ rows: [PendingRow], others: [Double], _ issues: inout RowIssues) -> [ScoreSeries] {
    let order = RowOrder(rows)
    var again = DuplicateCount()
    var series = ScoreSeries(name: names[0], dates: DateColumn(), scores: ScoreColumn())
    series.notes = choice.note.map { TextColumn(name: self.names[$0].text) }
    series.dates.reserveCapacity(rows.count)
    series.scores.reserveCapacity(rows.count)
    func append(_ row: PendingRow) {
      guard let date = row.date else { return }
      series.dates.append(date)
      series.scores.append(row.score)
      if row.note == .none {
        series.notes?.appendNothing()
      } else {
        series.notes?.append(cellText.text(row.note.cell, in: text))
      }
    }
    order.forEachInstant(of: rows) { group in
      again.add(group)
      if options.duplicates ?? .all == .all {
        group.forEach { append(rows[$0]) }
      } else {
        merged(group.map { rows[$0] }).forEach(append)
      }
    }
    if let first = again.first { warnOfDuplicates(again.count, rows[first], &issues) }
    return [series]
      + names.dropFirst().enumerated().map { place, name in
        let scores = scores(rows, order) { others[$0 * (names.count - 1) + place] }
        return ScoreSeries(name: name, dates: series.dates, scores: scores)
      }
  }

  /// Other scores of the rows, in the same order and with the same rule for rows of one instant.
  private func scores(_ rows: [PendingRow], _ order: RowOrder, _ score: (Int) -> Double) -> ScoreColumn {
    var column = ScoreColumn()
    column.reserveCapacity(rows.count)
    order.forEachInstant(of: rows) { group in
      if options.duplicates ?? .all == .all {
        group.forEach { column.append(score($0)) }
      } else {
        let own = group.map { index in
          var row = rows[index]
          row.score = score(index)
          return row
        }
        merged(own).forEach { column.append($0.score) }
      }
    }
    return column
  }

  private func warnOfDuplicates(_ count: Int, _ first: PendingRow, _ issues: inout RowIssues) {
    guard options.duplicates == nil, let column = choice.date, let date = first.date else { return }
    let place = issues.places.place(first.dateOrigin, column: column)
    issues.log.add(Self.duplicateWarning(date, count: count, line: place.line, place.column))
  }

  /// What is said of `count` rows with an instant that an earlier one has, the first of them being at this place.
  static func duplicateWarning(_ date: ScoreDate, count: Int, line: Int, _ column: Int) -> Diagnostic {
    Diagnostic(
      .warning, .duplicateDate, line: line, column: column,
      "\(date.isoText) stands here for the second time\(count > 1 ? ", as do \(count - 1) others" : ""); all are "
        + "kept. Choose with --duplicates=first, last, mean or max, or settle it with all")
  }

  /// The rows that stand for all rows of one instant, which are in their order in the file.
  private func merged(_ group: [PendingRow]) -> [PendingRow] {
    guard group.count > 1, let rule = options.duplicates else { return group }
    let scored = group.filter { !$0.score.isNaN }
    guard let first = scored.first, let last = scored.last else { return [group[0]] }
    switch rule {
    case .all: return group
    case .first: return [first]
    case .last: return [last]
    case .max: return [scored.max { $0.score < $1.score } ?? first]
    case .mean:
      var mean = last
      // Dividing first keeps the sum from becoming infinite.
      let sum = scored.reduce(0) { $0 + $1.score }
      let count = Double(scored.count)
      mean.score = sum.isFinite ? sum / count : scored.reduce(0) { $0 + $1.score / count }
      return [mean]
    }
  }

  /// Decides what stands behind the scores; fractions of different wholes become percents.
  func settleUnits(_ rows: inout [PendingRow], kind: ScoreText.Kind?, unit: [UInt8]?, _ issues: inout RowIssues)
    -> Units
  {
    if let unit { return Units(unit: String(decoding: unit, as: UTF8.self)) }
    guard kind == .fraction else { return Units(unit: kind == .percent ? "%" : nil) }
    let fractions = rows.indices.filter { rows[$0].denominator > 0 }
    guard let first = fractions.first else { return Units() }
    let whole = rows[first].denominator
    guard let different = fractions.first(where: { rows[$0].denominator != whole }) else {
      return Units(unit: "/\(Self.plainText(whole))", bestPossible: whole)
    }
    let place = issues.places.place(rows[different].dateOrigin, column: choice.score)
    issues.log.add(
      Diagnostic(
        .warning, .fractionsAsPercent, line: place.line, column: place.column,
        "fractions have different wholes (\(Self.plainText(whole)) and \(Self.plainText(rows[different].denominator))), so all "
          + "are shown in percent"))
    for index in fractions { rows[index].score = percent(rows[index]) }
    return Units(unit: "%", bestPossible: 100)
  }

  private func percent(_ row: PendingRow) -> Double {
    let hundredfold = row.score * 100
    let percent = hundredfold.isFinite ? hundredfold / row.denominator : row.score / row.denominator * 100
    return percent.isFinite ? percent : .nan
  }

  /// The shortest text that gives back the number, without `.0`.
  static func plainText(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
    return "\(value)"
  }
}

/// Rows with the instant of an earlier row.
private struct DuplicateCount {
  private(set) var count = 0
  /// The first of them in the file.
  private(set) var first: Int?

  /// `group`: the rows of an instant, in the order of the file or the other way round.
  mutating func add(_ group: [Int]) {
    guard group.count > 1 else { return }
    count += group.count - 1
    let second = group[0] < group[1] ? group[1] : group[group.count - 2]
    first = min(first ?? second, second)
  }
}
