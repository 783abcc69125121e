public import ScoreData

/// The bytes could not be had: the place, and why.
public struct SourceError: Error, Equatable, Sendable {
  public var diagnostic: Diagnostic

  public init(_ kind: Diagnostic.Kind, _ message: String) {
    self.diagnostic = Diagnostic(.error, kind, message)
  }
}
