internal import Glibc
internal import ScoreChart
internal import ScoreData
internal import ScoreDrawing
internal import ScoreExport
internal import ScoreRaster
internal import ScoreTerminal
internal import ScoreWindow

/// Shows a chart on the surface that there is.
struct Showing {
  let settings: Settings
  /// How many of the messages that came up under a chart in a terminal are told when it is gone.
  private static let keptMessages = 40

  func show(_ input: Argument) throws {
    switch settings.surface {
    case .window: try showWindow(input)
    case .terminal: try showTerminal(input)
    case .framebuffer: try KioskShowing(settings: settings).show(input)
    case nil:
      // A window where there is a desktop, else the terminal, else the text alone.
      if !settings.isOnce, hasDisplay, isatty(STDOUT_FILENO) == 1 || !isPipe {
        try showWindow(input)
      } else {
        try showTerminal(input)
      }
    }
  }

  /// Whether a window can be expected to open.
  private var hasDisplay: Bool {
    Environment.isSet("DISPLAY") || Environment.isSet("WAYLAND_DISPLAY")
  }

  /// Whether somebody wants to read what is printed: a pipe or a file that is not also the log.
  ///
  /// A desktop starts programs with both outputs in one place; a shell redirects one of them.
  private var isPipe: Bool {
    var output = stat()
    var errors = stat()
    guard fstat(STDOUT_FILENO, &output) == 0, [S_IFIFO, S_IFREG].contains(output.st_mode & S_IFMT) else {
      return false
    }
    return fstat(STDERR_FILENO, &errors) != 0 || output.st_dev != errors.st_dev || output.st_ino != errors.st_ino
  }

  // MARK: Window

  private func showWindow(_ input: Argument) throws {
    SDLWindow.preload()
    // Read first: what was recorded may be recorded anew into the same file.
    let replay = try Replay(settings)
    let recorder = try Recorder(settings)
    let loader = try TextEngineLoader()
    let live = try LiveHistory.open(input, settings)
    let (history, chart) = (live.history, live.chart)
    if live.isWhole { history.tellWarnings(settings, chart: chart) }
    let painter = FramePainter(text: try loader.finish())
    let title = settings.chart.title ?? history.name
    var window = try SDLWindow(
      title: "\(title) – scoreview", size: settings.size ?? replay?.surface?.size ?? Settings.defaultWindowSize,
      painter: painter)
    let opening = Opening(settings: settings)
    let system = SDLWindow.systemPrefersDark.map { $0 ? Theme.dark : Theme.light }
    let state = try opening.state(
      of: chart, size: window.size, scale: window.scale, theme: opening.theme(system: system),
      metrics: window.metrics, systemReducesMotion: SDLWindow.systemReducesMotion)
    var session = ChartSession(ShownHistory(chart, feed: live.feed), state: state)
    let heard = SessionInput(replay: replay, recorder: recorder, now: SDLWindow.now)
    let dress = { (session: borrowing ChartSession, window: inout SDLWindow) -> Invalidation in
      let target = session.state.pointerTarget(in: session.history.chart, metrics: window.metrics)
      window.setPointerShape(PointerShape(target))
      return .none
    }
    var shown = (input: input, name: history.name)
    let open = { (path: String, state: ChartState, window: inout SDLWindow) throws -> (ShownHistory, ChartState)? in
      let live = try DroppedFile.open(path, settings)
      shown = (Argument(path), live.history.name)
      window.setTitle("\(shown.name) – scoreview")
      let view = try DroppedFile.view(of: live.chart, after: state, settings, metrics: window.metrics)
      return (ShownHistory(live.chart, feed: live.feed), view)
    }
    try session.run(on: &window, input: heard, dress: dress, resize: { $1.resize(to: $0) }, open: open) {
      request, frame, window in
      switch request {
      case .quit: return nil
      case .toggleFullScreen: return told { () throws(WindowError) in try window.toggleFullScreen() }
      case .copy(let text?): return told("copied") { () throws(WindowError) in try window.setClipboard(text) }
      case .copy(nil): return "nothing to copy: point at a score first"
      case .saveScreenshot: return save(frame, painter: painter, of: shown.input, shown.name)
      }
    }
  }

