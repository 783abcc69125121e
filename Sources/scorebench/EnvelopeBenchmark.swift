import ScoreChart
import ScoreData
import ScoreThreads

/// What it takes to sum up a hundred million scores for the view of a whole history, and to draw that view.
enum EnvelopeBenchmark {
  private static let count = 100_000_000
  private static let columns = 1920

  static func run() -> Bool {
    let scores = column()
    print("\(count) scores, ms                            median fastest slowest")
    row(
      "least and greatest of all of them (the limit)", Timing.measure(count: 9) { _ = scores.extremes(in: 0..<count) })
    row("pyramid of all of them, one thread", Timing.measure(count: 9) { _ = ScorePyramid(scores) })
    let work = ParallelWork(width: WorkerThread.processorCount) { count, body in WorkerThread.perform(count, body) }
    row("the same, all threads, as the program does", Timing.measure(count: 9) { _ = ScorePyramid(scores, work: work) })
    let pyramid = ScorePyramid(scores)
    var found = ScoreExtremes.none
    row(
      "least and greatest of \(columns) columns",
      Timing.measure {
        for column in 0..<columns {
          found.merge(pyramid.extremes(in: column * count / columns..<(column + 1) * count / columns, of: scores))
        }
      })
    let limit = count / columns / EnvelopeBuilder.blocksPerPixel
    row(
      "the same, cut where the chart cuts them",
      Timing.measure {
        for column in 0..<columns {
          let start = pyramid.alignedRow(near: column * count / columns, limit: limit)
          let end = pyramid.alignedRow(near: (column + 1) * count / columns, limit: limit)
          found.merge(pyramid.extremes(in: start..<end, of: scores))
        }
      })
    return found.hasScore
  }

  /// Scores in tenths that wander, with a gap now and then; the same on every machine.
  private static func column() -> ScoreColumn {
    var state: UInt64 = 42
    var score = 700
    var scores = ScoreColumn()
    scores.reserveCapacity(count)
    for _ in 0..<count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      score = min(max(score + Int(state >> 33) % 101 - 50, 0), 1000)
      scores.append(state >> 50 == 0 ? nil : Double(score) / 10)
    }
    return scores
  }
}
