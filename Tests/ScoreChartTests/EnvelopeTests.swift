import ScoreData
import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

@Suite struct EnvelopeTests {
  private func bench(_ scores: [Double?], scale: Double = 1, width: Double = 300) -> ChartBench {
    var bench = ChartBench(
      SampleHistories.daily(scores), size: ViewSize(width: width, height: 344), scale: scale)
    bench.state.showAll()
    return bench
  }

  private func pieces(_ bench: ChartBench) -> [[EnvelopeBuilder.Column]] {
    let viewport = bench.state.viewport.snapped(scale: bench.state.scale)
    let layout = bench.state.layout(of: bench.chart, metrics: bench.metrics)
    return EnvelopeBuilder(plot: bench.chart.plot, viewport: viewport, layout: layout, scale: bench.state.scale)
      .pieces()
  }

  private func waves(_ count: Int) -> [Double?] {
    var random = SeededGenerator(seed: 4)
    var score = 500
    return (0..<count).map { _ in
      score = min(max(score + Int.random(in: -40...40, using: &random), 0), 1000)
      return Double(score) / 10
    }
  }

  @Test(arguments: [1.0, 1.5, 2])
  func everyExtremeIsShownInItsPixelColumn(scale: Double) {
    for count in [900, 5000, 25_000] {
      var scores = waves(count)
      let spikes = [(count / 3, 100.0), (count / 2, 0.0), (count - 2, 99.5)]
      for (index, value) in spikes { scores[index] = value }
      let bench = bench(scores, scale: scale)
      let columns = pieces(bench).flatMap(\.self)
      for (index, value) in spikes {
        let x = bench.state.viewport.viewX(of: index)
        let near = columns.filter { abs($0.x - x) <= 0.6 / scale }
        #expect(near.contains { $0.low <= value && $0.high >= value }, "\(value) of \(count) rows")
      }
      #expect(columns.map(\.low).min() == scores.compactMap(\.self).min())
      #expect(columns.map(\.high).max() == scores.compactMap(\.self).max())
    }
  }

  @Test func gapsAreNeverBridged() {
    // A gap of a thousand rows, and one of a single row at a pixel's edge.
    var scores = waves(20_000)
    for index in 8000..<9000 { scores[index] = nil }
    let bench = bench(scores)
    let found = pieces(bench)
    #expect(found.count == 2)
    let (left, right) = (bench.state.viewport.viewX(of: 8000), bench.state.viewport.viewX(of: 8999))
    #expect((found[0].last?.x ?? 0) <= left + 0.5)
    #expect((found[1].first?.x ?? 0) >= right - 0.5)
    let frame = ChartBench.composed(bench)
    for command in frame.curve.commands {
      guard case .envelope(let path, _, _) = command else { continue }
      let xs = frame.curve.points[path].map(\.x)
      #expect(!(xs.contains { $0 < left - 1 } && xs.contains { $0 > right + 1 }))
    }
  }

  @Test func aSingleMissingRowAtAPixelsEdgeBreaksTheLine() {
    // Three rows to a pixel column: of six rows in a row, two lie in the middle of theirs, where
    // both neighbours share the pixel and there is nothing to break.
    let breaks = (300..<306).count { missing in
      var scores: [Double?] = Array(repeating: 50, count: 601)
      scores[missing] = nil
      var bench = ChartBench(SampleHistories.daily(scores), size: ViewSize(width: 300, height: 344))
      bench.state.setColumnWidth(1.0 / 3)
      return pieces(bench).count == 2
    }
    #expect(breaks == 4)
  }

  @Test func aScoreAloneBetweenGapsKeepsADot() {
    var scores: [Double?] = Array(repeating: nil, count: 20_000)
    scores[0] = 40
    scores[10_000] = 70
    for index in 15_000..<20_000 { scores[index] = 60 }
    let frame = ChartBench.composed(bench(scores))
    let x = bench(scores).state.viewport.viewX(of: 10_000)
    let dots = frame.curve.commands.filter {
      if case .dot(let place, let diameter, _, _, _) = $0 { abs(place.x - x) <= 1 && diameter >= 3 } else { false }
    }
    #expect(dots.count == 1)
  }

  @Test func theCalloutPointsAtADotEvenWhereCellsHaveNone() {
    let bench = bench(waves(900))
    let frame = ChartBench.composed(bench)
    let x = bench.state.viewport.viewX(of: 899)
    #expect(
      frame.overlay.commands.contains {
        if case .dot(let place, let diameter, _, _, _) = $0 { abs(place.x - x) < 1 && diameter == 8 } else { false }
      })
  }

  @Test func betweenAPixelAndSixPointsALoneScoreKeepsADot() {
    var bench = ChartBench(
      SampleHistories.daily([50, nil, 70, nil, 60, 60] + Array(repeating: 50, count: 100)),
      size: ViewSize(width: 300, height: 344))
    bench.state.showAll()
    let frame = ChartBench.composed(bench)
    #expect(bench.state.viewport.columnWidth < 6 && bench.state.viewport.columnWidth > 1)
    #expect(frame.curve.commands.count { if case .dot = $0 { true } else { false } } == 2)
  }

  @Test func theWorkIsBoundedByPixels() {
    for count in [50_000, 120_000] {
      let frame = ChartBench.composed(bench(waves(count)))
      #expect(frame.curve.points.count <= 3 * 304)
      #expect(frame.columns.count < 20)
    }
  }

  @Test func scrollingDoesNotChangeWhatAPixelColumnShows() {
    var bench = bench(waves(30_000))
    bench.state.setColumnWidth(0.04)
    var seen: [Int: EnvelopeBuilder.Column] = [:]
    for _ in 0..<30 {
      bench.apply(.wheel(dx: -0.1, dy: 0, at: ViewPoint(x: 0, y: 0), []))
      let offset = bench.state.viewport.snapped(scale: 1).offset
      for column in pieces(bench).flatMap(\.self) {
        let place = Int((column.x + offset - 0.5).rounded())
        var moved = column
        moved.x = 0
        #expect(seen.updateValue(moved, forKey: place) ?? moved == moved)
      }
    }
  }

  @Test func theEnvelopeAndTheLineMeet() {
    // Just below and just above one score a pixel the picture is the same curve.
    let scores = waves(2000)
    var bench = bench(scores)
    bench.state.setColumnWidth(0.999)
    let dense = ChartBench.composed(bench)
    bench.state.setColumnWidth(1.001)
    let sparse = ChartBench.composed(bench)
    #expect(dense.curve.commands.contains { if case .envelope = $0 { true } else { false } })
    #expect(sparse.curve.commands.contains { if case .line = $0 { true } else { false } })
    let (a, b) = (dense.curve.points.map(\.y), sparse.curve.points.map(\.y))
    #expect(abs((a.min() ?? 0) - (b.min() ?? 0)) < 1 && abs((a.max() ?? 0) - (b.max() ?? 0)) < 1)
  }
}

extension ChartBench {
  static func composed(_ bench: ChartBench) -> Frame {
    var copy = bench
    return copy.frame()
  }
}
