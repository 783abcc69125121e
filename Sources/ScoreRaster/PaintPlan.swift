internal import ScoreDrawing

/// One thing to paint, in device pixels.
enum PaintStep {
  case fill(PixelRect, Ink)
  case dashes(PixelRect, on: Int, off: Int, Ink)
  case text(TextMask, PixelRect, Ink)
  case disc(ViewPoint, radius: Double, Ink)
  /// The opacity of each pixel column of the rectangle, 0 ... `Ink.full`.
  case fade(PixelRect, [Int], Ink)
  case shadow(ShadowMask, PixelRect, Ink)
  case curve(CurveShape)
}

/// A frame worked out for one scale and one clip: what to paint in which order, each with the rows it touches.
///
/// Made once for all bands. Its memory, and that of its shapes, is used again for the next frame.
struct PaintPlan {
  private(set) var steps: [PaintStep] = []
  private(set) var rows: [Range<Int>] = []
  private var spare: [CurveShape] = []

  mutating func removeAll() {
    for case .curve(let shape) in steps { spare.append(shape) }
    steps.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
  }

  mutating func append(_ step: PaintStep, rows touched: Range<Int>) {
    if touched.isEmpty { return }
    steps.append(step)
    rows.append(touched)
  }

  mutating func append(_ step: PaintStep, _ rect: PixelRect) {
    if !rect.isEmpty { append(step, rows: rect.minY..<rect.maxY) }
  }

  /// An empty shape; `append(_ shape:)` gives it back.
  mutating func takeShape(_ paint: CurvePaint) -> CurveShape {
    let shape = spare.popLast() ?? CurveShape()
    shape.removeAll()
    shape.paint = paint
    return shape
  }

  mutating func append(_ shape: CurveShape) {
    let touched = shape.rows
    if touched.isEmpty {
      spare.append(shape)
    } else {
      append(.curve(shape), rows: touched)
    }
  }
}
