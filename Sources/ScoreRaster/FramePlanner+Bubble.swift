internal import ScoreDrawing

extension FramePlanner {
  /// How round the corners of a bubble are, in points.
  private static let cornerRadius = 2.0

  mutating func addBubble(_ bubble: Bubble) {
    guard let tip = Polyline.devicePoint(bubble.tip, scale: scale),
      let arrow = Polyline.length(bubble.arrowWidth, scale: scale),
      let shadowRadius = Polyline.length(bubble.shadowRadius, scale: scale)
    else { return }
    let box = snap(bubble.box)
    guard !box.isEmpty, box.width < 1 << 20, box.height < 1 << 20 else { return }
    let outline = BubbleOutline(
      box: box, tip: tip, arrowWidth: max(arrow, 0), cornerRadius: Self.cornerRadius * scale)
    let (upper, lower) = outline.edges
    addShadow(outline, radius: shadowRadius, ink(bubble.shadow))
    addRegion(upper, lower, ink(bubble.color))
  }

  private mutating func addShadow(_ outline: BubbleOutline, radius: Double, _ ink: Ink) {
    guard radius > 0, ink.opacity > 0, !outline.box.intersection(clip.grown(by: 200)).isEmpty,
      let mask = shadows.mask(of: outline, deviation: min(radius / 2, 16))
    else { return }
    let rect = PixelRect(
      minX: outline.box.minX + mask.left, minY: outline.box.minY + mask.top,
      maxX: outline.box.minX + mask.left + mask.width, maxY: outline.box.minY + mask.top + mask.height)
    plan.append(.shadow(mask, rect, ink), rect)
  }
}

extension PixelRect {
  func grown(by margin: Int) -> PixelRect {
    PixelRect(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }
}

/// A bubble's shape in device pixels: a box with rounded corners and an arrow to `tip`.
struct BubbleOutline: Hashable {
  var box: PixelRect
  var tip: ViewPoint
  var arrowWidth: Double
  var cornerRadius: Double

  static func == (a: BubbleOutline, b: BubbleOutline) -> Bool {
    a.box == b.box && a.tip == b.tip && a.arrowWidth == b.arrowWidth && a.cornerRadius == b.cornerRadius
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(box.width)
    hasher.combine(box.height)
    hasher.combine(tip.x)
    hasher.combine(tip.y)
  }

  /// The same outline with its box's corner at (`x`, `y`).
  func moved(toX x: Int, y: Int) -> BubbleOutline {
    var moved = self
    moved.box = PixelRect(minX: x, minY: y, maxX: x + box.width, maxY: y + box.height)
    moved.tip = ViewPoint(x: tip.x + Double(x - box.minX), y: tip.y + Double(y - box.minY))
    return moved
  }

  /// The upper and the lower edge, from the box's left side to its right.
  var edges: (upper: [ViewPoint], lower: [ViewPoint]) {
    let (top, bottom) = (Double(box.minY), Double(box.maxY))
    let down = tip.y > bottom
    let up = tip.y < top
    return (
      edge(y: top, inwards: 1, hasArrow: up), edge(y: bottom, inwards: -1, hasArrow: down)
    )
  }

  private func edge(y: Double, inwards: Double, hasArrow: Bool) -> [ViewPoint] {
    let (left, right) = (Double(box.minX), Double(box.maxX))
    let radius = min(cornerRadius, Double(box.width) / 2, Double(box.height) / 2)
    let corner = Self.arc.map { (x: radius * (1 - $0.cosine), y: radius * (1 - $0.sine)) }
    var points = corner.map { ViewPoint(x: left + $0.x, y: y + inwards * $0.y) }
    if hasArrow {
      // The base keeps clear of the corners; the tip stays where it points, as far as the box reaches.
      let half = min(arrowWidth / 2, max((right - left) / 2 - radius, 0))
      let middle = min(max(tip.x, left + radius + half), right - radius - half)
      let point = min(max(tip.x, left + radius), right - radius)
      points.append(ViewPoint(x: min(middle - half, point), y: y))
      points.append(ViewPoint(x: point, y: tip.y))
      points.append(ViewPoint(x: max(middle + half, point), y: y))
    }
    points += corner.reversed().map { ViewPoint(x: right - $0.x, y: y + inwards * $0.y) }
    return points
  }

  /// A quarter of a circle in eight parts, from its side to its top.
  private static let arc: [(cosine: Double, sine: Double)] = {
    let step = 0.19509032201612828  // sin(π / 16)
    let keep = 0.98078528040323044  // cos(π / 16)
    var points = [(cosine: 1.0, sine: 0.0)]
    for index in 0..<8 {
      let (c, s) = points[index]
      points.append((cosine: max(c * keep - s * step, 0), sine: min(s * keep + c * step, 1)))
    }
    return points
  }()
}
