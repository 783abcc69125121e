import ScoreData
import Support
import Testing

@testable import ScoreChart

@Suite struct ScorePyramidTests {
  /// Scores with gaps, of a kind that columns keep in 2, 4 or 8 bytes.
  private func scores(_ count: Int, kind: Int, _ random: inout SeededGenerator) -> [Double?] {
    (0..<count).map { _ in
      if Int.random(in: 0..<40, using: &random) == 0 { return nil }
      return switch kind {
      case 0: Double(Int.random(in: -300...1000, using: &random)) / 10
      case 1: Double(Int.random(in: -3_000_000...3_000_000, using: &random)) / 100
      default: Double.random(in: -1...1, using: &random) * 1e-9
      }
    }
  }

  private func plain(_ scores: some Sequence<Double?>) -> ScoreExtremes {
    scores.reduce(into: .none) { found, score in
      found.merge(
        score.map { ScoreExtremes(low: $0, high: $0, hasGap: false) }
          ?? ScoreExtremes(low: .infinity, high: -.infinity, hasGap: true))
    }
  }

  @Test(arguments: [0, 1, 2])
  func anyRunReachesWhatItsScoresReach(kind: Int) {
    var random = SeededGenerator(seed: 5)
    for count in [0, 1, 255, 256, 257, 2048, 9000] {
      let all = scores(count, kind: kind, &random)
      let column = ScoreColumn(all)
      let pyramid = ScorePyramid(column)
      for _ in 0..<40 where count > 0 {
        let a = Int.random(in: 0...count, using: &random)
        let b = Int.random(in: a...count, using: &random)
        #expect(pyramid.extremes(in: a..<b, of: column) == plain(all[a..<b]), "\(count) rows, \(a)..<\(b)")
      }
      #expect(pyramid.extremes(in: 0..<count, of: column) == plain(all))
    }
  }

  @Test func rowsBehindAndBeforeGiveTheSameAsBuildingAnew() {
    var random = SeededGenerator(seed: 9)
    for round in 0..<30 {
      var all = scores(Int.random(in: 0...3000, using: &random), kind: round % 3, &random)
      var pyramid = ScorePyramid(ScoreColumn(all))
      for _ in 0..<5 {
        let added = scores(Int.random(in: 0...700, using: &random), kind: round % 3, &random)
        if Bool.random(using: &random) {
          all += added
          pyramid.append(ScoreColumn(all))
        } else {
          all = added + all
          pyramid.prepend(added.count, of: ScoreColumn(all))
        }
        let column = ScoreColumn(all)
        #expect(pyramid.count == all.count)
        for _ in 0..<12 where !all.isEmpty {
          let a = Int.random(in: 0...all.count, using: &random)
          let b = Int.random(in: a...all.count, using: &random)
          #expect(pyramid.extremes(in: a..<b, of: column) == plain(all[a..<b]), "round \(round), \(a)..<\(b)")
        }
      }
    }
  }

  @Test func theEndsOfWhatAColumnHoldsAreScoresAndNotGaps() {
    for edge in [32767.0, -32767, 2_147_483_647, -2_147_483_647, .greatestFiniteMagnitude, -0.0] {
      #expect(ScoreColumn([edge]).extremes(in: 0..<1) == ScoreExtremes(low: edge, high: edge, hasGap: false))
      let withGap = ScoreColumn([nil, edge, nil]).extremes(in: 0..<3)
      #expect(withGap == ScoreExtremes(low: edge, high: edge, hasGap: true))
    }
    #expect(ScoreColumn([nil, nil]).extremes(in: 0..<2).hasScore == false)
    #expect(ScoreColumn([1]).extremes(in: 5..<9) == .none)
  }

  @Test func alignedRowsAreNear() {
    let pyramid = ScorePyramid(ScoreColumn(Array(repeating: 1.0, count: 100_000)))
    for row in stride(from: 0, to: 100_000, by: 777) {
      #expect(pyramid.alignedRow(near: row, limit: 255) == row)
      for limit in [256, 2000, 3000, 20_000] {
        let aligned = pyramid.alignedRow(near: row, limit: limit)
        #expect(abs(aligned - row) <= limit / 2 && aligned.isMultiple(of: 256))
      }
    }
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
}
