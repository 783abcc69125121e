internal import ScoreDrawing
internal import ScoreThreads

/// Works a frame out: from points and roles to device pixels and inks.
struct FramePlanner {
  let scale: Double
  let theme: Theme
  /// Where pixels are wanted.
  let clip: PixelRect
  let text: TextEngine
  var plan: PaintPlan
  var builder: CurveBuilder
  var shadows: ShadowCache
  /// Works a curve out while the area below it is worked out here; nil where that takes no time.
  private let helper: HelperThread?
  private var line: [ViewPoint] = []
  private var secondLine: [ViewPoint] = []

  /// From so many points on, a curve takes longer than waking a thread does.
  private static let leastShared = 500

  init(
    frame: borrowing Frame, clip: PixelRect, text: TextEngine, plan: consuming PaintPlan, shadows: ShadowCache,
    helper: HelperThread?
  ) {
    self.helper = helper
    // Beyond these no surface goes, and a letter would fill it.
    scale = frame.scale.isFinite && frame.scale > 0 ? min(max(frame.scale, 0.125), 64) : 1
    theme = frame.theme
    self.clip = clip
    self.text = text
    self.plan = plan
    self.shadows = shadows
    let chunk = BandCanvas.chunk
    builder = CurveBuilder(columns: clip.minX / chunk * chunk..<(clip.maxX + chunk - 1) / chunk * chunk)
  }

  /// Adds all of `frame`, back to front.
  mutating func add(_ frame: borrowing Frame) {
    add(frame.backdrop)
    for column in frame.columns where column.hasGuide { addGuide(column, frame.plot) }
    add(frame.curve)
    if let midline = frame.plot.labelMidline {
      for column in frame.columns {
        guard let label = column.label else { continue }
        addText(
          TextLine(
            label.text, x: column.x, midline: midline, alignment: .center, font: .dateLabel,
            color: label.isStrong ? .dateLabelStrong : .dateLabel))
      }
    }
    for column in frame.columns {
      guard let dot = column.dot else { continue }
      let center = ViewPoint(x: column.x, y: dot.y)
      addDot(center, diameter: TimelineStyle.dotDiameter, ring: TimelineStyle.dotRing, dot.color, .dotRing)
      if let side = dot.offScale { addOffScaleMark(center, side, .offScaleMark) }
    }
    add(frame.overlay)
  }

  private mutating func add(_ list: DrawList) {
    let commands = list.commands
    var index = 0
    while index < commands.count {
      if index + 1 < commands.count, addTogether(commands[index], commands[index + 1], list.points) {
        index += 2
      } else {
        add(commands[index], list.points)
        index += 1
      }
    }
  }

  private mutating func add(_ command: DrawCommand, _ points: [ViewPoint]) {
    switch command {
    case .fill(let rect, let role):
      let snapped = snap(rect)
      plan.append(.fill(snapped, ink(role)), snapped)
    case .rule(let y, let from, let to, let thickness, let role):
      addRule(y: y, from: from, to: to, thickness: thickness, role)
    case .dashes(let x, let from, let to, let on, let off, let thickness, let role):
      addDashes(x: x, from: from, to: to, on: on, off: off, thickness: thickness, role)
    case .area(let path, let top, let base, let role):
      addArea(points, path, top: top, base: base, role)
    case .line(let path, let thickness, let pattern, let role):
      addLine(points, path, thickness: thickness, pattern, role)
    case .envelope(let path, let thickness, let role):
      addEnvelope(points, path, thickness: thickness, role)
    case .dot(let center, let diameter, let ring, let role, let ringRole):
      addDot(center, diameter: diameter, ring: ring, role, ringRole)
    case .offScaleMark(let point, let side, let role):
      addOffScaleMark(point, side, role)
    case .text(let line):
      addText(line)
    case .fade(let rect, let role):
      addFade(rect, role)
    case .bubble(let bubble):
      addBubble(bubble)
    }
  }

  func ink(_ role: ColorRole, strength: Double = 1) -> Ink { Ink(theme.color(role), strength: strength) }

  /// The edge between two pixel rows that is nearest to `value` points; what is not finite is far outside.
  func edge(_ value: Double) -> Int {
    guard let pixels = Polyline.length(value, scale: scale) else { return value == -.infinity ? -1 << 30 : 1 << 30 }
    return Int(pixels.rounded())
  }

  func columnEdge(_ x: Double) -> Int { Polyline.columnEdge(x, scale: scale) }

  func snap(_ rect: ViewRect) -> PixelRect {
    PixelRect(minX: columnEdge(rect.x), minY: edge(rect.y), maxX: columnEdge(rect.maxX), maxY: edge(rect.maxY))
  }

  // MARK: Curves

  private mutating func addArea(_ points: [ViewPoint], _ path: PathRange, top: Double, base: Double, _ role: ColorRole)
  {
    guard let area = area(points, path, top: top, base: base, role) else { return }
    plan.addShape(area.paint) { shape in area.build(builder, &shape) }
  }

