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
final class CurvesJob: @unchecked Sendable {
  // Unchecked: each part is taken once, and each has a shape and a builder of its own.
  private let area: AreaBelow
  private let areaBuilder: CurveBuilder
  private let upper: [ViewPoint]
  private let lower: [ViewPoint]
  private let radius: Double
  private let nextPart = Atomic(0)
  private(set) var builder: CurveBuilder
  var areaShape: CurveShape
  var lineShape: CurveShape

  /// The shapes are empty; they and the builder give their memory, and get it back when all has run.
  init(
    area: AreaBelow, areaShape: CurveShape, upper: [ViewPoint], lower: [ViewPoint], radius: Double,
    builder: CurveBuilder, lineShape: CurveShape
  ) {
    self.area = area
    areaBuilder = CurveBuilder(columns: builder.columns)
    self.areaShape = areaShape
    (self.upper, self.lower, self.radius) = (upper, lower, radius)
    self.builder = builder
    self.lineShape = lineShape
  }

  @Sendable func run() {
    while true {
      switch nextPart.add(1, ordering: .relaxed).oldValue {
      case 0:
        builder.addStroke(upper: upper, lower: lower, radius: radius, to: &lineShape)
        lineShape.finish()
      case 1:
        area.build(areaBuilder, &areaShape)
        areaShape.finish()
      default: return
      }
    }
  }
}
