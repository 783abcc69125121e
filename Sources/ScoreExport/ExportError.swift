/// A picture or a table could not be written.
public struct ExportError: Error, Equatable, Sendable {
  /// What is wrong and what to do, one line.
  public var message: String

  public init(_ message: String) { self.message = message }
}
