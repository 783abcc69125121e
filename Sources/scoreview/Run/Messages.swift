internal import Glibc
internal import ScoreData

/// What a run tells on standard error: one line a message, as compilers write them.
enum Messages {
  static func write(_ line: String) { print(line + "\n") }

  static func print(_ text: String) {
    var text = text
    // Standard error may be closed; there is nobody left to tell.
    text.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
  }

  static func write(_ diagnostics: [Diagnostic], file: String) {
    for diagnostic in diagnostics { write(diagnostic.text(file: file)) }
  }

  static func error(_ message: String, kind: String) {
    write("scoreview: error: \(message) [\(kind)]")
  }

  static func note(_ message: String, file: String) { write(noteLine(message, file: file)) }

  static func noteLine(_ message: String, file: String) -> String { "\(file): note: \(message)" }
}

/// Why a run ended, as the shell sees it.
enum ExitStatus: Int32 {
  case ok = 0
  case data = 1
  case usage = 2
  case inputOutput = 3
}
