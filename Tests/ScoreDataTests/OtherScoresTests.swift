import Support
import Testing

@testable import ScoreData
@testable import ScoreExport

/// Columns that could be the score as well as the chosen one are series of their own.
@Suite struct OtherScoresTests {
  private func read(_ text: String, _ change: (inout ReadingOptions) -> Void = { _ in }) throws -> ScoreTable {
    var options = ReadingOptions()
    change(&options)
    return try ScoreReader.read(Array(text.utf8), options: options).table
  }

  private func scores(_ table: ScoreTable) -> [[Double?]] {
    table.series.map { series in (0..<series.count).map { series.scores[$0] } }
  }

  @Test func equallyGoodColumnsAreSeriesOfTheSameDates() throws {
    let table = try read(
      "date,Maths,Physics,room,Art\n2024-01-02,80,70,A,n/a\n2024-01-01,60,x,B,50.5\n2024-01-03,,75,A,\n")
    #expect(table.series.map(\.name) == ["Maths", "Physics", "Art"])
    #expect(scores(table) == [[60, 80, nil], [nil, 70, 75], [50.5, nil, nil]])
    #expect(table.series.allSatisfy { $0.dates == table.series[0].dates })
    // The row's note belongs to the row.
    #expect(table.series[0].notes != nil && table.series[1].notes == nil)
  }

  @Test(arguments: [
    ("a better name", "date,score,Physics\n2024-01-01,1,2\n"),
    ("fractions", "date,Maths,Physics\n2024-01-01,1/20,2/20\n2024-01-02,1/20,2/20\n"),
    ("another unit", "date,Maths,Physics\n2024-01-01,1,2 kg\n2024-01-02,1,2 kg\n"),
    ("names that are no different", "date,Maths,Maths\n2024-01-01,1,2\n"),
    ("a doubtful decimal mark", "date;Maths;Physics\n2024-01-01;1;2,345\n2024-01-02;1;3,456\n"),
    ("another decimal mark", "date;Maths;Physics\n2024-01-01;1,5;2.25\n2024-01-02;1,5;2.25\n"),
  ])
  func oneColumnStaysAlone(reason: String, text: String) throws {
    #expect(try read(text).series.count == 1, "\(reason)")
  }

  @Test func aColumnThatIsNamedStaysAlone() throws {
    let text = "date,Maths,Physics\n2024-01-01,1,2\n"
    #expect(try read(text) { $0.scoreColumn = "Physics" }.series.map(\.name) == ["Physics"])
  }

  @Test func columnsOfOneUnitGoTogether() throws {
    let table = try read("date,Maths,Physics\n2024-01-01,81 %,72%\n2024-01-02,85%,\n")
    #expect(table.unit == "%" && scores(table) == [[81, 85], [72, nil]])
  }

  /// Whatever rule there is for rows of one instant, each series follows it with its own scores.
  @Test(arguments: [
    (DuplicateRule.all, [[1, 5, 3], [9, 2, 7]]), (.first, [[1, 3], [9, 7]]), (.last, [[5, 3], [2, 7]]),
    (.max, [[5, 3], [9, 7]]), (.mean, [[3, 3], [5.5, 7]]),
  ])
  func duplicatesAreMergedForEachSeries(rule: DuplicateRule, expected: [[Double]]) throws {
    let text = "date,Maths,Physics\n2024-01-01,1,9\n2024-01-01,5,2\n2024-01-02,3,7\n"
    #expect(scores(try read(text) { $0.duplicates = rule }) == expected)
  }

  @Test func seriesOfJSONKeepTheirOwnDates() throws {
    let text = """
      [{"name":"Bullet","points":[[2019,4,30,1388],[2020,1,29,1420]]},
       {"name":"Blitz","points":[[2023,11,30,1510],[2023,11,31,1522],[2024,0,1,1519]]},{"name":"Puzzles","points":[]}]
      """
    let table = try read(text)
    #expect(table.series.map(\.name) == ["Blitz", "Bullet"])
    #expect(scores(table) == [[1510, 1522, 1519], [1388, 1420]])
    #expect(try read(text) { $0.series = "Bullet" }.series.map(\.name) == ["Bullet"])
  }

  @Test func objectsOfJSONHaveSeriesToo() throws {
    let table = try read(
      #"{"data":[{"date":"2024-01-01","a":1,"b":2,"more":{"c":3}},{"date":"2024-01-02","a":null,"b":"4","more":{}}]}"#)
    #expect(table.series.map(\.name) == ["a", "b"] && scores(table) == [[1, nil], [2, 4]])
  }

  @Test func whatIsWrittenReadsBackWithAllSeries() throws {
    let table = try read(
      "date,Maths,Physics,Art,remark\n2024-01-02,80,70.25,,late\n2024-01-01,60,,50,\n2024-01-03,,75,1,ok\n")
    var text: [UInt8] = []
    HistoryCSV.write(table) { text += Array($0) }
    #expect(
      String(decoding: text, as: UTF8.self)
        == "date,Maths,Physics,Art,remark\n2024-01-01,60,,50,\n2024-01-02,80,70.25,,late\n2024-01-03,,75,1,ok\n")
    let again = try ScoreReader.read(text).table
    #expect(again.series.map(\.name) == table.series.map(\.name) && scores(again) == scores(table))
  }

  @Test func aNameThatWouldBeTakenForTheScoreIsNotWrittenBesideIt() throws {
    var table = try read("date,Maths,Physics\n2024-01-01,1,2\n")
    table.series[1].name = "score"
    var text: [UInt8] = []
    HistoryCSV.write(table) { text += Array($0) }
    #expect(String(decoding: text, as: UTF8.self) == "date,Maths\n2024-01-01,1\n")
  }
}
