public import ScoreDrawing

/// A number of terminal cells across and down.
public struct CellSize: Equatable, Sendable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// The size of a cell in points, and the way between points and cells.
///
/// A column of the chart is 6 cells wide and the value axis 8. With 17 points a row, the
/// x-axis runs through the middle of the last row but one and the dates through the middle
/// of the last, at every height. The cell at column c stands for the points around 7 · c, so
/// that what is centred on a score's x has its middle cell there.
public enum CellGeometry {
  public static let width = 7.0
  public static let height = 17.0
  /// The scale that makes every scroll offset a whole number of cells.
  public static let scale = 1 / width

  /// The size in points of so many cells.
  public static func size(of cells: CellSize) -> ViewSize {
    ViewSize(width: Double(max(cells.columns, 0)) * width, height: Double(max(cells.rows, 0)) * height)
  }

  /// Text in whole cells.
  public static let metrics = TextMetrics { text, _ in Double(CharacterWidth.of(text)) * width }

  /// The centre of a cell.
  public static func center(column: Int, row: Int) -> ViewPoint {
    ViewPoint(x: Double(column) * width, y: (Double(row) + 0.5) * height)
  }

  static func column(_ x: Double) -> Int { whole((x / width).rounded()) }
  static func row(_ y: Double) -> Int { whole((y / height).rounded(.down)) }

  /// A whole number that any grid can be compared with, whatever a frame holds.
  static func whole(_ value: Double) -> Int {
    value.isNaN ? .min / 4 : Int(min(max(value, -1e9), 1e9))
  }
}
