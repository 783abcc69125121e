internal import ScoreDrawing

/// One thing to paint, in device pixels.
enum PaintStep {
  case fill(PixelRect, Ink)
  case dashes(Guide)
  case text(TextMask, PixelRect, Ink)
  case disc(ViewPoint, radius: Double, Ink)
  /// The opacity of each pixel column of the rectangle, 0 ... `Ink.full`.
  case fade(PixelRect, [Int], Ink)
  case shadow(ShadowMask, PixelRect, Ink)
  /// A shape, by its place in `PaintPlan.shapes`, and whether it lies on the background and the guides alone.
  case curve(Int, isUndermost: Bool)
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
  /// The dashed lines so far, as long as they lie from left to right on the background.
  private var guides: [Guide] = []
  /// The rows, and of shapes the first column behind them, of all else that lies on the background so far.
  private var busyRows = 0..<0
  private var busyColumn = 0
  /// Where pixels are wanted.
  private var clip = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
  /// What fills all of it before anything else is painted.
  private(set) var background: UInt32?

  /// Empties the plan for a frame of which the pixels of `clip` are wanted.
  mutating func begin(clip: PixelRect) {
    self.clip = clip
    background = nil
    shapeCount = 0
    steps.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    guides.removeAll(keepingCapacity: true)
    (busyRows, busyColumn) = (0..<0, 0)
  }

  mutating func append(_ step: PaintStep, _ rect: PixelRect) {
    if rect.isEmpty { return }
    if case .fill(_, let ink) = step, steps.isEmpty, ink.opacity == Ink.full, rect.intersection(clip) == clip {
      background = ink.pixel
      return
    }
    addBusy(rect.minY..<rect.maxY)
    steps.append(step)
    rows.append(rect.minY..<rect.maxY)
  }

  mutating func append(_ guide: Guide) {
    if guide.rect.isEmpty { return }
    steps.append(.dashes(guide))
    rows.append(guide.rect.minY..<guide.rect.maxY)
    if guide.rect.minX >= guides.last?.rect.maxX ?? .min, busyColumn == 0 {
      guides.append(guide)
    } else {
      addBusy(guide.rect.minY..<guide.rect.maxY)
    }
  }

  private mutating func addBusy(_ touched: Range<Int>) {
    busyRows =
      busyRows.isEmpty
      ? touched
      : min(busyRows.lowerBound, touched.lowerBound)..<max(busyRows.upperBound, touched.upperBound)
  }

  /// Adds a shape that `build` makes of an empty one.
  mutating func addShape(_ paint: CurvePaint, _ build: (inout CurveShape) -> Void) {
    var shape = takeShape()
    shape.paint = paint
    build(&shape)
    shape.finish()
    addShape(shape)
  }

  /// An empty shape with the memory of one that is not in use.
  mutating func takeShape(after others: Int = 0) -> CurveShape {
    while shapes.count <= shapeCount + others { shapes.append(CurveShape()) }
    var shape = CurveShape()
    swap(&shape, &shapes[shapeCount + others])
    shape.removeAll()
    return shape
  }

  /// Adds a finished shape; those that were taken are given back in the same order.
  mutating func addShape(_ shape: consuming CurveShape) {
    shapes[shapeCount] = shape
    let touched = shapes[shapeCount].rows
    if touched.isEmpty { return }
    let isUndermost = !busyRows.overlaps(touched) && shapes[shapeCount].firstColumn >= busyColumn
    steps.append(.curve(shapeCount, isUndermost: isUndermost))
    rows.append(touched)
    busyColumn = max(busyColumn, shapes[shapeCount].firstColumn + shapes[shapeCount].columns.count)
    shapeCount += 1
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
    case .dashes(let guide): canvas.dashes(guide)
    case .text(let mask, let rect, let ink): canvas.mask(mask.coverage, rect, ink)
    case .shadow(let mask, let rect, let ink): canvas.mask(mask.coverage, rect, ink)
    case .disc(let center, let radius, let ink): canvas.disc(center, radius: radius, ink)
    case .fade(let rect, let opacities, let ink): canvas.fade(rect, opacities, ink)
    case .curve(let shape, let isUndermost): canvas.curve(shapes[shape], isUndermost ? guides : nil, scratch)
    }
  }
}
