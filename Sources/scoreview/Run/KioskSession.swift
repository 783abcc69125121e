internal import ScoreChart
internal import ScoreData
internal import ScoreDrawing
internal import ScoreFramebuffer
internal import ScoreRaster

/// The loop of a display that nobody sits at: ticker, pixel shift, sleep, notices, and new scores as they come.
struct KioskSession {
  private let settings: Settings
  private let input: Argument
  private let painter: FramePainter
  private var history: ShownHistory
  private var state: ChartState
  private var manners: KioskManners
  private let start: Double
  private var composer = Composer()
  private var toldDisplay = ""
  /// The picture's words besides the chart, and what was said last about saving one, until when.
  private var shownClock: String?
  private var remark: (text: String, end: Double)?
  /// Whether the data is in a file, which knows its age.
  private var isDated = false

  /// How long something is said that happened only once.
  private static let remarkTime = 6000.0

  /// - Parameter start: now, on the surface's clock.
  init(
    settings: Settings, input: Argument, painter: FramePainter, history: ShownHistory, state: ChartState,
    start: Double
  ) {
    self.settings = settings
    self.input = input
    self.painter = painter
    self.history = history
    self.state = state
    self.start = start
    manners = KioskManners(settings.kiosk.mannersInUse, start: start)
  }

  /// Runs until the user quits or the program is told to end.
  mutating func run<S: KioskSurface & ~Copyable>(
    on surface: inout S, input heard: consuming SessionInput
  ) throws {
    if let descriptor = history.descriptor { try surface.watch(descriptor) }
    heard.begin(on: surface)
    var invalidation = Invalidation.full
    while true {
      let wall = SystemClock.timeOfDay
      noteAge(now: S.now)
      let step = manners.step(
        time: S.now, wall: wall, offset: state.viewport.offset, maximumOffset: state.viewport.maximumOffset,
        pointsPerNotch: max(2 * TimelineStyle.columnWidth, state.viewport.columnWidth), scale: surface.scale)
      apply(heard.take(step.events, at: S.now), on: surface, &invalidation)
      if say(step, now: S.now) { invalidation.merge(.overlay) }
      surface.setAsleep(step.isAsleep)
      surface.setShift(step.shift)
      if invalidation > .none {
        try surface.present(frame(on: surface, heard), invalidation)
        invalidation = .none
        tellDisplay(surface)
      }
      let tick = state.nextTick(after: heard.time(S.now), frameInterval: surface.frameInterval)
      let deadlines = [step.deadline, heard.deadline(nextTick: tick), remark?.end]
      let events = try surface.waitForEvents(until: deadlines.compactMap { $0 }.min())
      let onlyWakes = manners.note(events, time: S.now, wall: wall)
      let meant = events.filter { $0.kind == .closed || !onlyWakes && !isLeftOver($0) }
      let news = heard.take(meant, at: S.now)
      apply(news + [heard.tick(at: S.now)], on: surface, &invalidation)
      apply(heard.endReplay(on: surface, isAtRest: !state.needsTicks), on: surface, &invalidation)
      invalidation.merge(takeNews(now: S.now, metrics: surface.metrics))
      for request in state.takeRequests() {
        if request == .quit { return }
        if request == .saveScreenshot { save(frame(on: surface, heard), now: S.now) }
      }
    }
  }

  /// Whether a pointer was put somewhere before there was a chart: nobody points at anything.
  private func isLeftOver(_ event: InputEvent) -> Bool {
    if case .pointerMoved = event.kind { event.time < start } else { false }
  }

  private mutating func apply<S: Surface & ~Copyable>(
    _ events: [InputEvent], on surface: borrowing S, _ invalidation: inout Invalidation
  ) {
    for event in events {
      invalidation.merge(state.apply(event, chart: history.chart, metrics: surface.metrics))
    }
  }

  private mutating func frame<S: Surface & ~Copyable>(
    on surface: borrowing S, _ heard: borrowing SessionInput
  ) -> Frame {
    var frame = composer.compose(
      history.chart, heard.shown(state, of: history.chart, on: surface), metrics: surface.metrics,
      overscan: surface.overscan)
    if let shownClock { KioskClock.add(shownClock, to: &frame, metrics: surface.metrics) }
    return frame
  }

  // MARK: The history

  private mutating func takeNews(now: Double, metrics: TextMetrics) -> Invalidation {
    let news = history.takeNews(&state, metrics: metrics)
    if news.isOther {
      composer.historyChanged()
      if !isDated { manners.freshness.changed(at: now) }
    }
    manners.freshness.problem = history.notice
    return news.invalidation
  }

  /// Data is as old as its file; where there is none, as what came last.
  ///
  /// Asked each time: a file can be touched, and a clock that was wrong at first be set.
  private mutating func noteAge(now: Double) {
    guard manners.options.staleAfter != nil, case .file(let path) = InputKind(input),
      let time = SystemClock.writingTime(ofFileAt: path)
    else { return }
    isDated = true
    manners.freshness.changed(at: now - max(0, SystemClock.secondsSince1970 - time) * 1000)
  }

  // MARK: Words

  /// Puts into the picture what is to be said now; whether that is something else than before.
  private mutating func say(_ step: KioskManners.Step, now: Double) -> Bool {
    if let end = remark?.end, end <= now { remark = nil }
    let words = [remark?.text, step.notice].compactMap { $0 }
    // One box: the clock stands in it where there is one.
    let notice = words.isEmpty ? nil : ([step.clock].compactMap { $0 } + words).joined(separator: "  ·  ")
    let clock = notice == nil ? step.clock : nil
    defer { (state.notice, shownClock) = (notice, clock) }
    return notice != state.notice || clock != shownClock
  }

  /// Nobody reads the log of a display on the wall: the picture says where it was saved, or why it was not.
  private mutating func save(_ frame: Frame, now: Double) {
    do {
      let text = "saved \(try Screenshot.save(frame, painter: painter, of: input))"
      Messages.note(text, file: "scoreview")
      remark = (text, now + Self.remarkTime)
    } catch let error as any UserFacingError {
      Messages.write(error.line)
      remark = ("the picture could not be saved", now + Self.remarkTime)
    } catch {}
  }

  /// Says where the chart is shown, and again when that changes.
  private mutating func tellDisplay<S: KioskSurface & ~Copyable>(_ surface: borrowing S) {
    guard settings.isVerbose else { return }
    let display = "\(surface.summary), \(DecimalText.shortest(surface.scale)) pixels a point"
    if display != toldDisplay { Messages.note("showing on \(display)", file: "scoreview") }
    toldDisplay = display
  }
}
