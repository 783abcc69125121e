/// Who is told, while a file is read, what has been and what will be: to show progress, and to ask the system for memory
/// and give it back.
public struct ReadingObserver: Sendable {
  private let read: @Sendable (Range<Int>, Int) -> Void
  let willFill: @Sendable (UnsafeMutableRawBufferPointer) -> Void

  /// Both closures are called on any thread.
  ///
  /// - Parameters:
  ///   - willFill: gets memory that is about to be filled from its beginning, perhaps not to its end, for a long time.
  ///   - read: gets offsets of bytes that need not be looked at again soon, and how many lines they have.
  public init(
    willFill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void = { _ in },
    _ read: @escaping @Sendable (Range<Int>, Int) -> Void
  ) {
    self.willFill = willFill
    self.read = read
  }

  public static let none = ReadingObserver { _, _ in }

  func didRead(_ range: Range<Int>, lines: Int) { read(range, lines) }
}
