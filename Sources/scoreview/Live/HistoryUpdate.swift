internal import ScoreChart

/// What became of a history that is being looked at, since it was last asked for.
struct HistoryUpdate: Sendable {
  var change = Change.none
  /// Lines for standard error, without repetitions of what was told before.
  var messages: [String] = []
  /// A few words that belong on the picture from now on.
  var notice = Notice.asBefore

  enum Change: Sendable {
    case none
    /// The rows so far stand unchanged in `chart`, `prepended` others before them, and behind them as many more of
    /// each series as `appended` says.
    case extended(Chart, prepended: Int, appended: [Int])
    /// Other rows took the place of those so far.
    case replaced(Chart)
  }

  enum Notice: Equatable, Sendable {
    case asBefore
    case none
    case text(String)
  }

  /// Takes in what happened after this.
  mutating func merge(_ later: HistoryUpdate) {
    messages += later.messages
    if later.notice != .asBefore { notice = later.notice }
    change = change.followed(by: later.change)
  }
}

extension HistoryUpdate.Change {
  func followed(by later: HistoryUpdate.Change) -> HistoryUpdate.Change {
    switch (self, later) {
    case (_, .none): return self
    case (.none, _), (_, .replaced): return later
    case (.replaced, .extended(let chart, _, _)): return .replaced(chart)
    case (.extended(_, let before, let behind), .extended(let chart, let moreBefore, let moreBehind)):
      guard behind.count == moreBehind.count else { return .replaced(chart) }
      return .extended(chart, prepended: before + moreBefore, appended: zip(behind, moreBehind).map { $0 + $1 })
    }
  }
}
