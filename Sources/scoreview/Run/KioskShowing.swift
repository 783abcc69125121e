internal import Glibc
internal import ScoreChart
internal import ScoreData
internal import ScoreDrawing
internal import ScoreFramebuffer
internal import ScoreRaster

/// Shows a chart on a bare display, with a kiosk's manners: ticker, pixel shift, sleep, notices.
struct KioskShowing {
  let settings: Settings

  func show(_ input: Argument) throws {
    let replay = try Replay(settings)
    let recorder = try Recorder(settings)
    let loader = try TextEngineLoader()
    let live = try LiveHistory.open(input, following)
    let (history, chart) = (live.history, live.chart)
    if live.isWhole { history.tellWarnings(settings, chart: chart) }
    var display = settings.kiosk.display
    display.scale = settings.scale
    var surface = try FramebufferSurface(display, painter: FramePainter(text: try loader.finish()))
    for warning in surface.takeWarnings() { Messages.note(warning, file: "scoreview") }
    let opening = Opening(settings: settings)
    var state = try opening.state(
      of: chart, size: surface.size, scale: surface.scale, theme: opening.theme(system: .dark),
      metrics: surface.metrics)
    let heard = SessionInput(replay: replay, recorder: recorder, now: FramebufferSurface.now)
    try run(ShownHistory(chart, feed: live.feed), &state, &surface, heard)
  }

  /// A screen that nobody stands at shows what the file has now, though it may be one without a last line end.
  private var following: Settings {
    var settings = settings
    guard case .file = settings.input.map(InputKind.init), !settings.isFollowing else { return settings }
    settings.isFollowing = true
    settings.waitsForLineEnds = false
    return settings
  }

  private func run(
    _ shown: ShownHistory, _ state: inout ChartState, _ surface: inout FramebufferSurface,
    _ input: consuming SessionInput
  ) throws {
    var shown = shown
    if let descriptor = shown.descriptor { surface.watch(descriptor) }
    input.begin(on: surface)
    var manners = KioskManners(settings.kiosk.mannersInUse, start: FramebufferSurface.now)
    var toldDisplay = ""
    var composer = Composer()
    var invalidation = Invalidation.full
    var shownNotice = ""
    while true {
      let wall = SystemClock.timeOfDay
      let step = manners.step(
        time: FramebufferSurface.now, wall: wall, offset: state.viewport.offset,
        maximumOffset: state.viewport.maximumOffset,
        pointsPerNotch: max(2 * TimelineStyle.columnWidth, state.viewport.columnWidth), scale: surface.scale)
      for event in input.take(step.events, at: FramebufferSurface.now) {
        invalidation.merge(state.apply(event, chart: shown.chart, metrics: surface.metrics))
      }
      let notice = [step.notice, step.clock].compactMap { $0 }.joined(separator: "  ")
      if notice != shownNotice { invalidation.merge(.overlay) }
      shownNotice = notice
      surface.setAsleep(step.isAsleep)
      surface.setShift(step.shift)
      if invalidation > .none {
        var frame = composer.compose(
          shown.chart, input.shown(state, of: shown.chart, on: surface), metrics: surface.metrics)
        KioskNotice.add(notice, to: &frame, metrics: surface.metrics)
        try surface.present(frame, invalidation)
        invalidation = .none
        tellDisplay(surface, &toldDisplay)
      }
      let tick = state.nextTick(after: input.time(FramebufferSurface.now), frameInterval: surface.frameInterval)
      let deadlines = [step.deadline, input.deadline(nextTick: tick)]
      let events = try surface.waitForEvents(until: deadlines.compactMap { $0 }.min())
      let onlyWakes = manners.note(events, time: FramebufferSurface.now, wall: wall)
      let meant = events.filter { !onlyWakes || $0.kind == .closed }
      let ticks = [InputEvent(time: input.time(FramebufferSurface.now), .tick)]
      for event in input.take(meant, at: FramebufferSurface.now) + ticks {
        invalidation.merge(state.apply(event, chart: shown.chart, metrics: surface.metrics))
      }
      for event in input.endReplay(on: surface, isAtRest: !state.needsTicks) {
        invalidation.merge(state.apply(event, chart: shown.chart, metrics: surface.metrics))
      }
      let news = shown.takeNews(&state, metrics: surface.metrics)
      invalidation.merge(news.invalidation)
      if news.isOther {
        composer.historyChanged()
        manners.freshness.changed(at: FramebufferSurface.now)
      }
      if let problem = shown.notice { manners.freshness.failed(problem) } else { manners.freshness.confirmed() }
      if state.takeRequests().contains(.quit) { return }
    }
  }

  /// Says where the chart is shown, and again when that changes.
  private func tellDisplay(_ surface: borrowing FramebufferSurface, _ told: inout String) {
    guard settings.isVerbose else { return }
    let display = "\(surface.summary), \(DecimalText.shortest(surface.scale)) pixels a point"
    if display != told { Messages.note("showing on \(display)", file: "scoreview") }
    told = display
  }
}
