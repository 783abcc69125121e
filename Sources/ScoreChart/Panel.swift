import ScoreDrawing

/// Boxes that lie over the picture apart from the callout: help, and the way to new scores.
enum Panel {
  static let padding = 16.0
  static let margin = 8.0
  static let noticeHeight = 22.0

  /// The keys, and what they do.
  static let help: [(keys: String, action: String)] = [
    ("← →", "one column; hold to go faster"), ("PgUp PgDn", "one screen"), ("Home End", "oldest, newest"),
    ("+ −", "zoom; also Ctrl and wheel"), ("0", "default zoom"), ("f", "all of it"),
    ("Shift ← →", "select the score before, after"), ("Space", "pin the callout"), ("Tab", "next series"),
    ("y", "value scale"), ("t", "light or dark"), ("s", "save a picture"), ("Ctrl C", "copy the callout"),
    ("F11", "full screen"), ("?", "this help"), ("q Esc", "quit"),
  ]

  /// Draws the help in the middle of the surface, smaller where it must be, with as many lines as there is room for.
  static func drawHelp(size: ViewSize, metrics: TextMetrics, into list: inout DrawList) {
    let room = size.height - 2 * margin - padding
    for (font, lineHeight) in [(FontRole.callout, 22.0), (.dateLabel, 17)] {
      let keyWidth = help.map { metrics.width(of: $0.keys, font: font) }.max() ?? 0
      let textWidth = help.map { metrics.width(of: $0.action, font: font) }.max() ?? 0
      let width = keyWidth + textWidth + 3 * padding
      let fits = width <= size.width - 2 * margin && Double(help.count) * lineHeight <= room
      guard fits || font == .dateLabel else { continue }
      guard width <= size.width - 2 * margin, room >= lineHeight else { return }
      let rows = help.prefix(Int(room / lineHeight))
      let height = Double(rows.count) * lineHeight + padding
      let box = ViewRect(
        x: ((size.width - width) / 2).rounded(.down), y: ((size.height - height) / 2).rounded(.down), width: width,
        height: height)
      list.append(.bubble(bubble(box)))
      for (index, row) in rows.enumerated() {
        let midline = box.y + padding / 2 + (Double(index) + 0.5) * lineHeight
        list.append(text(row.keys, x: box.x + padding, midline: midline, .left, font))
        list.append(text(row.action, x: box.x + 2 * padding + keyWidth, midline: midline, .left, font))
      }
      return
    }
  }

  /// Where the chip stands that leads to scores which came while one looked elsewhere.
  static func chip(newScores: Int, layout: ChartLayout, metrics: TextMetrics) -> (text: String, box: ViewRect)? {
    guard newScores > 0 else { return nil }
    let text = "\(newScores) new →"
    let width = metrics.width(of: text, font: .callout) + 2 * Callout.padding
    let height = Callout.height
    let box = ViewRect(
      x: layout.axisLeft - margin - width, y: layout.plot.maxY - margin - height, width: width, height: height)
    return box.x >= 0 && box.y >= layout.plot.y ? (text, box) : nil
  }

  static func drawChip(_ chip: (text: String, box: ViewRect), into list: inout DrawList) {
    list.append(.bubble(bubble(chip.box)))
    list.append(text(chip.text, x: chip.box.midX, midline: chip.box.midY, .center, .callout))
  }

  /// Draws a line of text in the plot's upper left corner, shortened to the room there is.
  static func drawNotice(_ text: String, layout: ChartLayout, metrics: TextMetrics, into list: inout DrawList) {
    let room = layout.axisLeft - 2 * margin - 2 * Callout.padding
    let shown = Ellipsis.shorten(text, to: room) { metrics.width(of: $0, font: .dateLabel) }
    let width = metrics.width(of: shown, font: .dateLabel) + 2 * Callout.padding
    let box = ViewRect(x: margin, y: layout.plot.y + margin, width: width, height: noticeHeight)
    guard !shown.isEmpty, box.maxY <= layout.plot.maxY else { return }
    list.append(.bubble(bubble(box)))
    list.append(self.text(shown, x: box.midX, midline: box.midY, .center, .dateLabel))
  }

  /// Draws a few words in the middle of the plot's foot, above the chip, shortened where they must be.
  static func drawMessage(
    _ words: String, above chip: ViewRect?, layout: ChartLayout, metrics: TextMetrics, into list: inout DrawList
  ) {
    let room = layout.axisLeft - 2 * (margin + Callout.padding)
    let shown = Ellipsis.shorten(words, to: room) { metrics.width(of: $0, font: .callout) }
    let width = metrics.width(of: shown, font: .callout) + 2 * Callout.padding
    let bottom = (chip?.y ?? layout.plot.maxY) - margin
    let box = ViewRect(
      x: ((layout.axisLeft - width) / 2).rounded(.down), y: bottom - Callout.height, width: width,
      height: Callout.height)
    guard !shown.isEmpty, box.y >= layout.plot.y else { return }
    list.append(.bubble(bubble(box)))
    list.append(text(shown, x: box.midX, midline: box.midY, .center, .callout))
  }

  /// A bubble without an arrow: its tip lies on its own lower edge.
  private static func bubble(_ box: ViewRect) -> Bubble {
    Bubble(
      box: box, tip: ViewPoint(x: box.midX, y: box.maxY), arrowWidth: 0, shadowRadius: Callout.shadowRadius,
      color: .panel, shadow: .shadow)
  }

  private static func text(_ text: String, x: Double, midline: Double, _ alignment: TextAlignment, _ font: FontRole)
    -> DrawCommand
  {
    .text(TextLine(text, x: x, midline: midline, alignment: alignment, font: font, color: .panelText))
  }
}
