public import ScoreDrawing

extension ChartState {
  /// A press that moves less than this (Manhattan distance, points) is a click.
  static let dragThreshold = 5.0
  /// How far one notch of a wheel scrolls, in columns of the default width.
  static let columnsPerNotch = 2.0
  /// Notches of a wheel that double the column width.
  static let notchesPerDoubling = 4.0

  /// Takes an event in and says how much of the last frame it made out of date.
  @discardableResult
  public mutating func apply(_ event: InputEvent, chart: Chart, metrics: TextMetrics) -> Invalidation {
    let chart = chart.showing(series: activeSeries)
    var invalidation = advance(to: event.time, chart: chart, metrics: metrics)
    invalidation.merge(take(event.kind, chart: chart, metrics: metrics))
    if viewport.isAtNewest, newScores > 0 {
      newScores = 0
      invalidation.merge(.overlay)
    }
    return invalidation
  }

  private mutating func take(_ kind: InputEvent.Kind, chart: Chart, metrics: TextMetrics) -> Invalidation {
    switch kind {
    case .pointerDown(let point, let device): return pressed(at: point, device)
    case .pointerMoved(let point): return moved(to: point, chart: chart, metrics: metrics)
    case .pointerUp(let point): return released(at: point, chart: chart, metrics: metrics)
    case .pointerLeft: return left()
    case .wheel(let dx, let dy, let point, let modifiers):
      return wheeled(dx: dx, dy: dy, at: point, modifiers, chart, metrics)
    case .pinch(let factor, let point): return pinched(by: factor, at: point)
    case .key(let key, let modifiers, let isRepeat):
      return typed(KeyPress(key: key, modifiers: modifiers, isRepeat: isRepeat), chart: chart, metrics: metrics)
    case .resized(let size, let scale): return resized(to: size, scale: scale, chart: chart, metrics: metrics)
    case .surroundings(let isDark):
      guard followsSurroundings, theme.isDark != isDark else { return .none }
      theme = theme.toggled
      return .full
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
    _ = finishMotion()
    // A window that grows shows more of the past; the newest date in view stays at the axis.
    let wasAtNewest = viewport.isAtNewest
    let showedAll = viewport.showsAll
    let rightEdge = viewport.column(at: viewport.axisX)
    size = newSize
    scale = newScale
    viewport.width = max(newSize.width, 0)
    viewport.rightInset = layout(of: chart, metrics: metrics).rightInset
    viewport.setColumnWidth(showedAll ? viewport.leastColumnWidth : viewport.columnWidth)
    viewport.scroll(
      to: wasAtNewest ? viewport.maximumOffset : viewport.offset(placing: rightEdge, at: viewport.axisX))
    regrip()
    hover = nil
    return .full
  }

  // MARK: Scrolling

  /// Moves the view to an offset; scrolling takes the callout away, unless it is pinned.
  mutating func scroll(to offset: Double) -> Invalidation {
    let before = viewport.offset
    viewport.scroll(to: offset)
    guard viewport.offset != before else { return .none }
    hideCallout()
    return .scrolled
  }

  /// What every movement of the content does to the callout.
  mutating func hideCallout() {
    if !isPinned { isSelectionShown = false }
    hover = nil
  }

  mutating func wheeled(
    dx: Double, dy: Double, at point: ViewPoint, _ modifiers: Modifiers, _ chart: Chart, _ metrics: TextMetrics
  ) -> Invalidation {
    guard press == nil, dx.isFinite, dy.isFinite else { return .none }
    stopMotion()
    // Away from the user is back in time; a timeline has one axis, so the stronger motion counts.
    let notches = abs(dx) > abs(dy) ? dx : -dy
    if modifiers.contains(.control) {
      let isPointing = hover != nil
      let zoomed = zoom(by: Exponential.power(2, -notches / ChartState.notchesPerDoubling), at: point.x)
      // What is pointed at stays under the pointer, so the crosshair stays, too.
      return isPointing ? max(zoomed, moveCrosshair(to: point, chart: chart, metrics: metrics)) : zoomed
    }
    let notch = max(ChartState.columnsPerNotch * TimelineStyle.columnWidth, viewport.columnWidth)
    return scroll(to: viewport.offset + notches * (modifiers.contains(.shift) ? screenful : notch))
  }

  /// What PgUp and PgDn move by: the width that the value axis leaves free, in whole columns.
  var screenful: Double {
    let columns = (viewport.axisX / viewport.columnWidth).rounded(.down)
    return max(1, columns) * viewport.columnWidth
  }
}
