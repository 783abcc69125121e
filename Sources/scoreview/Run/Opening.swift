internal import ScoreChart
internal import ScoreData
internal import ScoreDrawing

/// The view that a run opens with: what `--at`, `--select` and `--theme` ask for.
struct Opening {
  let settings: Settings

  func state(of chart: Chart, size: ViewSize, scale: Double, theme: Theme, metrics: TextMetrics) throws -> ChartState {
    var state = ChartState(chart: chart, size: size, scale: scale, theme: theme, metrics: metrics)
    if let width = settings.columnWidth {
      if width == 0 { state.showAll() } else { state.setColumnWidth(width) }
    }
    if let at = settings.at {
      state.show(newest: try date(at, option: "at", in: chart), chart: chart)
    }
    switch settings.select {
    case nil: break
    case .nothing: state.select(nil, chart: chart)
    case .date(let argument): state.select(try date(argument, option: "select", in: chart), chart: chart)
    }
    return state
  }

  private func date(_ argument: DateArgument, option: String, in chart: Chart) throws(UsageError) -> ScoreDate {
    guard let date = argument.resolved(in: chart) else {
      throw UsageError(message: "--\(option): the history has no such day")
    }
    return date
  }

  /// The theme of a surface whose own preference is `system`, where it has one.
  func theme(system: Theme?) -> Theme {
    let theme: Theme =
      switch settings.theme {
      case .light: .light
      case .dark: .dark
      case .automatic: system ?? .light
      }
    return settings.isHighContrast ? theme.withHighContrast(true) : theme
  }
}
