public import ScoreDrawing

/// A frame as lines of text, for pipes, logs, mails and files.
public enum StaticText {
  /// Draws `frame` once.
  ///
  /// Without colours the text carries no escape byte and no blank at the end of a line; with
  /// colours every line ends in the terminal's own. O(cells), and no library is loaded.
  ///
  /// - Parameters:
  ///   - frame: composed with `CellGeometry`'s size, scale and metrics.
  ///   - size: the columns of a line and the number of lines.
  public static func render(
    frame: borrowing Frame, size: CellSize, glyphs: GlyphSet, colors: ColorDepth
  ) -> [UInt8] {
    render(frame: frame, size: size, style: CellStyle(glyphs: glyphs, colors: colors))
  }

  /// Draws `frame` once, on the ground that `style` names.
  public static func render(frame: borrowing Frame, size: CellSize, style: CellStyle) -> [UInt8] {
    var painter = CellPainter(style: style)
    var grid = CellGrid(columns: 0, rows: 0)
    painter.paint(frame, size: size, into: &grid)
    return bytes(of: grid, depth: style.colors)
  }

  static func bytes(of grid: CellGrid, depth: ColorDepth) -> [UInt8] {
    var writer = CellWriter(depth: depth)
    for row in 0..<grid.rows {
      let cells = grid.cells[row * grid.columns..<(row + 1) * grid.columns]
      let end = cells.lastIndex { !$0.isBlank || !$0.background.isOwn } ?? cells.startIndex - 1
      for cell in cells[..<(end + 1)] where cell.glyph != 0 { writer.write(cell, in: grid) }
      writer.resetStyle()
      writer.append(0x0A)
    }
    return writer.bytes
  }
}
