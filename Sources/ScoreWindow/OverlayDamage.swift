internal import ScoreDrawing

extension Frame {
  /// What must be painted anew when only the overlay differs from that of `old`, in device pixels.
  ///
  /// Commands at the beginning and at the end that both overlays share are left out, so a callout that
  /// moves does not repaint the value axis. Linear in the number of commands and points.
  func overlayDamage(since old: Frame, metrics: TextMetrics) -> PixelRect {
    let (before, after) = (old.overlay.commands, overlay.commands)
    func isShared(_ a: Int, _ b: Int) -> Bool {
      old.overlay.draws(before[a], like: after[b], of: overlay)
    }
    let shortest = min(before.count, after.count)
    var head = 0
    while head < shortest, isShared(head, head) { head += 1 }
    var tail = 0
    while tail < shortest - head, isShared(before.count - 1 - tail, after.count - 1 - tail) { tail += 1 }
    let lists = [(old.overlay, before[head..<before.count - tail]), (overlay, after[head..<after.count - tail])]
    return lists.reduce(PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)) { damage, part in
      part.1.reduce(damage) { damage, command in
        let bounds = part.0.bounds(of: command, metrics: metrics)
        // A pixel more on each side for what painters move to the device grid or blend at an edge.
        return bounds.map { damage.union(PixelRect(covering: $0.outset(by: 1 + 1 / scale), scale: scale)) } ?? damage
      }
    }
  }
}

extension DrawList {
  /// Whether a command of this list and one of `other` draw the same.
  fileprivate func draws(_ a: DrawCommand, like b: DrawCommand, of other: DrawList) -> Bool {
    guard let path = a.path else { return a == b }
    guard let otherPath = b.path, a.movingPath(to: otherPath) == b else { return false }
    return points[path.clamped(to: points.indices)] == other.points[otherPath.clamped(to: other.points.indices)]
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

extension DrawCommand {
  fileprivate var path: PathRange? {
    switch self {
    case .area(let range, _, _, _), .line(let range, _, _, _), .envelope(let range, _, _): range
    default: nil
    }
  }

  fileprivate func movingPath(to range: PathRange) -> DrawCommand {
    switch self {
    case .area(_, let top, let base, let color): .area(range, top: top, base: base, color)
    case .line(_, let thickness, let pattern, let color): .line(range, thickness: thickness, pattern, color)
    case .envelope(_, let thickness, let color): .envelope(range, thickness: thickness, color)
    default: self
    }
  }
}

extension TextLine {
  /// Generous by a letter on each side: glyphs reach beyond their advance.
  fileprivate func bounds(metrics: TextMetrics) -> ViewRect {
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
  fileprivate init(around center: ViewPoint, _ radius: Double) {
    self.init(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
  }

  fileprivate func outset(by margin: Double) -> ViewRect {
    ViewRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  fileprivate func union(_ other: ViewRect) -> ViewRect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return ViewRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  fileprivate func reaching(_ y: Double) -> ViewRect {
    union(ViewRect(x: x, y: y, width: 0, height: 0))
  }
}
