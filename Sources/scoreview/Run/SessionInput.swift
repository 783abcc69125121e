internal import ScoreChart
internal import ScoreDrawing

/// What a chart hears while it is shown: the surface's input, or that of an earlier run, taken down if asked for.
///
/// The chart's clock begins with the run, or where the replayed run's did. So the chart hears the very times that
/// stand in the recording, and the same input ends in the same state, to the last digit.
struct SessionInput: ~Copyable {
  /// The surface's time at which the chart's clock shows 0.
  private let origin: Double
  private var replayed: ArraySlice<InputEvent>
  private var recorder: Recorder?
  /// Whether the chart does again what was done before; until it has come to rest, it hears nothing else.
  private(set) var isReplaying: Bool
  /// The latest time that the chart has heard of. What came in before it but was taken later is heard then: the chart
  /// does not go back, and a recording must tell when it was where.
  private var latest = -Double.infinity

  init(replay: Replay?, recorder: consuming Recorder?, now: Double) {
    replayed = replay?.recording.events[...] ?? []
    isReplaying = !replayed.isEmpty
    origin = now - (replayed.first?.time ?? 0)
    self.recorder = recorder
  }

  /// Takes down the surface that the run begins on.
  mutating func begin<S: Surface & ~Copyable>(on surface: borrowing S) {
    recorder?.append([InputEvent(time: 0, .resized(surface.size, scale: surface.scale))])
  }

  /// A time of the surface's clock on the chart's.
  func time(_ surfaceTime: Double) -> Double { surfaceTime - origin }

  /// When to stop waiting, on the surface's clock: for the chart's next tick or the next replayed event.
  func deadline(nextTick: Double?) -> Double? {
    [nextTick, replayed.first?.time].compactMap { $0 }.min().map { $0 + origin }
  }

  /// What the chart hears now, of the surface's news and of what is replayed.
  mutating func take(_ news: [InputEvent], at surfaceTime: Double) -> [InputEvent] {
    var heard = news.map { InputEvent(time: time($0.time), $0.kind) }
    if isReplaying {
      let now = time(surfaceTime)
      let due = Array(replayed.prefix { $0.time <= now })
      replayed = replayed.dropFirst(due.count)
      heard = due + heard.filter(\.kind.quits)
    }
    for index in heard.indices {
      latest = max(latest, heard[index].time)
      heard[index].time = latest
    }
    recorder?.append(heard)
    return heard
  }

  /// Tells the chart how late it is, but never later than what is yet to be replayed.
  mutating func tick(at surfaceTime: Double) -> InputEvent {
    latest = max(latest, min(time(surfaceTime), replayed.first?.time ?? .infinity))
    return InputEvent(time: latest, .tick)
  }

  /// What the chart hears when a replay is over: the size of the surface that it is really on; nothing else.
  mutating func endReplay<S: Surface & ~Copyable>(on surface: borrowing S, isAtRest: Bool) -> [InputEvent] {
    guard isReplaying, replayed.isEmpty, isAtRest else { return [] }
    isReplaying = false
    return take([InputEvent(time: S.now, .resized(surface.size, scale: surface.scale))], at: S.now)
  }

  /// The view to show of a state: a replayed one of another size is shown in the surface's own.
  func shown<S: Surface & ~Copyable>(_ state: ChartState, of chart: Chart, on surface: borrowing S) -> ChartState {
    guard isReplaying else { return state }
    var state = state
    let fit = InputEvent(time: time(S.now), .resized(surface.size, scale: surface.scale))
    state.apply(fit, chart: chart, metrics: surface.metrics)
    return state
  }
}

extension InputEvent.Kind {
  /// Whether a user asks for the end, which is heard during a replay too.
  fileprivate var quits: Bool {
    switch self {
    case .closed, .key(.escape, _, _): true
    case .key(.character(let character), _, _): character == "q"
    default: false
    }
  }
}
