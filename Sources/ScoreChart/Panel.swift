import ScoreDrawing

/// Boxes that lie over the picture apart from the callout: help, and the way to new scores.
enum Panel {
  static let padding = 16.0
  static let margin = 8.0
  static let noticeHeight = 22.0

  /// The keys that do something to this chart on this surface, and what they do.
  static func help(for state: ChartState, of chart: Chart) -> [(keys: String, action: String)] {
    let rows: [(keys: String, action: String, isThere: Bool)] = [
      ("← →", "one column; hold to go faster", true), ("PgUp PgDn", "one screen", true),
      ("Home End", "oldest, newest", true), ("+ −", "zoom; also Ctrl and wheel", true), ("0", "default zoom", true),
      ("f", "all of it", true), ("Shift ← →", "select the score before, after", true),
      ("Space", "pin the callout", true), ("Tab", "next series", chart.seriesCount > 1), ("y", "value scale", true),
      ("t", "light or dark", true), ("s", "save a picture", state.abilities.contains(.savePicture)),
      ("Ctrl C", "copy the callout", state.abilities.contains(.copy)),
      ("F11", "full screen", state.abilities.contains(.fullScreen)), ("?", "this help", true), ("q Esc", "quit", true),
    ]
    return rows.filter(\.isThere).map { ($0.keys, $0.action) }
  }

  /// What stands in place of what there is no room for.
  private static let more = (keys: "…", action: "more in a larger window")
  private static let tooSmall = [(keys: "", action: "help needs a"), (keys: "", action: "larger window")]

  /// Draws the help in the middle of the surface: smaller or side by side where it must be, and with the first keys
  /// alone where even that does not fit.
  static func drawHelp(
    _ help: [(keys: String, action: String)], size: ViewSize, metrics: TextMetrics, into list: inout DrawList
  ) {
    func small(_ rows: [(keys: String, action: String)], columns: Int = 1) -> HelpSheet {
      HelpSheet(rows, font: .dateLabel, lineHeight: 17, columns: columns, metrics: metrics)
    }
    let room = ViewSize(width: size.width - 2 * margin, height: size.height - 2 * margin)
    let lines = Int(min(max((room.height - padding) / 17, 2), 100).rounded(.down))
    let sheets = [
      HelpSheet(help, font: .callout, lineHeight: 22, columns: 1, metrics: metrics), small(help),
      small(help, columns: 2), small(help, columns: 3), small(help.prefix(lines - 1) + [more]), small(tooSmall),
    ]
    guard let sheet = sheets.first(where: { $0.fits(room) }) else { return }
    let box = ViewRect(
      x: ((size.width - sheet.width) / 2).rounded(.down), y: ((size.height - sheet.height) / 2).rounded(.down),
      width: sheet.width, height: sheet.height)
    list.append(.bubble(bubble(box)))
    for line in sheet.lines(at: ViewPoint(x: box.x, y: box.y)) {
      list.append(text(line.text, x: line.place.x, midline: line.place.y, .left, sheet.font))
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
