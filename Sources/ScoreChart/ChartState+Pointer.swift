internal import ScoreDrawing

/// Press, drag, click and hover.
extension ChartState {
  mutating func pressed(at point: ViewPoint) -> Invalidation {
    press = Press(start: point, startOffset: viewport.offset)
    restingPlace = nil
    return .none
  }

  mutating func moved(to point: ViewPoint, chart: Chart, metrics: TextMetrics) -> Invalidation {
    guard var held = press else { return hovered(at: point, chart: chart, metrics: metrics) }
    let travelled = abs(point.x - held.start.x) + abs(point.y - held.start.y)
    if !held.isDrag, travelled >= ChartState.dragThreshold {
      held.isDrag = true
      press = held
    }
    guard held.isDrag else { return .none }
    return scroll(to: held.startOffset - (point.x - held.start.x))
  }

  mutating func released(at point: ViewPoint, chart: Chart, metrics: TextMetrics) -> Invalidation {
    guard let held = press else { return .none }
    var invalidation = moved(to: point, chart: chart, metrics: metrics)
    let wasDrag = isDragging
    press = nil
    restingPlace = point
    if !wasDrag { invalidation.merge(clicked(at: held.start, chart: chart, metrics: metrics)) }
    return invalidation
  }

  mutating func clicked(at point: ViewPoint, chart: Chart, metrics: TextMetrics) -> Invalidation {
    guard let column = column(at: point, chart: chart, metrics: metrics) else { return .none }
    let isShown = hover == nil && calledOut == column
    selection = column
    isSelectionShown = true
    hover = nil
    return isShown ? .none : .overlay
  }

  mutating func hovered(at point: ViewPoint, chart: Chart, metrics: TextMetrics) -> Invalidation {
    if let resting = restingPlace {
      guard abs(point.x - resting.x) + abs(point.y - resting.y) >= ChartState.dragThreshold else { return .none }
      restingPlace = nil
    }
    let column = column(at: point, chart: chart, metrics: metrics)
    guard column != hover else { return .none }
    hover = column
    return .overlay
  }

  mutating func endHover() -> Invalidation {
    guard hover != nil else { return .none }
    hover = nil
    return .overlay
  }

  /// The column nearest to `point`, nil over the value axis and outside the chart area.
  func column(at point: ViewPoint, chart: Chart, metrics: TextMetrics) -> Int? {
    let layout = layout(of: chart, metrics: metrics)
    let area = ViewRect(
      x: 0, y: layout.headerHeight, width: layout.axisLeft + TimelineStyle.fadeInset + TimelineStyle.fadeWidth,
      height: size.height - layout.headerHeight)
    return area.contains(point) ? viewport.nearestColumn(to: point.x) : nil
  }
}
