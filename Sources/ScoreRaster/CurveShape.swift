internal import ScoreDrawing

/// A shape between two curves that are functions of x, cut into pixel columns.
///
/// Every column holds *pieces*: straight parts of the upper curve (weight > 0)
/// and of the lower one (weight < 0). A piece covers nothing of the rows above it
/// and its whole weight of those below; a pixel's coverage is the sum over the
/// pieces of its column. Sums are whole numbers, so they close exactly and do
/// not depend on where a band begins.
struct CurveShape {
  /// One pixel column.
  struct Column {
    /// Its pieces end where those of the next column begin.
    var firstPiece: Int32
    /// The rows that the curves pass through; above them nothing is covered, below them `tail` is.
    var top = Int32.max
    var bottom = Int32.min
    /// 0 ... `Ink.full`.
    var tail: Int32 = 0

    @inline(__always)
    fileprivate mutating func add(_ piece: CurvePiece) {
      top = min(top, piece.row)
      bottom = max(bottom, piece.row &+ piece.count)
      tail &+= piece.weight
    }
  }

  /// `BandCanvas.chunk` pixel columns.
  struct Chunk {
    var top = Int.max
    var bottom = Int.min
    /// Whether every column is covered wholly below `bottom`.
    var isFull = true
    /// Whether any column is covered below `bottom`.
    var hasTail = false
  }

  /// The first column, a multiple of `BandCanvas.chunk`.
  private(set) var firstColumn = 0
  private(set) var columns: [Column] = []
  private(set) var pieces: [CurvePiece] = []
  private(set) var chunks: [Chunk] = []
  /// The rows that the shape touches.
  private(set) var rows = 0..<0
  var paint = CurvePaint.flat(Ink(.init(0, 0, 0)))
  /// No row from here on is painted.
  var endRow = Int.max

  mutating func removeAll() {
    columns.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    chunks.removeAll(keepingCapacity: true)
    firstColumn = 0
    rows = 0..<0
    endRow = Int.max
  }

  /// Adds a piece from one end of it to the other; columns must come in order.
  ///
  /// - Parameters:
  ///   - from: y at one end, finite, at most 10⁶ from 0.
  ///   - to: y at the other.
  ///   - column: the pixel column, not negative.
  ///   - weight: the piece's width in 1 / `Ink.full` of a pixel, with its sign.
  mutating func addPiece(from: Float, to: Float, column: Int, weight: Int) {
    if columns.isEmpty { firstColumn = column / BandCanvas.chunk * BandCanvas.chunk }
    while firstColumn + columns.count <= column {
      columns.append(Column(firstPiece: Int32(truncatingIfNeeded: pieces.count)))
    }
    let piece = CurvePiece(top: min(from, to), bottom: max(from, to), weight: weight)
    pieces.append(piece)
    columns[columns.count - 1].add(piece)
  }

  /// Fills the last chunk up and sums the chunks up, when all pieces are there.
  mutating func finish() {
    while columns.count % BandCanvas.chunk != 0 {
      columns.append(Column(firstPiece: Int32(truncatingIfNeeded: pieces.count)))
    }
    var (top, bottom) = (Int.max, Int.min)
    for start in stride(from: 0, to: columns.count, by: BandCanvas.chunk) {
      var chunk = Chunk()
      for column in columns[start..<start + BandCanvas.chunk] {
        chunk.top = min(chunk.top, Int(column.top))
        chunk.bottom = max(chunk.bottom, Int(column.bottom))
        chunk.isFull = chunk.isFull && column.tail == Int32(Ink.full)
        chunk.hasTail = chunk.hasTail || column.tail != 0
      }
      chunks.append(chunk)
      top = min(top, chunk.top)
      bottom = max(bottom, chunk.hasTail ? endRow : chunk.bottom)
    }
    bottom = min(bottom, endRow)
    rows = top < bottom ? top..<bottom : 0..<0
  }

  /// The pieces of a column, counted from `firstColumn`.
  @inline(__always)
  static func pieces(
    of column: Int, _ columns: UnsafeBufferPointer<Column>, _ pieces: UnsafeBufferPointer<CurvePiece>
  ) -> Range<Int> {
    let end = column &+ 1 < columns.count ? Int(columns[column &+ 1].firstPiece) : pieces.count
    return Int(columns[column].firstPiece)..<end
  }
}

