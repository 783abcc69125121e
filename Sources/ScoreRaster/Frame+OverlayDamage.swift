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
        damage.union(part.0.pixels(of: command, scale: scale, metrics: metrics))
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
