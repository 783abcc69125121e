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

  /// Rows without a date are left out.
  func series(name: String, _ rows: [PendingRow], _ issues: inout RowIssues) -> ScoreSeries {
    var kept: [Int] = []
    var instants: [ScoreDate.Instant] = []
    kept.reserveCapacity(rows.count)
    instants.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      guard let date = row.date else { continue }
      kept.append(index)
      instants.append(date.instant)
    }
    let order = sortedOrder(instants, isNewestFirst: isNewestFirst(instants))
    warnOfDuplicates(rows, kept, instants, &issues)
    var dates = DateColumn()
    var scores = ScoreColumn()
    var notes = choice.note.map { TextColumn(name: names[$0].text) }
    dates.reserveCapacity(order.count)
    scores.reserveCapacity(order.count)
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, instants[order[end]] == instants[order[start]] { end += 1 }
      func append(_ row: PendingRow) {
        guard let date = row.date else { return }
        dates.append(date)
        scores.append(row.score)
        if let note = row.note { notes?.append(cellText.text(note, in: text)) } else { notes?.appendNothing() }
      }
      if end == start + 1 {
        append(rows[kept[order[start]]])
      } else {
        merged(order[start..<end].map { rows[kept[$0]] }).forEach(append)
      }
      start = end
    }
    return ScoreSeries(name: name, dates: dates, scores: scores, notes: notes)
  }

  private func isNewestFirst(_ instants: [ScoreDate.Instant]) -> Bool {
    var stepsBack = false
    for index in instants.indices.dropFirst() {
      if instants[index] > instants[index - 1] { return false }
      if instants[index] < instants[index - 1] { stepsBack = true }
    }
    return stepsBack
  }

  /// Indices by date; rows of one instant stay in their order, turned round in a file that has its newest row first.
  private func sortedOrder(_ instants: [ScoreDate.Instant], isNewestFirst: Bool) -> [Int] {
    if isNewestFirst { return instants.indices.reversed() }
    let order = Array(instants.indices)
    let isSorted = zip(instants, instants.dropFirst()).allSatisfy { $0 <= $1 }
    guard !isSorted else { return order }
    return order.sorted { instants[$0] != instants[$1] ? instants[$0] < instants[$1] : $0 < $1 }
  }

  private func warnOfDuplicates(
    _ rows: [PendingRow], _ kept: [Int], _ instants: [ScoreDate.Instant], _ issues: inout RowIssues
  ) {
    guard options.duplicates == nil, let column = choice.date else { return }
    var first: Int?
    var count = 0
    var seen: Set<ScoreDate.Instant> = []
    let isSorted = zip(instants, instants.dropFirst()).allSatisfy { $0 <= $1 }
    for index in instants.indices {
      let isKnown =
        isSorted ? index > 0 && instants[index] == instants[index - 1] : !seen.insert(instants[index]).inserted
      if isKnown {
        count += 1
        if first == nil { first = index }
      }
    }
    guard let first, let date = rows[kept[first]].date else { return }
    let place = issues.places.place(rows[kept[first]].dateCell.origin, column: column)
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
    let place = issues.places.place(rows[different].dateCell.origin, column: choice.score)
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
