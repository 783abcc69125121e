import ScoreDrawing

/// The box that names the selected score and points at its dot.
struct Callout: Equatable {
  var lines: [String]
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

  /// Places the box above `target`, or below it where it would leave the area at the top.
  ///
  /// It is shifted sideways to stay inside `area`; the arrow stays on the target. Returns
  /// nil where the area is too small for the box.
  ///
  /// - Parameters:
  ///   - textWidth: the width of the longest line.
  ///   - target: the centre of what the callout points at.
  ///   - targetRadius: the arrow's tip keeps `gap` points away from this radius.
  init?(lines: [String], textWidth: Double, target: ViewPoint, targetRadius: Double, area: ViewRect) {
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
            line, x: x, midline: bubble.box.y + Callout.height / 2 + Double(index) * Callout.lineHeight,
            alignment: alignment, font: .callout, color: .calloutText)))
    }
  }

  /// A line alone stands in the middle; several begin where their script does.
  private func place(of line: String) -> (x: Double, TextAlignment) {
    if lines.count == 1 { return (bubble.box.midX, .center) }
    return WritingDirection.isRightToLeft(line)
      ? (bubble.box.maxX - Callout.padding, .right) : (bubble.box.x + Callout.padding, .left)
  }
}
