internal import ScoreDrawing

/// Draws a box without an arrow: help, a chip. Its lines stand in rows that follow one another.
struct PanelPainter {
  let box: ViewRect
  let color: ColorRole
  let lines: [TextLine]
  let style: CellStyle
  let palette: CellPalette

  func paint(into grid: inout CellGrid) {
    let heights = Set(lines.map(\.midline)).sorted()
    guard !heights.isEmpty, box.x.isFinite, box.width.isFinite else { return }
    let margin = heights.count > 1 ? 1 : 0
    let rows = heights.count + 2 * margin
    let left = max(CellGeometry.column(box.x), 0)
    let right = min(CellGeometry.column(box.maxX), grid.columns)
    let middle = (heights[0] + heights[heights.count - 1]) / 2 / CellGeometry.height
    let top = min(max(CellGeometry.whole((middle - Double(rows) / 2).rounded()), 0), max(grid.rows - rows, 0))
    guard left < right else { return }
    for row in top..<(top + rows) {
      grid.clearNeighbours(column: left, row: row, width: right - left)
      for column in left..<right {
        grid.update(column: column, row: row) {
          $0 = Cell(" ", foreground: palette[.panelText], background: palette[color])
        }
      }
    }
    for line in lines {
      guard let index = heights.firstIndex(of: line.midline) else { continue }
      paint(line, row: top + margin + index, right: right, into: &grid)
    }
  }

  private func paint(_ line: TextLine, row: Int, right: Int, into grid: inout CellGrid) {
    let clusters =
      style.glyphs.isAscii ? VisibleText.asciiClusters(of: line.string) : VisibleText.clusters(of: line.string)
    let width = clusters.reduce(0) { $0 + $1.width }
    var column =
      switch line.alignment {
      case .left: CellGeometry.column(line.x)
      case .center: CellGeometry.column(line.x) - width / 2
      case .right: CellGeometry.column(line.x) - width
      }
    for cluster in clusters where column + cluster.width <= right {
      grid.put(cluster, column: column, row: row, foreground: palette[line.color])
      column += cluster.width
    }
  }
}
