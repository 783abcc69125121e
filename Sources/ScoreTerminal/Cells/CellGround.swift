internal import ScoreDrawing

/// What lies beneath a mark or beside the line: the area or the terminal's ground.
struct CellGround {
  let coverage: CurveCoverage
  let palette: CellPalette
  /// For every cell, which of its halves the front line runs through: 1 the upper, 2 the lower; empty for finer parts.
  var halves: [UInt8] = []

  /// The area's alpha in the middle of a row.
  func areaAlpha(row: Int) -> Double {
    guard coverage.base > coverage.top else { return 0 }
    let y = (Double(row) + 0.5) * CellGeometry.height
    let share = (coverage.base - y) / (coverage.base - coverage.top)
    return min(max(share, 0), 1) * Double(palette.theme.color(palette.areaRole).alpha) / 255
  }

  /// The ground of a whole cell: the area where most of the cell lies in it.
  ///
  /// A cell at the area's edge that has no line in it would show a share of the area as a pale box beside the line.
  func color(column: Int, row: Int) -> CellColor {
    var upper = Double(row) * CellGeometry.height
    var height = CellGeometry.height
    let index = row * coverage.columns + column
    if row >= 0, column >= 0, column < coverage.columns, index < halves.count {
      // A dot on the line stands on what is on that side of the line which has more of the cell.
      let half = lineHalf(column: column, index: index)
      if half == 1 { upper += height / 2 }
      if half == 1 || half == 2 { height /= 2 }
    }
    return color(column: column, row: row, from: upper, to: upper + height, isShared: false)
  }

  /// The half of a cell that the line runs through, as it goes on at both sides: a peak's tip is no plateau.
  private func lineHalf(column: Int, index: Int) -> UInt8 {
    guard column > 0, column + 1 < coverage.columns, index + 1 < halves.count else { return halves[index] }
    let (left, right) = (halves[index - 1], halves[index + 1])
    return left == right && left != 0 ? left : halves[index]
  }

  /// The ground of a part of a cell, which takes the area's share of it.
  func color(column: Int, row: Int, from upper: Double, to lower: Double, isShared: Bool = true) -> CellColor {
    guard palette.hasGradient, coverage.base > coverage.top, row >= 0, column >= 0, column < coverage.columns,
      (Double(row) + 0.5) * CellGeometry.height < coverage.base
    else { return palette.background }
    let share = coverage.share(column: column, from: upper, to: lower)
    let alpha = areaAlpha(row: row)
    if !isShared { return share >= 0.5 ? palette.area(alpha: alpha) : palette.background }
    return share >= CellGround.leastShare ? palette.area(alpha: alpha * share) : palette.background
  }

  /// Less of the area than this is not seen.
  static let leastShare = 1.0 / 32
}

extension Cell {
  /// Puts a mark into the cell, on a ground of one colour; the line's parts may have set both colours.
  mutating func setMark(_ mark: UInt32, _ role: ColorRole, column: Int, row: Int, _ ground: CellGround) {
    glyph = mark
    foreground = ground.palette[role]
    if ground.palette.hasGradient { background = ground.color(column: column, row: row) }
  }
}
