internal import ScoreData
internal import ScoreDrawing

/// What lies above the scrolling content: title, value axis, crosshair, callout.
struct Overlay {
  let chart: Chart
  let state: ChartState
  let viewport: Viewport
  let layout: ChartLayout
  let metrics: TextMetrics

  private static let titleInset = 21.0
  private static let crosshairDash = 4.0
  /// How much wider the dot under the crosshair is.
  private static let emphasis = 3.0
  /// Notes are broken into at most so many lines of at most this width, in points.
  private static let widestText = 280.0
  private static let linesPerEntry = 4

  func draw(into list: inout DrawList) {
    drawAxis(into: &list)
    drawTitle(into: &list)
    drawCallout(into: &list)
    let chip = state.chip(of: layout, metrics: metrics)
    if let chip { Panel.drawChip(chip, into: &list) }
    if let notice = state.notice { Panel.drawNotice(notice, layout: layout, metrics: metrics, into: &list) }
    if let message = state.message {
      Panel.drawMessage(message.text, above: chip?.box, layout: layout, metrics: metrics, into: &list)
    }
    if state.isHelpShown {
      Panel.drawHelp(Panel.help(for: state, of: chart), size: layout.size, metrics: metrics, into: &list)
    }
  }

  private func drawAxis(into list: inout DrawList) {
    guard layout.axisWidth > 0 else { return }
    // The newest date label is half a column wide on the strip's side and must stay legible, so
    // beneath the plot the content fades later.
    let labelTop = layout.plot.maxY + TimelineStyle.labelInset
    drawFade(from: layout.plot.y, to: labelTop, left: layout.axisLeft + TimelineStyle.fadeInset, into: &list)
    drawFade(from: labelTop, to: layout.size.height, left: layout.axisLeft + TimelineStyle.columnWidth / 2, into: &list)
    for tick in layout.ticks { draw(tick, into: &list) }
  }

  /// Lets the content vanish from `left` on between two heights.
  private func drawFade(from top: Double, to bottom: Double, left: Double, into list: inout DrawList) {
    let solidLeft = left + TimelineStyle.fadeWidth
    let height = bottom - top
    guard height > 0 else { return }
    list.append(.fade(ViewRect(x: left, y: top, width: TimelineStyle.fadeWidth, height: height), .background))
    list.append(
      .fill(
        ViewRect(x: solidLeft, y: top, width: max(0, layout.size.width - solidLeft), height: height), .background))
  }

  private func draw(_ tick: ValueTick, into list: inout DrawList) {
    let y = layout.plot.y + tick.y
    let dashLeft = layout.axisLeft + ChartLayout.tickDashInset
    let thickness = TimelineStyle.lineThickness
    list.append(
      .rule(
        y: y - thickness / 2, from: dashLeft, to: dashLeft + ChartLayout.tickDashLength, thickness: thickness,
        .valueLabel))
    list.append(
      .text(
        TextLine(
          tick.text, x: layout.size.width - ChartLayout.axisMargin, midline: y, alignment: .right,
          font: .valueLabel, color: .valueLabel)))
  }

  private func drawTitle(into list: inout DrawList) {
    guard layout.headerHeight > 0, let title = chart.options.title else { return }
    let room = layout.size.width - 2 * Overlay.titleInset
    let text = Ellipsis.shorten(title, to: room) { metrics.width(of: $0, font: .title) }
    // A title begins where its script does.
    let isRightToLeft = WritingDirection.isRightToLeft(title)
    list.append(
      .text(
        TextLine(
          text, x: isRightToLeft ? layout.size.width - Overlay.titleInset : Overlay.titleInset,
          midline: layout.headerHeight / 2, alignment: isRightToLeft ? .right : .left, font: .title, color: .title)))
  }