/// A straight part of a curve inside one pixel column, with what it covers of each row.
///
/// Coverage is counted in 1 / 65536 of 1 / `Ink.full`. In the rows between the
/// first and the last one it grows by the same amount from row to row.
struct CurvePiece {
  /// The first row that is covered in part, and how many there are.
  let row: Int32
  let count: Int32
  /// The width in 1 / `Ink.full` of a pixel; negative for the lower curve.
  let weight: Int32
  /// What is covered of the first, the second and the last row; and the growth between.
  private let first: Int32
  private let second: Int32
  private let last: Int32
  private let step: Int32

  /// - Parameters:
  ///   - top: the upper end; finite, at most 10⁶ from 0, as is `bottom`.
  ///   - bottom: the lower end, not above `top`.
  ///   - weight: the width in 1 / `Ink.full` of a pixel, with its sign.
  @inline(__always)
  init(top: Float, bottom: Float, weight: Int) {
    let wholeTop = CurvePiece.floor(top)
    let wholeBottom = CurvePiece.floor(bottom)
    let width = Float(weight) * 65536
    row = wholeTop
    count = wholeBottom &- wholeTop &+ 1
    self.weight = Int32(truncatingIfNeeded: weight)
    if count == 1 {
      first = Int32(width * (Float(wholeTop) + 1 - (top + bottom) / 2))
      (second, last, step) = (first, first, 0)
      return
    }
    let perRow = width / (bottom - top)
    let above = Float(wholeTop) + 1 - top
    let below = bottom - Float(wholeBottom)
    first = Int32(perRow * above * above / 2)
    last = Int32(width - perRow * below * below / 2)
    if count == 2 {
      // The ends may be so close that the growth is beyond any number.
      (second, step) = (last, 0)
    } else {
      second = Int32(perRow * (above + 0.5))
      step = Int32(perRow)
    }
  }

  /// Rounding down without a call into libm.
  @inline(__always)
  private static func floor(_ value: Float) -> Int32 {
    let whole = Int32(value)
    return Float(whole) > value ? whole &- 1 : whole
  }

  /// Adds what it covers to `cells`, one for each of `rows`; above the first of them nothing is taken as covered.
  ///
  /// O(1): between the first row and the last only two cells change, those where the steady growth begins and ends.
  @inline(__always)
  func accumulate(_ rows: Range<Int>, into cells: UnsafeMutablePointer<CoverageCell>) {
    cells.withMemoryRebound(to: Int32.self, capacity: 2 * rows.count) {
      accumulate(rows, into: $0, stride: 2, growth: 1)
    }
  }

  /// The same, where the growths lie `growth` behind the jumps, and those of a row `stride` behind those of the row above.
  @inline(__always)
  func accumulate(_ rows: Range<Int>, into jumps: UnsafeMutablePointer<Int32>, stride: Int, growth: Int) {
    // Rows count from this piece's first one here.
    let begin = max(rows.lowerBound &- Int(row), 0)
    let end = rows.upperBound &- Int(row)
    guard begin < end else { return }
    let jumps = jumps + (Int(row) &- rows.lowerBound) &* stride
    let growths = jumps + growth
    let lastIndex = Int(count) &- 1
    var before: Int32 = 0
    var index = begin
    if index == 0 {
      jumps[0] &+= first
      before = first
      index = 1
    }
    if index < min(lastIndex, end) {
      // This row's own jump tells the whole of what lies above the band, or the step from the first row.
      jumps[index &* stride] &+= second &+ Int32(truncatingIfNeeded: index &- 1) &* step &- before
      if index &+ 1 < min(lastIndex, end) {
        growths[(index &+ 1) &* stride] &+= step
        if lastIndex < end { growths[lastIndex &* stride] &-= step }
      }
      before = second &+ Int32(truncatingIfNeeded: lastIndex &- 2) &* step
      index = lastIndex
    }
    if index == lastIndex, index < end {
      jumps[index &* stride] &+= last &- before
      before = last
      index &+= 1
    }
    if index > lastIndex, index < end { jumps[index &* stride] &+= weight &<< 16 &- before }
  }
}

/// How the coverage of a row differs from that of the row above, in 1 / 65536 of 1 / `Ink.full`: by its own jump, and by the
/// growths of this row and all above it.
struct CoverageCell {
  var jump: Int32 = 0
  var growth: Int32 = 0
}

/// Adds cells up, row after row.
struct CoverageSum {
  private var growth: Int32 = 0
  private(set) var value: Int32

  init(_ value: Int32 = 0) { self.value = value }

  @inline(__always)
  mutating func add(_ cell: CoverageCell) {
    growth &+= cell.growth
    value &+= growth &+ cell.jump
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
