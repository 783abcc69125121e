internal import ScoreDrawing

/// A shape between two curves that are functions of x, cut into pixel columns.
///
/// Every column holds *pieces*: straight parts of the upper curve (weight > 0)
/// and of the lower one (weight < 0). A piece covers nothing of the rows above it
/// and its whole weight of those below; a pixel's coverage is the sum over the
/// pieces of its column. Sums are whole numbers, so they close exactly and do
/// not depend on where a band begins.
struct CurveShape {
  /// `BandCanvas.chunk` pixel columns.
  struct Chunk {
    var pieces: Range<Int>
    /// The rows that the curves pass through; above them nothing is covered, below them `tail` is.
    var top = Int.max
    var bottom = Int.min
    /// What each column has of every row below `bottom`.
    var tail = SIMD16<Int16>()

    enum Tail { case empty, partial, full }

    var tailKind: Tail {
      tail == SIMD16() ? .empty : tail == SIMD16(repeating: Int16(Ink.full)) ? .full : .partial
    }
  }

  /// Where `chunks` begins, in chunks from the frame's left edge.
  private(set) var firstChunk = 0
  private(set) var chunks: [Chunk] = []
  private(set) var pieces: [CurvePiece] = []
  var paint = CurvePaint.flat(Ink(.init(0, 0, 0)))
  /// No row from here on is painted.
  var endRow = Int.max

  mutating func removeAll() {
    chunks.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    firstChunk = 0
    endRow = Int.max
  }

  /// The rows that the shape touches.
  var rows: Range<Int> {
    var (top, bottom) = (Int.max, Int.min)
    for chunk in chunks where chunk.top < chunk.bottom {
      top = min(top, chunk.top)
      bottom = max(bottom, chunk.tailKind == .empty ? chunk.bottom : endRow)
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
  mutating func addPiece(from: Float, to: Float, column: Int, weight: Int) {
    let index = column / BandCanvas.chunk
    if chunks.isEmpty { firstChunk = index }
    while firstChunk + chunks.count <= index { chunks.append(Chunk(pieces: pieces.count..<pieces.count)) }
    let piece = CurvePiece(top: min(from, to), bottom: max(from, to), lane: column % BandCanvas.chunk, weight: weight)
    pieces.append(piece)
    let last = chunks.count - 1
    chunks[last].pieces = chunks[last].pieces.lowerBound..<pieces.count
    chunks[last].top = min(chunks[last].top, Int(piece.row))
    chunks[last].bottom = max(chunks[last].bottom, Int(piece.row + piece.count))
    chunks[last].tail[Int(piece.lane)] &+= piece.weight
  }

  /// Lends chunks and pieces for reading.
  func withParts(_ body: (UnsafeBufferPointer<Chunk>, UnsafeBufferPointer<CurvePiece>) -> Void) {
    chunks.withUnsafeBufferPointer { chunks in pieces.withUnsafeBufferPointer { body(chunks, $0) } }
  }
}

/// A straight part of a curve inside one pixel column, with what it covers of each row.
///
/// In the rows between the first and the last one, coverage grows evenly.
struct CurvePiece {
  /// The first row that is covered in part, and how many there are.
  let row: Int32
  let count: Int32
  /// The column within its chunk.
  let lane: Int16
  /// The width in 1 / `Ink.full` of a pixel; negative for the lower curve.
  let weight: Int16
  /// What is covered of the first and of the last row, in 1 / `Ink.full`, without sign.
  private let first: Int32
  private let last: Int32
  /// In 1/65536 of that: the coverage that the second row would have but for `step`, and the growth in each row.
  private let start: Int32
  private let step: Int32

  /// - Parameters:
  ///   - top: the upper end; finite, at most 10⁶ from 0, as is `bottom`.
  ///   - bottom: the lower end, not above `top`.
  ///   - lane: the column within its chunk.
  ///   - weight: the width in 1 / `Ink.full` of a pixel, with its sign.
  init(top: Float, bottom: Float, lane: Int, weight: Int) {
    let wholeTop = CurvePiece.floor(top)
    let wholeBottom = CurvePiece.floor(bottom)
    let width = Float(weight.magnitude)
    row = wholeTop
    count = wholeBottom &- wholeTop &+ 1
    self.lane = Int16(truncatingIfNeeded: lane)
    self.weight = Int16(truncatingIfNeeded: weight)
    if count == 1 {
      first = Int32(width * (Float(wholeTop) + 1 - (top + bottom) / 2) + 0.5)
      (last, start, step) = (first, 0, 0)
      return
    }
    let perRow = width / (bottom - top)
    let above = Float(wholeTop) + 1 - top
    let below = bottom - Float(wholeBottom)
    first = Int32(perRow * above * above / 2 + 0.5)
    last = Int32(width - perRow * below * below / 2 + 0.5)
    if count == 2 {
      // Between two rows the ends may be so close that the growth is beyond any number.
      (start, step) = (0, 0)
      return
    }
    // Half a unit more, for rounding.
    start = Int32(perRow * (above - 0.5) * 65536) &+ 32768
    step = Int32(perRow * 65536)
  }

  /// Rounding down without a call into libm.
  @inline(__always)
  private static func floor(_ value: Float) -> Int32 {
    let whole = Int32(value)
    return Float(whole) > value ? whole &- 1 : whole
  }

  /// Adds to `tile`, `BandCanvas.chunk` columns wide, how the coverage of each of `rows` differs from the row above.
  @inline(__always)
  func accumulate(_ rows: Range<Int>, into tile: UnsafeMutablePointer<Int16>) {
    // Rows count from this piece's first one here.
    let begin = max(rows.lowerBound &- Int(row), 0)
    let end = rows.upperBound &- Int(row)
    guard begin < end else { return }
    let sign: Int32 = weight < 0 ? -1 : 1
    var cell = tile + ((begin &+ Int(row) &- rows.lowerBound) &* BandCanvas.chunk &+ Int(lane))
    var before: Int32 = 0
    var index = Int32(truncatingIfNeeded: min(begin, Int(count)))
    let limit = Int32(truncatingIfNeeded: min(end, Int(count)))
    @inline(__always) func add(_ now: Int32) {
      cell.pointee &+= Int16(truncatingIfNeeded: sign &* (now &- before))
      before = now
      cell += BandCanvas.chunk
    }
    if index == 0, index < limit {
      add(first)
      index = 1
    }
    let inner = min(limit, count &- 1)
    while index < inner {
      add((start &+ index &* step) &>> 16)
      index &+= 1
    }
    if index < limit {
      add(last)
      index &+= 1
    }
    if Int(index) < end { add(Int32(weight.magnitude)) }
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
