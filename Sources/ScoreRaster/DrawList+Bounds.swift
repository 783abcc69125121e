internal import ScoreDrawing

extension DrawList {
  /// The pixels that a command may touch; empty for a path without points.
  func pixels(of command: DrawCommand, scale: Double, metrics: TextMetrics) -> PixelRect {
    bounds(of: command, metrics: metrics)?.touched(scale: scale) ?? PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
  }

  /// What a command may touch, in points; nil for a path without points.
  func bounds(of command: DrawCommand, metrics: TextMetrics) -> ViewRect? {
    switch command {
    case .fill(let rect, _), .fade(let rect, _): return rect
    case .rule(let y, let from, let to, let thickness, _):
      return ViewRect(x: min(from, to), y: y, width: abs(to - from), height: thickness)
    case .dashes(let x, let from, let to, _, _, let thickness, _):
      return ViewRect(x: x - thickness / 2, y: min(from, to), width: thickness, height: abs(to - from))
    case .area(let range, let top, let base, _):
      return bounds(of: range, outset: 0).map { $0.reaching(top).reaching(base) }
    case .line(let range, let thickness, _, _), .envelope(let range, let thickness, _):
      return bounds(of: range, outset: thickness)
    case .dot(let center, let diameter, let ring, _, _): return ViewRect(around: center, diameter / 2 + ring)
    // A mark's size is the painter's; it is never larger than this.
    case .offScaleMark(let place, _, _): return ViewRect(around: place, 16)
    case .text(let line): return line.bounds(metrics: metrics)
    case .bubble(let bubble): return bubble.bounds
    }
  }

  private func bounds(of range: PathRange, outset: Double) -> ViewRect? {
    let path = points[range.clamped(to: points.indices)]
    guard let first = path.first else { return nil }
    let start = ViewRect(x: first.x, y: first.y, width: 0, height: 0)
    return path.reduce(start) { $0.union(ViewRect(x: $1.x, y: $1.y, width: 0, height: 0)) }.outset(by: outset)
  }
}

extension TextLine {
  /// Generous by a letter on each side: glyphs reach beyond their advance.
  func bounds(metrics: TextMetrics) -> ViewRect {
    let width = metrics.width(of: string, font: font)
    let left =
      switch alignment {
      case .left: x
      case .center: x - width / 2
      case .right: x - width
      }
    let em = font.pointSize
    return ViewRect(x: left - em, y: midline - 1.5 * em, width: width + 2 * em, height: 3 * em)
  }
}

extension Bubble {
  fileprivate var bounds: ViewRect {
    let arrow = ViewRect(around: tip, arrowWidth)
    // A blurred shadow reaches beyond its radius, and lies a little lower than its box.
    return box.union(arrow).outset(by: 4 * shadowRadius)
  }
}

extension ViewRect {
  /// A pixel more on each side for what painters move to the device grid or blend at an edge.
  func touched(scale: Double) -> PixelRect { PixelRect(covering: outset(by: 1 + 1 / scale), scale: scale) }

  init(around center: ViewPoint, _ radius: Double) {
    self.init(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
  }

  fileprivate func outset(by margin: Double) -> ViewRect {
    ViewRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  func union(_ other: ViewRect) -> ViewRect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return ViewRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  fileprivate func reaching(_ y: Double) -> ViewRect {
    union(ViewRect(x: x, y: y, width: 0, height: 0))
  }
}
