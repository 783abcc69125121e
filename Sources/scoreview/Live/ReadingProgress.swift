internal import Glibc
internal import ScoreData
internal import ScoreSources
internal import Synchronization

/// How far a reading has come, in words, and not more often than anybody can read.
final class ReadingProgress: Sendable {
  private struct State {
    /// The part of all work that is done, 0 … 1.
    var share = 0.0
    var rows = 0
    /// When the reading began that is going on, and when it was told of last.
    var start: Double
    var told: Double
    var hasTold = false
  }

  private let state: Mutex<State>

  /// Milliseconds between two tellings.
  private static let interval = 100.0

  /// `patience`: milliseconds from the beginning until there is anything to tell.
  init(start: Double, patience: Double) {
    state = Mutex(State(start: start, told: start + patience - Self.interval))
  }

  var hasTold: Bool { state.withLock { $0.hasTold } }

  /// Takes in what happened at a time in milliseconds; `12 k rows, 20 %, 3 s left` if it is time to tell.
  func note(_ step: ReadingStep, at time: Double) -> String? {
    state.withLock { state in
      switch step {
      case .began: (state.share, state.rows, state.start) = (0, 0, time)
      case .read(_, let rows, let share):
        state.share = min(state.share + share, 1)
        state.rows += rows
      }
      guard time - state.told >= Self.interval, state.share > 0 else { return nil }
      (state.told, state.hasTold) = (time, true)
      let left = (time - state.start) / state.share * (1 - state.share) / 1000
      let rows = state.rows > 0 ? "\(Self.short(state.rows)) rows, " : ""
      return "\(rows)\(Int(state.share * 100)) %, \(Self.duration(seconds: left)) left"
    }
  }

  /// `850`, `12 k`, `3.4 M`
  static func short(_ count: Int) -> String {
    if count < 1000 { return "\(count)" }
    if count < 1_000_000 { return "\(count / 1000) k" }
    let tenths = count / 100_000
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) M" : "\(tenths / 10) M"
  }

  /// `40 s`, `3 min`
  static func duration(seconds: Double) -> String {
    guard seconds < 86400 else { return "more than a day" }
    let whole = Int(max(seconds, 0).rounded(.up))
    return whole < 100 ? "\(whole) s" : "\((whole + 30) / 60) min"
  }
}

/// A line on the terminal about a reading that takes long, while there is nothing else to look at; gone when it is done.
struct ProgressLine: ~Copyable, Sendable {
  private let progress: ReadingProgress
  private let isShown: Bool

  /// Who waits so long wants to know what for, in milliseconds.
  private static let patience = 700.0

  init() {
    progress = ReadingProgress(start: SystemClock.steady, patience: Self.patience)
    isShown = isatty(STDERR_FILENO) == 1
  }

  /// Who tells the line what happens; `release` gets the bytes that have been read.
  borrowing func observer(release: @escaping @Sendable (Range<Int>) -> Void) -> ReadingObserver {
    let (progress, isShown) = (progress, isShown)
    return ReadingObserver(willFill: LargePages.prefer) { step in
      if case .read(let part, _, _) = step { release(part) }
      guard isShown, let text = progress.note(step, at: SystemClock.steady) else { return }
      Messages.print("\rreading: \(text)\u{1B}[K")
    }
  }

  deinit {
    if isShown, progress.hasTold { Messages.print("\r\u{1B}[K") }
  }
}
