/// Something to tell the user about the data, and where it is.
///
/// Printed as compilers do: `file:line:column: warning: message [kind]`.
public struct Diagnostic: Equatable, Sendable {
  public var severity: Severity
  public var kind: Kind
  /// 1-based physical line, where the place is known.
  public var line: Int?
  /// 1-based cell number in a table, 1-based character in JSON; only behind a line.
  public var column: Int?
  /// What is wrong, what was found, what to do; one line, control characters escaped.
  public var message: String

  public enum Severity: String, Sendable {
    case warning
    case error
  }

  public init(_ severity: Severity, _ kind: Kind, line: Int? = nil, column: Int? = nil, _ message: String) {
    self.severity = severity
    self.kind = kind
    self.line = line
    self.column = column
    self.message = message
  }

  /// The name in brackets at the end of a message; part of the program's interface.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The message behind the place in `file`; `file` must already be escaped.
  public func text(file: String) -> String {
    var place = file
    if let line {
      place += ":\(line)"
      if let column { place += ":\(column)" }
    }
    return "\(place): \(severity.rawValue): \(message) [\(kind.rawValue)]"
  }
}

/// The data cannot be shown; the diagnostic says why and where.
public struct ParseError: Error, Equatable, Sendable {
  public var diagnostic: Diagnostic

  public init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }

  public init(_ kind: Diagnostic.Kind, line: Int? = nil, column: Int? = nil, _ message: String) {
    self.diagnostic = Diagnostic(.error, kind, line: line, column: column, message)
  }
}
