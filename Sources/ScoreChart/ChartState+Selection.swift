internal import ScoreDrawing

/// What the keys do to callout, series and scale.
extension ChartState {
  /// Pins the hovered callout, or the selected one; pinned, it stays while the content scrolls.
  mutating func pin() -> Invalidation {
    if let hover {
      isPinned = !(isPinned && selection == hover)
      selection = hover
      if let hoverSeries, hoverSeries != activeSeries {
        activeSeries = hoverSeries
        isSelectionShown = true
        return .full
      }
    } else {
      guard selection != nil else { return .none }
      isPinned.toggle()
    }
    isSelectionShown = true
    return .overlay
  }

  /// Selects the score before or after the selected one, and brings it into view.
  mutating func moveSelection(by step: Int, chart: Chart) -> Invalidation {
    guard chart.count > 0, press == nil else { return .none }
    motion = nil
    let edge = viewport.nearestColumn(to: viewport.axisX) ?? chart.count - 1
    let start = hover ?? (isSelectionShown ? selection : nil) ?? edge - step
    let column = min(max(start + step, 0), chart.count - 1)
    let before = (calledOut, viewport.offset)
    bringIntoView(column)
    selection = column
    isSelectionShown = true
    hover = nil
    if viewport.offset != before.1 { return .scrolled }
    return before.0 == column ? .none : .overlay
  }

  private mutating func bringIntoView(_ column: Int) {
    let x = viewport.viewX(of: column)
    let least = min(TimelineStyle.lead, viewport.axisX / 2)
    if x < least {
      viewport.scroll(to: viewport.offset + x - least)
    } else if x > viewport.axisX {
      viewport.scroll(to: viewport.offset(placingAtAxis: column))
    }
  }

  /// Brings the next series to the front; one with dates of its own keeps the date at the value axis.
  mutating func switchSeries(by step: Int, chart: Chart, metrics: TextMetrics) -> Invalidation {
    guard chart.seriesCount > 1, press == nil else { return .none }
    let next = chart.showing(series: (activeSeries + step + chart.seriesCount) % chart.seriesCount)
    motion = nil
    hover = nil
    if !chart.sharesTimeline {
      replaceHistory(of: chart, with: next, metrics: metrics)
    }
    activeSeries = next.activeSeries
    knownNewest = next.newestScore
    return .full
  }

  mutating func toggleHelp() -> Invalidation {
    isHelpShown.toggle()
    return .overlay
  }

  /// Changes between the compressed and the even scale, gliding.
  mutating func switchScale(chart: Chart) -> Invalidation {
    let before = scaleMode
    scaleMode = chart.scale(plotHeight: 1, mode: scaleMode).isCompressed ? .linear : .compressed
    if !reducesMotion, let now {
      scaleTransition = ScaleTransition(from: before, timing: EaseOut(start: now, duration: EaseOut.jump))
    }
    return .full
  }

  /// What Ctrl+C copies: what the callout says.
  func copiedText(at column: Int, chart: Chart) -> String {
    let isHovered = hover == column
    let front = isHovered ? chart.showing(series: hoverSeries ?? activeSeries) : chart
    return front.calloutLines(at: column, isDetailed: isHovered || isPinned).joined(separator: "\n")
  }
}
