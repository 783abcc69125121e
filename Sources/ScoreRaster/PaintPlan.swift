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
  /// A shape, by its place in `PaintPlan.shapes`.
  case curve(Int)
}

/// A frame worked out for one scale and one clip: what to paint in which order, each with the rows it touches.
///
/// Made once for all bands. Its memory, and that of its shapes, is used again for the next frame.
struct PaintPlan {
  private(set) var steps: [PaintStep] = []
  private(set) var rows: [Range<Int>] = []
  /// The first `shapeCount` are in use; the others keep memory for later frames.
  private(set) var shapes: [CurveShape] = []
  private var shapeCount = 0

  mutating func removeAll() {
    shapeCount = 0
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

  /// Adds a shape that `build` makes of an empty one.
  mutating func addShape(_ paint: CurvePaint, _ build: (inout CurveShape) -> Void) {
    if shapeCount == shapes.count { shapes.append(CurveShape()) }
    shapes[shapeCount].removeAll()
    shapes[shapeCount].paint = paint
    build(&shapes[shapeCount])
    shapes[shapeCount].finish()
    let touched = shapes[shapeCount].rows
    if touched.isEmpty { return }
    append(.curve(shapeCount), rows: touched)
    shapeCount += 1
  }

  /// Removes the first step if it fills all of `clip`, and returns the colour that it leaves there.
  mutating func takeBackground(covering clip: PixelRect) -> UInt32? {
    guard case .fill(let rect, let ink)? = steps.first, ink.opacity == Ink.full, rect.intersection(clip) == clip else {
      return nil
    }
    rows[0] = 0..<0
    return ink.pixel
  }

  /// Paints every step that touches the canvas.
  func paint(_ canvas: BandCanvas, _ scratch: CurveScratch) {
    let (top, bottom) = (canvas.bounds.minY, canvas.bounds.maxY)
    rows.withUnsafeBufferPointer { rows in
      for index in rows.indices where rows[index].lowerBound < bottom && rows[index].upperBound > top {
        paint(steps[index], canvas, scratch)
      }
    }
  }

  private func paint(_ step: PaintStep, _ canvas: BandCanvas, _ scratch: CurveScratch) {
    switch step {
    case .fill(let rect, let ink): canvas.fill(rect, ink)
    case .dashes(let rect, let on, let off, let ink): canvas.dashes(rect, on: on, off: off, ink)
    case .text(let mask, let rect, let ink): canvas.mask(mask.coverage, rect, ink)
    case .shadow(let mask, let rect, let ink): canvas.mask(mask.coverage, rect, ink)
    case .disc(let center, let radius, let ink): canvas.disc(center, radius: radius, ink)
    case .fade(let rect, let opacities, let ink): canvas.fade(rect, opacities, ink)
    case .curve(let shape): canvas.curve(shapes[shape], scratch)
    }
  }
}
