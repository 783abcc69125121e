import Foundation
import ScoreData
import Testing

@Suite struct DiagnosticTests {
  @Test func ofManyWarningsOfAKindTwentyAreShown() throws {
    var text = "Date,Score\n"
    for day in 1...90 { text += "\(ScoreDate(day: Int32(day)).isoText),\(day % 3 == 0 ? "bad" : "20")\n" }
    let reading = try ScoreReader.read(Array(text.utf8))
    #expect(reading.diagnostics.count == 21)
    #expect(reading.diagnostics.prefix(20).map(\.line) == (1...20).map { $0 * 3 + 1 })
    #expect(reading.diagnostics.last?.line == nil)
    #expect(reading.diagnostics.last?.message.contains("10 more") == true)
    #expect(reading.understanding.rowsRead == 90)
  }

  @Test func messagesAreOneLineWithoutControlCharacters() throws {
    let text = "Date,Score\n2024-08-29,\"2\u{1B}[31mO\n\u{202E}x\"\n2024-08-30,1\n2024-08-31,2\n"
    let message = try #require(ScoreReader.read(Array(text.utf8)).diagnostics.first).text(file: "f")
    #expect(message.hasPrefix("f:2:2: warning: \"2\\u{1B}[31mO\\n\\u{202E}x\""))
    #expect(message.hasSuffix("[unreadable-score]"))
    #expect(!message.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }

  @Test func longCellsAreShortened() throws {
    let text = "Date,Score\n2024-08-29,\(String(repeating: "x", count: 100_000))\n2024-08-30,1\n2024-08-31,2\n"
    let message = try #require(ScoreReader.read(Array(text.utf8)).diagnostics.first).message
    #expect(message.contains("x…"))
    #expect(message.count < 200)
  }

  @Test func aRowOfMoreThanAMebibyteIsTooLong() {
    for quote in ["", "\""] {
      let text =
        "date,score,note\n2024-08-29,20,a\n2024-08-30,21,\(quote)" + String(repeating: "x\u{85}", count: 700_000)
        + quote
      let error = #expect(throws: ParseError.self) { try ScoreReader.read(Array(text.utf8)) }
      #expect(error?.diagnostic.kind == .lineTooLong)
      #expect(error?.diagnostic.line == 3)
    }
  }

  @Test func aCombiningMarkCannotGrowWithoutEnd() {
    let text = EscapedText.escaped("e" + String(repeating: "\u{301}", count: 5000))
    #expect(text.unicodeScalars.count <= 17)
  }

  @Test func anAssumedYearIsNotToldToAChart() throws {
    var options = ReadingOptions()
    options.today = CivilDate(year: 2024, month: 5, day: 1)
    let reading = try ScoreReader.read(Array("day,score\nJan 3,1\nJan 4,2\n".utf8), options: options)
    #expect(reading.diagnostics.map(\.kind) == [.yearAssumed])
    #expect(reading.chartDiagnostics.isEmpty)
    #expect(!reading.table.hasYears)
  }

  @Test func withoutTodayDatesWithoutYearAreAMatterOfUsage() {
    let error = #expect(throws: ParseError.self) { try ScoreReader.read(Array("day,score\nJan 3,1\n".utf8)) }
    #expect(error?.isUsage == true)
  }

  @Test func theUnderstandingNamesEverything() throws {
    let text = "Name;Wert;Datum\nx;1,5;03/02/2024\ny;2;12/01/2024\nz;;13/01/2024\n"
    let understanding = try ScoreReader.read(Array(text.utf8)).understanding
    #expect(understanding.format == .delimited)
    #expect(understanding.encoding == .utf8)
    #expect(understanding.delimiter == .semicolon)
    #expect(understanding.dateColumn == .init(name: "Datum", number: 3))
    #expect(understanding.scoreColumn == .init(name: "Wert", number: 2))
    #expect(understanding.dateOrder == .dayMonthYear)
    #expect(understanding.decimalMark == .comma)
    #expect(understanding.rowsRead == 3)
    #expect(understanding.rowsSkipped == 0)
  }
}
