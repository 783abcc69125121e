/// Finds what separates the cells of a table.
struct DelimiterDetector {
  let cellText: CellText
  let scanner: (Delimiter?) -> RecordScanner

  private struct Candidate {
    var delimiter: Delimiter
    var sample: Sample
    /// Rows that have the common number of cells, of a thousand.
    var share: Int
    var hasDateColumn: Bool
  }

  /// Nil if every line is one cell.
  func find() -> Delimiter? {
    var best: Candidate?
    for delimiter in [Delimiter.comma, .semicolon, .tab, .pipe] {
      guard let candidate = candidate(delimiter) else { continue }
      guard let leader = best else {
        best = candidate
        continue
      }
      if candidate.share > leader.share
        || candidate.share == leader.share && candidate.hasDateColumn && !leader.hasDateColumn
      {
        best = candidate
      }
    }
    if let best, best.share >= 500 || best.hasDateColumn, best.hasDateColumn || !isDecimalList(best) {
      return best.delimiter
    }
    let blanks = candidate(.blanks)
    return blanks.map { $0.share >= 900 && $0.hasDateColumn } ?? false ? .blanks : nil
  }

  private func candidate(_ delimiter: Delimiter) -> Candidate? {
    let sample = Sample(tolerant: scanner(delimiter), size: TableLayout.sampleSize)
    var counts: [Int: Int] = [:]
    for row in sample.rows where row.cells.count >= 2 { counts[row.cells.count, default: 0] += 1 }
    guard let most = counts.values.max() else { return nil }
    return Candidate(
      delimiter: delimiter, sample: sample, share: most * 1000 / sample.rows.count, hasDateColumn: hasDateColumn(sample)
    )
  }

  /// Whether in some column at least half of the filled cells are dates.
  private func hasDateColumn(_ sample: Sample) -> Bool {
    let classifier = CellClassifier(text: scanner(nil).text, cellText: cellText)
    let width = sample.commonWidth.cells
    for column in 0..<min(width, 64) {
      var filled = 0
      var dates = 0
      for row in sample.rows where column < row.cells.count && !row.cells[column].isEmpty {
        filled += 1
        if classifier.kind(row.cells[column]) == .date { dates += 1 }
      }
      // A header is filled and no date.
      if dates > 0, dates * 2 >= filled - 1 { return true }
    }
    return false
  }

  /// Whether the commas of a file are those of decimals: not every line has one, and every line is a number as a whole.
  private func isDecimalList(_ candidate: Candidate) -> Bool {
    guard candidate.delimiter == .comma, candidate.sample.rows.contains(where: { $0.cells.count == 1 }) else {
      return false
    }
    let lines = Sample(tolerant: scanner(nil), size: TableLayout.sampleSize).rows
    let classifier = CellClassifier(text: scanner(nil).text, cellText: cellText)
    let numbers = lines.count { $0.cells.first.map { classifier.kind($0) == .number } ?? false }
    return numbers > 0 && numbers >= lines.count - 1
  }
}
