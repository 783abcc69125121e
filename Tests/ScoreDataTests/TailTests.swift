import ScoreData
import Testing

/// The newest end of a huge table is what the whole ends with, or else the whole says what is wrong.
@Suite struct TailTests {
  /// A table of more than one megabyte, its rows being made by `row`.
  private func table(rows: Int = 70_000, _ row: (Int) -> String) -> [UInt8] {
    var text = "date,score\n"
    for index in 0..<rows { text += row(index) + "\n" }
    return Array(text.utf8)
  }

  private func minute(_ index: Int) -> String {
    let day = ScoreDate(day: 15_000 + Int32(index / 1440)).isoText
    return "\(day) \(two(index / 60 % 24)):\(two(index % 60))"
  }

  private func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  private func read(_ bytes: [UInt8]) throws -> (tail: TailReading?, verdict: TailReading.Verdict?) {
    let tail = bytes.withUnsafeBytes { TailReading.read($0, least: 1 << 20) }
    let whole = try ScoreReader.read(bytes)
    return (tail, tail?.judge(whole))
  }

  @Test func theEndOfASortedTableIsRight() throws {
    let rows = 70_000
    let (tail, verdict) = try read(table { "\(minute($0)),\($0 % 1000)" })
    let series = try #require(tail?.reading.table.series.first)
    #expect(series.count > 10_000 && series.count < 100_000)
    #expect(series.scores[series.count - 1] == Double((rows - 1) % 1000))
    #expect(verdict == .right(older: rows - series.count))
    #expect(tail?.reading.diagnostics == [])
  }

  @Test func theBeginningOfANewestFirstTableIsRight() throws {
    let rows = 70_000
    let (tail, verdict) = try read(table { "\(minute(rows - $0)),\($0 % 1000)" })
    let series = try #require(tail?.reading.table.series.first)
    #expect(series.scores[series.count - 1] == 0)
    #expect(verdict == .right(older: rows - series.count))
  }

  /// The end is read as the whole is, whatever the dates are written like, even where a day of the end could be a month.
  @Test(arguments: ["seconds", "milliseconds", "month/day", "day/month", "month-day"], [false, true])
  func otherDatesAreReadLikeTheWhole(_ form: String, isNewestFirst: Bool) throws {
    let rows = 120_000
    let bytes = table(rows: rows) { index in
      // From the twelfth of January to the eighth of February.
      let second = 1_705_017_600 + 20 * (isNewestFirst ? rows - 1 - index : index)
      let date = ScoreDate(day: Int32(second / 86_400)).civil
      let (month, day) = (two(date.month), two(date.day))
      let clock = "\(two(second / 3600 % 24)):\(two(second / 60 % 60)):\(two(second % 60))"
      let written =
        switch form {
        case "seconds": "\(second)"
        case "milliseconds": "\(second * 1000 + index % 1000)"
        case "month/day": "\(month)/\(day)/\(date.year) \(clock)"
        case "day/month": "\(day)/\(month)/\(date.year) \(clock)"
        default: "\(month)-\(day)-\(date.year) \(clock)"
        }
      return "\(written),\(index % 1000)"
    }
    let (tail, verdict) = try read(bytes)
    let count = try #require(tail?.reading.table.series.first?.count)
    #expect(count > 5000 && count < rows / 2)
    #expect(verdict == .right(older: rows - count))
  }

  @Test func aRowThatIsOutOfPlaceIsTold() throws {
    let (tail, verdict) = try read(
      table { $0 == 30_000 ? "2099-01-01 00:00,5" : "\(minute($0)),\($0 % 1000)" })
    #expect(tail != nil)
    #expect(verdict == .wrong("the file is not sorted by date"))
  }

  @Test func daysAndMonthsThatTheWholeExchangesAreTold() throws {
    // The head and the end can be read either way; a day above twelve between them cannot.
    let bytes = table(rows: 120_000) { row in
      row < 60_000
        ? "1/\(row < 30_000 ? 2 : 3)/2024,\(row % 10)"
        : row == 60_000 ? "3/14/2024,1" : "5/6/2024,\(row % 10)"
    }
    let (tail, verdict) = try read(bytes)
    #expect(tail != nil)
    #expect(
      verdict == .wrong("the file as a whole has its dates in another order of day and month"))
  }

  @Test func otherFilesAreReadAsAWhole() {
    let small = Array("date,score\n2024-01-01,5\n".utf8)
    #expect(small.withUnsafeBytes { TailReading.read($0) } == nil)
    let numbers = table(rows: 200_000) { "\($0)" }
    #expect(numbers.withUnsafeBytes { TailReading.read($0, least: 1 << 20) } == nil)
    let json = Array(
      ("[" + String(repeating: "{\"date\":\"2024-01-01\",\"score\":5},\n", count: 40_000) + "]")
        .utf8)
    #expect(json.withUnsafeBytes { TailReading.read($0, least: 1 << 20) } == nil)
  }
}
