import ScoreData
import Support
import Testing

@testable import ScoreChart

@Suite struct ChartTests {
  @Test func daysBeforeTheHistoryBeganHaveNoDot() {
    let chart = Chart(table: SampleHistories.daily([nil, 0, nil, 0, 55, 0, nil, 60]))
    #expect(chart.firstDrawn == 4)
    #expect(chart.leadingColumns.missing == 2)
    #expect(chart.leadingColumns.zeros == 2)
    #expect((0..<8).map { chart.drawnScore(at: $0) } == [nil, nil, nil, nil, 55, 0, nil, 60])
    #expect(chart.extent == 0...60)
  }

  @Test func leadingZerosAreDrawnOnRequest() {
    let options = ChartOptions(leadingZeros: .show)
    let chart = Chart(table: SampleHistories.daily([nil, 0, 55]), options: options)
    #expect(chart.firstDrawn == 1)
  }

  @Test func nothingButZerosIsAHistoryOfZeros() {
    let chart = Chart(table: SampleHistories.daily([nil, 0, 0]))
    #expect(chart.firstDrawn == 1)
    #expect(chart.newestScore == 2)
  }

  @Test func allMissingHasNeitherExtentNorSelection() {
    let chart = Chart(table: SampleHistories.daily([nil, nil]))
    #expect(chart.extent == nil)
    #expect(chart.newestScore == nil)
    #expect(chart.firstDrawn == 2)
  }

  @Test(arguments: [
    ([20.0, 100], "compressed"), ([0.0, 50], "compressed"), ([-1.0, 50], "linear"), ([50.0, 100.5], "linear"),
    ([1402.0, 1455], "linear"),
  ])
  func marksAreCompressedAndEverythingElseIsLinear(scores: [Double], kind: String) {
    let scale = Chart(table: SampleHistories.daily(scores)).scale(plotHeight: 317, mode: .automatic)
    switch scale {
    case .compressed: #expect(kind == "compressed")
    case .linear: #expect(kind == "linear")
    case .between: Issue.record("a scale at rest is not on its way to another")
    }
  }

  @Test func theFilesBestPossibleScoreIsTheTop() {
    var table = SampleHistories.daily([17, 4, 5])
    table.bestPossible = 20
    let scale = Chart(table: table).scale(plotHeight: 317, mode: .automatic)
    #expect(scale.y(of: 20) == 22.5)
    #expect(scale.y(of: 12) == 266.5)
  }

  @Test func aColumnIsFoundByItsDate() {
    let chart = Chart(table: SampleHistories.daily(Array(repeating: 1, count: 10), from: (2024, 2, 25)))
    func column(_ year: Int, _ month: Int, _ day: Int) -> Int? {
      ScoreDate(year: year, month: month, day: day).flatMap { chart.column(notAfter: $0) }
    }
    #expect(column(2024, 2, 29) == 4)
    #expect(column(2024, 2, 24) == nil)
    #expect(column(2025, 1, 1) == 9)
  }

  @Test func calloutsTellTheTrueScoreAndItsUnit() {
    var table = SampleHistories.daily([104.25, nil], from: (2024, 8, 29))
    #expect(Chart(table: table).calloutText(at: 0) == "2024-08-29 104.25")
    #expect(Chart(table: table).calloutText(at: 1) == "2024-08-30 –")
    table.unit = "%"
    #expect(Chart(table: table).calloutText(at: 0) == "2024-08-29 104.25%")
    table.unit = "bpm"
    #expect(Chart(table: table).calloutText(at: 0) == "2024-08-29 104.25 bpm")
    table.hasYears = false
    #expect(Chart(table: table).calloutText(at: 0) == "08-29 104.25 bpm")
  }

  @Test func aChartThatGrowsReadsLikeOneMadeAnew() {
    let table = { (scores: [Double?]) in SampleHistories.daily(scores) }
    let old = Chart(table: table([nil, 0, 50, 60]))
    let new = Chart(table: table([nil, 10, nil, 0, 50, 60, 120]), extending: old, prepended: 2)
    #expect(new.firstDrawn == 1 && new.extent == 0...120 && new.newestScore == 6 && new.count == 7)
    // Rows that are not what was promised are read as they are.
    let shrunk = Chart(table: table([7]), extending: old)
    #expect(shrunk.extent == 7...7 && shrunk.count == 1)
  }

  /// Lines that no colour tells apart are looked at one by one.
  @Test func asManySeriesAsThereAreColoursAreDrawnTogether() {
    for count in [1, 2, 6, 7, 12] {
      var table = SampleHistories.daily([50, 60])
      table.series = (0..<count).map { number in
        ScoreSeries(name: "\(number)", dates: table.series[0].dates, scores: ScoreColumn([50, Double(60 + number)]))
      }
      let chart = Chart(table: table).showing(series: count - 1)
      #expect(chart.drawnSeries.count == (count <= 6 ? count : 1) && chart.drawnSeries.last == count - 1)
      #expect(chart.seriesCount == count)
    }
  }

  /// A huge file's end was read for itself, so what it has beside the chosen column may be something else.
  @Test func otherSeriesOfTheWholeAreReadAnew() {
    func table(_ series: [(String, [Double?])]) -> ScoreTable {
      var table = SampleHistories.daily(series[0].1)
      table.series = series.map {
        ScoreSeries(name: $0.0, dates: table.series[0].dates, scores: ScoreColumn($0.1))
      }
      return table
    }
    let end = Chart(table: table([("a", [50, 60]), ("c", [1, 2])])).showing(series: 1)
    let whole = Chart(
      table: table([("a", [40, 50, 60]), ("b", [7, 8, 9]), ("c", [-3, 1, 2])]), extending: end, prepended: 1)
    #expect((0..<3).map { whole.showing(series: $0).extent } == [40...60, 7...9, -3...2])
    let alone = Chart(table: table([("a", [40, 50, 60])]), extending: end, prepended: 1)
    #expect(alone.extent == 40...60 && alone.series.name == "a")
  }
}
