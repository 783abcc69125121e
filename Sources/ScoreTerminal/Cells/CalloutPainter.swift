internal import ScoreDrawing

/// Draws the callout: a rounded box of text with an arrow on the dot's column.
///
/// With colours it is the filled box of the pixel surfaces, as few cells as can be, for
/// all of them are drawn twice when the pointer moves on; without, a rounded outline.
struct CalloutPainter {
  let bubble: Bubble
  let lines: [TextLine]
  /// The colours of the series that lines tell of, by the lines' middle.
  let marks: [Double: ColorRole]
  let plot: PlotArea
  let style: CellStyle
  let ground: CellGround

  private var palette: CellPalette { ground.palette }

  /// Cells between the text and the box's side, and the thickness of an outline.
  private static let padding = 1
  private static let side = 1
  private static let leastWidth = 10
  /// A mark and the blank behind it.
  private static let markWidth = 2

  func paint(into grid: inout CellGrid) {
    let texts = lines.map { line in
      style.glyphs.isAscii ? VisibleText.asciiClusters(of: line.string) : VisibleText.clusters(of: line.string)
    }
    let textWidth = texts.map { $0.reduce(0) { $0 + $1.width } }.max() ?? 0
    let inset = CalloutPainter.padding + (isFilled ? 0 : CalloutPainter.side)
    let markWidth = isMarked ? CalloutPainter.markWidth : 0
    let width = max(textWidth + markWidth + 2 * inset, CalloutPainter.leastWidth)
    let height = texts.count + (isFilled ? 1 : 2)
    guard !texts.isEmpty, width <= grid.columns, height <= grid.rows else { return }
    let tip = CellGeometry.column(bubble.tip.x)
    let left = min(max(tip - width / 2, 0), grid.columns - width)
    guard let top = topRow(height: height, rows: grid.rows) else { return }
    let box = Box(left: left, top: top, width: width, height: height, tip: min(max(tip, left + 1), left + width - 2))
    isFilled ? paintFilled(box, into: &grid) : paintOutline(box, into: &grid)
    let firstTextRow = top + (isFilled && !isBelowTarget(box) ? 0 : 1)
    for (index, clusters) in texts.enumerated() {
      let used = clusters.reduce(0) { $0 + $1.width }
      let indent = texts.count == 1 ? (width - used) / 2 : inset
      var column = left + indent + markWidth
      paintMark(ofLine: index, column: left + indent, row: firstTextRow + index, into: &grid)
      for cluster in clusters {
        grid.put(
          cluster, column: column, row: firstTextRow + index,
          foreground: isFilled ? palette[.calloutText] : palette[.line])
        column += cluster.width
      }
    }
  }

  private struct Box {
    var left: Int
    var top: Int
    var width: Int
    var height: Int
    var tip: Int
  }

  /// Without colours marks tell nothing.
  private var isMarked: Bool { !marks.isEmpty && isFilled }

  private func paintMark(ofLine index: Int, column: Int, row: Int, into grid: inout CellGrid) {
    guard isMarked, let role = marks[lines[index].midline] else { return }
    // The box has the colour of one series; the mark of that one is an outline.
    let isOutline = palette[role] == palette[.calloutBox]
    grid.update(column: column, row: row) { cell in
      cell.glyph = isOutline ? CalloutPainter.outlinedMark : style.glyphs.dot
      cell.foreground = isOutline ? palette[.calloutText] : palette[role]
    }
  }

  private static let outlinedMark: UInt32 = 0x25CB

  private var isFilled: Bool { palette.depth > .none && !style.glyphs.isAscii }
  private var pointsDown: Bool { bubble.pointsDown }

  /// The dot's row, which the arrow's tip is a few points away from.
  private var targetRow: Int {
    let reach = TimelineStyle.dotDiameter / 2 + 3
    return CellGeometry.row(bubble.tip.y + (pointsDown ? reach : -reach))
  }

  /// Above the dot or below it, as the frame says, or the other way where the cells' larger box needs it.
  private func topRow(height: Int, rows: Int) -> Int? {
    let above = targetRow - height
    let below = targetRow + 1
    let preferred = pointsDown ? [above, below] : [below, above]
    return preferred.first { $0 >= 0 && $0 + height <= rows }
      ?? (rows >= height ? max(0, min(above, rows - height)) : nil)
  }

  private func isBelowTarget(_ box: Box) -> Bool { box.top > targetRow }

  /// The row of the arrow is the last one or the first; all others are the box.
  private func paintFilled(_ box: Box, into grid: inout CellGrid) {
    let color = palette[.calloutBox]
    let bottom = box.top + box.height - 1
    let arrowRow = isBelowTarget(box) ? box.top : bottom
    for row in box.top...bottom where row != arrowRow {
      grid.clearNeighbours(column: box.left, row: row, width: box.width)
      for column in box.left..<(box.left + box.width) {
        grid.update(column: column, row: row) { $0 = Cell(" ", foreground: palette[.calloutText], background: color) }
      }
    }
    grid.clearNeighbours(column: box.tip, row: arrowRow, width: 1)
    grid.update(column: box.tip, row: arrowRow) { cell in
      cell.setMark(
        isBelowTarget(box) ? 0x25B2 : 0x25BC, .calloutBox, column: box.tip, row: arrowRow, ground)
      cell.isBold = false
    }
  }

  private func paintOutline(_ box: Box, into grid: inout CellGrid) {
    let glyphs: [UInt32] =
      style.glyphs.isAscii
      ? [0x2B, 0x2B, 0x2B, 0x2B, 0x2D, 0x7C, 0x5E, 0x76]
      : [0x256D, 0x256E, 0x2570, 0x256F, 0x2500, 0x2502, 0x2534, 0x252C]
    let bottom = box.top + box.height - 1
    let right = box.left + box.width - 1
    for row in box.top...bottom {
      grid.clearNeighbours(column: box.left, row: row, width: box.width)
      for column in box.left...right {
        let glyph: UInt32 =
          switch (row, column) {
          case (box.top, box.left): glyphs[0]
          case (box.top, right): glyphs[1]
          case (bottom, box.left): glyphs[2]
          case (bottom, right): glyphs[3]
          case (box.top, box.tip) where isBelowTarget(box): glyphs[6]
          case (bottom, box.tip) where !isBelowTarget(box): glyphs[7]
          case (box.top, _), (bottom, _): glyphs[4]
          case (_, box.left), (_, right): glyphs[5]
          default: 0x20
          }
        grid.update(column: column, row: row) { cell in
          cell = Cell(" ", foreground: palette[.calloutBox], background: palette.background)
          cell.glyph = glyph
        }
      }
    }
  }
}
