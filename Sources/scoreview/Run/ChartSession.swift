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
  /// that is on it.
  mutating func run<S: Surface & ~Copyable>(
    on surface: inout S, input: consuming SessionInput,
    dress: (borrowing ChartSession, inout S) -> Invalidation = { _, _ in .none },
    resize: (ViewSize, inout S) -> Void = { _, _ in },
    perform: (ChartState.Request, Frame, inout S) throws -> Void
  ) throws {
    if let descriptor = history.descriptor { try surface.watch(descriptor) }
    input.begin(on: surface)
    _ = dress(self, &surface)
    var frame = compose(on: surface, input)
    try surface.present(frame, .full)
    while true {
      let tick = state.nextTick(after: input.time(S.now), frameInterval: surface.frameInterval)
      let deadline = input.deadline(nextTick: tick)
      let news = try surface.waitForEvents(until: deadline)
      var invalidation = Invalidation.none
      for event in input.take(news, at: S.now) {
        if input.isReplaying, case .resized(let size, _) = event.kind { resize(size, &surface) }
        invalidation.merge(state.apply(event, chart: history.chart, metrics: surface.metrics))
      }
      if deadline != nil {
        let tick = InputEvent(time: input.time(S.now), .tick)
        invalidation.merge(state.apply(tick, chart: history.chart, metrics: surface.metrics))
      }
      if input.isReplaying, news.contains(where: \.kind.isResized) { invalidation = .full }
      for event in input.endReplay(on: surface, isAtRest: !state.needsTicks) {
        invalidation.merge(state.apply(event, chart: history.chart, metrics: surface.metrics))
      }
      invalidation.merge(takeNews(metrics: surface.metrics))
      invalidation.merge(dress(self, &surface))
      if invalidation > .none {
        frame = compose(on: surface, input)
        try surface.present(frame, invalidation)
      }
      for request in state.takeRequests() {
        if request == .quit { return }
        try perform(request, frame, &surface)
      }
    }
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
