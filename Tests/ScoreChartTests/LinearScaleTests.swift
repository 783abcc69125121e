import ScoreChart
import Support
import Testing

@Suite struct LinearScaleTests {
  @Test func aNiceRangeCoversTheScoresWithFiveToSevenLabels() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<5000 {
      let magnitude = Double.random(in: -12...12, using: &random)
      let size = (0..<Int(abs(magnitude))).reduce(1.0) { value, _ in magnitude > 0 ? value * 10 : value / 10 }
      let a = Double.random(in: -1...1, using: &random) * size
      let b = a + Double.random(in: 0...1, using: &random) * size
      let scale = LinearScale(plotHeight: 317, covering: a...b)
      #expect((5...7).contains(scale.tickCount), "\(a) … \(b)")
      #expect(scale.low <= a + size * 1e-9 && scale.high >= b - size * 1e-9, "\(a) … \(b)")
      #expect(scale.y(of: scale.low) == 317)
      #expect(abs(scale.y(of: scale.high) - 22.5) < 1e-9)
    }
  }

  @Test(
    arguments: [
      (0.0, 0.0), (104, 104), (-12, 104), (1e307, 1.7e308), (-1.7e308, 1.7e308), (2.3e-308, 2.3e-308), (1402, 1455),
      (0.1, 0.1), (1e15, 1e15 + 2), (-3, -3),
    ] as [(Double, Double)])
  func degenerateRangesHaveFiniteLabels(low: Double, high: Double) {
    let scale = LinearScale(plotHeight: 317, covering: low...high)
    let labels = scale.labelledScores
    #expect((5...7).contains(labels.count))
    #expect(labels.allSatisfy { $0.isFinite })
    #expect(zip(labels, labels.dropFirst()).allSatisfy { $0 > $1 })
    #expect((22.5...317).contains(scale.y(of: low)))
    #expect((22.5...317).contains(scale.y(of: high)))
  }

  @Test func yAndScoreAreInverse() {
    let scale = LinearScale(plotHeight: 317, covering: 1402...1455)
    for score in stride(from: scale.low, through: scale.high, by: 0.7) {
      #expect(abs(scale.score(at: scale.y(of: score)) - score) < 1e-9)
    }
  }

  @Test func scoresAboveZeroGetNoLabelBelowIt() {
    #expect(LinearScale(plotHeight: 317, covering: 0...1).low == 0)
    #expect(LinearScale(plotHeight: 317, covering: 0.2...130).low == 0)
  }

  @Test func labelsThinOutWhereThereIsNoRoomForAll() {
    let low = ValueScale.compressed(CompressedScale(plotHeight: 80)).ticks(labelHeight: 17)
    #expect(low.map(\.text) == ["100", "80", "60"])
    let lower = ValueScale.compressed(CompressedScale(plotHeight: 40)).ticks(labelHeight: 17)
    #expect(lower.map(\.text) == ["100", "60"])
    #expect(ValueScale.compressed(CompressedScale(plotHeight: 8)).ticks(labelHeight: 17).isEmpty)
  }

  @Test(
    arguments: [(0.5, "0.5"), (-0.25, "-0.25"), (88, "88"), (1e30, "1e+30"), (162.8, "162.8"), (-0.0, "0")]
      as [(Double, String)])
  func numbersAreWrittenInTheirShortestForm(value: Double, text: String) {
    #expect(DecimalText.shortest(value) == text)
  }

  @Test(arguments: [
    (0.125, 2, "0.13"), (-0.05, 1, "-0.1"), (7, 0, "7"), (7, 3, "7.000"), (1234.5, 1, "1234.5"), (-0.04, 1, "0.0"),
  ])
  func fixedDecimals(value: Double, decimals: Int, text: String) {
    #expect(DecimalText.fixed(value, decimals: decimals) == text)
  }
}
