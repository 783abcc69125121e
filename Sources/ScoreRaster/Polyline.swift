internal import ScoreDrawing

/// Paths in device pixels, made safe to compute with.
enum Polyline {
  /// The points of `range` at `scale`, without those that are not finite or do not lie right of the last one.
  static func devicePoints(_ points: [ViewPoint], _ range: PathRange, scale: Double, into line: inout [ViewPoint]) {
    line.removeAll(keepingCapacity: true)
    for index in range.clamped(to: 0..<points.count) {
      guard let point = devicePoint(points[index], scale: scale) else { continue }
      if let last = line.last, point.x <= last.x { continue }
      line.append(point)
    }
  }

  /// `point` at `scale`, at most 10⁹ pixels away; nil when it is not finite.
  static func devicePoint(_ point: ViewPoint, scale: Double) -> ViewPoint? {
    guard let x = place(point.x, scale: scale), let y = length(point.y, scale: scale) else { return nil }
    return ViewPoint(x: x, y: y)
  }

  /// `x` at `scale` as a whole number of 1 / 4096 pixels, at most 10⁹ pixels away; nil when it is not finite.
  ///
  /// Content that is scrolled by whole pixels is then moved by exactly as much, although the sums that placed it were
  /// rounded elsewhere: it gets the pixels that it had.
  @inline(__always)
  static func place(_ x: Double, scale: Double) -> Double? {
    // The doubles around this number are 1 / 4096 apart; half of that goes to the even one, wherever it lies.
    let grid = 1.5 * 1_099_511_627_776
    return length(x, scale: scale).map { ($0 + grid) - grid }
  }

  /// The edge between two pixel columns that is nearest to `x`; what is not finite is far outside.
  static func columnEdge(_ x: Double, scale: Double) -> Int {
    guard let place = place(x, scale: scale) else { return x == -.infinity ? -1 << 30 : 1 << 30 }
    return Int((place + 0.5).rounded(.down))
  }

  static func length(_ value: Double, scale: Double) -> Double? {
    let pixels = value * scale
    return pixels.isFinite ? min(max(pixels, -1e9), 1e9) : nil
  }

  /// The parts of `line` that dashes of `on` with gaps of `off` pixels along it leave, as far as they may be
  /// seen in `bounds`; each is drawn with round caps of `radius`, which `on` includes.
  static func dashes(
    _ line: [ViewPoint], on: Double, off: Double, radius: Double, bounds: ViewRect, _ body: ([ViewPoint]) -> Void
  ) {
    let period = on + off
    guard line.count > 1, period >= 1 else { return }
    let inset = min(radius, on * 0.45)
    var start = 0.0
    var done = -1.0
    for index in 1..<line.count {
      let (from, to) = (line[index - 1], line[index])
      let length = ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y)).squareRoot()
      if let seen = visiblePart(from, to, bounds), length > 0 {
        var dash = max(((start + seen.lowerBound * length) / period).rounded(.down), done + 1)
        while dash * period <= start + seen.upperBound * length {
          body(section(line, index, start, from: dash * period + inset, to: dash * period + on - inset))
          done = dash
          dash += 1
        }
      }
      start += length
    }
  }

  /// The part of the segment (0 ... 1) that lies within `bounds`.
  private static func visiblePart(_ from: ViewPoint, _ to: ViewPoint, _ bounds: ViewRect) -> ClosedRange<Double>? {
    var (first, last) = (0.0, 1.0)
    for (start, end, low, high) in [
      (from.x, to.x, bounds.x, bounds.maxX), (from.y, to.y, bounds.y, bounds.maxY),
    ] {
      if start == end {
        if start < low || start > high { return nil }
        continue
      }
      let (a, b) = ((low - start) / (end - start), (high - start) / (end - start))
      first = max(first, min(a, b))
      last = min(last, max(a, b))
    }
    return first <= last ? first...last : nil
  }

  /// The part of `line` between two distances along it; segment `index` begins at distance `start`.
  private static func section(
    _ line: [ViewPoint], _ index: Int, _ start: Double, from: Double, to: Double
  ) -> [ViewPoint] {
    var part: [ViewPoint] = []
    var begin = start
    for end in index..<line.count {
      let (a, b) = (line[end - 1], line[end])
      let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
      func place(_ distance: Double) -> ViewPoint {
        let t = min(max((distance - begin) / length, 0), 1)
        return ViewPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
      }
      if part.isEmpty, from <= begin + length { part.append(place(from)) }
      if !part.isEmpty {
        let next = place(min(to, begin + length))
        if next.x > (part.last?.x ?? -.infinity) { part.append(next) }
        if to <= begin + length { break }
      }
      begin += length
    }
    return part
  }
}
