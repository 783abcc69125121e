import ScoreData
import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

@Suite struct DescriptionTests {
  @Test func twelveScoresInWords() {
    #expect(
      Chart(table: SampleHistories.twelve).description().sentences == [
        "12 scores from 08-29 to 09-09.", "Newest: 88 on 09-09 (+8).", "Best: 100 on 09-02.", "Worst: 20 on 08-29.",
        "Trend: rising by about 34 from start to end.",
      ])
  }

  @Test func thePartInView() {
    var bench = ChartBench(SampleHistories.twelve, size: ViewSize(width: 375, height: 344))
    #expect(bench.state.columnsInView == 4..<12)
    let text = bench.chart.description(of: bench.state.columnsInView).text
    #expect(text.hasPrefix("8 scores from 09-02 to 09-09. Newest: 88 on 09-09 (+8). Best: 100"))
    bench.apply(.resized(ViewSize(width: 0, height: 0), scale: 1))
    #expect(bench.state.columnsInView.isEmpty || bench.state.columnsInView.count < 3)
  }

  @Test(
    arguments: [
      ([], ["No scores."]), ([nil, nil], ["No scores."]),
      ([70], ["1 score, on 2024-01-01.", "Newest: 70 on 2024-01-01."]),
      (
        [50, 50],
        [
          "2 scores from 2024-01-01 to 2024-01-02.", "Newest: 50 on 2024-01-02 (±0).", "All scores are 50.",
        ]
      ),
      (
        [-5, nil, nil, -5],
        [
          "2 scores from 2024-01-01 to 2024-01-04, 2 missing.", "Newest: −5 on 2024-01-04 (±0).", "All scores are −5.",
          "Longest gap: 3 days, from 2024-01-01 to 2024-01-04.",
        ]
      ),
      (
        [60, nil, nil, 50.5],
        [
          "2 scores from 2024-01-01 to 2024-01-04, 2 missing.", "Newest: 50.5 on 2024-01-04 (−9.5).",
          "Best: 60 on 2024-01-01.", "Worst: 50.5 on 2024-01-04.", "Trend: falling by about 9.5 from start to end.",
          "Longest gap: 3 days, from 2024-01-01 to 2024-01-04.",
        ]
      ),
    ] as [([Double?], [String])])
  func fewScores(scores: [Double?], sentences: [String]) {
    #expect(Chart(table: SampleHistories.daily(scores)).description().sentences == sentences)
  }

  @Test func measuresThatAreNoMarksHaveAHighestAndALowest() {
    let text = Chart(table: SampleHistories.daily([1402, 1455])).description().text
    #expect(text.contains("Highest: 1455") && text.contains("Lowest: 1402"))
  }

  @Test func numbersAndDatesFollowTheLocale() throws {
    let options = ChartOptions(title: "Schlaf", locale: try #require(DisplayLocale(identifier: "de")))
    let text = Chart(table: SampleHistories.daily([7.5, 8.25]), options: options).description().text
    #expect(
      text == "Schlaf: 2 scores from 01.01.2024 to 02.01.2024. Newest: 8,25 on 02.01.2024 (+0,75). "
        + "Best: 8,25 on 02.01.2024. Worst: 7,5 on 01.01.2024. Trend: rising by about 0,75 from start to end.")
  }

  @Test func noSentenceEndsTwiceInAnyLanguage() throws {
    for tag in DisplayLocale.languages {
      let options = ChartOptions(locale: try #require(DisplayLocale(identifier: tag)))
      for scores in [[7.5, nil, nil, 8, 9], [7.5], [7, nil, nil, 7]] as [[Double?]] {
        for sentence in Chart(table: SampleHistories.daily(scores), options: options).description().sentences {
          #expect(sentence.hasSuffix(".") && !sentence.hasSuffix(".."), "\(tag): \(sentence)")
        }
      }
    }
  }

  @Test func gapsOfNumberedRowsAreCounted() {
    let dates = (1...5).map { ScoreDate(day: Int32($0), precision: .ordinal) }
    let text = Chart(table: SampleHistories.table(dates, [1, nil, nil, 4, 5])).description().text
    #expect(text.contains("Longest gap: 2 missing between #1 and #4."))
  }

  @Test func pausesOfHoursAreToldInHours() {
    let dates = [0, 1, 2, 7, 8].map { ScoreDate(day: 10, nanosecondOfDay: $0 * 3_600_000_000_000, precision: .time) }
    let text = Chart(table: SampleHistories.table(dates, [1, 2, 3, 4, 5])).description().text
    #expect(text.hasSuffix("Longest gap: 5 hours, from 1970-01-11 02:00 to 1970-01-11 07:00."))
  }

  @Test func theTrendLosesNoDigits() {
    var sums = RegressionSums()
    for x in 0..<1000 { sums.add(x: 1e9 + Double(x), y: 1e12 + 3 * Double(x)) }
    #expect(abs((sums.slope ?? 0) - 3) < 1e-6)
    #expect(RegressionSums().slope == nil)
  }
}
