internal import ScoreChart
internal import ScoreData
internal import ScoreDrawing
internal import ScoreSources

/// The input of an earlier run, to be done again.
struct Replay {
  let recording: EventRecording

  init(_ recording: EventRecording) { self.recording = recording }

  /// Reads what `--replay` names, if it does.
  init?(_ settings: Settings) throws {
    guard let file = settings.replay else { return nil }
    let source = try ByteSource.open(SourceLocation(argument: file.bytes))
    let text = source.withBytes { String(decoding: $0, as: UTF8.self) }
    do throws(RecordingError) {
      recording = try EventRecording(parsing: text)
    } catch {
      throw UnreadableRecording(file: source.displayName, error: error)
    }
    try source.verify()
  }

  /// The surface that was recorded: what a recording begins with.
  var surface: (size: ViewSize, scale: Double)? {
    guard case .resized(let size, let scale) = recording.events.first?.kind else { return nil }
    return (size, scale)
  }
}
