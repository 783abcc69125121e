import Foundation
import ScoreChart
import ScoreDrawing
import ScoreTerminal
import Support
import Testing

@testable import scoreview

@Suite struct StatusLineTests {
  private static func bench(_ scores: [Double?] = [70, 80, 90, 60, 75]) -> ChartBench {
    ChartBench(SampleHistories.daily(scores))
  }

  @Test func itSaysWhatTheCalloutSaysOrWhatIsInView() {
    var bench = Self.bench()
    var line = StatusLine(name: "/home/me/scores.csv")
    let shown = line.text(bench.state, of: bench.chart, columns: 200)
    #expect(shown.hasPrefix("scores.csv  ·  ") && shown.hasSuffix("  ·  ← → scroll, ? help, q quit"))
    #expect(shown.contains(" 75  ·"))
    bench.state.select(nil, chart: bench.chart)
    let described = line.text(bench.state, of: bench.chart, columns: 300)
    #expect(described.contains("5 scores from ") && described.contains("Best: 90"))
  }

  @Test(arguments: [20, 40, 60, 80, 100, 120, 160])
  func whatDoesNotFitIsLeftOutBySentences(columns: Int) {
    var bench = Self.bench()
    bench.state.select(nil, chart: bench.chart)
    var line = StatusLine(name: "scores.csv")
    let text = line.text(bench.state, of: bench.chart, columns: columns)
    #expect(text.hasSuffix("q quit"))
    if columns >= 80 { #expect(CharacterWidth.of(text) <= columns - 2) }
    let middle = text.components(separatedBy: "  ·  ").dropFirst().dropLast().joined()
    #expect(middle.isEmpty || middle.hasSuffix("."))
  }

  /// What tells how to get help and out again is not what a long sentence cuts off.
  @Test func theKeysStayWhateverIsDescribed() {
    let scores: [Double?] = (0..<60).map { $0 == 40 ? nil : Double($0) }
    for select in [true, false] {
      var bench = Self.bench(scores)
      if !select { bench.state.select(nil, chart: bench.chart) }
      var line = StatusLine(name: "scores-3-years.csv")
      for columns in 31...200 {
        let text = line.text(bench.state, of: bench.chart, columns: columns)
        #expect(CharacterWidth.of(text) <= columns - 2 && text.hasSuffix("q quit"), "\(columns): \(text)")
      }
    }
  }

  @Test func addressesStayWhole() {
    let bench = Self.bench()
    var line = StatusLine(name: "https://example.org/a/b.csv")
    #expect(line.text(bench.state, of: bench.chart, columns: 100).hasPrefix("https://example.org/a/b.csv"))
  }

  @Test func addedScoresAreDescribedAnew() {
    var bench = Self.bench()
    bench.state.select(nil, chart: bench.chart)
    var line = StatusLine(name: "a")
    #expect(line.text(bench.state, of: bench.chart, columns: 200).contains("5 scores"))
    bench.chart = Chart(table: SampleHistories.daily([70, 80, 90, 60, 75, 99]))
    _ = bench.state.historyChanged(appended: 1, chart: bench.chart, metrics: bench.metrics)
    bench.state.select(nil, chart: bench.chart)
    #expect(line.text(bench.state, of: bench.chart, version: 1, columns: 200).contains("6 scores"))
  }
}
