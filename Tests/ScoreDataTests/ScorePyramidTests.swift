import ScoreThreads
import Support
import Testing

@testable import ScoreData

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

  /// A growing file can get a score with more decimals, or a greater one, than its column could keep.
  @Test(arguments: [[70.25], [4000.0], [1e-9], [nil]])
  func scoresThatNeedAnotherFormGiveTheSameAsBuildingAnew(news: [Double?]) {
    var random = SeededGenerator(seed: 11)
    let old = scores(1000, kind: 0, &random)
    for all in [old + news, news + old] {
      var pyramid = ScorePyramid(ScoreColumn(old))
      let column = ScoreColumn(all)
      if all[0] == old[0] { pyramid.append(column) } else { pyramid.prepend(news.count, of: column) }
      #expect(pyramid.count == all.count)
      for range in [0..<1, 0..<1001, 300..<900, 1000..<1001] {
        #expect(pyramid.extremes(in: range, of: column) == plain(all[range]))
      }
    }
  }

  @Test(arguments: [0, 1, 2])
  func severalThreadsBuildTheSame(kind: Int) {
    var random = SeededGenerator(seed: 13)
    // More rows than are summed up at once.
    let all = scores(2_200_001, kind: kind, &random)
    let column = ScoreColumn(all)
    let work = ParallelWork(width: 3) { WorkerThread.perform($0, $1) }
    var pyramid = ScorePyramid(column, work: work)
    let alone = ScorePyramid(column)
    var older = ScorePyramid(ScoreColumn(all[1_200_000...]))
    older.prepend(1_200_000, of: column, work: work)
    pyramid.append(column, work: work)
    for start in stride(from: 0, to: all.count, by: 70_001) {
      let range = start..<min(start + 70_001, all.count)
      let expected = plain(all[range])
      #expect(pyramid.extremes(in: range, of: column) == expected)
      #expect(alone.extremes(in: range, of: column) == expected)
      #expect(older.extremes(in: range, of: column) == expected)
    }
  }
}
