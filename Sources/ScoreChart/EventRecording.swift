public import ScoreDrawing

/// A session's input as text: timestamps and events, to be replayed on any surface.
///
/// The first line names the format; then one event a line, its time in milliseconds
/// first. Numbers are written so that they read back exactly; ticks are not written,
/// because a state depends on the time alone and not on how often it was drawn.
///
///     scoreview events 1
///     0 resize 620 344 2
///     15.25 down 310 100 mouse
///     31.5 move 280 101
///     48 key left shift
public struct EventRecording: Equatable, Sendable {
  public private(set) var events: [InputEvent] = []

  static let header = "scoreview events 1"
  /// Longer recordings are refused: a bound on what a file can make a replay hold.
  static let greatestCount = 10_000_000

  public init() {}

  /// Adds an event; ticks, and times that are not numbers, are left out.
  public mutating func append(_ event: InputEvent) {
    guard event.kind != .tick, event.time.isFinite else { return }
    events.append(event)
  }

  /// The whole recording as text.
  public var text: String {
    EventRecording.firstLine + events.map(EventRecording.line(for:)).joined()
  }

  /// What a file of events begins with; `line(for:)` follows, event by event, as they happen.
  public static var firstLine: String { header + "\n" }

  /// An event as a line of text with its line end.
  public static func line(for event: InputEvent) -> String {
    EventText.number(event.time) + " " + EventText.words(for: event.kind).joined(separator: " ") + "\n"
  }

  /// Reads a recording; empty lines and those that begin with # are passed over.
  public init(parsing text: String) throws(RecordingError) {
    var sawHeader = false
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      guard sawHeader else {
        guard words.joined(separator: " ") == EventRecording.header else {
          throw RecordingError(line: number, message: "this is no recording: expected \"\(EventRecording.header)\"")
        }
        sawHeader = true
        continue
      }
      events.append(try EventRecording.event(words, line: number))
      guard events.count <= EventRecording.greatestCount else {
        throw RecordingError(line: number, message: "more than \(EventRecording.greatestCount) events")
      }
    }
    guard sawHeader else {
      throw RecordingError(line: 1, message: "this is no recording: expected \"\(EventRecording.header)\"")
    }
  }

  private static func event(_ words: [String], line: Int) throws(RecordingError) -> InputEvent {
    guard let time = Double(words[0]), time.isFinite else {
      throw RecordingError(line: line, message: "\"\(shown(words[0]))\" is no time in milliseconds")
    }
    guard let kind = EventText.kind(Array(words.dropFirst())) else {
      let rest = words.dropFirst().joined(separator: " ")
      throw RecordingError(line: line, message: "\"\(shown(rest))\" is no event")
    }
    return InputEvent(time: time, kind)
  }

  /// At most 60 characters, none of them a control character.
  private static func shown(_ text: String) -> String {
    let printable = text.unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? "?" : $0 }
    return String(String.UnicodeScalarView(printable))
  }

  /// Applies all events, with ticks at a frame rate in between as a surface would send them, and lets everything
  /// come to rest; the result does not depend on the rate.
  ///
  /// - Parameter framesPerSecond: nil sends no ticks.
  public func replay(
    into state: inout ChartState, chart: Chart, metrics: TextMetrics, framesPerSecond: Double? = nil
  ) {
    var frameTime = events.first?.time ?? 0
    for event in events {
      if let rate = framesPerSecond, rate > 0 {
        let frame = 1000 / rate
        while state.nextTick(after: frameTime, frameInterval: frame) != nil, frameTime + frame < event.time {
          frameTime += frame
          state.apply(InputEvent(time: frameTime, .tick), chart: chart, metrics: metrics)
        }
        frameTime = max(frameTime, event.time)
      }
      state.apply(event, chart: chart, metrics: metrics)
    }
    state.settle(chart: chart, metrics: metrics)
  }
}

/// A recording that cannot be read: where, and what is wrong there.
public struct RecordingError: Error, Equatable, Sendable {
  /// 1-based.
  public var line: Int
  public var message: String

  /// The message behind the place in `file`; `file` must already be escaped.
  public func text(file: String) -> String { "\(file):\(line): error: \(message)" }
}
