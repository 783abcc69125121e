extension ScoreTable {
  /// How many rows each series has behind those of `older`; nil unless all the rows of `older` stand at the
  /// beginning, unchanged.
  ///
  /// O(rows of `older`), without any allocation.
  public func rowsBehind(_ older: ScoreTable) -> [Int]? {
    guard series.count == older.series.count, hasYears == older.hasYears, unit == older.unit,
      bestPossible == older.bestPossible, dateColumn == older.dateColumn
    else { return nil }
    var counts: [Int] = []
    for (new, old) in zip(series, older.series) {
      guard new.name == old.name, new.begins(with: old) else { return nil }
      counts.append(new.count - old.count)
    }
    return counts
  }
}

extension ScoreSeries {
  fileprivate func begins(with older: ScoreSeries) -> Bool {
    guard count >= older.count else { return false }
    // From the newest back: what differs at all usually differs there.
    return (0..<older.count).reversed().allSatisfy { row in
      scores[row] == older.scores[row] && dates[row] == older.dates[row] && notes?[row] == older.notes?[row]
    }
  }
}