  /// What is below a polyline, down to `base`; nil where that is nowhere.
  private func area(
    _ points: [ViewPoint], _ path: PathRange, top: Double, base: Double, _ role: ColorRole
  ) -> AreaBelow? {
    guard let top = Polyline.length(top, scale: scale), let base = Polyline.length(base, scale: scale) else {
      return nil
    }
    var line: [ViewPoint] = []
    Polyline.devicePoints(points, path, scale: scale, into: &line)
    for index in line.indices { line[index].y = min(line[index].y, base) }
    return AreaBelow(
      line: line, endRow: Int(base.rounded(.up)), paint: .gradient(ink(role), top: top, base: base))
  }

  /// Adds an area and the long curve that follows, each by a thread of its own; false where they are anything else.
  private mutating func addTogether(_ first: DrawCommand, _ second: DrawCommand, _ points: [ViewPoint]) -> Bool {
    guard let helper, case .area(let path, let top, let base, let areaRole) = first, path.count >= Self.leastShared,
      let (thickness, role) = readCurve(second, points),
      let area = area(points, path, top: top, base: base, areaRole)
    else { return false }
    let job = CurvesJob(
      area: area, areaShape: plan.takeShape(), upper: line, lower: isEnvelope(second) ? secondLine : line,
      radius: strokeRadius(thickness), columns: builder.columns, ink: ink(role),
      leftShape: plan.takeShape(after: 1), rightShape: plan.takeShape(after: 2))
    helper.share(job.run)
    plan.addShape(job.areaShape)
    plan.addShape(job.leftShape)
    plan.addShape(job.rightShape)
    return true
  }

  private func isEnvelope(_ command: DrawCommand) -> Bool {
    if case .envelope = command { true } else { false }
  }

  /// Brings the points of an undashed curve into the planner's lines; nil for any other command.
  private mutating func readCurve(_ command: DrawCommand, _ points: [ViewPoint]) -> (thickness: Double, ColorRole)? {
    switch command {
    case .line(let path, let thickness, .solid, let role):
      Polyline.devicePoints(points, path, scale: scale, into: &line)
      return (thickness, role)
    case .envelope(let path, let thickness, let role):
      readEnvelope(points, path)
      return (thickness, role)
    default: return nil
    }
  }

  private mutating func addLine(
    _ points: [ViewPoint], _ path: PathRange, thickness: Double, _ pattern: LinePattern, _ role: ColorRole
  ) {
    Polyline.devicePoints(points, path, scale: scale, into: &line)
    let radius = strokeRadius(thickness)
    switch pattern {
    case .solid:
      addStroke(line, line, radius, role)
    case .dashed:
      // A margin wider than a dash is long: what the clip cuts off cannot show inside it.
      let bounds = ViewRect(
        x: Double(clip.minX) - 64, y: Double(clip.minY) - 64, width: Double(clip.width) + 128,
        height: Double(clip.height) + 128)
      var parts: [[ViewPoint]] = []
      Polyline.dashes(line, on: 4 * scale, off: 4 * scale, radius: radius, bounds: bounds) { parts.append($0) }
      for part in parts { addStroke(part, part, radius, role) }
    }
  }

  private mutating func addEnvelope(_ points: [ViewPoint], _ path: PathRange, thickness: Double, _ role: ColorRole) {
    readEnvelope(points, path)
    addStroke(line, secondLine, strokeRadius(thickness), role)
  }

  /// Brings the upper and the lower ends of an envelope into the planner's lines.
  private mutating func readEnvelope(_ points: [ViewPoint], _ path: PathRange) {
    line.removeAll(keepingCapacity: true)
    secondLine.removeAll(keepingCapacity: true)
    let range = path.clamped(to: 0..<points.count)
    for index in stride(from: range.lowerBound, to: range.upperBound - 1, by: 2) {
      guard let first = Polyline.devicePoint(points[index], scale: scale),
        let second = Polyline.devicePoint(points[index + 1], scale: scale)
      else { continue }
      if let last = line.last, first.x <= last.x { continue }
      line.append(ViewPoint(x: first.x, y: min(first.y, second.y)))
      secondLine.append(ViewPoint(x: first.x, y: max(first.y, second.y)))
    }
  }

  private mutating func addStroke(_ upper: [ViewPoint], _ lower: [ViewPoint], _ radius: Double, _ role: ColorRole) {
    plan.addShape(.flat(ink(role))) { shape in
      builder.addStroke(upper: upper, lower: lower, radius: radius, to: &shape)
    }
  }

  /// Half the thickness in pixels; a stroke is never thinner than one pixel.
  private func strokeRadius(_ thickness: Double) -> Double {
    max(Polyline.length(thickness, scale: scale) ?? 0, 1) / 2
  }
}
