internal import ScoreDrawing

/// Area and lines.
extension CellPainter {
  /// Samples the areas; where the curve is a band a pixel wide, they are moved to the cells that the band is in.
  mutating func prepareArea(_ frame: borrowing Frame, columns: Int, _ palette: inout CellPalette) {
    coverage.reset(columns: columns)
    let points = frame.curve.points
    let isBand = frame.curve.commands.contains { if case .envelope = $0 { true } else { false } }
    for command in frame.curve.commands {
      guard case .area(let path, let top, let base, let role) = command else { continue }
      palette.areaRole = role
      coverage.add(
        points[path.clamped(to: points.indices)], top: top, base: base, shift: isBand ? -CellGeometry.width / 2 : 0)
    }
  }

  /// Draws one series after the other, each in its colour.
  mutating func paintLines(_ frame: borrowing Frame, _ palette: CellPalette, into grid: inout CellGrid) {
    let points = frame.curve.points
    var current: ColorRole?
    for command in frame.curve.commands {
      guard let role = command.lineRole else { continue }
      if role != current {
        if let current { paintLine(palette[current], palette, into: &grid) }
        mask.reset(columns: grid.columns, rows: grid.rows, glyphs: style.glyphs)
        current = role
      }
      switch command {
      case .line(let path, _, let pattern, _):
        mask.add(points[path.clamped(to: points.indices)], pattern: pattern)
      case .envelope(let path, _, _): mask.addBand(points[path.clamped(to: points.indices)])
      default: break
      }
    }
    if let current { paintLine(palette[current], palette, into: &grid) }
  }

  /// Gives every cell the ground that the area has there; cells at its edge get their share of it.
  func paintArea(_ palette: CellPalette, into grid: inout CellGrid) {
    guard palette.hasGradient, coverage.base > coverage.top else { return }
    let (columns, height) = (grid.columns, CellGeometry.height)
    // A row whose middle lies below the base has no area in it.
    let end = min(max(CellGeometry.whole((coverage.base / height + 0.5).rounded(.down)), 0), grid.rows)
    let ground = CellGround(coverage: coverage, palette: palette)
    let alphas = (0..<end).map { ground.areaAlpha(row: $0) }
    let full = alphas.map { palette.area(alpha: $0) }
    grid.withCells { cells in
      for column in 0..<columns {
        guard let edge = coverage.edge(column: column) else { continue }
        let first = max(CellGeometry.row(edge.high), 0)
        guard first < end else { continue }
        for row in first..<end {
          let upper = Double(row) * height
          if upper >= edge.low {
            cells[row * columns + column].background = full[row]
          } else {
            let share = coverage.share(column: column, from: upper, to: upper + height)
            guard share >= CellGround.leastShare else { continue }
            cells[row * columns + column].background = palette.area(alpha: alphas[row] * share)
          }
        }
      }
    }
  }

  /// Puts the line's characters into the cells that it runs through.
  private func paintLine(_ color: CellColor, _ palette: CellPalette, into grid: inout CellGrid) {
    let glyphs = style.glyphs
    let columns = grid.columns
    let ground = CellGround(coverage: coverage, palette: palette)
    mask.masks.withUnsafeBufferPointer { masks in
      grid.withCells { cells in
        for index in masks.indices where masks[index] != 0 {
          cells[index].glyph = glyph(masks[index], at: index, in: masks, columns: columns)
          cells[index].foreground = color
          if glyphs == .half, palette.hasGradient {
            let goesOn = index + columns < masks.count && masks[index + columns] & 1 != 0
            setHalves(
              &cells[index], masks[index], column: index % columns, row: index / columns, goesOn: goesOn, ground)
          }
        }
      }
    }
  }

  /// Gives a cell with the line in one half or both the ground in the other.
  ///
  /// Many fonts' blocks end a pixel above the cell's lower edge: where the line goes on below it, what reaches down
  /// to it is the cell's background. A lower half is turned over for that only on the terminal's own ground, where
  /// the colours around it take few bytes.
  private func setHalves(
    _ cell: inout Cell, _ mask: UInt8, column: Int, row: Int, goesOn: Bool, _ ground: CellGround
  ) {
    let palette = ground.palette
    let isJoined = goesOn && palette.depth == .trueColor
    guard mask != 3 else {
      if isJoined { cell.background = cell.foreground }
      return
    }
    let half = CellGeometry.height / 2
    let upper = Double(row) * CellGeometry.height + (mask == 1 ? half : 0)
    let other = ground.color(column: column, row: row, from: upper, to: upper + half)
    guard mask == 2, isJoined, palette.background.isOwn else {
      cell.background = other
      return
    }
    cell.glyph = style.glyphs.glyph(mask: 1)
    cell.background = cell.foreground
    cell.foreground = other.isOwn ? palette.groundColor : other
  }

  /// Cells at the area's edge that have no line in them, or are filled by it, are area or ground, nothing between.
  mutating func settleEdges(_ palette: CellPalette, into grid: inout CellGrid) {
    guard palette.hasGradient, coverage.base > coverage.top, mask.masks.count == grid.columns * grid.rows else {
      return
    }
    let ground = CellGround(coverage: coverage, palette: palette)
    let (columns, rows) = (grid.columns, grid.rows)
    grid.withCells { cells in
      for column in 0..<columns {
        guard let edge = coverage.edge(column: column) else { continue }
        let (first, last) = (max(CellGeometry.row(edge.high), 0), min(CellGeometry.row(edge.low), rows - 1))
        guard first <= last else { continue }
        for row in first...last where mask.masks[row * columns + column] == 0 {
          cells[row * columns + column].background = ground.color(column: column, row: row)
        }
      }
    }
  }

  private func glyph(_ mask: UInt8, at index: Int, in masks: UnsafeBufferPointer<UInt8>, columns: Int) -> UInt32 {
    guard style.glyphs.isAscii else { return style.glyphs.glyph(mask: mask) }
    let above = index >= columns ? masks[index - columns] : 0
    let below = index + columns < masks.count ? masks[index + columns] : 0
    // Steep parts join the cell above with the one below.
    if above & 4 != 0, below & 1 != 0 { return 0x7C }
    let left = index % columns > 0 ? masks[index - 1] : 0
    let right = index % columns < columns - 1 ? masks[index + 1] : 0
    if mask & 5 == 5 || mask == 3 || mask == 6 { return slope(above, below, left, right) }
    return style.glyphs.glyph(mask: mask)
  }

  /// Where the line enters and leaves a cell tells whether it rises or falls.
  private func slope(_ above: UInt8, _ below: UInt8, _ left: UInt8, _ right: UInt8) -> UInt32 {
    if above & 4 != 0 { return right != 0 && left == 0 ? 0x5C : left != 0 && right == 0 ? 0x2F : 0x7C }
    if below & 1 != 0 { return right != 0 && left == 0 ? 0x2F : left != 0 && right == 0 ? 0x5C : 0x7C }
    return 0x7C
  }
}

extension DrawCommand {
  /// The colour of a line or a band; nil for all else.
  fileprivate var lineRole: ColorRole? {
    switch self {
    case .line(_, _, _, let role), .envelope(_, _, let role): role
    default: nil
    }
  }
}
