import Support
import Synchronization
import Testing

@testable import ScoreData

/// Whoever waits for a huge table hears how far it has been read, whichever way it is read.
@Suite struct ReadingObserverTests {
  private final class Log: Sendable {
    private let steps = Mutex<[ReadingStep]>([])

    var observer: ReadingObserver { ReadingObserver { step in self.steps.withLock { $0.append(step) } } }

    /// What was told since the reading began for the last time.
    var lastReading: [(part: Range<Int>, rows: Int, share: Double)] {
      steps.withLock { steps in
        var parts: [(Range<Int>, Int, Double)] = []
        for step in steps {
          switch step {
          case .began: parts = []
          case .read(let part, let rows, let share): parts.append((part, rows, share))
          }
        }
        return parts
      }
    }
  }

  /// A row a day, in as many bytes as `least` or more.
  private func table(_ least: Int, _ date: (Int) -> String) -> (bytes: [UInt8], rows: Int) {
    var text = "date,score,remark\n"
    var rows = 0
    let filler = String(repeating: "x", count: 4000)
    while text.utf8.count < least {
      text += "\(date(rows)),\(rows % 100),\"\(filler)\"\n"
      rows += 1
    }
    return (Array(text.utf8), rows)
  }

  private func named(_ row: Int) -> String {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"]
    return "\(row % 28 + 1) \(months[row / 28 % 6]) \(1000 + row / 168)"
  }

  private func iso(_ row: Int) -> String { ScoreDate(day: Int32(row)).isoText }

  @Test(arguments: [true, false]) func allBytesAndRowsAreTold(isSteady: Bool) throws {
    let (bytes, rows) = table(20 << 20, isSteady ? iso : named)
    var options = ReadingOptions()
    options.method = isSteady ? .automatic : .general
    let log = Log()
    let reading = try bytes.withUnsafeBytes { bytes throws(ParseError) in
      try ScoreReader.read(bytes, options: options, observer: log.observer)
    }
    #expect(reading.table.series[0].count == rows)
    let parts = log.lastReading
    #expect(parts.count >= 3)
    // The header may count as one.
    #expect((rows...rows + 1).contains(parts.map(\.rows).reduce(0, +)))
    let share = parts.map(\.share).reduce(0, +)
    #expect(share > 0.89 && share < 1.0001)
    // Each byte of the rows is told of in each pass, and what is told of follows on what was.
    for (part, next) in zip(parts, parts.dropFirst()) {
      #expect(next.part.lowerBound == part.part.upperBound || next.part.lowerBound == 0)
    }
    #expect(parts.last?.part.upperBound == bytes.count)
  }

  @Test func aReadingThatHasToBeginAnewSaysSo() throws {
    // The last row needs a wider form than the first ones.
    var (bytes, rows) = table(10 << 20, iso)
    bytes += Array("2900-01-01,70.125,x\n".utf8)
    rows += 1
    let log = Log()
    let reading = try bytes.withUnsafeBytes { bytes throws(ParseError) in
      try ScoreReader.read(bytes, observer: log.observer)
    }
    #expect(reading.table.series[0].count == rows)
    #expect((rows...rows + 1).contains(log.lastReading.map(\.rows).reduce(0, +)))
    #expect(log.lastReading.map(\.share).reduce(0, +) < 1.0001)
  }

  @Test func waitingRowsAreSmall() {
    #expect(MemoryLayout<PendingRow>.stride <= 88)
    #expect(MemoryLayout<ScoreDate>.stride == 16)
  }

  @Test func aPlaceGivesItsCellBack() {
    var cell = Cell(start: 123_456_789_012, end: 123_456_789_012 + 3_000_000, origin: 7)
    for isDoubled in [false, true] {
      cell.hasDoubledQuotes = isDoubled
      let found = CellPlace(cell).cell
      #expect(found.start == cell.start && found.end == cell.end && found.hasDoubledQuotes == isDoubled)
    }
    // A text that nobody reads to its end is cut, and spoils nothing else.
    let endless = CellPlace(start: 5, count: 1 << 40).cell
    #expect(endless.start == 5 && endless.end == 5 + (1 << 25) - 1)
  }
}
