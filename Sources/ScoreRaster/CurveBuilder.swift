internal import ScoreDrawing

/// Turns polylines with increasing x into `CurveShape`s, for the pixel columns of interest.
///
/// What a column gets depends on the polyline alone, never on which columns were
/// asked for, so that painting a part gives the same pixels as painting it all.
struct CurveBuilder {
  /// Beyond this, in pixels, a place is moved here: it keeps sums finite and is far outside any surface.
  static let farAway = 1_000_000.0

  /// The pixel columns of interest; both ends are multiples of `BandCanvas.chunk`, neither is negative.
  let columns: Range<Int>
  private var upper: [Float] = []
  private var lower: [Float] = []
  private var isBent: [Bool] = []

  init(columns: Range<Int>) { self.columns = columns }

  // MARK: Area

  /// Adds the area below `polyline` (device pixels, x strictly increasing).
  func addArea(_ polyline: [ViewPoint], to shape: inout CurveShape) {
    guard polyline.count > 1 else { return }
    for index in 1..<polyline.count { addEdge(polyline[index - 1], polyline[index], sign: 1, to: &shape) }
  }

  /// Adds the straight edge from `start` to `end` to every column that it crosses.
  func addEdge(_ start: ViewPoint, _ end: ViewPoint, sign: Int, to shape: inout CurveShape) {
    Self.eachColumn(columns, start, end) { column, from, to, weight in
      shape.addPiece(from: from, to: to, column: column, weight: sign * weight)
    }
  }

  /// Cuts the straight edge from `start` to `end`, which lies right of it, into those of `columns` that it crosses: y at
  /// both ends of the part in a column, and the part's width in 1 / `Ink.full`.
  @inline(__always)
  static func eachColumn(
    _ columns: Range<Int>, _ start: ViewPoint, _ end: ViewPoint, _ body: (Int, Float, Float, Int) -> Void
  ) {
    let first = max(start.x, Double(columns.lowerBound))
    let last = min(end.x, Double(columns.upperBound))
    guard last > first else { return }
    let slope = (end.y - start.y) / (end.x - start.x)
    func height(_ x: Double) -> Float {
      x == start.x ? near(start.y) : x == end.x ? near(end.y) : near(start.y + (x - start.x) * slope)
    }
    var column = min(Int(first), columns.upperBound - 1)
    var x = first
    var y = height(first)
    while x < last {
      let nextX = min(Double(column + 1), last)
      let nextY = height(nextX)
      let weight = part(nextX - Double(column)) - part(x - Double(column))
      if weight > 0 { body(column, y, nextY, weight) }
      column += 1
      x = nextX
      y = nextY
    }
  }

  /// Adds the region between two polylines that begin at the same x and end at the same x.
  func addRegion(upper: [ViewPoint], lower: [ViewPoint], to shape: inout CurveShape) {
    // Chunks are filled from left to right, so the two edges take turns, column by column.
    var builder = self
    let span = max(columns.lowerBound, Self.column(upper.first?.x ?? 0))
    let end = min(columns.upperBound, Self.column(upper.last?.x ?? 0) + 1)
    for column in span..<max(span, end) {
      builder = CurveBuilder(columns: column..<column + 1)
      for index in 1..<max(upper.count, 1) where upper[index].x > upper[index - 1].x {
        builder.addEdge(upper[index - 1], upper[index], sign: 1, to: &shape)
      }
      for index in 1..<max(lower.count, 1) where lower[index].x > lower[index - 1].x {
        builder.addEdge(lower[index - 1], lower[index], sign: -1, to: &shape)
      }
    }
  }

  // MARK: Stroke

  /// Adds everything that lies within `radius` of the region between two polylines with the same x.
  ///
  /// With the same polyline twice this is a stroke with round joins and caps. A
  /// vertical section of it is one interval, because the section of a disc
  /// changes steadily as its centre moves along the polyline: so a stroke, too,
  /// is a shape between two functions of x. They are exact where the polyline is
  /// straight; in columns near a bend they are found at samples, which lie closer
  /// together where bends are few.
  mutating func addStroke(
    upper upperLine: [ViewPoint], lower lowerLine: [ViewPoint], radius: Double, to shape: inout CurveShape
  ) {
    guard let start = upperLine.first?.x, let end = upperLine.last?.x, upperLine.count == lowerLine.count else {
      return
    }
    let first = max(Self.column(start - radius), columns.lowerBound)
    let last = min(Self.column(end + radius) + 1, columns.upperBound)
    guard first < last else { return }
    // Their mean distance: how many of them are in view makes no difference.
    let isSparse = end - start > 4 * Double(upperLine.count - 1)
    let grid = SampleGrid(firstColumn: first, columns: last - first, perColumn: isSparse ? 8 : 4)
    Self.reset(&upper, Float.infinity, grid.count)
    Self.reset(&lower, -Float.infinity, grid.count)
    Self.reset(&isBent, false, grid.columns)
    for point in upperLine { markBend(at: point.x, radius: radius, grid) }
    scatterDiscs(upperLine, lowerLine, radius: radius, grid)
    if lowerLine == upperLine {
      scatterParts(upperLine, radius: radius, grid, .both)
    } else {
      scatterParts(upperLine, radius: radius, grid, .upper)
      scatterParts(lowerLine, radius: radius, grid, .lower)
    }
    addSampledPieces(grid, to: &shape)
  }