  private func drawCallout(into list: inout DrawList) {
    guard let column = state.calledOut, column < chart.count, state.isInView(column) else { return }
    let x = viewport.viewX(of: column)
    let isHovered = state.hover == column
    let front = isHovered ? chart.showing(series: state.hoverSeries ?? chart.activeSeries) : chart
    let score = front.series.scores[column]
    let target = ViewPoint(x: x, y: score.map { layout.y(of: $0) } ?? layout.plot.maxY)
    var radius = TimelineStyle.dotDiameter / 2
    if isHovered {
      let color = ColorRole.dot(ofSeries: front.activeSeries)
      drawCrosshair(at: target, dot: score == nil ? nil : color, radius: &radius, into: &list)
    }
    if !isHovered, score != nil, viewport.columnWidth < TimelineStyle.leastDottedColumn {
      // Cells this narrow have no dot for the callout to point at.
      list.append(
        .dot(
          target, diameter: TimelineStyle.dotDiameter, ring: TimelineStyle.dotRing,
          .dot(ofSeries: front.activeSeries), ringColor: .dotRing))
    }
    let isDetailed = isHovered || state.isPinned
    let lines = front.calloutEntries(at: column, isDetailed: isDetailed)
    // On a small surface rather less than nothing: without the change, then the score alone.
    let callout =
      callout(lines, target: target, radius: radius)
      ?? (isDetailed
        ? callout(front.calloutEntries(at: column, isDetailed: false), target: target, radius: radius) : nil)
      ?? callout([CalloutLine(front.valueText(score))], target: target, radius: radius)
    callout?.draw(into: &list)
  }

  /// The callout with all its lines, or with the first alone where there is no room for more; nil where even that is
  /// too wide.
  private func callout(_ lines: [CalloutLine], target: ViewPoint, radius: Double) -> Callout? {
    let area = ViewRect(
      x: 0, y: layout.plot.y, width: layout.size.width, height: layout.size.height - layout.plot.y)
    let room = min(Overlay.widestText, area.width - 2 * Callout.padding)
    func width(_ text: String) -> Double { metrics.width(of: text, font: .callout) }
    func wrapped(limit: Int) -> [CalloutLine] {
      lines.enumerated().flatMap { index, line in
        index == 0 ? [line] : line.wrapped(to: room - line.indent, limit: limit, width: width)
      }
    }
    for shown in [wrapped(limit: Overlay.linesPerEntry), Array(wrapped(limit: 1).prefix(2)), Array(lines.prefix(1))]
    where !shown.isEmpty {
      let textWidth = shown.map { width($0.text) + $0.indent }.max() ?? 0
      if let callout = Callout(
        lines: shown, textWidth: textWidth, target: target, targetRadius: radius, area: area)
      {
        return callout
      }
    }
    return nil
  }

  private func drawCrosshair(
    at target: ViewPoint, dot color: ColorRole?, radius: inout Double, into list: inout DrawList
  ) {
    list.append(
      .dashes(
        x: target.x, from: layout.plot.y, to: layout.plot.maxY, on: Overlay.crosshairDash,
        off: Overlay.crosshairDash, thickness: TimelineStyle.lineThickness, .crosshair))
    guard let color else { return }
    let diameter = TimelineStyle.dotDiameter + Overlay.emphasis
    radius = diameter / 2
    list.append(.dot(target, diameter: diameter, ring: TimelineStyle.dotRing, color, ringColor: .dotRing))
  }
}

/// Shortens texts that do not fit, never inside a character.
enum Ellipsis {
  /// The longest beginning of `text` that fits with an ellipsis; `text` itself where it fits.
  static func shorten(_ text: String, to room: Double, width: (String) -> Double) -> String {
    guard width(text) > room else { return text }
    let characters = Array(text)
    var low = 0
    var high = characters.count
    while low < high {
      let middle = (low + high + 1) / 2
      if width(String(characters[..<middle]) + "…") <= room { low = middle } else { high = middle - 1 }
    }
    return low > 0 ? String(characters[..<low]) + "…" : ""
  }
}
