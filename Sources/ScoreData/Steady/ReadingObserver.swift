/// What happens while a file is read.
public enum ReadingStep: Sendable {
  /// The reading begins, or begins anew: what was read before does not count.
  case began
  /// Bytes at these offsets need not be looked at again soon, and gave so many rows.
  ///
  /// `share`: how much of all the work that was, all steps behind ``began`` together being at most 1.
  case read(Range<Int>, rows: Int, share: Double)
}

/// Who is told, while a file is read, what has been and what will be: to show progress, and to ask the system for memory
/// and give it back.
public struct ReadingObserver: Sendable {
  let tell: @Sendable (ReadingStep) -> Void
  let willFill: @Sendable (UnsafeMutableRawBufferPointer) -> Void

  /// Both closures are called on any thread.
  ///
  /// - Parameters:
  ///   - willFill: gets memory that is about to be filled from its beginning, perhaps not to its end, for a long time.
  ///   - tell: gets what happens.
  public init(
    willFill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void = { _ in },
    _ tell: @escaping @Sendable (ReadingStep) -> Void
  ) {
    self.willFill = willFill
    self.tell = tell
  }

  public static let none = ReadingObserver { _ in }
}
