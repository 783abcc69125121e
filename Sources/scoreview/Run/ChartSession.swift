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
  /// `perform` does what the chart asks of its surface, with the frame that is on it.
  mutating func run<S: Surface & ~Copyable>(
    on surface: inout S, perform: (ChartState.Request, Frame, inout S) throws -> Void
  ) throws {
    var frame = compose(on: surface)
    try surface.present(frame, .full)
    while true {
      var invalidation = Invalidation.none
      for event in try surface.waitForEvents(until: nil) {
        invalidation.merge(state.apply(event, chart: chart, metrics: surface.metrics))
      }
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

  private mutating func compose<S: Surface & ~Copyable>(on surface: borrowing S) -> Frame {
    composer.compose(chart, state, metrics: surface.metrics)
  }
}
