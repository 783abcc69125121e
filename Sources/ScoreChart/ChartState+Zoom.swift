internal import ScoreDrawing

/// The column width: from 168 points down to the whole history in one screen.
extension ChartState {
  /// What a key widens the columns by.
  static let zoomStep = 1.25

  /// Multiplies the column width; what stands at `viewX` stays there, as far as the history reaches.
  mutating func zoom(by factor: Double, at viewX: Double) -> Invalidation {
    guard factor.isFinite || factor == .infinity, factor > 0, viewX.isFinite else { return .none }
    let anchor = ZoomAnchor(column: viewport.column(at: viewX), viewX: viewX)
    return zoom(to: viewport.columnWidth * factor, keeping: anchor)
  }

  mutating func zoom(to columnWidth: Double, keeping anchor: ZoomAnchor) -> Invalidation {
    let before = viewport
    let wasShown = calledOut
    viewport.setColumnWidth(columnWidth)
    viewport.scroll(to: viewport.offset(placing: anchor.column, at: anchor.viewX))
    guard viewport != before else { return .none }
    regrip()
    hover = nil
    // Zooming is looking closer at the same place: the selected score keeps its callout while it is in view.
    if wasShown == selection, let selection, !isInView(selection) { hideCallout() }
    return .full
  }

  /// The content has changed under a held pointer: from now on it holds what is there now.
  mutating func regrip() {
    if let last = press?.last { press?.grip = viewport.offset + last.x }
  }

  /// Two fingers hold the content: it is stretched as they move apart, and goes along with them.
  mutating func pinched(by factor: Double, at point: ViewPoint) -> Invalidation {
    guard press == nil || press?.device == .touch, point.x.isFinite else { return .none }
    stopMotion()
    press = nil
    let moved = pinchPlace.map { scroll(to: viewport.offset + $0.x - point.x) } ?? .none
    pinchPlace = point
    return max(moved, zoom(by: factor, at: point.x))
  }

  /// Glides to a column width about the place that keys zoom at: the newest score while it
  /// is in view, else the middle.
  mutating func glide(toColumnWidth target: Double) -> Invalidation {
    let invalidation = finishMotion()
    let width = viewport.clamped(columnWidth: target)
    guard width != viewport.columnWidth else { return invalidation }
    let x = viewport.isAtNewest ? viewport.axisX : viewport.axisX / 2
    let anchor = ZoomAnchor(column: viewport.column(at: x), viewX: x)
    guard !reducesMotion, let now else {
      return max(invalidation, zoom(to: width, keeping: anchor))
    }
    motion = .zoom(
      ZoomGlide(
        from: viewport.columnWidth, to: width, anchor: anchor,
        timing: EaseOut(start: now, duration: EaseOut.jump)))
    return invalidation
  }

  /// The width that a zoom will end at; keys count from there.
  var targetColumnWidth: Double {
    if case .zoom(let glide) = motion { glide.to } else { viewport.columnWidth }
  }

  func isInView(_ column: Int) -> Bool {
    let x = viewport.viewX(of: column)
    return x >= 0 && x <= viewport.axisX + TimelineStyle.fadeInset
  }
}

extension ChartState {
  /// Sets the column width at once, keeping the newest score in view at its place; clamped to what zooming allows.
  public mutating func setColumnWidth(_ width: Double) {
    motion = nil
    let x = viewport.axisX
    let anchor = ZoomAnchor(column: viewport.column(at: x), viewX: x)
    let (selected, shown) = (selection, isSelectionShown)
    _ = zoom(to: width, keeping: anchor)
    (selection, isSelectionShown) = (selected, shown)
  }

  /// Shows the whole history in one screen, as the key f does, but at once.
  public mutating func showAll() { setColumnWidth(viewport.fittingColumnWidth) }
}
