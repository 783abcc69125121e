import ScoreDrawing

/// Binds recycled cells to the columns in view.
///
/// From 6 points up every column in view has a cell; narrower ones have one only
/// where a label stands, so the number of cells is bounded by the view's width.
struct CellBinder {
  private var pool = ColumnPool<CellContent>(visible: 0)
  private var boundTo: Binding?
  private var placement: LabelPlacement?
  /// The labels of a stretch of columns around the view.
  private var placed: [PlacedLabel] = []
  private var placedRows = 0..<0

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
    var options: ChartOptions
    var series: Int
  }

  var bindings: Int { pool.bindings }
  var capacity: Int { pool.capacity }

  mutating func forget() { boundTo = nil }

  mutating func bind(
    chart: Chart, viewport: Viewport, layout: ChartLayout, metrics: TextMetrics, into tiles: inout [ColumnTile]
  ) {
    prepare(chart: chart, viewport: viewport, layout: layout, metrics: metrics)
    guard let placement else { return }
    let rows = viewport.visible(margin: placement.isEveryColumn ? 0 : placement.reach)
    if viewport.columnWidth >= TimelineStyle.leastDottedColumn {
      bindColumns(rows, placement, chart: chart, viewport: viewport, layout: layout, into: &tiles)
    } else if layout.hasDateLabels {
      bindLabels(rows, placement, viewport: viewport, into: &tiles)
    }
  }

  private mutating func prepare(chart: Chart, viewport: Viewport, layout: ChartLayout, metrics: TextMetrics) {
    let binding = Binding(
      layout: layout, columnWidth: viewport.columnWidth, count: chart.count, options: chart.options,
      series: chart.activeSeries)
    guard boundTo != binding else { return }
    pool.invalidate()
    placement = LabelPlacement(labels: chart.labels, columnWidth: viewport.columnWidth, metrics: metrics)
    placedRows = 0..<0
    placed = []
    boundTo = binding
  }

  private mutating func bindColumns(
    _ rows: Range<Int>, _ placement: LabelPlacement, chart: Chart, viewport: Viewport, layout: ChartLayout,
    into tiles: inout [ColumnTile]
  ) {
    let width = viewport.width + 2 * viewport.overscan + (placement.isEveryColumn ? 0 : 2 * placement.reach)
    pool.reserve(visible: Int((width / viewport.columnWidth).rounded(.up)) + 1)
    if layout.hasDateLabels, !placement.isEveryColumn { place(rows, placement) }
    let placed = self.placed
    for index in rows {
      let (number, slot) = pool.bind(index) {
        let label = layout.hasDateLabels ? CellBinder.label(at: index, placement, placed) : nil
        return CellContent(label: label, dot: CellBinder.dot(at: index, chart: chart, layout: layout))
      }
      tiles.append(
        ColumnTile(
          slot: number, generation: slot.generation, index: index, x: viewport.viewX(of: index), hasGuide: true,
          label: slot.content.label, dot: slot.content.dot))
    }
  }

  /// Cells for labels alone: a stretch of `room` columns has at most one.
  private mutating func bindLabels(
    _ rows: Range<Int>, _ placement: LabelPlacement, viewport: Viewport, into tiles: inout [ColumnTile]
  ) {
    pool.reserve(visible: rows.count / placement.room + 2)
    place(rows, placement)
    for entry in placed where rows.contains(entry.column) {
      let (number, slot) = pool.bind(entry.column, stretch: entry.column / placement.room) {
        CellContent(label: entry.label, dot: nil)
      }
      tiles.append(
        ColumnTile(
          slot: number, generation: slot.generation, index: entry.column, x: viewport.viewX(of: entry.column),
          hasGuide: false, label: slot.content.label, dot: nil))
    }
  }

  /// Places labels around `rows`, a screen further on both sides, unless they are placed already.
  private mutating func place(_ rows: Range<Int>, _ placement: LabelPlacement) {
    guard rows.lowerBound < placedRows.lowerBound || rows.upperBound > placedRows.upperBound else { return }
    let lower = max(rows.lowerBound - rows.count, 0)
    placedRows = lower..<min(rows.upperBound + rows.count, placement.labels.count)
    placed = placement.placed(in: placedRows)
  }

  private static func label(at index: Int, _ placement: LabelPlacement, _ placed: [PlacedLabel]) -> DateLabel? {
    guard !placement.isEveryColumn else { return placement.columnLabel(at: index) }
    var low = 0
    var high = placed.count
    while low < high {
      let middle = (low + high) / 2
      if placed[middle].column < index { low = middle + 1 } else { high = middle }
    }
    return low < placed.count && placed[low].column == index ? placed[low].label : nil
  }

  private static func dot(at index: Int, chart: Chart, layout: ChartLayout) -> ColumnDot? {
    chart.drawnScore(at: index).map { score in
      ColumnDot(
        y: layout.y(of: score), offScale: layout.scale.offScale(score), color: .dot(ofSeries: chart.activeSeries))
    }
  }
}
