public import ScoreDrawing
public import ScoreRaster

/// What a terminal is sent for one frame after another, without a terminal: for recordings and measurements.
///
/// The first frame is sent whole, every other as its difference from the one before.
public struct FrameEncoder {
  public let mode: GraphicsMode
  private var painter: CellPainter
  private var renderer: CellRenderer
  private var pixels: PixelRenderer?
  private var wanted = CellGrid(columns: 0, rows: 0)
  private var anchor: ScrollAnchor?

  /// - Parameters:
  ///   - mode: cells or pictures; pictures open the text library.
  ///   - style: how cells are drawn.
  ///   - cell: the pixels of a cell, for pictures.
  ///   - usesSharedMemory: whether a terminal on this machine reads what kitty graphics share.
  /// - Throws: `RasterError` where pictures are wanted and no text can be drawn.
  public init(
    mode: GraphicsMode, style: CellStyle = CellStyle(), cell: PixelSize = PixelSize(width: 8, height: 16),
    usesSharedMemory: Bool = false
  ) throws(RasterError) {
    self.mode = mode
    painter = CellPainter(style: style)
    renderer = CellRenderer(depth: style.colors)
    pixels = mode == .cells ? nil : try PixelRenderer(mode: mode, cell: cell, usesSharedMemory: usesSharedMemory)
  }

  /// The measure, the size and the scale that frames must be composed with.
  public var metrics: TextMetrics { pixels?.painter.text.metrics ?? CellGeometry.metrics }
  public var scale: Double { pixels?.scale ?? CellGeometry.scale }
  public func overscan(of cells: CellSize) -> Double { pixels?.overscan(of: cells) ?? 0 }
  public func size(of cells: CellSize) -> ViewSize { pixels?.size(of: cells) ?? CellGeometry.size(of: cells) }

  /// The next frame is sent whole.
  public mutating func forget() {
    renderer.forget()
    pixels?.forget()
  }

  /// What is sent in a pause before it is needed; empty where nothing is.
  public mutating func ahead() -> [UInt8] { pixels?.ahead() ?? [] }

  /// The bytes that turn what the frames before have left into `frame`; empty where nothing differs.
  ///
  /// - Parameter invalidation: how much differs from the frame before.
  /// - Throws: `RasterError.outOfMemory`.
  public mutating func encode(
    _ frame: borrowing Frame, cells: CellSize, _ invalidation: Invalidation = .full
  ) throws(RasterError) -> [UInt8] {
    if let pixels { return try pixels.update(to: frame, cells: cells, invalidation) }
    painter.paint(frame, size: cells, into: &wanted)
    let now = ScrollAnchor(frame)
    defer { anchor = now }
    return renderer.update(to: wanted, scroll: now.scroll(from: anchor, rows: cells.rows))
  }
}
