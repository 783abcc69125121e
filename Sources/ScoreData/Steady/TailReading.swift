/// The newest end of a huge table, read before the rest.
///
/// It is what the table's head and its end would give as a file of their own, so it can be wrong: only the whole
/// tells whether it is, and in what (``judge(_:)``). It comes without diagnostics, whose lines nobody knows yet.
public struct TailReading: Sendable {
  public let reading: Reading

  /// Files with fewer bytes are read as a whole at once.
  public static let worthwhile = 8 << 20
  /// Bytes at the end that are read.
  private static let tailSize = 1 << 19
  /// Bytes at the beginning that tell how they are to be read.
  private static let headSize = 1 << 14

  /// What the whole says about its end.
  public enum Verdict: Equatable, Sendable {
    /// The rows are the whole's last, with so many before them.
    case right(older: Int)
    /// They are not, for a reason that fits behind "the newest scores were shown first, but".
    case wrong(String)
  }

  /// Reads the end of a table in which the newest rows are the last, or the beginning of one where they are the first.
  ///
  /// O(1) for any size. Nil for files below `least` bytes, for JSON and tables without dates, for text that is not UTF-8, and where the end alone cannot be read.
  public static func read(
    _ bytes: UnsafeRawBufferPointer, options: ReadingOptions = ReadingOptions(),
    least: Int = worthwhile
  ) -> TailReading? {
    let bytes = Bytes(
      start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    guard bytes.count >= least, options.filters.isEmpty, !options.byRow, !options.numbered,
      BinaryFormat.complaint(bytes) == nil,
      let start = TextDecoding.startOfUTF8(bytes, wanted: options.encoding)
    else { return nil }
    let text = bytes.from(start)
    let headEnd = LineSplitter.lineStart(text, atOrBehind: headSize, from: 0)
    let tailStart = LineSplitter.lineStart(text, atOrBehind: text.count - tailSize, from: headEnd)
    guard !JSONShape.startsLikeJSON(text), headEnd <= headSize * 8, tailStart < text.count else {
      return nil
    }
    var head = Array(text.part(0..<headEnd))
    let end = Array(text.part(tailStart..<text.count))
    guard var first = reading(head, options) else { return nil }
    var options = options
    if options.dateOrder == nil, first.understanding.dateOrder != nil {
      // A few rows from all over the file most often tell days from months.
      for line in LineSplitter.samples(text, of: headEnd..<tailStart) { head += text.part(line) }
      guard let more = reading(head, options) else { return nil }
      first = more
    }
    guard let both = reading(head + end, options), both.understanding.dateColumn != nil,
      let newest = both.table.series.first, let oldest = first.table.series.first, oldest.count > 0
    else { return nil }
    options.dateOrder = both.understanding.dateOrder
    // Rows of the head are no neighbours of those of the end.
    let own = newest.count - oldest.count
    guard own > 0 else { return nil }
    var reading = both
    if newest.dates[own - 1].instant <= oldest.dates[0].instant {
      // Newest first: what follows the head in the file are the rows before it in time.
      let more = Array(
        text.part(0..<LineSplitter.lineStart(text, atOrBehind: tailSize, from: headEnd)))
      guard let beginning = Self.reading(more, options) else { return nil }
      reading = beginning
    } else {
      guard oldest.dates[oldest.count - 1].instant <= newest.dates[oldest.count].instant else {
        return nil
      }
      reading.table.series = both.table.series.map { $0.suffix(own) }
    }
    reading.diagnostics = []
    return TailReading(reading: reading)
  }

  private static func reading(_ text: [UInt8], _ options: ReadingOptions) -> Reading? {
    try? ScoreReader.read(text, options: options)
  }

  /// Whether the whole ends with these rows, and reads them the same.
  ///
  /// O(rows of the end).
  public func judge(_ whole: Reading) -> Verdict {
    guard let mine = reading.table.series.first, let all = whole.table.series.first else {
      return .wrong("there are none")
    }
    let older = all.count - mine.count
    let isSame =
      older >= 0
      && (0..<mine.count).allSatisfy {
        mine.dates[$0] == all.dates[older + $0] && mine.scores[$0] == all.scores[older + $0]
      }
    let fits =
      mine.name == all.name && reading.table.unit == whole.table.unit
      && reading.table.dateColumn == whole.table.dateColumn
      && reading.table.hasYears == whole.table.hasYears
      && reading.table.bestPossible == whole.table.bestPossible
      && (mine.notes == nil) == (all.notes == nil)
    return isSame && fits ? .right(older: older) : .wrong(reason(whole))
  }

  private func reason(_ whole: Reading) -> String {
    let (mine, all) = (reading.understanding, whole.understanding)
    if mine.dateColumn != all.dateColumn || mine.scoreColumn != all.scoreColumn {
      return "the file as a whole is read with other columns"
    }
    if mine.dateOrder != all.dateOrder {
      return "the file as a whole has its dates in another order of day and month"
    }
    if mine.decimalMark != all.decimalMark { return "the file as a whole has another decimal mark" }
    if reading.table.unit != whole.table.unit {
      return "the file as a whole has scores of another unit"
    }
    return "the file is not sorted by date"
  }
}

extension ScoreSeries {
  /// The last `count` rows.
  func suffix(_ count: Int) -> ScoreSeries {
    let first = max(self.count - count, 0)
    var part = ScoreSeries(name: name, dates: DateColumn(), scores: ScoreColumn())
    if let notes { part.notes = TextColumn(name: notes.name) }
    for row in first..<self.count {
      part.dates.append(dates[row])
      part.scores.append(scores[row])
      part.notes?.append(notes?[row])
    }
    return part
  }
}
