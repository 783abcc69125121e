/// Who is told, while a file is read, what has been: to show progress and to give memory back.
public struct ReadingObserver: Sendable {
  private let read: @Sendable (Range<Int>, Int) -> Void

  /// `read`: called on any thread with the offsets of bytes that need not be looked at again soon, and how many lines they have.
  public init(_ read: @escaping @Sendable (Range<Int>, Int) -> Void) { self.read = read }

  public static let none = ReadingObserver { _, _ in }

  func didRead(_ range: Range<Int>, lines: Int) { read(range, lines) }
}
