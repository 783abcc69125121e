internal import Glibc
internal import ScoreChart
internal import ScoreDrawing
internal import ScoreTerminal

/// The chart as lines of text: for pipes, logs and mails. No pixel and no font library is loaded.
struct PrintedChart {
  let settings: Settings
  let environment: TerminalEnvironment

  init(settings: Settings) {
    self.settings = settings
    let isTerminal = isatty(STDOUT_FILENO) == 1
    environment = TerminalEnvironment(
      variables: Environment.variables, isOutputTerminal: isTerminal, hasTerminal: true,
      terminfo: isTerminal ? Environment.terminfo : nil)
  }

  /// The view that is printed.
  func view(of chart: Chart) throws -> ChartView {
    let opening = Opening(settings: settings)
    let (size, metrics) = (CellGeometry.size(of: cells), CellGeometry.metrics)
    let state = try opening.state(
      of: chart, size: size, scale: CellGeometry.scale, theme: opening.theme(system: environment.theme ?? .dark),
      metrics: metrics)
    return try opening.end(
      of: try Replay(settings), from: ChartView(chart: chart, state: state), metrics: metrics, size: size,
      scale: CellGeometry.scale)
  }

  /// - Parameter colors: what the file's ending asks for; nil: what the environment and `--color` say.
  func bytes(of view: ChartView, colors: ColorDepth?) -> [UInt8] {
    var composer = Composer()
    let frame = composer.compose(view.chart, view.state, metrics: CellGeometry.metrics)
    return StaticText.render(
      frame: frame, size: cells, glyphs: settings.text.glyphs ?? glyphs,
      colors: colors ?? environment.colors(settings.text.colors))
  }

  private var cells: CellSize {
    CellSize(columns: settings.text.columns ?? screenSize.columns, rows: settings.text.rows ?? screenSize.rows)
  }

  /// A file is read anywhere, so it gets block characters unless the locale is known to have none.
  private var glyphs: GlyphSet { environment.glyphs }

  /// The terminal's own size where the chart is printed in one, less a line for the prompt.
  private var screenSize: CellSize {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 1
    else { return environment.printedSize }
    return CellSize(columns: Int(size.ws_col), rows: min(Int(size.ws_row) - 1, 40))
  }
}
