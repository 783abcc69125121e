internal import ScoreDrawing

/// Draws what lies above the curve: fade, date labels, value axis, title, crosshair, callout.
struct OverlayPainter {
  let plot: PlotArea
  let columns: [ColumnTile]
  let overlay: DrawList
  let style: CellStyle
  let ground: CellGround
  let palette: CellPalette

  init(frame: borrowing Frame, style: CellStyle, ground: CellGround) {
    self.ground = ground
    plot = frame.plot
    columns = frame.columns
    overlay = frame.overlay
    self.style = style
    palette = ground.palette
  }

  private var labelRow: Int? { plot.labelMidline.map { CellGeometry.row($0) } }

  func paint(into grid: inout CellGrid) {
    var usedTickRows: Set<Int> = []
    var index = 0
    paintDateLabels(into: &grid)
    while index < overlay.commands.count {
      let command = overlay.commands[index]
      index += 1
      switch command {
      case .fade(let rect, let role): fade(rect, role, into: &grid)
      case .fill(let rect, let role): fill(rect, role, into: &grid)
      case .rule(let y, let from, let to, let thickness, let role):
        rule(y: y + thickness / 2, from: from, to: to, role, unless: usedTickRows, into: &grid)
      case .dashes(let x, _, _, _, _, _, let role): dashes(x: x, role, into: &grid)
      case .dot(let center, let diameter, _, let role, _): dot(center, diameter: diameter, role, into: &grid)
      case .offScaleMark(let place, let side, let role):
        put(
          side == .above ? style.glyphs.offScaleAbove : style.glyphs.offScaleBelow, at: place, role, into: &grid)
      case .text(let line):
        // Two value labels closer than a row: the upper one stays.
        guard line.font != .valueLabel || usedTickRows.insert(CellGeometry.row(line.midline)).inserted else { continue }
        text(line, into: &grid)
      case .bubble(let bubble):
        let lines = texts(in: bubble.box, from: &index)
        guard bubble.arrowWidth > 0 else {
          PanelPainter(box: bubble.box, color: bubble.color, lines: lines, style: style, palette: palette)
            .paint(into: &grid)
          continue
        }
        let marks = marks(in: bubble.box, from: &index)
        CalloutPainter(bubble: bubble, lines: lines, marks: marks, plot: plot, style: style, ground: ground)
          .paint(into: &grid)
      case .area, .line, .envelope: continue
      }
    }
  }

  /// The texts that follow a box and stand inside it.
  private func texts(in box: ViewRect, from index: inout Int) -> [TextLine] {
    var lines: [TextLine] = []
    while index < overlay.commands.count, case .text(let line) = overlay.commands[index],
      line.midline >= box.y, line.midline <= box.maxY, line.x >= box.x - 1, line.x <= box.maxX + 1
    {
      lines.append(line)
      index += 1
    }
    return lines
  }

  /// The colours that stand before texts of a box, by their middle lines.
  private func marks(in box: ViewRect, from index: inout Int) -> [Double: ColorRole] {
    var marks: [Double: ColorRole] = [:]
    while index < overlay.commands.count, case .dot(let center, _, _, let role, _) = overlay.commands[index],
      center.y >= box.y, center.y <= box.maxY, center.x >= box.x, center.x <= box.maxX
    {
      marks[center.y] = role
      index += 1
    }
    return marks
  }

  /// Labels that fit whole, the newest first; none reaches into another or past the last column in view.
  private func paintDateLabels(into grid: inout CellGrid) {
    guard let row = labelRow else { return }
    let lastColumn = min(CellGeometry.column(plot.axisLeft), grid.columns - 1)
    var free = grid.columns
    for tile in columns.reversed() {
      guard let label = tile.label, CellGeometry.column(tile.x) <= lastColumn else { continue }
      let clusters = self.clusters(of: label.text)
      let width = clusters.reduce(0) { $0 + $1.width }
      let start = CellGeometry.column(tile.x) - width / 2
      guard width > 0, start >= 0, start + width <= free else { continue }
      let role: ColorRole = label.isStrong ? .dateLabelStrong : .dateLabel
      write(clusters, column: start, row: row, palette[role], isBold: label.isStrong, into: &grid)
      free = start - 1
    }
  }

  func clusters(of text: String) -> [VisibleText.Cluster] {
    style.glyphs.isAscii ? VisibleText.asciiClusters(of: text) : VisibleText.clusters(of: text)
  }

  func write(
    _ clusters: [VisibleText.Cluster], column: Int, row: Int, _ color: CellColor, isBold: Bool = false,
    into grid: inout CellGrid
  ) {
    var column = column
    for cluster in clusters {
      grid.put(cluster, column: column, row: row, foreground: color, isBold: isBold)
      column += cluster.width
    }
  }

