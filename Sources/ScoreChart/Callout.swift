import ScoreDrawing

/// The box that names the selected score and points at its dot.
struct Callout: Equatable {
  var text: String
  var bubble: Bubble

  static let height = 21.0
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
  ///   - target: the centre of what the callout points at.
  ///   - targetRadius: the arrow's tip keeps `gap` points away from this radius.
  init?(text: String, textWidth: Double, target: ViewPoint, targetRadius: Double, area: ViewRect) {
    let width = max(Callout.leastTextWidth, textWidth) + 2 * Callout.padding
    let reach = targetRadius + Callout.gap
    let lift = reach + Callout.arrowHeight + Callout.height
    guard width <= area.width, Callout.height + Callout.arrowHeight + 2 * reach <= area.height else { return nil }
    let above = target.y - lift
    let flips = above < area.y && target.y + lift <= area.maxY
    let top = flips ? target.y + reach + Callout.arrowHeight : max(above, area.y)
    let left = min(max(target.x - width / 2, area.x), area.maxX - width)
    self.text = text
    self.bubble = Bubble(
      box: ViewRect(x: left, y: top, width: width, height: Callout.height),
      tip: ViewPoint(x: target.x, y: flips ? target.y + reach : top + Callout.height + Callout.arrowHeight),
      arrowWidth: Callout.arrowWidth, shadowRadius: Callout.shadowRadius, color: .calloutBox, shadow: .shadow)
  }

  func draw(into list: inout DrawList) {
    list.append(.bubble(bubble))
    list.append(
      .text(
        TextLine(
          text, x: bubble.box.midX, midline: bubble.box.midY, alignment: .center, font: .callout,
          color: .calloutText)))
  }
}
