import ScoreChart
import ScoreDrawing
import Support
import Testing

@Suite struct CompressedScaleTests {
  @Test func theTwelveScoresStandWhereTheDesignSays() {
    let scale = CompressedScale(plotHeight: 317)
    for (score, y) in zip(SampleHistories.twelveScores, SampleHistories.twelveHeights) {
      #expect(abs(scale.y(of: score) - y) < 0.001)
    }
    #expect(scale.y(of: 100) == 22.5)
    #expect(scale.y(of: 60) == 266.5)
    #expect(scale.y(of: 0) == 317)
    #expect(scale.labelledScores == [100, 90, 80, 70, 60])
  }

  static let heights: [Double] = [0.5, 1, 20, 116.9, 117, 117.1, 317, 2000, 100_000]
  static let ranges: [(top: Double, knee: Double)] = [(100, 60), (20, 12), (1, 0.5), (1e9, 1), (5, 4.999)]

  @Test(arguments: heights, ranges)
  func strictlyDecreasingContinuousAndInvertible(height: Double, range: (top: Double, knee: Double)) {
    let scale = CompressedScale(plotHeight: height, top: range.top, knee: range.knee)
    var random = SeededGenerator(seed: 7)
    var previous = (score: 0.0, y: scale.y(of: 0))
    #expect(previous.y == height)
    for score in (0..<500).map({ _ in Double.random(in: 0...range.top, using: &random) }).sorted() {
      let y = scale.y(of: score)
      #expect(score == previous.score || y < previous.y)
      #expect(y >= scale.topY && y <= height)
      #expect(abs(scale.score(at: y) - score) <= range.top * 1e-9)
      previous = (score, y)
    }
    let tiny = min(range.knee, range.top - range.knee) * 1e-9
    #expect(abs(scale.y(of: range.knee + tiny) - scale.y(of: range.knee - tiny)) < height * 1e-4)
    #expect(scale.y(of: range.knee) == scale.kneeY)
  }

  @Test func theLengthsAreContinuousWhereAPlotBecomesLow() {
    let low = CompressedScale(plotHeight: 117 - 1e-9)
    let high = CompressedScale(plotHeight: 117 + 1e-9)
    for score in stride(from: 0.0, through: 100, by: 5) {
      #expect(abs(low.y(of: score) - high.y(of: score)) < 1e-6)
    }
  }

  @Test(arguments: [-5, -1e308, 100.001, 104, 1e308])
  func scoresOutsideStandAtTheEdge(score: Double) {
    let scale = CompressedScale(plotHeight: 317)
    #expect(scale.y(of: score) == (score < 0 ? 317 : 22.5))
    #expect(ValueScale.compressed(scale).offScale(score) == (score < 0 ? .below : .above))
    #expect(ValueScale.compressed(scale).offScale(score < 0 ? 0 : 100) == nil)
  }

  @Test(arguments: [(0.0, 60.0), (-1, 60), (.infinity, 60), (100, 100), (100, 0), (100, -3)])
  func senselessParametersFallBackToTheDefaults(top: Double, knee: Double) {
    let scale = CompressedScale(plotHeight: 317, top: top, knee: knee)
    #expect(scale == CompressedScale(plotHeight: 317, top: 100, knee: 60))
  }

  @Test func theDefaultKneeIsSixTenthsOfTheTop() {
    #expect(CompressedScale(plotHeight: 317, top: 20).labelledScores == [20, 18, 16, 14, 12])
  }
}
