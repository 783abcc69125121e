internal import ScoreDrawing

/// Which parts of the cells the line runs through.
struct LineMask {
  private(set) var masks: [UInt8] = []
  private(set) var columns = 0
  private(set) var rows = 0
  private var across = 1
  private var down = 2

  /// Dashes of a bridged pause: this many columns of parts drawn, and as many left out.
  private static let dash = 2

  mutating func reset(columns: Int, rows: Int, glyphs: GlyphSet) {
    self.columns = columns
    self.rows = rows
    (across, down) = glyphs.parts
    masks.removeAll(keepingCapacity: true)
    masks.append(contentsOf: repeatElement(0, count: columns * rows))
  }

  /// Draws a polyline: one part high where it is flat, joined where it is steep.
  mutating func add(_ points: ArraySlice<ViewPoint>, pattern: LinePattern) {
    let step = CellGeometry.width / Double(across)
    let origin = -CellGeometry.width / 2 + step / 2
    let partHeight = CellGeometry.height / Double(down)
    var previous: (column: Int, row: Int)?
    PolylineSampler(points: points, origin: origin, step: step, count: columns * across).forEach { column, y in
      let row = CellGeometry.whole((y / partHeight).rounded(.down))
      defer { previous = (column, row) }
      guard pattern == .solid || column / LineMask.dash % 2 == 0 else { return }
      mark(column, row)
      guard let before = previous, before.column == column - 1, abs(before.row - row) > 1 else { return }
      join(before, (column, row))
    }
  }

  /// Draws the band between two ends at every x; neighbouring cells are joined.
  ///
  /// The x of a band is the middle of the pixel column that it sums up, here the left half of a cell and the right
  /// half of the one before.
  mutating func addBand(_ points: ArraySlice<ViewPoint>) {
    let partHeight = CellGeometry.height / Double(down)
    var previous: (column: Int, top: Int, bottom: Int)?
    var index = points.startIndex
    while index + 1 < points.endIndex {
      let (first, second) = (points[index], points[index + 1])
      index += 2
      guard first.x.isFinite, first.y.isFinite, second.y.isFinite else { continue }
      let column = CellGeometry.whole((first.x / CellGeometry.width).rounded(.down))
      let ends = [first.y, second.y].map { CellGeometry.whole(($0 / partHeight).rounded(.down)) }
      var (top, bottom) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
      defer { previous = (column, top, bottom) }
      guard column >= 0, column < columns else { continue }
      if let before = previous, before.column == column - 1 {
        top = min(top, before.bottom + 1)
        bottom = max(bottom, before.top - 1)
      }
      for part in 0..<across { fill(column * across + part, from: top, to: bottom) }
    }
  }

  /// The way between two neighbouring columns is shared by both.
  private mutating func join(_ a: (column: Int, row: Int), _ b: (column: Int, row: Int)) {
    let middle = (a.row + b.row) / 2
    if a.row < b.row {
      fill(a.column, from: a.row, to: middle)
      fill(b.column, from: middle + 1, to: b.row)
    } else {
      fill(a.column, from: middle + 1, to: a.row)
      fill(b.column, from: b.row, to: middle)
    }
  }

  private mutating func fill(_ column: Int, from first: Int, to last: Int) {
    let clamped = (max(first, 0), min(last, rows * down - 1))
    guard clamped.0 <= clamped.1 else { return }
    for row in clamped.0...clamped.1 { mark(column, row) }
  }

  private mutating func mark(_ column: Int, _ row: Int) {
    guard column >= 0, column < columns * across, row >= 0, row < rows * down else { return }
    masks[row / down * columns + column / across] |= 1 << UInt8(row % down * across + column % across)
  }
}
