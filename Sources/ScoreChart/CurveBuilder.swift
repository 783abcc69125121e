internal import ScoreData
import ScoreDrawing

/// The area and the line through the visible scores of one series, broken at gaps.
struct CurveBuilder {
  let plot: SeriesPlot
  let viewport: Viewport
  let layout: ChartLayout

  /// Draws every series in view, the active one with its area and on top.
  static func draw(_ chart: Chart, viewport: Viewport, layout: ChartLayout, scale: Double, into list: inout DrawList) {
    for index in chart.drawnSeries {
      let plot = chart.plots[index]
      let line = ColorRole.line(ofSeries: index)
      let area = index == chart.activeSeries ? ColorRole.area(ofSeries: index) : nil
      if EnvelopeBuilder.isNeeded(columnWidth: viewport.columnWidth, scale: scale) {
        EnvelopeBuilder(plot: plot, viewport: viewport, layout: layout, scale: scale)
          .draw(into: &list, area: area, line: line)
      } else {
        CurveBuilder(plot: plot, viewport: viewport, layout: layout)
          .draw(into: &list, area: area, line: line, hasDots: index == chart.activeSeries)
      }
    }
  }

  func draw(into list: inout DrawList, area: ColorRole?, line: ColorRole, hasDots: Bool) {
    let runs = runs()
    if let area {
      for run in runs where run.count > 1 {
        let path = addPath(run, to: &list)
        list.append(.area(path, top: layout.plot.y, base: layout.plot.maxY, area))
      }
    }
    for run in runs {
      for piece in pieces(of: run) {
        let path = addPath(piece.columns, to: &list)
        list.append(.line(path, thickness: TimelineStyle.lineThickness, piece.pattern, line))
      }
      let hasDot = hasDots && viewport.columnWidth >= TimelineStyle.leastDottedColumn
      if run.count == 1, !hasDot { addDot(run.lowerBound, line, to: &list) }
    }
    if viewport.columnWidth < TimelineStyle.leastDottedColumn { addOffScaleMarks(runs, to: &list) }
  }

  private func addOffScaleMarks(_ runs: [Range<Int>], to list: inout DrawList) {
    var marks = OffScaleMarks(viewport: viewport, layout: layout)
    for index in runs.joined() {
      guard let score = plot.drawnScore(at: index) else { continue }
      marks.add(score, x: viewport.viewX(of: index), into: &list)
    }
  }

  /// A score between two gaps has no line: where cells have no dots, it gets one all the same.
  private func addDot(_ index: Int, _ color: ColorRole, to list: inout DrawList) {
    guard let score = plot.drawnScore(at: index) else { return }
    let diameter = min(max(viewport.columnWidth, EnvelopeBuilder.loneDot), TimelineStyle.dotDiameter)
    list.append(
      .dot(
        ViewPoint(x: viewport.viewX(of: index), y: layout.y(of: score)), diameter: diameter, ring: 0, color,
        ringColor: .dotRing))
  }

  /// The unbroken runs of scores that reach into the view, with the neighbours just outside it.
  private func runs() -> [Range<Int>] {
    let visible = viewport.visible
    guard !visible.isEmpty else { return [] }
    let reach = max(visible.lowerBound - 1, 0)..<min(visible.upperBound + 1, plot.series.count)
    var runs: [Range<Int>] = []
    var start: Int?
    for index in reach {
      if plot.drawnScore(at: index) != nil {
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
    for index in run.dropLast() where plot.pauses.isPause(after: index) {
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
      guard let score = plot.drawnScore(at: index) else { continue }
      list.addPoint(ViewPoint(x: viewport.viewX(of: index), y: layout.y(of: score)))
    }
    return list.pathRange(from: start)
  }
}
