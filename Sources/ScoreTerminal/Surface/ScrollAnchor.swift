internal import ScoreDrawing

/// The places of the columns in a picture, to tell by how much two pictures are apart.
struct ScrollAnchor {
  private let columns: [(index: Int, column: Int)]
  /// Where the part that does not scroll begins.
  private let axisColumn: Int

  init(_ frame: borrowing Frame) {
    columns = frame.columns.map { ($0.index, CellGeometry.column($0.x)) }
    axisColumn = max(0, CellGeometry.column(frame.plot.axisLeft))
  }

  /// How many cells the content moved to the left since `earlier`; nil where no column is in both.
  func distance(from earlier: ScrollAnchor?) -> Int? {
    guard let earlier, let first = columns.first, let before = earlier.columns.first else { return nil }
    let index = max(first.index, before.index)
    guard let now = columns.first(where: { $0.index == index }),
      let then = earlier.columns.first(where: { $0.index == index })
    else { return nil }
    return then.column - now.column
  }

  /// What of `rows` rows has moved since `earlier`; nil where nothing has.
  func scroll(from earlier: ScrollAnchor?, rows: Int) -> CellScroll? {
    guard let distance = distance(from: earlier), distance != 0 else { return nil }
    return CellScroll(distance: distance, columns: 0..<axisColumn, rows: 0..<max(rows, 0))
  }
}
