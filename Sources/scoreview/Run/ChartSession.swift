internal import ScoreChart
internal import ScoreDrawing

/// The loop that drives a surface: input in, frames out, nothing while nothing happens.
struct ChartSession {
  private(set) var history: ShownHistory
  private(set) var state: ChartState
  private var composer = Composer()
  /// Whether the picture itself shows the history's notice; a terminal has a line of its own for that.
  private let drawsNotices: Bool

  init(_ history: ShownHistory, state: ChartState, drawsNotices: Bool = true) {
    self.history = history
    self.state = state
    self.drawsNotices = drawsNotices
  }

  /// Runs until the user quits.
  ///
  /// `dress` gives the surface what only it shows and says whether all is to be drawn anew; `resize` gives it the size
  /// that a replayed one had, where it can have it; `perform` does what the chart asks of its surface, with the frame
  /// that is on it, and says what there is to tell about that; `open` reads a file that was dropped on the surface.
  mutating func run<S: Surface & ~Copyable>(
    on surface: inout S, input: consuming SessionInput,
    dress: (borrowing ChartSession, inout S) -> Invalidation = { _, _ in .none },
    resize: (ViewSize, inout S) -> Void = { _, _ in },
    open: (String, ChartState, inout S) throws -> (ShownHistory, ChartState)? = { _, _, _ in nil },
    perform: (ChartState.Request, Frame, inout S) throws -> String?
  ) throws {
    if let descriptor = history.descriptor { try surface.watch(descriptor) }
    input.begin(on: surface)
    _ = dress(self, &surface)
    var frame = compose(on: surface, input)
    try surface.present(frame, .full)
    var pacer = PresentPacer()
    pacer.presented(at: S.now)
    while true {
      let tick = state.nextTick(after: input.time(S.now), frameInterval: surface.frameInterval)
      let deadline = pacer.deadline(input.deadline(nextTick: tick), frameInterval: surface.frameInterval)
      let news = try surface.waitForEvents(until: deadline)
      for event in input.take(news, at: S.now) {
        if input.isReplaying, case .resized(let size, _) = event.kind { resize(size, &surface) }
        pacer.pending.merge(state.apply(event, chart: history.chart, metrics: surface.metrics))
        if case .dropped(let path) = event.kind { pacer.pending.merge(try take(path, on: &surface, open)) }
      }
      if deadline != nil {
        pacer.pending.merge(state.apply(input.tick(at: S.now), chart: history.chart, metrics: surface.metrics))
      }
      if input.isReplaying, news.contains(where: \.kind.isResized) { pacer.pending = .full }
      for event in input.endReplay(on: surface, isAtRest: !state.needsTicks) {
        pacer.pending.merge(state.apply(event, chart: history.chart, metrics: surface.metrics))
      }
      for request in state.takeRequests() {
        if request == .quit { return }
        if pacer.pending > .none { frame = compose(on: surface, input) }
        if let message = try perform(request, frame, &surface) { pacer.pending.merge(state.tell(message)) }
      }
      pacer.pending.merge(takeNews(metrics: surface.metrics))
      pacer.pending.merge(dress(self, &surface))
      if pacer.isDue(at: S.now, frameInterval: surface.frameInterval) {
        frame = compose(on: surface, input)
        try surface.present(frame, pacer.pending)
        pacer.presented(at: S.now)
      }
    }
  }

  /// Shows a dropped file in the place of the one before, which stays if the other cannot be read.
  private mutating func take<S: Surface & ~Copyable>(
    _ path: String, on surface: inout S, _ open: (String, ChartState, inout S) throws -> (ShownHistory, ChartState)?
  ) throws -> Invalidation {
    do {
      guard let (newHistory, newState) = try open(path, state, &surface) else { return .none }
      if let descriptor = history.descriptor { surface.unwatch(descriptor) }
      (history, state) = (newHistory, newState)
      composer.historyChanged()
    } catch let error as any UserFacingError {
      Messages.write(error.line)
      return state.tell("not opened: \(error.reason)")
    }
    if let descriptor = history.descriptor { try surface.watch(descriptor) }
    return .full
  }

  private mutating func takeNews(metrics: TextMetrics) -> Invalidation {
    let news = history.takeNews(&state, metrics: metrics)
    if news.isOther { composer.historyChanged() }
    if drawsNotices { state.notice = history.notice }
    return news.invalidation
  }

  private mutating func compose<S: Surface & ~Copyable>(
    on surface: borrowing S, _ input: borrowing SessionInput
  ) -> Frame {
    composer.compose(
      history.chart, input.shown(state, of: history.chart, on: surface), metrics: surface.metrics,
      overscan: surface.overscan)
  }
}

extension InputEvent.Kind {
  fileprivate var isResized: Bool { if case .resized = self { true } else { false } }
}
