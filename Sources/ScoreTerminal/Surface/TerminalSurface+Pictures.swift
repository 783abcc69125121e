internal import ScoreDrawing
internal import ScoreRaster

/// Pictures instead of cells, where the terminal shows them.
extension TerminalSurface {
  private static let usualCell = PixelSize(width: 8, height: 16)

  /// Opens the text library and goes over to pictures if that is what the options come to here.
  ///
  /// Also where the letters' size has changed: the pictures are made anew.
  mutating func choosePictures() {
    let traits = session.traits
    let mode = GraphicsMode(options.graphics, traits: traits, environment: options.environment)
    guard mode != .cells else { return }
    do {
      pixels?.close()
      let renderer = try PixelRenderer(
        mode: mode, cell: cellPixels ?? TerminalSurface.usualCell, painter: pixels?.painter,
        usesSharedMemory: traits.kittySharedMemory && lostPictures == 0)
      pixels = renderer
      if mode == .kitty { session.farewell = KittyScreen.farewell }
      let cell = renderer.cell
      if traits.modes.contains(TerminalTraits.pixelMouse) {
        session.keep(TerminalModes.setPixelMouse)
        session.decoder.mouseUnit = .pixels(scale: renderer.scale)
      } else {
        session.decoder.mouseUnit = .sizedCells(
          ViewSize(width: Double(cell.width) / renderer.scale, height: Double(cell.height) / renderer.scale))
      }
    } catch {
      pictureProblem = error
    }
    if isOpen { startOver() }
  }

  private static let mostLostPictures = 3

  /// A picture is gone or never came: all are sent again, not through shared memory any more; in the end, cells do.
  mutating func pictureIsLost() {
    guard pixels != nil else { return }
    lostPictures += 1
    guard lostPictures > TerminalSurface.mostLostPictures else { return choosePictures() }
    pixels?.close()
    pixels = nil
    session.send(KittyScreen.farewell)
    session.unkeep(TerminalModes.setPixelMouse, reset: TerminalModes.resetPixelMouse)
    session.decoder.mouseUnit = .cells
    startOver()
  }

  /// The chart has another measure from now on.
  private mutating func startOver() {
    forgetScreen()
    pendingFrame = nil
    isPending = false
    append(.resized(size, scale: scale))
    isStale = true
  }

  /// A cell's pixels: what the terminal says, else the kernel.
  var cellPixels: PixelSize? {
    if let size = session.traits.cellSize { return size }
    let (cells, pixels) = session.windowSize
    guard cells.columns > 0, cells.rows > 0 else { return nil }
    let size = PixelSize(width: pixels.width / cells.columns, height: pixels.height / cells.rows)
    return size.width > 0 && size.height > 0 ? size : nil
  }

  /// The status line beneath a picture, where it changed.
  mutating func statusBytes(theme: Theme) -> [UInt8] {
    guard options.hasStatusLine, shownStatus != status else { return [] }
    shownStatus = status
    var line = CellGrid(columns: cells.columns, rows: 1)
    // The picture has the theme's ground, so the line beneath it has it too.
    var style = painter.style
    style.ground = nil
    let ground = CellPalette(theme: theme, style: style).background
    line.reset(columns: cells.columns, rows: 1, to: Cell(" ", background: ground))
    TerminalSurface.paint(status, into: &line, row: 0, theme: theme, style: style)
    var writer = CellWriter(depth: painter.style.colors)
    writer.moveTo(column: 0, row: cells.rows - 1)
    for cell in line.cells where cell.glyph != 0 { writer.write(cell, in: line) }
    writer.resetStyle()
    return writer.bytes
  }
}