  private static func reset<Value>(_ array: inout [Value], _ value: Value, _ count: Int) {
    array.removeAll(keepingCapacity: true)
    array.append(contentsOf: repeatElement(value, count: count))
  }

  private mutating func markBend(at x: Double, radius: Double, _ grid: SampleGrid) {
    let first = max(Self.column(x - radius) - grid.firstColumn, 0)
    let last = min(Self.column(x + radius) - grid.firstColumn, grid.columns - 1)
    guard first <= last else { return }
    for column in first...last { isBent[column] = true }
  }

  /// Lowers the samples of the upper edge and raises those of the lower one to what a disc around each point reaches.
  private mutating func scatterDiscs(
    _ upperLine: [ViewPoint], _ lowerLine: [ViewPoint], radius: Double, _ grid: SampleGrid
  ) {
    for (above, below) in zip(upperLine, lowerLine) {
      for sample in grid.samples(from: above.x - radius, to: above.x + radius) {
        let distance = grid.x(sample) - above.x
        let reach = max(radius * radius - distance * distance, 0).squareRoot()
        put(above.y - reach, at: sample, isUpper: true)
        put(below.y + reach, at: sample, isUpper: false)
      }
    }
  }

  /// Lowers the samples of the upper edge and raises those of the lower one to what each straight part reaches.
  private mutating func scatterParts(_ line: [ViewPoint], radius: Double, _ grid: SampleGrid, _ edges: Edges) {
    for (start, end) in zip(line, line.dropFirst()) {
      let slope = (end.y - start.y) / (end.x - start.x)
      let length = (1 + slope * slope).squareRoot()
      guard length.isFinite else { continue }
      // The straight part is the segment moved by `radius` along its normal.
      let shift = radius * slope / length
      let part = (start, end, slope)
      if edges != .lower { scatter(part, movedBy: shift, -radius * length, grid, isUpper: true) }
      if edges != .upper { scatter(part, movedBy: -shift, radius * length, grid, isUpper: false) }
    }
  }

  private enum Edges { case upper, lower, both }

  @inline(__always)
  private mutating func scatter(
    _ part: (start: ViewPoint, end: ViewPoint, slope: Double), movedBy shift: Double, _ rise: Double,
    _ grid: SampleGrid,
    isUpper: Bool
  ) {
    let reached = grid.samples(from: part.start.x + shift, to: part.end.x + shift)
    var sample = reached.lowerBound
    while sample < reached.upperBound {
      let column = sample / grid.perColumn
      // Where nothing is bent, only the ends of a column are asked for.
      if sample % grid.perColumn == 0 || (column < grid.columns && isBent[column]) {
        put(part.start.y + (grid.x(sample) - part.start.x) * part.slope + rise, at: sample, isUpper: isUpper)
        sample += 1
      } else {
        sample = (column + 1) * grid.perColumn
      }
    }
  }

  @inline(__always)
  private mutating func put(_ y: Double, at sample: Int, isUpper: Bool) {
    let y = Self.near(y)
    if isUpper {
      if y < upper[sample] { upper[sample] = y }
    } else {
      if y > lower[sample] { lower[sample] = y }
    }
  }

  private func addSampledPieces(_ grid: SampleGrid, to shape: inout CurveShape) {
    for column in 0..<grid.columns {
      let step = isBent[column] ? 1 : grid.perColumn
      var sample = column * grid.perColumn
      for _ in 0..<grid.perColumn / step {
        let next = sample + step
        if upper[sample] <= lower[sample], upper[next] <= lower[next] {
          let weight = Ink.full / grid.perColumn * step
          let place = grid.firstColumn + column
          shape.addPiece(from: upper[sample], to: upper[next], column: place, weight: weight)
          shape.addPiece(from: lower[sample], to: lower[next], column: place, weight: -weight)
        }
        sample = next
      }
    }
  }

  // MARK: Numbers

  /// The part of a pixel left of `offset` (0 ... 1), in 1 / `Ink.full`.
  private static func part(_ offset: Double) -> Int { Int(offset * Double(Ink.full) + 0.5) }

  @inline(__always)
  static func near(_ y: Double) -> Float { Float(min(max(y, -farAway), farAway)) }

  /// The column of `x`, which must be finite; columns far outside the surface are moved to `farAway`.
  static func column(_ x: Double) -> Int { Int(min(max(x, -farAway), farAway).rounded(.down)) }
}

/// Places evenly apart along a run of pixel columns, both ends included.
struct SampleGrid {
  let firstColumn: Int
  let columns: Int
  /// A power of two.
  let perColumn: Int

  var count: Int { columns * perColumn + 1 }

  @inline(__always)
  func x(_ sample: Int) -> Double { Double(firstColumn) + Double(sample) / Double(perColumn) }

  /// The samples that lie in `start` ... `end`.
  @inline(__always)
  func samples(from start: Double, to end: Double) -> Range<Int> {
    let first = (start - Double(firstColumn)) * Double(perColumn)
    let last = (end - Double(firstColumn)) * Double(perColumn)
    guard first <= Double(count - 1), last >= 0, first <= last else { return 0..<0 }
    var lower = 0
    if first > 0 {
      lower = Int(first)
      if Double(lower) < first { lower += 1 }
    }
    let upper = min(last >= Double(count - 1) ? count : Int(last) + 1, count)
    return lower < upper ? lower..<upper : 0..<0
  }
}
