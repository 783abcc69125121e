/// Where a pure computation runs: on how many threads, and who has them.
///
/// This module starts no thread itself; the program hands in how that is done.
public struct ParallelWork: Sendable {
  /// How many pieces of work run at once.
  public let width: Int
  private let run: @Sendable (Int, @escaping @Sendable (Int) -> Void) -> Void

  /// `run`: calls the closure with each number below the given one, in any order and on any thread, and returns behind the last.
  public init(width: Int, run: @escaping @Sendable (Int, @escaping @Sendable (Int) -> Void) -> Void) {
    self.width = max(width, 1)
    self.run = run
  }

  /// Everything in turn on the thread that asks.
  public static let sequential = ParallelWork(width: 1) { count, body in
    for index in 0..<count { body(index) }
  }

  /// Calls `body` with 0 ..< `count` and returns when all calls have.
  public func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    if width == 1 || count == 1 { for index in 0..<count { body(index) } } else { run(count, body) }
  }
}
