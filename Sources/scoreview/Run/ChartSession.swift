internal import ScoreChart
internal import ScoreDrawing

/// The loop that drives a surface: input in, frames out, nothing while nothing happens.
struct ChartSession {
  let chart: Chart
  private(set) var state: ChartState
  private var composer = Composer()

  init(chart: Chart, state: ChartState) {
    self.chart = chart
    self.state = state
  }

  /// Runs until the user quits.
  ///
  /// `dress` gives the surface what only it shows and says whether all is to be drawn anew; `perform` does what the chart asks of
  /// its surface, with the frame that is on it.
  mutating func run<S: Surface & ~Copyable>(
    on surface: inout S, dress: (ChartState, inout S) -> Invalidation = { _, _ in .none },
    perform: (ChartState.Request, Frame, inout S) throws -> Void
  ) throws {
    _ = dress(state, &surface)
    var frame = compose(on: surface)
    try surface.present(frame, .full)
    while true {
      let deadline = state.nextTick(after: S.now, frameInterval: ChartSession.frameInterval)
      var invalidation = Invalidation.none
      for event in try surface.waitForEvents(until: deadline) {
        invalidation.merge(state.apply(event, chart: chart, metrics: surface.metrics))
      }
      if deadline != nil {
        let tick = InputEvent(time: S.now, .tick)
        invalidation.merge(state.apply(tick, chart: chart, metrics: surface.metrics))
      }
      invalidation.merge(dress(state, &surface))
      if invalidation > .none {
        frame = compose(on: surface)
        try surface.present(frame, invalidation)
      }
      for request in state.takeRequests() {
        if request == .quit { return }
        try perform(request, frame, &surface)
      }
    }
  }

  /// Milliseconds between two frames while something moves by itself.
  private static let frameInterval = 1000.0 / 60

  private mutating func compose<S: Surface & ~Copyable>(on surface: borrowing S) -> Frame {
    composer.compose(chart, state, metrics: surface.metrics)
  }
}
