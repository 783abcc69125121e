import ScoreData
import ScoreExport
import Support
import Testing

/// A history as written, in the form that the writer of that name gives it.
func csvBytes(_ table: ScoreTable) -> [UInt8] {
  var bytes: [UInt8] = []
  HistoryCSV.write(table) { bytes.append(contentsOf: $0) }
  return bytes
}

func jsonBytes(_ table: ScoreTable) -> [UInt8] {
  var bytes: [UInt8] = []
  HistoryJSON.write(table) { bytes.append(contentsOf: $0) }
  return bytes
}

@Suite struct RoundTripTests {
  @Test(arguments: ReadingCase.all.filter { $0.error == nil })
  func whatIsWrittenReadsBackAsTheSameHistory(_ example: ReadingCase) throws {
    let table = try ScoreReader.read(example.input, options: example.readingOptions()).table
    for bytes in [csvBytes(table), jsonBytes(table)] {
      let again = try ScoreReader.read(bytes)
      #expect(again.table.series[0].dates == table.series[0].dates)
      #expect(again.table.series[0].scores == table.series[0].scores)
      #expect(again.table.series[0].name == table.series[0].name)
      #expect(again.table.unit == table.unit)
      #expect(again.table.dateColumn == table.dateColumn || table.dateColumn == "#")
      // Fractions that became percents do not say any more what they were.
      #expect(again.table.bestPossible == table.bestPossible || table.unit == "%")
      #expect(again.diagnostics.allSatisfy { ReadingProperty.isExpected($0, table) })
      let others = again.table.series.dropFirst()
      #expect(
        others.allSatisfy { other in table.series.contains { $0.name == other.name && $0.scores == other.scores } })
    }
    #expect(try ScoreReader.read(jsonBytes(table)).table.dateColumn == table.dateColumn)
    #expect(try ScoreReader.read(jsonBytes(table)).table.title == table.title)
  }

  @Test func theFormsAreReadable() throws {
    let text = "when,the \"score\"\n2024-08-29T12:00:00.250+02:00,85.5%\n2024-08-30,-\n"
    let table = try ScoreReader.read(Array(text.utf8)).table
    #expect(
      String(decoding: csvBytes(table), as: UTF8.self)
        == "when,\"the \"\"score\"\"\"\n2024-08-29T12:00:00.250+02:00,85.5%\n2024-08-30,\n")
    #expect(
      String(decoding: jsonBytes(table), as: UTF8.self) == #"""
        {"title": null, "date_column": "when", "unit": "%", "series": [
          {"name": "the \"score\"", "points": [
            {"date": "2024-08-29T12:00:00.250+02:00", "score": 85.5},
            {"date": "2024-08-30", "score": null}]}]}

        """#)
  }

  @Test func aLongHistoryLeavesInChunks() throws {
    let days = (0..<20_000).map { ScoreDate(day: Int32($0)) }
    let series = ScoreSeries(name: "s", dates: DateColumn(days), scores: ScoreColumn(days.map { Double($0.day) / 10 }))
    let table = ScoreTable(dateColumn: "d", series: [series])
    var sizes: [Int] = []
    HistoryCSV.write(table) { sizes.append($0.count) }
    #expect(sizes.count > 3)
    #expect(sizes.allSatisfy { $0 < 70_000 })
    let again = try ScoreReader.read(csvBytes(table)).table.series[0]
    #expect(again.dates == series.dates)
    #expect(again.scores == series.scores)
  }

  @Test func aSinkThatFailsEndsTheWriting() {
    struct Full: Error {}
    let dates = DateColumn((0..<20_000).map { ScoreDate(day: Int32($0)) })
    let scores = ScoreColumn((0..<20_000).map { Double($0) })
    let table = ScoreTable(dateColumn: "d", series: [ScoreSeries(name: "s", dates: dates, scores: scores)])
    var calls = 0
    #expect(throws: Full.self) {
      try HistoryJSON.write(table) { _ throws(Full) in
        calls += 1
        throw Full()
      }
    }
    #expect(calls == 1)
  }
}
