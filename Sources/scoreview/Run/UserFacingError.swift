internal import ScoreChart
internal import ScoreData
internal import ScoreExport
internal import ScoreFramebuffer
internal import ScoreRaster
internal import ScoreSources
internal import ScoreTerminal
internal import ScoreWindow

/// An error that ends a run: the line that tells it, and the exit status it gives.
protocol UserFacingError: Error {
  var line: String { get }
  var status: ExitStatus { get }
  /// What happened and what to do, without the place and the kind: for the few words that fit on a picture.
  var reason: String { get }
}

extension UserFacingError {
  var reason: String { line }

  static func programLine(_ message: String, kind: String) -> String {
    "scoreview: error: \(message) [\(kind)]"
  }
}

extension UsageError: UserFacingError {
  var line: String { Self.programLine(message, kind: kind) }
  var reason: String { message }
  var status: ExitStatus { .usage }
}

extension SourceError: UserFacingError {
  var line: String { text }
  var reason: String { diagnostic.message }
  var status: ExitStatus { ExitStatus(rawValue: exitStatus) ?? .inputOutput }
}

extension RasterError: UserFacingError {
  var line: String { Self.programLine(message, kind: "cannot-draw") }
  var status: ExitStatus { .inputOutput }
}

extension ExportError: UserFacingError {
  var line: String { Self.programLine(message, kind: "cannot-draw") }
  var status: ExitStatus { .inputOutput }
}

extension OutputError: UserFacingError {
  var line: String { Self.programLine(message, kind: "write-failed") }
  var status: ExitStatus { .inputOutput }
}

extension WindowError: UserFacingError {
  var line: String { Self.programLine(message, kind: "no-window") }
  var status: ExitStatus { .inputOutput }
}

extension TerminalError: UserFacingError {
  var line: String { Self.programLine(description, kind: "no-terminal") }
  var status: ExitStatus { .inputOutput }
}

extension FramebufferError: UserFacingError {
  var line: String { Self.programLine(message, kind: "no-display") }
  var status: ExitStatus { .inputOutput }
}

/// A signal asked the program to end; the surface has been given back.
struct EndedBySignal: Error {
  var signal: Int32
}

/// The file's contents cannot be shown; usage errors that only the contents reveal are among them.
struct UnreadableFile: UserFacingError {
  var file: String
  var diagnostic: Diagnostic

  var line: String { diagnostic.text(file: file) }
  var reason: String { diagnostic.message }
  var status: ExitStatus { diagnostic.kind.rawValue == "usage" ? .usage : .data }
}

/// A file of recorded input that cannot be replayed.
struct UnreadableRecording: UserFacingError {
  var file: String
  var error: RecordingError

  var line: String { error.text(file: file) + " [unreadable-recording]" }
  var status: ExitStatus { .data }
}
