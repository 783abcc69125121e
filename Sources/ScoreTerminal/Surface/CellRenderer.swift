/// Brings a terminal's screen from one grid of cells to the next with as few bytes as it can.
///
/// The screen is never cleared: only cells that differ are written, and colours
/// are set only where they change.
struct CellRenderer {
  private(set) var shown = CellGrid(columns: 0, rows: 0)
  private var writer: CellWriter
  private var cursor: (column: Int, row: Int)?
  /// Whether nothing is known about what the screen shows.
  private var isUnknown = true

  /// Up to so many unchanged cells are written again rather than skipped: a move takes as many bytes.
  private static let shortGap = 3

  init(depth: ColorDepth) { writer = CellWriter(depth: depth) }

  /// Forgets what the screen shows: somebody else may have written to it.
  mutating func forget() { isUnknown = true }

  /// The bytes that turn what is shown into `wanted`; empty where nothing differs. O(cells).
  mutating func update(to wanted: CellGrid) -> [UInt8] {
    let isNew = isUnknown || shown.columns != wanted.columns || shown.rows != wanted.rows
    writer.removeAll()
    cursor = nil
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
        var column = 0
        while column < columns {
          let cell = new[start + column]
          let isSame = !isNew && CellRenderer.looksSame(old[start + column], shown, cell, wanted)
          if isSame || cell.glyph == 0 {
            column += 1
            continue
          }
          write(column: column, row: row, cells: new, start: start, in: wanted)
          column += 1
        }
      }
    }
  }

  private mutating func write(
    column: Int, row: Int, cells: UnsafeBufferPointer<Cell>, start: Int, in grid: CellGrid
  ) {
    move(to: column, row: row, cells: cells, start: start, in: grid)
    let cell = cells[start + column]
    writer.write(cell, in: grid)
    let width = column + 1 < grid.columns && cells[start + column + 1].glyph == 0 ? 2 : 1
    // After a sequence of marks and emoji terminals disagree about where the cursor stands.
    cursor = cell.isCluster || width == 2 || column + width >= grid.columns ? nil : (column + width, row)
  }

  private mutating func move(
    to column: Int, row: Int, cells: UnsafeBufferPointer<Cell>, start: Int, in grid: CellGrid
  ) {
    if let cursor, cursor.row == row, cursor.column <= column {
      let gap = column - cursor.column
      guard gap > 0 else { return }
      let between = (cursor.column..<column).map { cells[start + $0] }
      if gap <= CellRenderer.shortGap, between.allSatisfy({ !$0.isCluster && $0.glyph != 0 && writer.isCurrent($0) }) {
        for cell in between { writer.write(cell, in: grid) }
        return
      }
      writer.append("\u{1B}[")
      if gap > 1 { writer.append(number: gap) }
      writer.append(0x43)
      return
    }
    writer.append("\u{1B}[")
    writer.append(number: row + 1)
    if column > 0 {
      writer.append(0x3B)
      writer.append(number: column + 1)
    }
    writer.append(0x48)
  }

  /// Blanks of one ground look the same whatever the colour of the text that is not there.
  static func looksSame(_ old: Cell, _ oldGrid: CellGrid, _ new: Cell, _ newGrid: CellGrid) -> Bool {
    if old.isCluster || new.isCluster {
      return old.isCluster && new.isCluster && oldGrid.text(of: old) == newGrid.text(of: new)
        && old.foreground == new.foreground && old.background == new.background && old.isBold == new.isBold
    }
    return old == new || (old.isBlank && new.isBlank && old.background == new.background)
  }
}

extension CellWriter {
  /// Whether `cell` can be written without a change of colours.
  func isCurrent(_ cell: Cell) -> Bool {
    cell.background == currentBackground
      && (cell.isBlank || cell.foreground == currentForeground && cell.isBold == isCurrentlyBold)
  }
}
