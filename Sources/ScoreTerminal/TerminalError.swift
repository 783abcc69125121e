internal import Glibc

/// Why the terminal could not be used.
public enum TerminalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The process has no terminal of its own.
  case noTerminal(errno: Int32)
  /// A call to the system failed on the terminal.
  case system(call: String, errno: Int32)
  /// The other end of the terminal is gone.
  case hungUp

  public var description: String {
    switch self {
    case .noTerminal(let code):
      "there is no terminal to draw in: /dev/tty cannot be opened (\(TerminalError.text(code))); "
        + "-o chart.txt or a pipe prints the chart as text"
    case .system(let call, let code): "the terminal refused \(call): \(TerminalError.text(code))"
    case .hungUp: "the terminal is gone"
    }
  }

  private static func text(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
