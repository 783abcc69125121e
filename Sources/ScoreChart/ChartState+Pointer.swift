public import ScoreDrawing

/// What the pointer could do where it is.
public enum PointerTarget: Equatable, Sendable {
  case nothing
  /// A click does something.
  case button
  /// The content can be dragged sideways.
  case content
}

/// Press, drag, click and hover.
extension ChartState {
  /// What is under the pointer, or held by it: a surface tells it by the pointer's shape.
  public func pointerTarget(in chart: Chart, metrics: TextMetrics) -> PointerTarget {
    if let press, press.role != .undecided { return press.role == .drag && canScroll ? .content : .nothing }
    guard let pointer else { return .nothing }
    if isHelpShown { return .button }
    let chart = chart.showing(series: activeSeries)
    if let chip = chip(of: layout(of: chart, metrics: metrics), metrics: metrics), chip.box.contains(pointer) {
      return .button
    }
    return canScroll && column(at: pointer, chart: chart, metrics: metrics) != nil ? .content : .nothing
  }

  mutating func pressed(at point: ViewPoint, _ device: PointerDevice) -> Invalidation {
    stopMotion()
    pointer = point
    pinchPlace = nil
    let time = now ?? 0
    press = Press(
      start: point, time: time, device: device, last: point, grip: viewport.offset + point.x,
      velocity: VelocityTracker(time: time, x: point.x))
    restingPlace = nil
    return .none
  }

  mutating func moved(to point: ViewPoint, chart: Chart, metrics: TextMetrics) -> Invalidation {
    pointer = point
    guard var held = press else { return hovered(at: point, chart: chart, metrics: metrics) }
    if held.role == .undecided {
      let travelled = abs(point.x - held.start.x) + abs(point.y - held.start.y)
      if travelled >= ChartState.dragThreshold { held.role = .drag }
    }
    held.last = point
    held.velocity.add(time: now ?? 0, x: point.x)
    press = held
    switch held.role {
    case .undecided: return .none
    case .drag: return scroll(to: held.grip - point.x)
    case .crosshair: return moveCrosshair(to: point, chart: chart, metrics: metrics)
    }
  }

  mutating func released(at point: ViewPoint, chart: Chart, metrics: TextMetrics) -> Invalidation {
    guard press != nil else { return .none }
    var invalidation = moved(to: point, chart: chart, metrics: metrics)
    guard let held = press else { return invalidation }
    press = nil
    restingPlace = point
    switch held.role {
    case .undecided: invalidation.merge(clicked(at: held.start, chart: chart, metrics: metrics))
    case .crosshair: invalidation.merge(endHover())
    case .drag:
      if let velocity = held.velocity.velocity(at: now ?? 0) {
        invalidation.merge(startFling(velocity: -velocity))
      }
    }
    return invalidation
  }

  mutating func clicked(at point: ViewPoint, chart: Chart, metrics: TextMetrics) -> Invalidation {
    let layout = layout(of: chart, metrics: metrics)
    if isHelpShown {
      isHelpShown = false
      return .overlay
    }
    if let chip = chip(of: layout, metrics: metrics), chip.box.contains(point) {
      return jump(to: viewport.maximumOffset)
    }
    guard let column = column(at: point, chart: chart, metrics: metrics) else { return .none }
    let isShown = hover == nil && calledOut == column
    if selection != column { isPinned = false }
    selection = column
    isSelectionShown = true
    hover = nil
    let nearest = nearestSeries(in: column, y: point.y, chart: chart, layout: layout)
    if nearest != activeSeries {
      activeSeries = nearest
      return .full
    }
    return isShown ? .none : .overlay
  }

  mutating func hovered(at point: ViewPoint, chart: Chart, metrics: TextMetrics) -> Invalidation {
    if let resting = restingPlace {
      guard abs(point.x - resting.x) + abs(point.y - resting.y) >= ChartState.dragThreshold else { return .none }
      restingPlace = nil
    }
    // While the content glides, a crosshair would only flash up between two frames.
    guard motion == nil else { return .none }
    return moveCrosshair(to: point, chart: chart, metrics: metrics)
  }

  /// A finger that has rested for long enough takes the crosshair.
  mutating func startCrosshair(at time: Double, chart: Chart, metrics: TextMetrics) -> Invalidation {
    guard let deadline = crosshairStart, time >= deadline, let start = press?.start else { return .none }
    press?.role = .crosshair
    return moveCrosshair(to: start, chart: chart, metrics: metrics)
  }

  mutating func moveCrosshair(to point: ViewPoint, chart: Chart, metrics: TextMetrics) -> Invalidation {
    let column = column(at: point, chart: chart, metrics: metrics)
    let series = column.flatMap { column in
      chart.drawnSeries.count > 1
        ? nearestSeries(in: column, y: point.y, chart: chart, layout: layout(of: chart, metrics: metrics)) : nil
    }
    guard column != hover || series != hoverSeries else { return .none }
    hover = column
    hoverSeries = series
    return .overlay
  }

  /// The series whose score in a column is nearest in pixels; the active one where there is none.
  private func nearestSeries(in column: Int, y: Double, chart: Chart, layout: ChartLayout) -> Int {
    var nearest = activeSeries
    var least = Double.infinity
    // The active series comes last and wins where two are equally near.
    for index in chart.drawnSeries {
      guard let score = chart.plots[index].drawnScore(at: column) else { continue }
      let distance = abs(layout.y(of: score) - y)
      if distance <= least { (nearest, least) = (index, distance) }
    }
    return nearest
  }

  /// The chip that leads to new scores, where there are any out of view.
  func chip(of layout: ChartLayout, metrics: TextMetrics) -> (text: String, box: ViewRect)? {
    viewport.isAtNewest ? nil : Panel.chip(newScores: newScores, layout: layout, metrics: metrics)
  }

  mutating func left() -> Invalidation {
    pointer = nil
    return endHover()
  }

  mutating func endHover() -> Invalidation {
    guard hover != nil, press?.role != .crosshair else { return .none }
    hover = nil
    return .overlay
  }

  /// The column nearest to `point`, nil over the value axis and outside the chart area.
  func column(at point: ViewPoint, chart: Chart, metrics: TextMetrics) -> Int? {
    let layout = layout(of: chart, metrics: metrics)
    let area = ViewRect(
      x: 0, y: layout.headerHeight, width: layout.axisLeft + TimelineStyle.fadeInset + TimelineStyle.fadeWidth,
      height: size.height - layout.headerHeight)
    // Cells that fade away under the axis, or are cut at an edge, have their middle where no callout can point.
    let x = min(point.x, layout.axisLeft + TimelineStyle.fadeInset)
    guard area.contains(point), let nearest = viewport.nearestColumn(to: x) else { return nil }
    let inward = nearest + (viewport.viewX(of: nearest) < 0 ? 1 : -1)
    return isInView(nearest) || inward < 0 || inward >= chart.count || !isInView(inward) ? nearest : inward
  }
}
