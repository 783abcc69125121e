import ScoreChart
import ScoreData
import ScoreDrawing
import Support
import Testing

@Suite struct FrameGoldenTests {
  @Test(arguments: [(620.0, 344.0), (375, 344), (0, 0), (1, 1), (60, 40), (4000, 2000)])
  func twelveScores(width: Double, height: Double) {
    var bench = ChartBench(SampleHistories.twelve, size: ViewSize(width: width, height: height))
    #expect(TextGolden.difference(bench.frame().description, "twelve-\(Int(width))x\(Int(height)).txt") == nil)
  }

  @Test(
    arguments: [
      ("no-score", []), ("one-score", [70]), ("two-scores", [70, 80]), ("all-equal", [104, 104, 104]),
      ("all-missing", [nil, nil]), ("lone-between-gaps", [50, nil, 60, nil, 70, 80]),
      ("outside-the-scale", [-5, 104, 50]),
    ] as [(String, [Double?])])
  func degenerateHistories(name: String, scores: [Double?]) {
    let options = ChartOptions(scaleMode: name == "outside-the-scale" ? .compressed : .automatic)
    var bench = ChartBench(
      SampleHistories.daily(scores), options: options, size: ViewSize(width: 300, height: 344))
    #expect(TextGolden.difference(bench.frame().description, "\(name).txt") == nil)
  }

  @Test func aLongPauseIsBridgedByADashedLine() {
    let days: [Int32] = [0, 7, 14, 560, 567]
    let table = SampleHistories.table(days.map { ScoreDate(day: 18232 + $0) }, [60, 62, 61, 75, 76])
    var bench = ChartBench(table, size: ViewSize(width: 375, height: 344))
    #expect(TextGolden.difference(bench.frame().description, "long-pause.txt") == nil)
  }

  @Test func hoveringShowsACrosshairWithTheDotEmphasised() {
    var bench = ChartBench(SampleHistories.twelve, size: ViewSize(width: 375, height: 344))
    bench.apply(.pointerMoved(ViewPoint(x: 110, y: 200)))
    #expect(TextGolden.difference(bench.frame().description, "hover.txt") == nil)
  }

  @Test func aTitleStandsAboveTheChartArea() {
    var bench = ChartBench(
      SampleHistories.twelve, options: ChartOptions(title: String(repeating: "Sleep ", count: 20)),
      size: ViewSize(width: 375, height: 384))
    let frame = bench.frame()
    #expect(frame.plot.rect == ViewRect(x: 0, y: 40, width: 375, height: 317))
    #expect(
      frame.overlay.commands.contains { if case .text(let line) = $0 { line.string.hasSuffix("…") } else { false } })
  }
}
