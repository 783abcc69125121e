internal import Glibc
internal import ScoreTerminal

/// The process's environment.
enum Environment {
  static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Whether a variable is there and not empty.
  static func isSet(_ name: String) -> Bool {
    getenv(name).map { $0.pointee != 0 } ?? false
  }

  /// All variables, with what is not UTF-8 replaced.
  static var variables: [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      let parts = String(cString: pointer).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return variables
  }

  /// What the terminal database says about the terminal.
  static var terminfo: Terminfo? {
    let variables = self.variables
    return Terminfo.load(term: variables["TERM"] ?? "", variables: variables)
  }
}
