internal import Glibc
internal import ScoreChart
internal import ScoreDrawing
internal import ScoreFramebuffer
internal import ScoreRaster
internal import ScoreWindow

/// Shows a chart on a bare display, for those who only pass by.
struct KioskShowing {
  let settings: Settings

  func show(_ input: Argument) throws {
    if settings.kiosk.usesSDL { SDLWindow.preload(driver: "kmsdrm") }
    let replay = try Replay(settings)
    let recorder = try Recorder(settings)
    let loader = try TextEngineLoader()
    let live = try LiveHistory.open(input, following)
    if live.isWhole { live.history.tellWarnings(settings, chart: live.chart) }
    let painter = FramePainter(text: try loader.finish())
    if settings.kiosk.usesSDL {
      let title = settings.chart.title ?? live.history.name
      var window = try SDLWindow(title: title, size: Settings.defaultWindowSize, painter: painter)
      try window.toggleFullScreen()
      window.setScale(settings.scale ?? FramebufferOptions.scale(for: window.pixels))
      try run(on: &window, live, painter, input, replay, recorder)
    } else {
      var display = settings.kiosk.display
      display.scale = settings.scale
      var surface = try FramebufferSurface(display, painter: painter)
      for warning in surface.takeWarnings() { Messages.note(warning, file: "scoreview") }
      try run(on: &surface, live, painter, input, replay, recorder)
    }
  }

  private func run<S: KioskSurface & ~Copyable>(
    on surface: inout S, _ live: LiveHistory, _ painter: FramePainter, _ input: Argument, _ replay: Replay?,
    _ recorder: consuming Recorder?
  ) throws {
    let opening = Opening(settings: settings)
    var state = try opening.state(
      of: live.chart, size: surface.size, scale: surface.scale, theme: opening.theme(system: .dark),
      metrics: surface.metrics)
    state.abilities = .savePicture
    let heard = SessionInput(replay: replay, recorder: recorder, now: S.now)
    var session = KioskSession(
      settings: settings, input: input, painter: painter, history: ShownHistory(live.chart, feed: live.feed),
      state: state, start: S.now)
    try session.run(on: &surface, input: heard)
  }

  /// A screen that nobody stands at shows what the file has now, though it may be one without a last line end.
  private var following: Settings {
    var settings = settings
    guard case .file = settings.input.map(InputKind.init), !settings.isFollowing else { return settings }
    settings.isFollowing = true
    settings.waitsForLineEnds = false
    return settings
  }
}

/// What a kiosk needs of its display beyond pictures and input.
protocol KioskSurface: Surface, ~Copyable {
  /// Which display it is, for the log.
  var summary: String { get }
  /// Switches the display off or on.
  mutating func setAsleep(_ isAsleep: Bool)
  /// Moves the whole picture a little, against burn-in.
  mutating func setShift(_ shift: PixelShift)
}

extension FramebufferSurface: KioskSurface {}

/// SDL shows pictures and no more: the display stays on, and they stay where they are.
extension SDLWindow: KioskSurface {
  var summary: String { "SDL" }
  mutating func setAsleep(_ isAsleep: Bool) {}
  mutating func setShift(_ shift: PixelShift) {}
}
