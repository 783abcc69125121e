internal import CPixels
internal import ScoreDrawing

/// The memory that a painter works in: one band of pixels, and what painting a curve needs.
struct BandScratch: ~Copyable {
  /// A band of about this many bytes stays in a processor core's cache.
  private static let bandBytes = 384 << 10

  private var pixels: UnsafeMutablePointer<UInt32>
  private var pitch = 0
  /// Rows of a band.
  private(set) var bandRows = 0
  private var cells: UnsafeMutablePointer<coverage_row>
  private var fullFrom: UnsafeMutablePointer<Int>
  private var opacities: UnsafeMutablePointer<Int>
  private var layered: UnsafeMutablePointer<UInt32>

  init() {
    pixels = .allocate(capacity: 1)
    cells = .allocate(capacity: 1)
    fullFrom = .allocate(capacity: 1)
    opacities = .allocate(capacity: 1)
    layered = .allocate(capacity: 1)
  }

  deinit { release() }

  private func release() {
    pixels.deallocate()
    cells.deallocate()
    fullFrom.deallocate()
    opacities.deallocate()
    layered.deallocate()
  }

  /// Makes room for bands of `width` pixels.
  mutating func reserve(width: Int) {
    let needed = (width + BandCanvas.chunk - 1) / BandCanvas.chunk * BandCanvas.chunk
    guard needed > pitch || needed < pitch / 2 else { return }
    release()
    pitch = needed
    bandRows = min(max(Self.bandBytes / (4 * pitch), 4), 256)
    pixels = .allocate(capacity: pitch * bandRows)
    cells = .allocate(capacity: bandRows)
    cells.initialize(repeating: coverage_row(), count: bandRows)
    fullFrom = .allocate(capacity: pitch / BandCanvas.chunk)
    opacities = .allocate(capacity: bandRows)
    layered = .allocate(capacity: bandRows)
  }

  /// The memory, to be used by one thread until the value is changed or gone.
  var workspace: BandWorkspace {
    BandWorkspace(
      pixels: pixels, pitch: pitch, bandRows: bandRows,
      curve: CurveScratch(cells: cells, fullFrom: fullFrom, opacities: opacities, layered: layered))
  }
}

/// A band's memory, lent.
struct BandWorkspace: @unchecked Sendable {
  // Unchecked: whoever makes one gives it to one thread.
  private let pixels: UnsafeMutablePointer<UInt32>
  private let pitch: Int
  let bandRows: Int
  let curve: CurveScratch

  fileprivate init(pixels: UnsafeMutablePointer<UInt32>, pitch: Int, bandRows: Int, curve: CurveScratch) {
    self.pixels = pixels
    self.pitch = pitch
    self.bandRows = bandRows
    self.curve = curve
  }

  /// A band of `clip`, of at most `bandRows` rows: in the scratch memory, or straight in `rows` where that
  /// begins and ends at chunks and may be read as fast as it is written.
  func canvas(_ clip: PixelRect, _ band: Range<Int>, background: UInt32, rows: PixelRows?) -> BandCanvas {
    let chunk = BandCanvas.chunk
    let bounds = PixelRect(
      minX: clip.minX / chunk * chunk, minY: band.lowerBound, maxX: (clip.maxX + chunk - 1) / chunk * chunk,
      maxY: band.upperBound)
    if let rows, bounds.minX == clip.minX, bounds.maxX == clip.maxX {
      let base = rows.base + (band.lowerBound * rows.stride + bounds.minX)
      return BandCanvas(bounds: bounds, background: background, base: base, pitch: rows.stride)
    }
    return BandCanvas(bounds: bounds, background: background, base: pixels, pitch: pitch)
  }
}
