public import ScoreDrawing

/// Makes frames of a chart, and keeps the recycled column cells between them.
public struct Composer {
  private var pool: ColumnPool<CellContent>
  private var boundTo: Binding?
  private var frame: Frame?

  /// What a cell shows, whatever its place.
  private struct CellContent {
    var label: DateLabel?
    var dot: ColumnDot?
  }

  /// What the pool's cells were made from; any change makes them all anew.
  private struct Binding: Equatable {
    var layout: ChartLayout
    var columnWidth: Double
    var count: Int
  }

  public init() {
    pool = ColumnPool(visible: 0)
  }

  /// How many cells were bound to a column since the composer was made.
  public var bindings: Int { pool.bindings }

  /// How many cells there are.
  public var capacity: Int { pool.capacity }

  /// Forgets the cells: the history changed.
  public mutating func historyChanged() { boundTo = nil }

  /// The picture of `chart` in `state`; O(visible columns).
  public mutating func compose(_ chart: Chart, _ state: ChartState, metrics: TextMetrics) -> Frame {
    let layout = state.layout(of: chart, metrics: metrics)
    let viewport = state.viewport.snapped(scale: state.scale)
    var frame = emptyFrame(state: state, layout: layout)
    guard !state.size.isEmpty else { return frame }
    Backdrop.draw(viewport: viewport, layout: layout, into: &frame.backdrop)
    bindCells(chart: chart, viewport: viewport, layout: layout, into: &frame)
    CurveBuilder(chart: chart, viewport: viewport, layout: layout).draw(into: &frame.curve)
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
    frame.backdrop.removeAll()
    frame.columns.removeAll(keepingCapacity: true)
    frame.curve.removeAll()
    frame.overlay.removeAll()
    return frame
  }

  private mutating func bindCells(chart: Chart, viewport: Viewport, layout: ChartLayout, into frame: inout Frame) {
    let visible = viewport.visible
    let binding = Binding(layout: layout, columnWidth: viewport.columnWidth, count: chart.count)
    if boundTo != binding {
      pool.invalidate()
      boundTo = binding
    }
    pool.reserve(visible: Int((viewport.width / viewport.columnWidth).rounded(.up)) + 1)
    for index in visible {
      let (number, slot) = pool.bind(index) { Composer.content(of: index, chart: chart, layout: layout) }
      frame.columns.append(
        ColumnTile(
          slot: number, generation: slot.generation, index: index, x: viewport.viewX(of: index),
          hasGuide: true, label: slot.content.label, dot: slot.content.dot))
    }
  }

  private static func content(of index: Int, chart: Chart, layout: ChartLayout) -> CellContent {
    let label = layout.hasDateLabels ? DateLabel(chart.labels.axisLabel(at: index)) : nil
    guard let score = chart.drawnScore(at: index) else { return CellContent(label: label, dot: nil) }
    let dot = ColumnDot(y: layout.y(of: score), offScale: layout.scale.offScale(score))
    return CellContent(label: label, dot: dot)
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
    let from = max(first, 0)
    let to = min(last, layout.size.width)
    guard from < to else { return }
    list.append(.rule(y: layout.plot.maxY, from: from, to: to, thickness: TimelineStyle.hairline, .axis))
  }
}