  /// Does what a desktop may refuse, and says what there is to tell: that is no reason to lose the chart on screen.
  private func told(_ done: String? = nil, _ action: () throws(WindowError) -> Void) -> String? {
    do {
      try action()
      return done
    } catch {
      Messages.write(error.line)
      return error.message
    }
  }

  /// Saves a picture and tells where, here and on standard error; a full disk is no reason to lose the chart on screen.
  private func save(_ frame: Frame, painter: FramePainter, of input: Argument, _ name: String) -> String? {
    do {
      let picture = try Screenshot.save(frame, painter: painter, of: input)
      Messages.note("saved \(picture)", file: name)
      return Screenshot.message(of: picture)
    } catch let error as any UserFacingError {
      Messages.write(error.line)
      return "not saved: the picture could not be written"
    } catch {
      return nil
    }
  }

  // MARK: Terminal

  private func showTerminal(_ input: Argument) throws {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let environment = TerminalEnvironment(
      variables: Environment.variables, isOutputTerminal: isTerminal, hasTerminal: hasKeyboard,
      terminfo: isTerminal ? Environment.terminfo : nil)
    guard environment.isInteractive, !settings.isOnce else { return try printChart(of: input) }
    // Read first: what was recorded may be recorded anew into the same file.
    let replay = try Replay(settings)
    let recorder = try Recorder(settings)
    let live = try LiveHistory.open(input, settings)
    let (history, chart) = (live.history, live.chart)
    if live.isWhole { history.tellWarnings(settings, chart: chart) }
    var options = TerminalSurface.Options(environment: environment, colors: settings.text.colors)
    options.glyphs = settings.text.glyphs
    options.graphics = settings.text.graphics
    var surface = try TerminalSurface.open(options)
    let opening = Opening(settings: settings)
    var state = try opening.state(
      of: chart, size: surface.size, scale: surface.scale,
      theme: opening.theme(system: surface.suggestedTheme ?? .dark), metrics: surface.metrics)
    state.abilities = []
    // While the chart covers the screen, what comes up waits until it is gone.
    var messages: [String] = []
    defer { messages.suffix(Self.keptMessages).forEach(Messages.write) }
    let shown = ShownHistory(chart, feed: live.feed) { messages += $0 }
    var session = ChartSession(shown, state: state, drawsNotices: false)
    let heard = SessionInput(replay: replay, recorder: recorder, now: TerminalSurface.now)
    var line = StatusLine(name: history.name)
    let dress = { (session: borrowing ChartSession, surface: inout TerminalSurface) -> Invalidation in
      surface.status = line.text(session.state, of: session.history, columns: surface.chartCells.columns)
      return surface.isStale ? .full : .none
    }
    try session.run(on: &surface, input: heard, dress: dress) { request, _, surface in
      request == .saveScreenshot ? "pictures are saved in a window, or with -o FILE" : nil
    }
    let signal = surface.endingSignal
    surface.close()
    if let signal { throw EndedBySignal(signal: signal) }
  }

  /// The chart as text, once.
  private func printChart(of input: Argument) throws {
    guard settings.record == nil else {
      throw UsageError(message: "--record needs a window or a terminal to type in; the chart would only be printed")
    }
    let history = try History.load(input, settings)
    let chart = history.chart(settings)
    history.tellWarnings(settings, chart: chart)
    let printed = PrintedChart(settings: settings)
    try OutputFile.write(printed.bytes(of: printed.view(of: chart), colors: nil), to: "-")
  }

  /// Whether there is a terminal to read keys from; standard input may be the data.
  private var hasKeyboard: Bool {
    let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }
}

extension PointerShape {
  /// The shape that says what the pointer could do.
  fileprivate init(_ target: PointerTarget) {
    self =
      switch target {
      case .nothing: .arrow
      case .button: .hand
      case .content: .drag
      }
  }
}
