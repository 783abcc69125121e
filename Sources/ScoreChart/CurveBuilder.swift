import ScoreDrawing

/// The area and the line through the visible scores, broken at gaps.
struct CurveBuilder {
  let chart: Chart
  let viewport: Viewport
  let layout: ChartLayout

  func draw(into list: inout DrawList) {
    for run in runs() where run.count > 1 {
      let path = addPath(run, to: &list)
      list.append(.area(path, top: layout.plot.y, base: layout.plot.maxY, .area))
    }
    for run in runs() where run.count > 1 {
      for piece in pieces(of: run) {
        let path = addPath(piece.columns, to: &list)
        list.append(.line(path, thickness: TimelineStyle.lineThickness, piece.pattern, .line))
      }
    }
  }

  /// The unbroken runs of scores that reach into the view, with the neighbours just outside it.
  private func runs() -> [Range<Int>] {
    let visible = viewport.visible
    guard !visible.isEmpty else { return [] }
    let reach = max(visible.lowerBound - 1, 0)..<min(visible.upperBound + 1, chart.count)
    var runs: [Range<Int>] = []
    var start: Int?
    for index in reach {
      if chart.drawnScore(at: index) != nil {
        start = start ?? index
      } else if let first = start {
        runs.append(first..<index)
        start = nil
      }
    }
    if let first = start { runs.append(first..<reach.upperBound) }
    return runs
  }

  /// A run cut where a long pause is bridged: there the line is dashed, for nothing was measured.
  private func pieces(of run: Range<Int>) -> [(columns: ClosedRange<Int>, pattern: LinePattern)] {
    var pieces: [(columns: ClosedRange<Int>, pattern: LinePattern)] = []
    var start = run.lowerBound
    for index in run.dropLast() where chart.pauses.isPause(after: index) {
      if start < index { pieces.append((start...index, .solid)) }
      pieces.append((index...(index + 1), .dashed))
      start = index + 1
    }
    if start < run.upperBound - 1 { pieces.append((start...(run.upperBound - 1), .solid)) }
    return pieces
  }

  private func addPath(_ columns: some Sequence<Int>, to list: inout DrawList) -> PathRange {
    let start = list.points.count
    for index in columns {
      guard let score = chart.drawnScore(at: index) else { continue }
      list.addPoint(ViewPoint(x: viewport.viewX(of: index), y: layout.y(of: score)))
    }
    return list.pathRange(from: start)
  }
}
