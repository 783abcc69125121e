public import ScoreDrawing

/// Draws frames into character cells: labels as text, the area as a graded ground, the line in parts of cells.
///
/// Nothing is converted from pixels. The frame must be composed with `CellGeometry`'s sizes,
/// scale and metrics. Keeps its scratch memory from one frame to the next.
public struct CellPainter {
  public var style: CellStyle
  var coverage = CurveCoverage()
  var mask = LineMask()

  public init(style: CellStyle) { self.style = style }

  /// Draws `frame` into `grid`, which gets `size`; O(cells).
  ///
  /// No value in a frame is a reason to trap: what is not finite or lies outside is not drawn.
  public mutating func paint(_ frame: borrowing Frame, size: CellSize, into grid: inout CellGrid) {
    var palette = CellPalette(theme: frame.theme, style: style)
    grid.reset(
      columns: size.columns, rows: size.rows, to: Cell(" ", foreground: .own, background: palette.background))
    prepareArea(frame, columns: grid.columns, &palette)
    paintArea(palette, into: &grid)
    paintBackdrop(frame, palette, into: &grid)
    paintLines(frame, palette, into: &grid)
    settleEdges(palette, into: &grid)
    let halves = style.glyphs == .half && mask.columns == grid.columns ? mask.masks : []
    let ground = CellGround(coverage: coverage, palette: palette, halves: halves)
    paintDots(frame, ground, into: &grid)
    OverlayPainter(frame: frame, style: style, ground: ground).paint(into: &grid)
  }

  /// The x-axis, and every column's guide with its tick on the axis.
  private func paintBackdrop(_ frame: borrowing Frame, _ palette: CellPalette, into grid: inout CellGrid) {
    let axisRow = CellGeometry.row(frame.plot.rect.maxY)
    let ground = CellGround(coverage: coverage, palette: palette)
    for command in frame.backdrop.commands {
      guard case .rule(let y, let from, let to, _, let role) = command, from <= to else { continue }
      let row = CellGeometry.row(y)
      let first = max(CellGeometry.column(from), 0)
      let last = min(CellGeometry.column(to), grid.columns - 1)
      guard first <= last else { continue }
      for column in first...last {
        grid.update(column: column, row: row) { cell in
          cell.glyph = style.glyphs.axis
          cell.foreground = palette[role]
        }
      }
    }
    let top = max(CellGeometry.row(frame.plot.rect.y), 0)
    let bottom = min(axisRow, grid.rows)
    let lifted = (top..<max(top, bottom)).map { palette.guide(overAreaOf: ground.areaAlpha(row: $0)) }
    for tile in frame.columns where tile.hasGuide {
      let column = CellGeometry.column(tile.x)
      guard column >= 0, column < grid.columns else { continue }
      for row in top..<max(top, bottom) {
        grid.update(column: column, row: row) { cell in
          cell.glyph = style.glyphs.guide
          cell.foreground = cell.background == palette.background ? palette[.guide] : lifted[row - top]
        }
      }
      grid.update(column: column, row: axisRow) { cell in
        if cell.glyph == style.glyphs.axis { cell.glyph = style.glyphs.axisTick }
      }
    }
  }

  private func paintDots(_ frame: borrowing Frame, _ ground: CellGround, into grid: inout CellGrid) {
    for command in frame.curve.commands {
      guard case .dot(let center, _, _, let color, _) = command else { continue }
      paintDot(style.glyphs.dot, at: center, color, ground, into: &grid)
    }
    for tile in frame.columns {
      guard let dot = tile.dot else { continue }
      let color = dot.offScale == nil || dot.color != .dot ? dot.color : .offScaleMark
      paintDot(glyph(of: dot), at: ViewPoint(x: tile.x, y: dot.y), color, ground, into: &grid)
    }
  }

  private func paintDot(
    _ glyph: UInt32, at place: ViewPoint, _ role: ColorRole, _ ground: CellGround, into grid: inout CellGrid
  ) {
    let (column, row) = (CellGeometry.column(place.x), CellGeometry.row(place.y))
    grid.update(column: column, row: row) { $0.setMark(glyph, role, column: column, row: row, ground) }
  }

  private func glyph(of dot: ColumnDot) -> UInt32 {
    switch dot.offScale {
    case nil: style.glyphs.dot
    case .above: style.glyphs.offScaleAbove
    case .below: style.glyphs.offScaleBelow
    }
  }
}
