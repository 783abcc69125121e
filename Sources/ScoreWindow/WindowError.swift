/// A window could not be opened or drawn to.
public struct WindowError: Error, Equatable, Sendable {
  /// What is wrong and what to do, one line.
  public var message: String

  public init(_ message: String) { self.message = message }
}
