internal import ScoreChart
internal import ScoreDrawing

/// The history on a surface, kept as its feed has it.
struct ShownHistory {
  private(set) var chart: Chart
  /// A few words about the history as it is now, such as that its file is gone.
  private(set) var notice: String?
  /// Another number for each other history.
  private(set) var version = 0
  private let feed: HistoryFeed?
  /// Takes lines for standard error.
  private let tell: ([String]) -> Void

  init(
    _ chart: Chart, feed: HistoryFeed? = nil, tell: @escaping ([String]) -> Void = { $0.forEach(Messages.write) }
  ) {
    self.chart = chart
    self.feed = feed
    self.tell = tell
  }

  /// What a surface has to wait for; nil where the history cannot change.
  var descriptor: Int32? { feed?.descriptor }

  /// What `takeNews` did.
  struct News: Equatable {
    var invalidation = Invalidation.none
    /// Whether there are other scores than before.
    var isOther = false
  }

  /// Takes in what became of the history since the last call; what is in view stays in view.
  mutating func takeNews(_ state: inout ChartState, metrics: TextMetrics) -> News {
    var news = News()
    guard let update = feed?.take() else { return news }
    tell(update.messages)
    if take(update.notice) { news.invalidation = .overlay }
    switch update.change {
    case .none: return news
    case .extended(let new, let prepended, let appended):
      let count = appended.indices.contains(state.activeSeries) ? appended[state.activeSeries] : 0
      news.invalidation = state.historyChanged(appended: count, prepended: prepended, chart: new, metrics: metrics)
      chart = new
    case .replaced(let new):
      news.invalidation = state.historyReplaced(chart, by: new, metrics: metrics)
      chart = new
    }
    version += 1
    news.isOther = true
    return news
  }

  private mutating func take(_ change: HistoryUpdate.Notice) -> Bool {
    let text: String?
    switch change {
    case .asBefore: return false
    case .none: text = nil
    case .text(let words): text = words
    }
    defer { notice = text }
    return text != notice
  }
}
