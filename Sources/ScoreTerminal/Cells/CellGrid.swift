/// One character cell of a terminal.
public struct Cell: Equatable, Sendable {
  /// A scalar's value, 0 for the right half of a wide character, or an index into the grid's clusters.
  var glyph: UInt32
  public var foreground: CellColor
  public var background: CellColor
  public var isBold: Bool

  static let clusterFlag: UInt32 = 0x8000_0000

  public init(
    _ scalar: Unicode.Scalar = " ", foreground: CellColor = .own, background: CellColor = .own, isBold: Bool = false
  ) {
    glyph = scalar.value
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
  }

  var isBlank: Bool { glyph == 0x20 }
  /// The bytes of its scalar in UTF-8.
  var byteCount: Int { glyph < 0x80 ? 1 : glyph < 0x800 ? 2 : glyph < 0x10000 ? 3 : 4 }
  var isCluster: Bool { glyph & Cell.clusterFlag != 0 }
}

/// What a terminal shows: rows of cells, as a value that can be printed and compared.
public struct CellGrid: Sendable {
  public private(set) var columns: Int
  public private(set) var rows: Int
  private(set) var cells: [Cell]
  /// Characters of more than one scalar.
  private(set) var clusters: [String] = []

  /// Neither side of a grid is longer: far beyond any terminal, and safe to multiply.
  public static let limit = 4096

  public init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 0), CellGrid.limit)
    self.rows = min(max(rows, 0), CellGrid.limit)
    cells = Array(repeating: Cell(), count: self.columns * self.rows)
  }

  /// Makes every cell `blank` and the grid this large; memory is kept.
  public mutating func reset(columns: Int, rows: Int, to blank: Cell) {
    self.columns = min(max(columns, 0), CellGrid.limit)
    self.rows = min(max(rows, 0), CellGrid.limit)
    clusters.removeAll(keepingCapacity: true)
    let count = self.columns * self.rows
    guard cells.count == count else {
      cells = Array(repeating: blank, count: count)
      return
    }
    cells.withUnsafeMutableBufferPointer { $0.update(repeating: blank) }
  }

  func contains(column: Int, row: Int) -> Bool {
    column >= 0 && column < columns && row >= 0 && row < rows
  }

  /// The cell at a place inside the grid.
  public subscript(column: Int, row: Int) -> Cell {
    get {
      precondition(contains(column: column, row: row), "cell (\(column), \(row)) of \(columns) × \(rows)")
      return cells[row * columns + column]
    }
    set {
      precondition(contains(column: column, row: row), "cell (\(column), \(row)) of \(columns) × \(rows)")
      cells[row * columns + column] = newValue
    }
  }

  /// Changes a cell; nothing happens outside the grid.
  mutating func update(column: Int, row: Int, _ change: (inout Cell) -> Void) {
    guard contains(column: column, row: row) else { return }
    change(&cells[row * columns + column])
  }

  /// Lends all cells, row after row.
  mutating func withCells<Result>(_ body: (UnsafeMutableBufferPointer<Cell>) -> Result) -> Result {
    cells.withUnsafeMutableBufferPointer { body($0) }
  }

  /// Puts a cluster of `width` cells at a place; it is left out where it does not fit whole.
  mutating func put(
    _ cluster: VisibleText.Cluster, column: Int, row: Int, foreground: CellColor, isBold: Bool = false
  ) {
    guard contains(column: column, row: row), column + cluster.width <= columns else { return }
    clearNeighbours(column: column, row: row, width: cluster.width)
    let scalars = cluster.text.unicodeScalars
    let glyph: UInt32
    if let scalar = scalars.first, scalars.count == 1 {
      glyph = scalar.value
    } else {
      glyph = Cell.clusterFlag | UInt32(truncatingIfNeeded: clusters.count)
      clusters.append(cluster.text)
    }
    for offset in 0..<cluster.width {
      update(column: column + offset, row: row) { cell in
        cell.glyph = offset == 0 ? glyph : 0
        cell.foreground = foreground
        cell.isBold = isBold
      }
    }
  }

  /// Half of a wide character that is written over leaves a blank.
  mutating func clearNeighbours(column: Int, row: Int, width: Int) {
    if contains(column: column, row: row), self[column, row].glyph == 0 {
      update(column: column - 1, row: row) { $0.glyph = 0x20 }
    }
    let next = column + width
    if contains(column: next, row: row), self[next, row].glyph == 0 {
      update(column: next, row: row) { $0.glyph = 0x20 }
    }
  }

  /// The character of a cell; empty for the right half of a wide one.
  func text(of cell: Cell) -> String {
    if cell.isCluster {
      let index = Int(cell.glyph & ~Cell.clusterFlag)
      return clusters.indices.contains(index) ? clusters[index] : " "
    }
    guard cell.glyph != 0, let scalar = Unicode.Scalar(cell.glyph) else { return "" }
    return String(Character(scalar))
  }

  /// One row as text, without blanks at its end.
  public func text(row: Int) -> String {
    guard row >= 0, row < rows else { return "" }
    var line = ""
    for cell in cells[row * columns..<(row + 1) * columns] { line += text(of: cell) }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}

extension CellGrid: CustomStringConvertible {
  /// The rows as text, each with a line feed.
  public var description: String { (0..<rows).map { text(row: $0) + "\n" }.joined() }
}
