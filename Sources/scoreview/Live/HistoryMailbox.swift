internal import ScoreSources
internal import Synchronization

/// Where the thread that reads leaves news for the one that owns the interface.
final class HistoryMailbox: Sendable {
  private let news = Mutex<HistoryUpdate?>(nil)
  private let signal: WakeSignal

  init() throws(SourceError) { signal = try WakeSignal(for: "scoreview") }

  /// Becomes readable when there is news.
  var descriptor: Int32 { signal.descriptor }

  /// Adds to what has not been taken yet.
  func post(_ update: HistoryUpdate) {
    news.withLock { news in
      if news == nil { news = update } else { news?.merge(update) }
    }
    signal.raise()
  }

  /// All news since the last call; nil if there is none. Never blocks for longer than a merge takes.
  func take() -> HistoryUpdate? {
    signal.clear()
    return news.withLock { $0.take() }
  }
}
