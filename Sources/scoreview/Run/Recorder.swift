internal import Glibc
internal import ScoreChart
internal import ScoreData
internal import ScoreDrawing

/// A file that takes down what a chart hears, event by event, so that it is complete whenever the run ends.
struct Recorder: ~Copyable {
  private let name: String
  private let descriptor: Int32
  private var hasFailed = false

  /// Opens what `--record` names, if it does: a new file, or one that holds an older recording and is emptied; `-` is standard output.
  ///
  /// - Throws: `UsageError` for a file that holds something else, `RecordingFailure` when it cannot be opened.
  init?(_ settings: Settings) throws {
    guard let file = settings.record else { return nil }
    name = EscapedText.escaped(file.text)
    descriptor = file.text == "-" ? dup(STDOUT_FILENO) : Recorder.open(file.bytes)
    guard descriptor >= 0 else { throw RecordingFailure(file: name, code: errno) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, file.text != "-" {
      guard status.st_size == 0 || Recorder.isRecording(descriptor) else {
        throw UsageError(message: "--record \(name): this file holds something else; give a new name")
      }
      _ = ftruncate(descriptor, 0)
    }
    write(EventRecording.firstLine)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func open(_ path: [UInt8]) -> Int32 {
    let path = path.map(CChar.init(bitPattern:)) + [0]
    return Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
  }

  private static func isRecording(_ descriptor: Int32) -> Bool {
    let header = Array(EventRecording.firstLine.utf8)
    var start = [UInt8](repeating: 0, count: header.count)
    return pread(descriptor, &start, start.count, 0) == header.count && start == header
  }

  /// Takes events down; ticks say nothing and are left out.
  mutating func append(_ events: [InputEvent]) {
    write(events.filter { $0.kind != .tick && $0.time.isFinite }.map(EventRecording.line(for:)).joined())
  }

  /// A disk that is full is no reason to lose the chart: that is told once, and the rest is not recorded.
  private mutating func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, !hasFailed {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        hasFailed = true
        Messages.write(RecordingFailure(file: name, code: errno).line)
      }
    }
  }
}

/// Input cannot be recorded.
struct RecordingFailure: UserFacingError {
  var file: String
  var code: Int32

  var line: String {
    Self.programLine("cannot record to \(file): \(String(cString: strerror(code)))", kind: "write-failed")
  }
  var status: ExitStatus { .inputOutput }
}
