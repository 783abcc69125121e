internal import ScoreChart
internal import ScoreData
internal import ScoreDrawing

/// The view that a run opens with: what `--at`, `--select` and `--theme` ask for.
struct Opening {
  let settings: Settings

  /// - Parameter systemReducesMotion: whether the user asked the desktop for less motion, where that can be told.
  func state(
    of chart: Chart, size: ViewSize, scale: Double, theme: Theme, metrics: TextMetrics,
    systemReducesMotion: Bool? = nil
  ) throws -> ChartState {
    var state = ChartState(chart: chart, size: size, scale: scale, theme: theme, metrics: metrics)
    state.followsSurroundings = settings.theme == .automatic
    state.reducesMotion =
      switch settings.motion {
      case .full: false
      case .reduced: true
      case .automatic: systemReducesMotion ?? false
      }
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

  /// The view in which a replay ends that begins with `view`, at rest.
  ///
  /// A file that was dropped is opened again; one that cannot be read is told and changes nothing, as it did then.
  ///
  /// - Parameters:
  ///   - size: what it is shown on in the end, in points; nil: as large as what was recorded.
  ///   - scale: the same for device pixels a point.
  /// - Throws: `UsageError` for a recorded surface that is too large or too small for a picture.
  func end(
    of replay: Replay?, from view: ChartView, metrics: TextMetrics, size: ViewSize?, scale: Double?
  ) throws -> ChartView {
    guard let replay else { return view }
    var view = view
    for event in replay.recording.events {
      view.state.apply(event, chart: view.chart, metrics: metrics)
      if case .dropped(let path) = event.kind { view = dropped(path, on: view, metrics: metrics) }
    }
    view.state.settle(chart: view.chart, metrics: metrics)
    let fit = InputEvent.Kind.resized(size ?? view.state.size, scale: scale ?? view.state.scale)
    let end = replay.recording.events.last?.time ?? 0
    view.state.apply(InputEvent(time: end, fit), chart: view.chart, metrics: metrics)
    try PictureLimits.check(view.state.size, scale: view.state.scale)
    return view
  }

  private func dropped(_ path: String, on view: ChartView, metrics: TextMetrics) -> ChartView {
    do {
      let chart = try DroppedFile.open(path, settings).chart
      return ChartView(
        chart: chart, state: try DroppedFile.view(of: chart, after: view.state, settings, metrics: metrics))
    } catch let error as any UserFacingError {
      Messages.write(error.line)
    } catch {}
    return view
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
