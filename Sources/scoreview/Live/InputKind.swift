internal import Glibc
internal import ScoreSources

/// How the bytes of an input can go on.
enum InputKind: Equatable {
  case file(path: [UInt8])
  /// A pipe, a socket or a device: whoever writes to it may go on doing so.
  case stream(SourceLocation)
  case address(String)
  /// It is read once: a file as standard input, or something that cannot be read at all.
  case once(SourceLocation)

  init(_ input: Argument) {
    let location = SourceLocation(argument: input.bytes)
    switch location {
    case .address(let address): self = .address(address)
    case .standardInput: self = InputKind.isStream { fstat(STDIN_FILENO, &$0) } ? .stream(location) : .once(location)
    case .file(let path):
      let name = path.map { CChar(bitPattern: $0) } + [0]
      if path.contains(0) {
        self = .once(location)
      } else {
        self = InputKind.isStream { stat(name, &$0) } ? .stream(location) : .file(path: path)
      }
    }
  }

  private static func isStream(_ look: (inout stat) -> Int32) -> Bool {
    var status = stat()
    guard look(&status) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK, S_IFCHR].contains(status.st_mode & S_IFMT)
  }
}
