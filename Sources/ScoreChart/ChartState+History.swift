internal import ScoreData
public import ScoreDrawing

/// Data that arrives while one is looking.
extension ChartState {
  /// Tells that `chart` has rows before and behind those that it had.
  ///
  /// The dates in view stay where they are, even under a held pointer. A view at the newest
  /// end stays there, and so does the selection of the newest score, unless it is pinned.
  public mutating func historyChanged(
    appended: Int = 0, prepended: Int = 0, chart: Chart, metrics: TextMetrics
  ) -> Invalidation {
    let chart = chart.showing(series: activeSeries)
    let wasAtNewest = viewport.isAtNewest
    let showedAll = viewport.showsAll
    let followsNewest = wasAtNewest && selection == knownNewest && !isPinned
    let oldEnd = viewport.maximumOffset
    let earlier = Double(max(prepended, 0))
    let shift = earlier * viewport.columnWidth
    viewport.count = chart.count
    viewport.rightInset = layout(of: chart, metrics: metrics).rightInset
    selection = selection.map { $0 + max(prepended, 0) }
    hover = hover.map { $0 + max(prepended, 0) }
    motion = motion?.shifted(by: shift, columns: earlier)
    press?.grip += shift
    viewport.scroll(to: viewport.offset + shift)
    if case .jump(var jump) = motion, jump.to == oldEnd + shift {
      // On the way to the newest end: that is now further on.
      jump.to = viewport.maximumOffset
      motion = .jump(jump)
    }
    if appended > 0, wasAtNewest, press == nil {
      if showedAll { viewport.setColumnWidth(viewport.leastColumnWidth) }
      viewport.scroll(to: viewport.maximumOffset)
    } else if appended > 0 {
      newScores += appended
    }
    if viewport.isAtNewest { newScores = 0 }
    if followsNewest { selection = chart.newestScore }
    knownNewest = chart.newestScore
    keepInside(chart)
    return .full
  }

  /// Goes on as another history's view was: what the user and the desktop set, the time, and where the pointer is.
  public mutating func takeOver(from old: ChartState) {
    theme = old.theme
    followsSurroundings = old.followsSurroundings
    reducesMotion = old.reducesMotion
    abilities = old.abilities
    now = old.now
    pointer = old.pointer
  }

  /// Tells that `chart` took the place of `old`: the file was replaced or cut short.
  ///
  /// The newest date in view stays at the value axis, as far as the new history reaches.
  public mutating func historyReplaced(_ old: Chart, by chart: Chart, metrics: TextMetrics) -> Invalidation {
    activeSeries = min(activeSeries, chart.seriesCount - 1)
    let new = chart.showing(series: activeSeries)
    motion = nil
    replaceHistory(of: old.showing(series: activeSeries), with: new, metrics: metrics)
    newScores = 0
    knownNewest = new.newestScore
    return .full
  }

  /// Moves view and selection to the same dates in another history.
  mutating func replaceHistory(of old: Chart, with new: Chart, metrics: TextMetrics) {
    let wasAtNewest = viewport.isAtNewest
    let showedAll = viewport.showsAll
    let atAxis = viewport.nearestColumn(to: viewport.axisX).flatMap { date(at: $0, in: old) }
    let selected = selection.flatMap { date(at: $0, in: old) }
    let followsNewest = selection == knownNewest
    activeSeries = new.activeSeries
    viewport.count = new.count
    viewport.rightInset = layout(of: new, metrics: metrics).rightInset
    viewport.setColumnWidth(showedAll ? viewport.leastColumnWidth : viewport.columnWidth)
    let column = atAxis.flatMap { new.column(notAfter: $0) } ?? 0
    viewport.scroll(to: wasAtNewest ? viewport.maximumOffset : viewport.offset(placingAtAxis: column))
    selection = followsNewest ? new.newestScore : selected.flatMap { new.column(notAfter: $0) }
    regrip()
    keepInside(new)
  }

  private func date(at column: Int, in chart: Chart) -> ScoreDate? {
    column >= 0 && column < chart.count ? chart.series.dates[column] : nil
  }

  /// Forgets columns that the history does not have.
  private mutating func keepInside(_ chart: Chart) {
    if let column = selection, column >= chart.count { selection = chart.newestScore }
    if let column = hover, column >= chart.count { hover = nil }
  }
}
