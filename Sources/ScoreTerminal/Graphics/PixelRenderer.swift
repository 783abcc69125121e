internal import ScoreDrawing
internal import ScoreRaster

/// Shows frames as pictures: all of them painted by the same rasteriser as the window's.
final class PixelRenderer {
  let mode: GraphicsMode
  let painter: FramePainter
  /// A cell in pixels, and the pixels that make a point.
  let cell: PixelSize
  let scale: Double
  private var kitty: KittyScreen
  private var sixel: (theme: Theme, area: ColorRole, encoder: SixelEncoder)?
  private var current: PixelBuffer
  private var shown: PixelBuffer
  private var isUnknown = true
  private var output: [UInt8] = []

  /// Larger pictures are not worth what they cost to send.
  private static let largest = 8192

  /// - Parameters:
  ///   - painter: one that has loaded its library already.
  ///   - usesSharedMemory: whether the terminal can open memory that this process shares.
  /// - Throws: `RasterError` where the text library is missing.
  init(
    mode: GraphicsMode, cell: PixelSize, painter: FramePainter? = nil, usesSharedMemory: Bool = false
  ) throws(RasterError) {
    self.mode = mode
    kitty = KittyScreen(usesSharedMemory: usesSharedMemory)
    self.cell = cell
    scale = max(1, (Double(cell.height) / 18).rounded())
    self.painter = if let painter { painter } else { FramePainter(text: try TextEngine()) }
    current = try PixelBuffer(size: PixelSize(width: 0, height: 0))
    shown = try PixelBuffer(size: PixelSize(width: 0, height: 0))
  }

  /// The size in points of so many cells.
  func size(of cells: CellSize) -> ViewSize {
    ViewSize(
      width: Double(cells.columns * cell.width) / scale, height: Double(max(cells.rows, 0) * cell.height) / scale)
  }

  /// How far beyond the view frames have to describe the content, in points.
  func overscan(of cells: CellSize) -> Double {
    mode == .kitty ? size(of: cells).width * KittyScreen.overscan : 0
  }

  /// Forgets what the screen shows.
  func forget() {
    isUnknown = true
    kitty.forget()
  }

  /// Gives back what the terminal has not taken.
  func close() { kitty.close() }

  /// The bytes of a picture that will be needed soon, to be sent while there is time; empty where there is none.
  func ahead() -> [UInt8] {
    output.removeAll(keepingCapacity: true)
    return mode == .kitty && kitty.sendAhead(into: &output) ? output : []
  }

  /// The bytes that turn what is shown into `frame`; empty where nothing differs.
  ///
  /// - Parameter invalidation: how much differs from the frame before.
  func update(
    to frame: borrowing Frame, cells: CellSize, _ invalidation: Invalidation = .full
  ) throws(RasterError) -> [UInt8] {
    let size = PixelSize(
      width: min(max(cells.columns, 0) * cell.width, PixelRenderer.largest),
      height: min(max(cells.rows, 0) * cell.height, PixelRenderer.largest))
    output.removeAll(keepingCapacity: true)
    if isUnknown { output += Array("\u{1B}[m\u{1B}[2J".utf8) }
    if mode == .kitty {
      isUnknown = false
      try kitty.update(to: frame, invalidation, size: size, cell: cell, painter: painter, into: &output)
      return output
    }
    if current.size != size {
      current = try PixelBuffer(size: size)
      shown = try PixelBuffer(size: size)
      isUnknown = true
    }
    current.withRows { painter.paint(frame, into: $0) }
    if case .sixel(let limit, let registers) = mode {
      updateSixel(limit: limit, registers: registers, theme: frame.theme, area: PixelRenderer.areaRole(frame))
    }
    isUnknown = false
    swap(&current, &shown)
    return output
  }

  /// The role of the area in front.
  private static func areaRole(_ frame: borrowing Frame) -> ColorRole {
    for command in frame.curve.commands {
      if case .area(_, _, _, let role) = command { return role }
    }
    return .area
  }

  private func updateSixel(limit: PixelSize, registers: Int?, theme: Theme, area: ColorRole) {
    if sixel?.theme != theme || sixel?.area != area {
      sixel = (theme, area, SixelEncoder(theme: theme, area: area, registers: registers))
    }
    guard var encoder = sixel?.encoder else { return }
    sixel = nil
    let tile = PixelSize(
      width: max(limit.width / max(cell.width, 1), 1) * cell.width,
      height: max(limit.height / max(cell.height, 1), 1) * cell.height)
    let areas = changedAreas().flatMap { PixelRenderer.tiles(of: $0, largest: tile) }
    current.withRows { rows in
      for part in areas {
        let place = "\u{1B}[\(part.y / cell.height + 1);\(part.x / cell.width + 1)H"
        output += Array(place.utf8)
        encoder.encode(rows, part, into: &output)
      }
    }
    sixel = (theme, area, encoder)
  }

  /// Whole rows of cells that differ from what is shown, as wide as the difference.
  private func changedAreas() -> [PixelArea] {
    let size = current.size
    guard !isUnknown else { return [PixelArea(x: 0, y: 0, width: size.width, height: size.height)] }
    var areas: [PixelArea] = []
    var y = 0
    while y < size.height {
      let height = min(cell.height, size.height - y)
      if let (first, last) = changedColumns(y..<y + height) {
        let x = first / cell.width * cell.width
        let end = min((last / cell.width + 1) * cell.width, size.width)
        if let above = areas.last, above.y + above.height == y {
          let left = min(above.x, x)
          areas[areas.count - 1] = PixelArea(
            x: left, y: above.y, width: max(above.x + above.width, end) - left, height: above.height + height)
        } else {
          areas.append(PixelArea(x: x, y: y, width: end - x, height: height))
        }
      }
      y += height
    }
    return areas
  }

  /// The first and the last column in which one of the rows differs.
  private func changedColumns(_ rows: Range<Int>) -> (first: Int, last: Int)? {
    let width = current.size.width
    var range = (first: width, last: -1)
    current.withPixels { new in
      shown.withPixels { old in
        for y in rows {
          let start = y * width
          guard let first = (0..<width).first(where: { new[start + $0] != old[start + $0] }) else { continue }
          var last = width - 1
          while new[start + last] == old[start + last] { last -= 1 }
          range = (min(range.first, first), max(range.last, last))
        }
      }
    }
    return range.last < 0 ? nil : range
  }

  static func tiles(of area: PixelArea, largest: PixelSize) -> [PixelArea] {
    var tiles: [PixelArea] = []
    for y in stride(from: area.y, to: area.y + area.height, by: largest.height) {
      for x in stride(from: area.x, to: area.x + area.width, by: largest.width) {
        tiles.append(
          PixelArea(
            x: x, y: y, width: min(largest.width, area.x + area.width - x),
            height: min(largest.height, area.y + area.height - y)))
      }
    }
    return tiles
  }
}
