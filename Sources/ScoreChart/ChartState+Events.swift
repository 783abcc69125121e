public import ScoreDrawing

extension ChartState {
  /// A press that moves less than this (Manhattan distance, points) is a click.
  static let dragThreshold = 5.0
  /// How far one notch of a wheel scrolls, in columns.
  static let columnsPerNotch = 2.0

  /// Takes an event in and says how much of the last frame it made out of date.
  @discardableResult
  public mutating func apply(_ event: InputEvent, chart: Chart, metrics: TextMetrics) -> Invalidation {
    switch event.kind {
    case .pointerDown(let point, _): return pressed(at: point)
    case .pointerMoved(let point): return moved(to: point, chart: chart, metrics: metrics)
    case .pointerUp(let point): return released(at: point, chart: chart, metrics: metrics)
    case .pointerLeft: return endHover()
    case .wheel(let dx, let dy, _, let modifiers): return wheeled(dx: dx, dy: dy, modifiers)
    case .key(let key, let modifiers, _): return typed(key, modifiers, chart: chart)
    case .resized(let size, let scale): return resized(to: size, scale: scale, chart: chart, metrics: metrics)
    // Opening a file is for whoever runs the loop.
    case .tick, .dropped: return .none
    case .closed:
      requests.append(.quit)
      return .none
    }
  }

  mutating func resized(
    to newSize: ViewSize, scale newScale: Double, chart: Chart, metrics: TextMetrics
  ) -> Invalidation {
    guard newSize != size || newScale != scale else { return .none }
    // A window that grows shows more of the past; the newest date in view stays at the axis.
    let wasAtNewest = viewport.isAtNewest
    let rightEdge = viewport.contentX(at: viewport.width - viewport.rightInset).points
    size = newSize
    scale = newScale
    viewport.width = max(newSize.width, 0)
    viewport.rightInset = layout(of: chart, metrics: metrics).rightInset
    viewport.scroll(
      to: wasAtNewest ? viewport.maximumOffset : rightEdge - (viewport.width - viewport.rightInset))
    hover = nil
    return .full
  }

  // MARK: Scrolling

  /// Moves the view to an offset; scrolling takes the callout away.
  mutating func scroll(to offset: Double) -> Invalidation {
    let before = viewport.offset
    viewport.scroll(to: offset)
    guard viewport.offset != before else { return .none }
    isSelectionShown = false
    hover = nil
    return .scrolled
  }

  mutating func wheeled(dx: Double, dy: Double, _ modifiers: Modifiers) -> Invalidation {
    guard press == nil, dx.isFinite, dy.isFinite else { return .none }
    // Away from the user is back in time; a timeline has one axis, so the stronger motion counts.
    let notches = abs(dx) > abs(dy) ? dx : -dy
    let distance =
      modifiers.contains(.shift) ? screenful : ChartState.columnsPerNotch * viewport.columnWidth
    return scroll(to: viewport.offset + notches * distance)
  }

  /// What PgUp and PgDn move by: the width that the value axis leaves free, in whole columns.
  var screenful: Double {
    let columns = ((viewport.width - viewport.rightInset) / viewport.columnWidth).rounded(.down)
    return max(1, columns) * viewport.columnWidth
  }
}
