/// The records of a source, with word of how far they have been read.
struct ObservedRecords<Source: RecordSource>: RecordSource {
  private var source: Source
  private let observer: ReadingObserver
  private let share: Double
  private let countsRows: Bool
  private var rows = 0
  /// Where the bytes begin that the observer was not told of, and where they should be enough to tell of.
  private var told = 0
  private var next = Self.bytesAtOnce

  private static var bytesAtOnce: Int { 8 << 20 }

  /// - Parameters:
  ///   - share: how much of all the work reading them is.
  ///   - countsRows: whether this is the reading that makes rows of them.
  init(_ source: Source, share: Double, countsRows: Bool, _ observer: ReadingObserver) {
    (self.source, self.share, self.countsRows, self.observer) = (source, share, countsRows, observer)
  }

  var text: Bytes { source.text }

  mutating func next(_ record: inout Record) throws(ParseError) -> Bool {
    guard try source.next(&record) else {
      tell(upTo: text.count)
      return false
    }
    rows &+= 1
    if record.end >= next { tell(upTo: record.start) }
    return true
  }

  /// Bytes of the record in hand are still needed.
  private mutating func tell(upTo end: Int) {
    guard end > told else { return }
    let part = Double(end - told) / Double(max(text.count, 1))
    observer.tell(.read(told..<end, rows: countsRows ? rows : 0, share: share * part))
    (told, next, rows) = (end, end + Self.bytesAtOnce, 0)
  }
}