  private func text(_ line: TextLine, into grid: inout CellGrid) {
    let clusters = self.clusters(of: line.string)
    let width = clusters.reduce(0) { $0 + $1.width }
    let start =
      switch line.alignment {
      case .left: CellGeometry.column(line.x)
      case .right: CellGeometry.column(line.x) - width
      case .center: CellGeometry.column(line.x) - width / 2
      }
    write(
      clusters, column: start, row: CellGeometry.row(line.midline), palette[line.color],
      isBold: line.font == .title, into: &grid)
  }

  /// What passes beneath the axis takes on the ground's colour, in the plot's rows; dates stay readable.
  private func fade(_ rect: ViewRect, _ role: ColorRole, into grid: inout CellGrid) {
    guard rect.width > 0 else { return }
    let first = max(CellGeometry.column(rect.x), 0)
    for column in first..<max(first, min(CellGeometry.column(rect.maxX), grid.columns)) {
      let alpha = (Double(column) * CellGeometry.width + CellGeometry.width / 2 - rect.x) / rect.width
      for row in rows(of: rect, in: grid) where row != labelRow {
        grid.update(column: column, row: row) { fade(&$0, alpha: min(max(alpha, 0), 1)) }
      }
    }
  }

  private func fade(_ cell: inout Cell, alpha: Double) {
    guard palette.depth == .trueColor else {
      if alpha >= 0.5 { cell = Cell(" ", background: palette.background) }
      return
    }
    if cell.background != palette.background {
      cell.background = palette.blended(cell.background.rgba, alpha: 1 - alpha)
    }
    if !cell.isBlank, !cell.foreground.isOwn {
      cell.foreground = palette.blended(cell.foreground.rgba, alpha: 1 - alpha)
    }
  }

  private func fill(_ rect: ViewRect, _ role: ColorRole, into grid: inout CellGrid) {
    let first = max(CellGeometry.column(rect.x), 0)
    let last = min(CellGeometry.column(rect.maxX), grid.columns)
    // The strip of the value axis leaves the newest date alone.
    let spared = role == .background && rect.x >= plot.axisLeft ? labelRow : nil
    guard first < last else { return }
    let background = role == .background ? palette.background : palette[role]
    for row in rows(of: rect, in: grid) where row != spared {
      grid.clearNeighbours(column: first, row: row, width: last - first)
      for column in first..<last {
        grid.update(column: column, row: row) { $0 = Cell(" ", background: background) }
      }
    }
  }

  private func rows(of rect: ViewRect, in grid: CellGrid) -> Range<Int> {
    let first = max(CellGeometry.row(rect.y), 0)
    return first..<max(first, min(CellGeometry.row(rect.maxY - 0.001) + 1, grid.rows))
  }

  private func rule(
    y: Double, from: Double, to: Double, _ role: ColorRole, unless used: Set<Int>, into grid: inout CellGrid
  ) {
    let row = CellGeometry.row(y)
    guard !used.contains(row), from <= to else { return }
    let first = max(CellGeometry.column(from), 0)
    let last = min(max(CellGeometry.column(to), first + 1), grid.columns)
    guard first < last else { return }
    for column in first..<last {
      grid.update(column: column, row: row) { cell in
        cell.glyph = style.glyphs.axis
        cell.foreground = palette[role]
      }
    }
  }

  /// The crosshair: the column's date lights up.
  ///
  /// A line over the whole height would be a new ground and a new colour for every row, twice a
  /// move: more than all else that changes.
  private func dashes(x: Double, _ role: ColorRole, into grid: inout CellGrid) {
    let column = CellGeometry.column(x)
    guard let row = labelRow, let tile = columns.first(where: { CellGeometry.column($0.x) == column }),
      let label = tile.label
    else { return }
    let width = clusters(of: label.text).reduce(0) { $0 + $1.width }
    let start = column - width / 2
    for place in start..<(start + width) {
      grid.update(column: place, row: row) { $0.foreground = palette[role] }
    }
  }

  private func dot(_ center: ViewPoint, diameter: Double, _ role: ColorRole, into grid: inout CellGrid) {
    let isEmphasised = diameter > TimelineStyle.dotDiameter
    put(isEmphasised ? style.glyphs.emphasisedDot : style.glyphs.dot, at: center, role, into: &grid)
  }

  private func put(_ glyph: UInt32, at place: ViewPoint, _ role: ColorRole, into grid: inout CellGrid) {
    let (column, row) = (CellGeometry.column(place.x), CellGeometry.row(place.y))
    grid.update(column: column, row: row) { $0.setMark(glyph, role, column: column, row: row, ground) }
  }
}

extension CellColor {
  /// A 24-bit colour's channels.
  var rgba: RGBA { RGBA(red, green, blue) }
}
