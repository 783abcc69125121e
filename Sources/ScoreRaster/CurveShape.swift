internal import ScoreDrawing

/// A shape between two curves that are functions of x, cut into pixel columns.
///
/// Every column holds *pieces*: straight parts of the upper curve (weight > 0)
/// and of the lower one (weight < 0). A piece covers nothing of the rows above it
/// and its whole weight of those below; a pixel's coverage is the sum over the
/// pieces of its column. Sums are whole numbers, so they close exactly and do
/// not depend on where a band begins.
final class CurveShape {
  /// A straight part of a curve inside one pixel column.
  struct Piece {
    /// The upper and the lower end, in device pixels.
    var top: Float
    var bottom: Float
    /// The column within its chunk.
    var lane: Int32
    /// The width in 1 / `Ink.full` of a pixel; negative for the lower curve.
    var weight: Int32
  }

  /// `BandCanvas.chunk` pixel columns.
  struct Chunk {
    var firstPiece: Int
    /// The rows that the curves pass through; above them nothing is covered, below them `tail` is.
    var top = Int.max
    var bottom = Int.min
    /// What each column has of every row below `bottom`.
    var tail = SIMD16<Int16>()
  }

  /// Where `chunks` begins, in chunks from the frame's left edge.
  private(set) var firstChunk = 0
  private(set) var chunks: [Chunk] = []
  private(set) var pieces: [Piece] = []
  var paint = CurvePaint.flat(Ink(.init(0, 0, 0)))
  /// No row from here on is painted.
  var endRow = Int.max

  func removeAll() {
    chunks.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    firstChunk = 0
    endRow = Int.max
  }

  var isEmpty: Bool { pieces.isEmpty }

  /// The rows that the shape touches.
  var rows: Range<Int> {
    var (top, bottom) = (Int.max, Int.min)
    for chunk in chunks where chunk.top < chunk.bottom {
      top = min(top, chunk.top)
      bottom = max(bottom, chunk.tail == SIMD16() ? chunk.bottom : endRow)
    }
    return top < min(bottom, endRow) ? top..<min(bottom, endRow) : 0..<0
  }

  /// Adds a piece from one end of it to the other; columns must not come before the chunk of the last one.
  ///
  /// - Parameters:
  ///   - from: y at one end, finite, at most 10⁶ from 0.
  ///   - to: y at the other.
  ///   - column: the pixel column, not negative.
  ///   - weight: the piece's width in 1 / `Ink.full` of a pixel, with its sign.
  func addPiece(from: Float, to: Float, column: Int, weight: Int) {
    let index = column / BandCanvas.chunk
    if chunks.isEmpty { firstChunk = index }
    while firstChunk + chunks.count <= index { chunks.append(Chunk(firstPiece: pieces.count)) }
    let last = chunks.count - 1
    let piece = Piece(
      top: min(from, to), bottom: max(from, to), lane: Int32(truncatingIfNeeded: column % BandCanvas.chunk),
      weight: Int32(truncatingIfNeeded: weight))
    pieces.append(piece)
    chunks[last].top = min(chunks[last].top, CurveShape.floor(piece.top))
    chunks[last].bottom = max(chunks[last].bottom, CurveShape.floor(piece.bottom) + 1)
    chunks[last].tail[Int(piece.lane)] &+= Int16(truncatingIfNeeded: weight)
  }

  func pieces(of chunk: Int) -> Range<Int> {
    chunks[chunk].firstPiece..<(chunk + 1 < chunks.count ? chunks[chunk + 1].firstPiece : pieces.count)
  }

  /// Rounding down without a call into libm.
  @inline(__always)
  static func floor(_ value: Float) -> Int {
    let whole = Int(value)
    return Float(whole) > value ? whole - 1 : whole
  }

  /// Adds to `tile`, `BandCanvas.chunk` columns wide, how the coverage of each of `rows` differs from the row above.
  func accumulate(chunk: Int, rows: Range<Int>, into tile: UnsafeMutablePointer<Int16>) {
    tile.update(repeating: 0, count: rows.count * BandCanvas.chunk)
    pieces.withUnsafeBufferPointer { all in
      for index in pieces(of: chunk) { CurveShape.accumulate(all[index], rows, tile) }
    }
  }

  @inline(__always)
  private static func accumulate(_ piece: Piece, _ rows: Range<Int>, _ tile: UnsafeMutablePointer<Int16>) {
    guard piece.top < Float(rows.upperBound) else { return }
    let column = tile + Int(piece.lane)
    let weight = Float(piece.weight.magnitude)
    let sign: Int32 = piece.weight < 0 ? -1 : 1
    let height = piece.bottom - piece.top
    // A flat piece is taken as a step in the middle: the formula below would divide by nothing.
    let isFlat = height < 1 / 1024
    let perHeight = isFlat ? 0 : weight / height
    var row = piece.top <= Float(rows.lowerBound) ? rows.lowerBound : Int(piece.top)
    var before: Int32 = 0
    while row < rows.upperBound, Float(row) < piece.bottom {
      let edge = Float(row &+ 1)
      let covered =
        isFlat
        ? weight * min(max(edge - (piece.top + piece.bottom) / 2, 0), 1)
        : perHeight * (integral(edge - piece.top) - integral(edge - piece.bottom))
      let now = Int32(min(covered, weight) + 0.5)
      column[(row &- rows.lowerBound) &* BandCanvas.chunk] &+= Int16(truncatingIfNeeded: sign &* (now &- before))
      before = now
      row &+= 1
    }
    if row < rows.upperBound {
      let rest = sign &* (Int32(weight) &- before)
      column[(row &- rows.lowerBound) &* BandCanvas.chunk] &+= Int16(truncatingIfNeeded: rest)
    }
  }

  /// ∫ clamp(t, 0, 1) dt from −∞ to z.
  @inline(__always)
  private static func integral(_ z: Float) -> Float {
    z <= 0 ? 0 : z < 1 ? z * z / 2 : z - 0.5
  }
}

/// What a curve is painted with.
enum CurvePaint {
  case flat(Ink)
  /// Full opacity of the ink at y = `top` and above, falling linearly to none at y = `base`; in device pixels.
  case gradient(Ink, top: Double, base: Double)

  var color: UInt64 {
    switch self {
    case .flat(let ink), .gradient(let ink, _, _): ink.color
    }
  }

  /// The opacity in the middle of `row`, 0 ... `Ink.full`: exact for the row, the gradient being linear.
  func opacity(row: Int) -> Int {
    switch self {
    case .flat(let ink): return ink.opacity
    case .gradient(let ink, let top, let base):
      guard base > top else { return 0 }
      let part = (base - (Double(row) + 0.5)) / (base - top)
      return Int(Double(ink.opacity) * min(max(part, 0), 1) + 0.5)
    }
  }
}
