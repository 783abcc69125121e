internal import ScoreDrawing

extension FramePlanner {
  // MARK: Hairlines

  /// Whole pixels for `thickness` points, and how strongly to draw them.
  ///
  /// A hairline is never blurred over two pixels. Where it has to be made wider
  /// than it is, it is drawn weaker by as much, so that half a point looks equally
  /// light at every scale: half strength at 1×, full strength at 2×.
  private func hairline(_ thickness: Double) -> (pixels: Int, strength: Double) {
    let exact = max(Polyline.length(thickness, scale: scale) ?? 0, 0)
    let pixels = max(Int(min(exact, 1e6).rounded()), 1)
    return (pixels, exact / Double(pixels))
  }

  mutating func addRule(y: Double, from: Double, to: Double, thickness: Double, _ role: ColorRole) {
    let (pixels, strength) = hairline(thickness)
    let top = edge(y)
    let rect = PixelRect(minX: columnEdge(from), minY: top, maxX: columnEdge(to), maxY: top + pixels)
    plan.append(.fill(rect, ink(role, strength: strength)), rect)
  }

  mutating func addGuide(_ column: ColumnTile, _ plot: PlotArea) {
    addDashes(
      x: column.x, from: plot.rect.y, to: plot.rect.maxY, on: TimelineStyle.guideDash, off: TimelineStyle.guideDash,
      thickness: TimelineStyle.hairline, .guide)
  }

  mutating func addDashes(
    x: Double, from: Double, to: Double, on: Double, off: Double, thickness: Double, _ role: ColorRole
  ) {
    let (pixels, strength) = hairline(thickness)
    guard let center = Polyline.place(x, scale: scale) else { return }
    let left = Int((center - Double(pixels) / 2).rounded(.down))
    let rect = PixelRect(minX: left, minY: edge(from), maxX: left + pixels, maxY: edge(to))
    guard rect.minX < clip.maxX, rect.maxX > clip.minX else { return }
    // Dashes and gaps of whole pixels: at 1.25 × they are a little longer, but all alike.
    func wholePixels(_ points: Double) -> Int {
      max(Int(min(Polyline.length(points, scale: scale) ?? 1, 1e6).rounded()), 1)
    }
    plan.append(
      Guide(
        rect: rect, on: wholePixels(on), off: off > 0 ? wholePixels(off) : 0, ink: ink(role, strength: strength)))
  }

  // MARK: Marks

  mutating func addDot(_ center: ViewPoint, diameter: Double, ring: Double, _ role: ColorRole, _ ringRole: ColorRole) {
    guard let place = Polyline.devicePoint(center, scale: scale),
      let radius = Polyline.length(diameter / 2, scale: scale), let width = Polyline.length(ring, scale: scale)
    else { return }
    if width > 0 { addDisc(place, radius + width, ink(ringRole)) }
    addDisc(place, radius, ink(role))
  }

  private mutating func addDisc(_ center: ViewPoint, _ radius: Double, _ ink: Ink) {
    let reach = radius + 1
    let box = PixelRect(
      covering: ViewRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach), scale: 1)
    if box.intersection(clip).isEmpty { return }
    plan.append(.disc(center, radius: radius, ink), box)
  }

  /// A triangle 7 wide and 4 high that stands clear of a dot at `point` and points away from the scale.
  mutating func addOffScaleMark(_ point: ViewPoint, _ side: OffScale, _ role: ColorRole) {
    guard let place = Polyline.devicePoint(point, scale: scale) else { return }
    let away = side == .above ? -scale : scale
    // The base stands on the pixel grid; the tip is where it falls.
    let base = (place.y + 7 * away).rounded()
    let tip = ViewPoint(x: place.x, y: base + 4 * away)
    let ends = [ViewPoint(x: place.x - 3.5 * scale, y: base), ViewPoint(x: place.x + 3.5 * scale, y: base)]
    let roof = [ends[0], tip, ends[1]]
    addRegion(side == .above ? roof : ends, side == .above ? ends : roof, ink(role))
  }

  mutating func addRegion(_ upper: [ViewPoint], _ lower: [ViewPoint], _ ink: Ink) {
    plan.addShape(.flat(ink)) { builder.addRegion(upper: upper, lower: lower, to: &$0) }
  }

  // MARK: Text

  mutating func addText(_ line: TextLine) {
    guard let x = Polyline.place(line.x, scale: scale), let midline = Polyline.length(line.midline, scale: scale),
      x > Double(clip.minX) - 33_000, x < Double(clip.maxX) + 33_000,
      let mask = text.mask(of: line.string, font: line.font, scale: scale)
    else { return }
    let part =
      switch line.alignment {
      case .left: 0.0
      case .center: 0.5
      case .right: 1.0
      }
    let pen = Int((x - part * mask.advance + 0.5).rounded(.down))
    let baseline = Int((midline + text.halfDigitHeight(line.font) * scale).rounded())
    let rect = PixelRect(
      minX: pen + mask.left, minY: baseline + mask.top, maxX: pen + mask.left + mask.width,
      maxY: baseline + mask.top + mask.height)
    if rect.intersection(clip).isEmpty { return }
    plan.append(.text(mask, rect, ink(line.color)), rect)
  }

  // MARK: Fade

  mutating func addFade(_ rect: ViewRect, _ role: ColorRole) {
    guard let left = Polyline.length(rect.x, scale: scale), let width = Polyline.length(rect.width, scale: scale),
      width > 0
    else { return }
    let pixels = PixelRect(
      minX: Int(left.rounded(.down)), minY: edge(rect.y), maxX: Int((left + width).rounded(.up)), maxY: edge(rect.maxY))
    let visible = pixels.intersection(clip)
    guard !visible.isEmpty else { return }
    let color = ink(role)
    let columns = (visible.minX..<visible.maxX).map { column in
      // The mean over the covered part of the pixel, times that part.
      let (from, to) = (max(Double(column), left), min(Double(column + 1), left + width))
      let mean = ((from + to) / 2 - left) / width
      return color.opacity(times: Int(max(mean * (to - from), 0) * Double(Ink.full) + 0.5))
    }
    plan.append(.fade(visible, columns, color), visible)
  }
}
