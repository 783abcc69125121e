public import ScoreDrawing

/// Makes frames of a chart, and keeps the recycled column cells between them.
public struct Composer {
  private var cells = CellBinder()
  private var frame: Frame?

  public init() {}

  /// How many cells were bound to a column since the composer was made.
  public var bindings: Int { cells.bindings }

  /// How many cells there are.
  public var capacity: Int { cells.capacity }

  /// Forgets the cells: the history changed.
  public mutating func historyChanged() { cells.forget() }

  /// The picture of `chart` in `state`; O(visible columns).
  ///
  /// - Parameter overscan: how far beyond both edges of the view the content is wanted, in points.
  public mutating func compose(
    _ chart: Chart, _ state: ChartState, metrics: TextMetrics, overscan: Double = 0
  ) -> Frame {
    let chart = chart.showing(series: state.activeSeries)
    let layout = state.layout(of: chart, metrics: metrics)
    let viewport = state.viewport.snapped(scale: state.scale)
    var frame = emptyFrame(state: state, layout: layout)
    guard !state.size.isEmpty else { return frame }
    frame.offset = viewport.offset
    frame.overscan = max(overscan, 0)
    let content = viewport.overscanned(by: frame.overscan)
    Backdrop.draw(viewport: content, layout: layout, into: &frame.backdrop)
    cells.bind(chart: chart, viewport: content, layout: layout, metrics: metrics, into: &frame.columns)
    CurveBuilder.draw(chart, viewport: content, layout: layout, scale: state.scale, into: &frame.curve)
    Overlay(chart: chart, state: state, viewport: viewport, layout: layout, metrics: metrics)
      .draw(into: &frame.overlay)
    self.frame = frame
    return frame
  }

  /// The last frame with its lists emptied, so that composing reuses their memory.
  private mutating func emptyFrame(state: ChartState, layout: ChartLayout) -> Frame {
    let plot = PlotArea(rect: layout.plot, axisLeft: layout.axisLeft, labelMidline: layout.labelMidline)
    var frame = self.frame ?? Frame(size: state.size, scale: state.scale, theme: state.theme, plot: plot)
    self.frame = nil
    frame.size = state.size
    frame.scale = state.scale
    frame.theme = state.theme
    frame.plot = plot
    frame.offset = 0
    frame.overscan = 0
    frame.backdrop.removeAll()
    frame.columns.removeAll(keepingCapacity: true)
    frame.curve.removeAll()
    frame.overlay.removeAll()
    return frame
  }
}

/// The background and the x-axis.
enum Backdrop {
  static func draw(viewport: Viewport, layout: ChartLayout, into list: inout DrawList) {
    list.append(
      .fill(ViewRect(x: 0, y: 0, width: layout.size.width, height: layout.size.height), .background))
    guard viewport.count > 0 else { return }
    let first = viewport.viewX(of: 0) - viewport.columnWidth / 2
    let last = viewport.viewX(of: viewport.count - 1) + TimelineStyle.columnWidth
    let from = max(first, -viewport.overscan)
    let to = min(last, layout.size.width + viewport.overscan)
    guard from < to else { return }
    list.append(.rule(y: layout.plot.maxY, from: from, to: to, thickness: TimelineStyle.hairline, .axis))
  }
}
