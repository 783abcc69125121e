/// The first rows that are read, from which the others are judged.
struct SteadySample {
  /// Before them.
  let scanner: RecordScanner
  /// Where the first of them begins.
  let start: Int
  /// How many are looked at.
  let rows: Int

  /// Among rows that are left out there may be few that are not.
  private static let filteredRows = 4000

  /// Nil where no row passes the filters as it stands there.
  init?(_ table: SteadyTable, _ sieve: RowSieve) {
    let dataStart = sieve.frame.dataStart
    guard let rarest = sieve.filters.map(\.value).max(by: { $0.utf8.count < $1.utf8.count }) else {
      (scanner, start, rows) = (table.scanner, dataStart, SteadyPlanner.headRows)
      return
    }
    guard let found = Self.offset(of: Array(rarest.utf8), in: sieve.text.from(dataStart)) else { return nil }
    start = LineSplitter.lineStart(sieve.text, atOrBefore: dataStart + found, from: dataStart)
    // Nothing that is said of these rows is shown, so their lines' numbers mean nothing.
    scanner = table.scanner.over(sieve.text, isGrowing: table.scanner.isGrowing, position: start, line: 1)
    rows = Self.filteredRows
  }

  /// Where some bytes first stand in a text.
  private static func offset(of part: [UInt8], in text: Bytes) -> Int? {
    guard let first = part.first else { return 0 }
    guard text.count >= part.count else { return nil }
    for index in 0...text.count - part.count where text[index] == first {
      if text.part(index..<index + part.count).equals(part) { return index }
    }
    return nil
  }
}
