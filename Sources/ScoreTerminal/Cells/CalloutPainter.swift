internal import ScoreDrawing

/// Draws the callout: a rounded box of text with an arrow on the dot's column.
///
/// With colours it is the filled box of the pixel surfaces, its edges half a cell
/// thick; without, an outline.
struct CalloutPainter {
  let bubble: Bubble
  let lines: [TextLine]
  let plot: PlotArea
  let style: CellStyle
  let palette: CellPalette

  /// Cells between the text and the box's side, and the thickness of the side.
  private static let padding = 1
  private static let side = 1

  func paint(into grid: inout CellGrid) {
    let texts = lines.map { line in
      style.glyphs.isAscii ? VisibleText.asciiClusters(of: line.string) : VisibleText.clusters(of: line.string)
    }
    let textWidth = texts.map { $0.reduce(0) { $0 + $1.width } }.max() ?? 0
    let frame = 2 * (CalloutPainter.padding + CalloutPainter.side)
    let width = max(textWidth + frame, CellGeometry.whole((bubble.box.width / CellGeometry.width).rounded(.down)))
    let height = texts.count + 2
    guard !texts.isEmpty, width <= grid.columns, height <= grid.rows else { return }
    let tip = CellGeometry.column(bubble.tip.x)
    let left = min(max(tip - width / 2, 0), grid.columns - width)
    guard let top = topRow(height: height, rows: grid.rows) else { return }
    let box = Box(left: left, top: top, width: width, height: height, tip: min(max(tip, left + 1), left + width - 2))
    isFilled ? paintFilled(box, into: &grid) : paintOutline(box, into: &grid)
    for (index, clusters) in texts.enumerated() {
      let used = clusters.reduce(0) { $0 + $1.width }
      let indent = texts.count == 1 ? (width - used) / 2 : CalloutPainter.padding + CalloutPainter.side
      var column = left + indent
      for cluster in clusters {
        grid.put(
          cluster, column: column, row: top + 1 + index,
          foreground: isFilled ? palette[.calloutText] : palette[.line], isBold: isFilled)
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
    return preferred.first { $0 >= 0 && $0 + height <= rows } ?? (rows >= height ? max(0, min(above, rows - height)) : nil)
  }

  private func isBelowTarget(_ box: Box) -> Bool { box.top > targetRow }

  private func paintFilled(_ box: Box, into grid: inout CellGrid) {
    let color = palette[.calloutBox]
    let bottom = box.top + box.height - 1
    let edges = FilledEdges(style.glyphs)
    for row in box.top...bottom {
      grid.clearNeighbours(column: box.left, row: row, width: box.width)
      for column in box.left..<(box.left + box.width) {
        let isTip = column == box.tip && (row == box.top) == isBelowTarget(box)
        grid.update(column: column, row: row) { cell in
          if row == box.top || row == bottom {
            let place = column == box.left ? 0 : column == box.left + box.width - 1 ? 2 : 1
            cell.glyph = isTip ? 0x2588 : row == box.top ? edges.top[place] : edges.bottom[place]
            cell.foreground = color
            cell.isBold = false
          } else {
            cell = Cell(" ", foreground: palette[.calloutText], background: color)
          }
        }
      }
    }
  }

  /// The left end, the middle and the right end of the upper and the lower edge; rounded where a cell has enough parts.
  private struct FilledEdges {
    var top: [UInt32]
    var bottom: [UInt32]

    init(_ glyphs: GlyphSet) {
      let masks: ([UInt8], [UInt8]) =
        switch glyphs {
        case .octant: ([0xE0, 0xF0, 0xD0], [0x0B, 0x0F, 0x07])
        case .sextant: ([0b111000, 0b111100, 0b110100], [0b001011, 0b001111, 0b000111])
        case .half, .braille, .ascii: ([2, 2, 2], [1, 1, 1])
        }
      let drawn = glyphs == .octant || glyphs == .sextant ? glyphs : .half
      top = masks.0.map { drawn.glyph(mask: $0) }
      bottom = masks.1.map { drawn.glyph(mask: $0) }
    }
  }

  private func paintOutline(_ box: Box, into grid: inout CellGrid) {
    let glyphs: [UInt32] =
      style.glyphs.isAscii
      ? [0x2B, 0x2B, 0x2B, 0x2B, 0x2D, 0x7C, 0x5E, 0x76] : [0x256D, 0x256E, 0x2570, 0x256F, 0x2500, 0x2502, 0x2534, 0x252C]
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
