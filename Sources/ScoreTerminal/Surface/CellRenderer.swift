/// A part of the screen whose content has moved sideways.
struct CellScroll: Equatable {
  /// How many cells the content moved to the left; negative: to the right.
  var distance: Int
  var columns: Range<Int>
  var rows: Range<Int>
}

/// Brings a terminal's screen from one grid of cells to the next with as few bytes as it can.
///
/// The screen is never cleared: only cells that differ are written, and colours
/// are set only where they change. Rows that moved sideways are moved by the
/// terminal itself, which has known how to delete and insert characters since the VT102.
struct CellRenderer {
  private(set) var shown = CellGrid(columns: 0, rows: 0)
  private var writer: CellWriter
  private var cursor: (column: Int, row: Int)?
  /// Whether nothing is known about what the screen shows.
  private var isUnknown = true

  /// Unchanged cells of up to so many bytes are written again rather than skipped: a move takes as many.
  private static let shortGap = 4
  /// What moving a row costs, in cells that are written.
  private static let moveCost = 8

  init(depth: ColorDepth) { writer = CellWriter(depth: depth) }

  /// Forgets what the screen shows: somebody else may have written to it.
  mutating func forget() { isUnknown = true }

  /// The bytes that turn what is shown into `wanted`; empty where nothing differs. O(cells).
  ///
  /// - Parameter scroll: what has moved, where that is known; a wrong hint costs bytes but nothing else.
  mutating func update(to wanted: CellGrid, scroll: CellScroll? = nil) -> [UInt8] {
    let isNew = isUnknown || shown.columns != wanted.columns || shown.rows != wanted.rows
    writer.removeAll()
    cursor = nil
    if !isNew, let scroll { move(scroll, to: wanted) }
    for row in 0..<wanted.rows { update(row: row, to: wanted, isNew: isNew) }
    writer.resetStyle()
    shown = wanted
    isUnknown = false
    return writer.bytes
  }

  private mutating func update(row: Int, to wanted: CellGrid, isNew: Bool) {
    let columns = wanted.columns
    let start = row * columns
    wanted.cells.withUnsafeBufferPointer { new in
      shown.cells.withUnsafeBufferPointer { old in
        for column in 0..<columns {
          let cell = new[start + column]
          guard cell.glyph != 0 else { continue }
          if !isNew, CellRenderer.looksSame(old[start + column], shown, cell, wanted) { continue }
          write(column: column, row: row, cells: new, start: start, in: wanted)
        }
      }
    }
  }

  private mutating func write(
    column: Int, row: Int, cells: UnsafeBufferPointer<Cell>, start: Int, in grid: CellGrid
  ) {
    go(to: column, row: row, cells: cells, start: start, in: grid)
    let cell = cells[start + column]
    writer.write(cell, in: grid)
    let width = column + 1 < grid.columns && cells[start + column + 1].glyph == 0 ? 2 : 1
    // After a sequence of marks and emoji terminals disagree about where the cursor stands.
    cursor = cell.isCluster || width == 2 || column + width >= grid.columns ? nil : (column + width, row)
  }

  private mutating func go(
    to column: Int, row: Int, cells: UnsafeBufferPointer<Cell>, start: Int, in grid: CellGrid
  ) {
    guard let cursor, cursor.row == row, cursor.column <= column else { return writer.moveTo(column: column, row: row) }
    let gap = column - cursor.column
    guard gap > 0 else { return }
    let between = start + cursor.column..<start + column
    if gap <= CellRenderer.shortGap, between.allSatisfy({ canRepeat(cells[$0]) }),
      between.reduce(0, { $0 + cells[$1].byteCount }) <= CellRenderer.shortGap
    {
      for index in between { writer.write(cells[index], in: grid) }
      return
    }
    writer.moveRight(by: gap)
  }

  private func canRepeat(_ cell: Cell) -> Bool { !cell.isCluster && cell.glyph != 0 && writer.isCurrent(cell) }

  /// Blanks of one ground look the same whatever the colour of the text that is not there.
  static func looksSame(_ old: Cell, _ oldGrid: CellGrid, _ new: Cell, _ newGrid: CellGrid) -> Bool {
    if old.isCluster || new.isCluster {
      return old.isCluster && new.isCluster && oldGrid.text(of: old) == newGrid.text(of: new)
        && old.foreground == new.foreground && old.background == new.background && old.isBold == new.isBold
    }
    return old == new || (old.isBlank && new.isBlank && old.background == new.background)
  }

  // MARK: Moving rows

  /// A cell that equals no other: what a move leaves behind is written anew.
  private static let unknown: Cell = {
    var cell = Cell()
    cell.glyph = Cell.clusterFlag - 1
    return cell
  }()

  private mutating func move(_ scroll: CellScroll, to wanted: CellGrid) {
    let columns = scroll.columns.clamped(to: 0..<wanted.columns)
    let count = abs(scroll.distance)
    guard count > 0, count < columns.count else { return }
    for row in scroll.rows.clamped(to: 0..<wanted.rows) where isWorthMoving(row, columns, scroll.distance, wanted) {
      move(row: row, columns: columns, distance: scroll.distance)
    }
  }

  /// Whether fewer cells would have to be written after the move than without it.
  private func isWorthMoving(_ row: Int, _ columns: Range<Int>, _ distance: Int, _ wanted: CellGrid) -> Bool {
    let start = row * wanted.columns
    var (still, moved) = (0, CellRenderer.moveCost)
    for column in 0..<wanted.columns {
      let (old, new) = (shown.cells[start + column], wanted.cells[start + column])
      // Half of a wide character must not be torn off.
      if old.isCluster || old.glyph == 0 { return false }
      if !CellRenderer.looksSame(old, shown, new, wanted) { still += 1 }
      guard columns.contains(column) else { continue }
      let source = column + distance
      if !columns.contains(source) || !CellRenderer.looksSame(shown.cells[start + source], shown, new, wanted) {
        moved += 1
      }
    }
    return moved < still
  }

  /// Deletes characters at one end of the range and inserts as many at the other, so that what is right of it stays.
  private mutating func move(row: Int, columns: Range<Int>, distance: Int) {
    let count = abs(distance)
    let end = columns.upperBound - count
    writer.moveTo(column: distance > 0 ? columns.lowerBound : end, row: row)
    writer.deleteCharacters(count)
    writer.moveTo(column: distance > 0 ? end : columns.lowerBound, row: row)
    writer.insertCharacters(count)
    let start = row * shown.columns
    shown.withCells { cells in
      let line = columns.map { cells[start + $0] }
      for column in columns {
        let source = column + distance
        cells[start + column] =
          columns.contains(source) ? line[source - columns.lowerBound] : CellRenderer.unknown
      }
    }
  }
}

extension CellWriter {
  /// Whether `cell` can be written without a change of colours.
  func isCurrent(_ cell: Cell) -> Bool {
    cell.background == currentBackground
      && (cell.isBlank || cell.foreground == currentForeground && cell.isBold == isCurrentlyBold)
  }

  mutating func moveTo(column: Int, row: Int) {
    append("\u{1B}[")
    append(number: row + 1)
    if column > 0 {
      append(0x3B)
      append(number: column + 1)
    }
    append(0x48)
  }

  mutating func moveRight(by count: Int) { sequence(count, 0x43) }
  mutating func deleteCharacters(_ count: Int) { sequence(count, 0x50) }
  mutating func insertCharacters(_ count: Int) { sequence(count, 0x40) }

  private mutating func sequence(_ count: Int, _ final: UInt8) {
    append("\u{1B}[")
    if count > 1 { append(number: count) }
    append(final)
  }
}
