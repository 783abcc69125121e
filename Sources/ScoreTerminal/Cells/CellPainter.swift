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
    let palette = CellPalette(theme: frame.theme, style: style)
    grid.reset(
      columns: size.columns, rows: size.rows, to: Cell(" ", foreground: .own, background: palette.background))
    prepareCurve(frame, columns: grid.columns, rows: grid.rows)
    paintArea(palette, into: &grid)
    paintBackdrop(frame, palette, into: &grid)
    paintLine(palette, into: &grid)
    paintDots(frame, palette, into: &grid)
    OverlayPainter(frame: frame, style: style, palette: palette).paint(into: &grid)
  }

  private mutating func prepareCurve(_ frame: borrowing Frame, columns: Int, rows: Int) {
    coverage.reset(columns: columns)
    mask.reset(columns: columns, rows: rows, glyphs: style.glyphs)
    let points = frame.curve.points
    for command in frame.curve.commands {
      switch command {
      case .area(let path, let top, let base, _):
        coverage.add(points[path.clamped(to: points.indices)], top: top, base: base)
      case .line(let path, _, let pattern, _):
        mask.add(points[path.clamped(to: points.indices)], pattern: pattern)
      case .envelope(let path, _, _): mask.addBand(points[path.clamped(to: points.indices)])
      default: break
      }
    }
  }

  /// The x-axis, and every column's guide with its tick on the axis.
  private func paintBackdrop(_ frame: borrowing Frame, _ palette: CellPalette, into grid: inout CellGrid) {
    let axisRow = CellGeometry.row(frame.plot.rect.maxY)
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
    let lifted = (top..<max(top, bottom)).map { palette.guide(overAreaOf: areaAlpha(row: $0, palette)) }
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

  private func paintDots(_ frame: borrowing Frame, _ palette: CellPalette, into grid: inout CellGrid) {
    for tile in frame.columns {
      guard let dot = tile.dot else { continue }
      grid.update(column: CellGeometry.column(tile.x), row: CellGeometry.row(dot.y)) { cell in
        cell.glyph = glyph(of: dot)
        cell.foreground = palette[dot.offScale == nil ? dot.color : .offScaleMark]
      }
    }
  }

  private func glyph(of dot: ColumnDot) -> UInt32 {
    switch dot.offScale {
    case nil: style.glyphs.dot
    case .above: style.glyphs.offScaleAbove
    case .below: style.glyphs.offScaleBelow
    }
  }
}
