import ScoreDrawing

/// A line of a callout.
struct CalloutLine: Equatable {
  var text: String
  /// The colour of the series that it tells of, where there are several.
  var mark: ColorRole?
  /// Whether it goes on from a line with a mark, under whose text it stands.
  var isContinued = false

  init(_ text: String, mark: ColorRole? = nil) { (self.text, self.mark) = (text, mark) }

  /// From the edge of the text's room to the text.
  var indent: Double { mark == nil && !isContinued ? 0 : Callout.markRoom }
}

/// The box that names the selected score and points at its dot.
struct Callout: Equatable {
  var lines: [CalloutLine]
  var bubble: Bubble

  static let height = 21.0
  /// From one line to the next where there are several.
  static let lineHeight = 18.0
  static let leastTextWidth = 90.0
  static let padding = 6.0
  static let arrowWidth = 10.0
  static let arrowHeight = 6.0
  /// From the arrow's tip to the dot's edge.
  static let gap = 3.0
  static let shadowRadius = 4.0
  static let markDiameter = 7.0
  static let markRing = 1.0
  /// What a mark takes of its line.
  static let markRoom = 14.0

  /// Places the box above `target`, or below it where it would leave the area at the top.
  ///
  /// It is shifted sideways to stay inside `area`; the arrow stays on the target. Returns
  /// nil where the area is too small for the box.
  ///
  /// - Parameters:
  ///   - textWidth: the width of the longest line, with its mark.
  ///   - target: the centre of what the callout points at.
  ///   - targetRadius: the arrow's tip keeps `gap` points away from this radius.
  init?(lines: [CalloutLine], textWidth: Double, target: ViewPoint, targetRadius: Double, area: ViewRect) {
    let width = max(Callout.leastTextWidth, textWidth) + 2 * Callout.padding
    let height = Callout.height + Double(max(lines.count, 1) - 1) * Callout.lineHeight
    let reach = targetRadius + Callout.gap
    let lift = reach + Callout.arrowHeight + height
    guard width <= area.width, height + Callout.arrowHeight + 2 * reach <= area.height else { return nil }
    let above = target.y - lift
    let fitsAbove = above >= area.y
    let flips = !fitsAbove && target.y + lift <= area.maxY
    // A tall box may fit on neither side of a dot in the middle: then it covers the dot rather than leave the area.
    guard fitsAbove || flips || lines.count < 2 else { return nil }
    let top = flips ? target.y + reach + Callout.arrowHeight : max(above, area.y)
    // The shadow stays inside too, where there is room for it.
    let margin = min(Callout.shadowRadius, (area.width - width) / 2)
    let left = min(max(target.x - width / 2, area.x + margin), area.maxX - width - margin)
    self.lines = lines
    self.bubble = Bubble(
      box: ViewRect(x: left, y: top, width: width, height: height),
      tip: ViewPoint(x: target.x, y: flips ? target.y + reach : top + height + Callout.arrowHeight),
      arrowWidth: Callout.arrowWidth, shadowRadius: Callout.shadowRadius, color: .calloutBox, shadow: .shadow)
  }

  func draw(into list: inout DrawList) {
    list.append(.bubble(bubble))
    for (index, line) in lines.enumerated() {
      let (x, alignment) = place(of: line)
      list.append(
        .text(
          TextLine(
            line.text, x: x, midline: midline(ofLine: index), alignment: alignment, font: .callout,
            color: .calloutText)))
    }
    // Behind all texts, which stand right behind their box on every surface.
    for (index, line) in lines.enumerated() {
      guard let mark = line.mark else { continue }
      let (x, alignment) = place(of: line)
      let behind = (Callout.markDiameter / 2 + Callout.markRing) - line.indent
      list.append(
        .dot(
          ViewPoint(x: alignment == .right ? x - behind : x + behind, y: midline(ofLine: index)),
          diameter: Callout.markDiameter, ring: Callout.markRing, mark, ringColor: .calloutText))
    }
  }

  private func midline(ofLine index: Int) -> Double {
    bubble.box.y + Callout.height / 2 + Double(index) * Callout.lineHeight
  }

  /// A line alone stands in the middle; several begin where their script does.
  private func place(of line: CalloutLine) -> (x: Double, TextAlignment) {
    if lines.count == 1 { return (bubble.box.midX, .center) }
    return WritingDirection.isRightToLeft(line.text)
      ? (bubble.box.maxX - Callout.padding - line.indent, .right)
      : (bubble.box.x + Callout.padding + line.indent, .left)
  }
}
