internal import Glibc

/// A file could not be written.
public enum OutputError: Error, Equatable, Sendable {
  /// Whoever read the pipe went away: mostly no mistake, and nothing to tell the user.
  case brokenPipe(path: String)
  /// `action` on `path` failed with an errno.
  case failed(path: String, action: Action, code: Int32)

  public enum Action: String, Sendable {
    case open = "cannot open"
    case create = "cannot create a file beside"
    case write = "cannot write"
    case replace = "cannot replace"
  }

  /// What happened, where and why, one line.
  public var message: String {
    switch self {
    case .brokenPipe(let path): "\(OutputFile.displayName(path)): the reader went away"
    case .failed(let path, let action, let code):
      "\(action.rawValue) \(OutputFile.displayName(path)): \(Self.reason(code))"
    }
  }

  private static func reason(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "errno \(code)" }
    return String(cString: text)
  }
}
