internal import ScoreDrawing
internal import Synchronization

/// An area in device pixels, down to a row.
struct AreaBelow {
  /// Where y is nowhere below `endRow`.
  let line: [ViewPoint]
  let endRow: Int
  let paint: CurvePaint

  func build(_ builder: CurveBuilder, _ shape: inout CurveShape) {
    shape.endRow = endRow
    builder.addArea(line, to: &shape)
  }
}

/// Working out an area and a curve, which two threads may do at once.
///
/// The curve takes longer, so it is cut into a left and a right half: what a pixel column gets depends on the points alone.
final class CurvesJob: @unchecked Sendable {
  // Unchecked: each part is taken once, and each has a shape of its own.
  private let area: AreaBelow
  private let upper: [ViewPoint]
  private let lower: [ViewPoint]
  private let radius: Double
  private let columns: Range<Int>
  private let nextPart = Atomic(0)
  private(set) var areaShape: CurveShape
  private(set) var leftShape: CurveShape
  private(set) var rightShape: CurveShape

  /// The shapes are empty; they give their memory, and get it back when all has run.
  init(
    area: AreaBelow, areaShape: CurveShape, upper: [ViewPoint], lower: [ViewPoint], radius: Double,
    columns: Range<Int>, ink: Ink, leftShape: CurveShape, rightShape: CurveShape
  ) {
    self.area = area
    (self.upper, self.lower, self.radius, self.columns) = (upper, lower, radius, columns)
    self.areaShape = areaShape
    self.leftShape = leftShape
    self.rightShape = rightShape
    self.areaShape.paint = area.paint
    self.leftShape.paint = .flat(ink)
    self.rightShape.paint = .flat(ink)
  }

  @Sendable func run() {
    let chunk = BandCanvas.chunk
    let middle = (columns.lowerBound + columns.upperBound) / 2 / chunk * chunk
    while true {
      switch nextPart.add(1, ordering: .relaxed).oldValue {
      case 0: addCurve(in: columns.lowerBound..<middle, to: &leftShape)
      case 1: addCurve(in: middle..<columns.upperBound, to: &rightShape)
      case 2:
        area.build(CurveBuilder(columns: columns), &areaShape)
        areaShape.finish()
      default: return
      }
    }
  }

  private func addCurve(in columns: Range<Int>, to shape: inout CurveShape) {
    var builder = CurveBuilder(columns: columns)
    builder.addStroke(upper: upper, lower: lower, radius: radius, to: &shape)
    shape.finish()
  }
}
