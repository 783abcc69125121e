import ScoreDrawing

/// Keys and what they do in one or more columns side by side, and how much room that takes.
struct HelpSheet {
  let rows: [(keys: String, action: String)]
  let font: FontRole
  let lineHeight: Double
  let columns: Int
  private let keyWidth: Double
  private let actionWidth: Double

  init(
    _ rows: [(keys: String, action: String)], font: FontRole, lineHeight: Double, columns: Int, metrics: TextMetrics
  ) {
    self.rows = rows
    self.font = font
    self.lineHeight = lineHeight
    self.columns = columns
    keyWidth = rows.map { metrics.width(of: $0.keys, font: font) }.max() ?? 0
    actionWidth = rows.map { metrics.width(of: $0.action, font: font) }.max() ?? 0
  }

  /// What lies between keys and actions.
  private var gap: Double { keyWidth > 0 ? Panel.padding : 0 }
  private var columnWidth: Double { keyWidth + gap + actionWidth }
  private var rowsPerColumn: Int { (rows.count + columns - 1) / columns }

  var width: Double { Double(columns) * (columnWidth + 2 * Panel.padding) }
  var height: Double { Double(rowsPerColumn) * lineHeight + Panel.padding }

  func fits(_ room: ViewSize) -> Bool { width <= room.width && height <= room.height }

  /// The texts and where they start, at half their line's height, with the sheet's upper left corner at `origin`.
  func lines(at origin: ViewPoint) -> [(text: String, place: ViewPoint)] {
    rows.enumerated().flatMap { index, row in
      let left = origin.x + Panel.padding + Double(index / rowsPerColumn) * (columnWidth + 2 * Panel.padding)
      let y = origin.y + Panel.padding / 2 + (Double(index % rowsPerColumn) + 0.5) * lineHeight
      return [
        (row.keys, ViewPoint(x: left, y: y)), (row.action, ViewPoint(x: left + keyWidth + gap, y: y)),
      ].filter { !$0.0.isEmpty }
    }
  }
}
