internal import ScoreChart
internal import ScoreData
internal import ScoreDrawing
internal import ScoreExport
internal import ScoreRaster
internal import ScoreWindow

/// Shows a chart on the surface that there is.
struct Showing {
  let settings: Settings

  func show(_ input: Argument) throws {
    guard settings.surface == .window || Showing.hasDisplay else {
      return try writeInstead(input)
    }
    try showWindow(input)
  }

  /// Whether a window can be expected to open.
  private static var hasDisplay: Bool {
    Environment.isSet("DISPLAY") || Environment.isSet("WAYLAND_DISPLAY")
  }

  /// Without a display the picture is saved, and the user told so: better than nothing at all.
  private func writeInstead(_ input: Argument) throws {
    let loader = try TextEngineLoader()
    let history = try History.load(input, settings)
    let chart = history.chart(settings)
    history.tellWarnings(settings, chart: chart)
    let engine = try loader.finish()
    let opening = Opening(settings: settings)
    let state = try opening.state(
      of: chart, size: settings.size ?? Settings.defaultWindowSize, scale: settings.scale ?? 1,
      theme: opening.theme(system: nil), metrics: engine.metrics)
    var composer = Composer()
    let frame = composer.compose(chart, state, metrics: engine.metrics)
    let name = try Screenshot.save(frame, painter: FramePainter(text: engine), of: input)
    Messages.note(
      "no display (neither DISPLAY nor WAYLAND_DISPLAY is set): saved the chart as \(name) instead; "
        + "-o FILE chooses the name", file: history.name)
  }

  private func showWindow(_ input: Argument) throws {
    let loader = try TextEngineLoader()
    SDLWindow.preload()
    let history = try History.load(input, settings)
    let chart = history.chart(settings)
    history.tellWarnings(settings, chart: chart)
    let painter = FramePainter(text: try loader.finish())
    let title = settings.chart.title ?? history.name
    var window = try SDLWindow(
      title: "\(title) – scoreview", size: settings.size ?? Settings.defaultWindowSize, painter: painter)
    let opening = Opening(settings: settings)
    let system = SDLWindow.systemPrefersDark.map { $0 ? Theme.dark : Theme.light }
    let state = try opening.state(
      of: chart, size: window.size, scale: window.scale, theme: opening.theme(system: system),
      metrics: window.metrics)
    var session = ChartSession(chart: chart, state: state)
    try session.run(on: &window) { request, frame, window in
      switch request {
      case .quit: break
      case .toggleFullScreen: try window.toggleFullScreen()
      case .copy(let text): try window.setClipboard(text)
      case .saveScreenshot:
        do {
          Messages.note("saved \(try Screenshot.save(frame, painter: painter, of: input))", file: history.name)
        } catch let error as any UserFacingError {
          // A full disk is no reason to lose the chart on screen.
          Messages.write(error.line)
        }
      }
    }
  }
}
