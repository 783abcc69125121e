internal import CHarfBuzz
internal import ScoreDrawing

/// Collects the coverage of outlines, exact for their polygons, and of curves to a fiftieth of a pixel.
///
/// Each edge covers what lies below it in its pixel columns, those that go left with the opposite sign, as in `CurveShape`:
/// what remains is the inside, whichever way the outline turns.
final class GlyphCanvas {
  let width: Int
  let height: Int
  /// Where the outlines' origin is, in pixels from the top left corner, and how many pixels one of their units is.
  var origin = ViewPoint(x: 0, y: 0)
  var unit = 1.0
  /// Column after column.
  private var cells: [CoverageCell]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    cells = Array(repeating: CoverageCell(), count: width * height)
  }

  /// One byte a pixel, row after row.
  var coverage: [UInt8] {
    var coverage = [UInt8](repeating: 0, count: width * height)
    for x in 0..<width {
      var sum = CoverageSum()
      for y in 0..<height {
        sum.add(cells[x * height + y])
        // Where letters touch, what they cover adds up.
        coverage[y * width + x] = UInt8(min((Int(sum.value.magnitude) * 255 / Ink.full + 32768) >> 16, 255))
      }
    }
    return coverage
  }

  // MARK: Outlines

  private func place(_ x: Float, _ y: Float) -> ViewPoint {
    ViewPoint(x: origin.x + Double(x) * unit, y: origin.y - Double(y) * unit)
  }

  private func addLine(_ start: ViewPoint, _ end: ViewPoint) {
    let isForward = start.x < end.x
    cells.withUnsafeMutableBufferPointer { cells in
      guard let base = cells.baseAddress else { return }
      CurveBuilder.eachColumn(0..<width, isForward ? start : end, isForward ? end : start) { column, from, to, weight in
        CurvePiece(top: min(from, to), bottom: max(from, to), weight: isForward ? weight : -weight)
          .accumulate(0..<height, into: base + column * height)
      }
    }
  }

  private func addCurve(_ a: ViewPoint, _ b: ViewPoint, _ c: ViewPoint, _ d: ViewPoint) {
    // How far a chord may be from the curve follows from its second differences.
    func bend(_ a: ViewPoint, _ b: ViewPoint, _ c: ViewPoint) -> Double {
      max(abs(a.x - 2 * b.x + c.x), abs(a.y - 2 * b.y + c.y))
    }
    let parts = Int(min((0.75 * max(bend(a, b, c), bend(b, c, d)) * 50).squareRoot().rounded(.up), 64))
    var last = a
    for index in 1...max(parts, 1) {
      let t = Double(index) / Double(max(parts, 1))
      let s = 1 - t
      let (first, second, third, fourth) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      let next = ViewPoint(
        x: first * a.x + second * b.x + third * c.x + fourth * d.x,
        y: first * a.y + second * b.y + third * c.y + fourth * d.y)
      addLine(last, next)
      last = next
    }
  }

  // MARK: HarfBuzz

  /// Makes `pen` draw on the canvas that is given as its data.
  static func connect(_ pen: OpaquePointer, _ functions: HarfBuzzFunctions) {
    functions.hb_draw_funcs_set_line_to_func(
      pen,
      { _, data, state, x, y, _ in
        guard let canvas = GlyphCanvas.at(data), let state else { return }
        canvas.addLine(canvas.place(state.pointee.current_x, state.pointee.current_y), canvas.place(x, y))
      }, nil, nil)
    functions.hb_draw_funcs_set_quadratic_to_func(
      pen,
      { _, data, state, controlX, controlY, x, y, _ in
        guard let canvas = GlyphCanvas.at(data), let state else { return }
        let start = canvas.place(state.pointee.current_x, state.pointee.current_y)
        let (control, end) = (canvas.place(controlX, controlY), canvas.place(x, y))
        func toControl(_ point: ViewPoint) -> ViewPoint {
          ViewPoint(x: point.x + (control.x - point.x) * 2 / 3, y: point.y + (control.y - point.y) * 2 / 3)
        }
        canvas.addCurve(start, toControl(start), toControl(end), end)
      }, nil, nil)
    functions.hb_draw_funcs_set_cubic_to_func(
      pen,
      { _, data, state, firstX, firstY, secondX, secondY, x, y, _ in
        guard let canvas = GlyphCanvas.at(data), let state else { return }
        canvas.addCurve(
          canvas.place(state.pointee.current_x, state.pointee.current_y), canvas.place(firstX, firstY),
          canvas.place(secondX, secondY), canvas.place(x, y))
      }, nil, nil)
  }

  private static func at(_ data: UnsafeMutableRawPointer?) -> GlyphCanvas? {
    data.map { Unmanaged<GlyphCanvas>.fromOpaque($0).takeUnretainedValue() }
  }
}
