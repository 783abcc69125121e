internal import Glibc
internal import ScoreChart
internal import ScoreData
internal import ScoreDrawing

/// A file that the user dropped on a chart, to be shown in its place.
enum DroppedFile {
  /// Reads it as the first file was read; what was said about that one's dates and title does not hold for it.
  ///
  /// - Throws: what is wrong with the file; the chart on screen stays then.
  static func open(_ path: String, _ settings: Settings) throws -> LiveHistory {
    var settings = settings
    let input = Argument(path)
    // Whoever dropped it waits at the screen: a pipe may never say anything.
    guard case .file = InputKind(input) else {
      throw UsageError(message: "\(EscapedText.escaped(path)) is no file; give it on the command line")
    }
    settings.input = input
    settings.chart.title = nil
    if settings.isFollowing {
      // One that has no scores yet would be waited for.
      _ = try History.load(input, settings)
    }
    let live = try LiveHistory.open(input, settings)
    live.history.tellWarnings(settings, chart: live.chart)
    return live
  }

  /// The view that a dropped file opens with: its newest end, otherwise as the one before was set up.
  static func view(of chart: Chart, after old: ChartState, _ settings: Settings, metrics: TextMetrics) throws
    -> ChartState
  {
    var settings = settings
    (settings.at, settings.select) = (nil, nil)
    var state = try Opening(settings: settings).state(
      of: chart, size: old.size, scale: old.scale, theme: old.theme, metrics: metrics)
    state.takeOver(from: old)
    return state
  }
}

/// A chart and where one looks.
struct ChartView {
  var chart: Chart
  var state: ChartState

  var description: Description { state.description(of: chart) }
}
