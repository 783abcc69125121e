import Foundation
import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

@Suite struct EventRecordingTests {
  private let events: [InputEvent] = [
    InputEvent(time: 0, .resized(ViewSize(width: 620, height: 344.5), scale: 1.25)),
    InputEvent(time: 0.1, .pointerDown(ViewPoint(x: 1e-7, y: -3), .touch)),
    InputEvent(time: 12.000000001, .pointerMoved(ViewPoint(x: 0.1 + 0.2, y: 2))),
    InputEvent(time: 20, .pointerUp(ViewPoint(x: 3, y: 4))), InputEvent(time: 21, .pointerLeft),
    InputEvent(time: 22, .wheel(dx: -0.1, dy: 1, at: ViewPoint(x: 5, y: 6), [.shift, .control])),
    InputEvent(time: 23, .pinch(factor: 1.5, at: ViewPoint(x: 5, y: 6))),
    InputEvent(time: 24, .key(.pageUp, [], isRepeat: false)), InputEvent(time: 25, .key(.left, .alt, isRepeat: true)),
    InputEvent(time: 26, .key(.character("?"), [.shift], isRepeat: false)),
    InputEvent(time: 26, .key(.character("é"), [], isRepeat: false)),
    InputEvent(time: 27, .dropped("/tmp/a b\nc")), InputEvent(time: 27, .dropped("")),
    InputEvent(time: 27, .surroundings(isDark: true)), InputEvent(time: 27, .surroundings(isDark: false)),
    InputEvent(time: 28, .closed),
  ]

  @Test func everyEventReadsBackExactly() throws {
    var recording = EventRecording()
    for event in events { recording.append(event) }
    #expect(recording.events == events)
    #expect(try EventRecording(parsing: recording.text) == recording)
    #expect(EventRecording.firstLine + events.map(EventRecording.line(for:)).joined() == recording.text)
  }

  @Test func theFormatIsReadable() {
    var recording = EventRecording()
    for event in events { recording.append(event) }
    #expect(TextGolden.difference(recording.text, "events.txt") == nil)
  }

  @Test func ticksAreLeftOut() {
    var recording = EventRecording()
    recording.append(InputEvent(time: 1, .tick))
    recording.append(InputEvent(time: .nan, .closed))
    #expect(recording.events.isEmpty)
  }

  @Test(arguments: [
    ("", 1), ("nonsense", 1), ("scoreview events 2\n", 1), ("scoreview events 1\n\n# ok\nx close", 4),
    ("scoreview events 1\n0 jump", 2), ("scoreview events 1\n0", 2), ("scoreview events 1\nnan close", 2),
    ("scoreview events 1\n0 down 1 2", 2), ("scoreview events 1\n0 down 1 2 pen", 2),
    ("scoreview events 1\n0 key nothing", 2), ("scoreview events 1\n0 key U+110000", 2),
    ("scoreview events 1\n0 key left sideways", 2), ("scoreview events 1\n0 resize -1 2 1", 2),
    ("scoreview events 1\n0 resize 1e9 2 1", 2), ("scoreview events 1\n0 drop 0g", 2),
    ("scoreview events 1\n0 drop ff", 2), ("scoreview events 1\n0 move 1 2 3", 2),
  ])
  func whatIsNoRecordingIsRefusedWithItsLine(text: String, line: Int) {
    do throws(RecordingError) {
      _ = try EventRecording(parsing: text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.line == line)
      #expect(error.text(file: "a.events").hasPrefix("a.events:\(line): error: "))
    }
  }

  @Test func anyBytesAreReadOrRefused() {
    var random = SeededGenerator(seed: 13)
    var whole = EventRecording()
    for event in events { whole.append(event) }
    let good = Array(whole.text.utf8)
    for _ in 0..<2000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      if let recording = try? EventRecording(parsing: String(decoding: bytes, as: UTF8.self)) {
        #expect(recording.events.count <= events.count + 4)
      }
    }
  }

  /// A session as a hand would make it: drags with flings, keys, wheel, zoom, pauses.
  private func session(seed: UInt64, milliseconds: Double) -> EventRecording {
    var random = SeededGenerator(seed: seed)
    var recording = EventRecording()
    var time = 0.0
    while time < milliseconds {
      for kind in SessionGesture.random(&random) {
        time += .random(in: 1...40, using: &random)
        recording.append(InputEvent(time: time, kind))
      }
      time += .random(in: 0...900, using: &random)
    }
    return recording
  }

  private func bench() -> ChartBench {
    ChartBench(SampleHistories.daily((0..<3000).map { Double($0 % 101) }), size: ViewSize(width: 375, height: 344))
  }

  @Test func replaysEndInTheSameFrameAtDifferentFrameRates() throws {
    for seed in 0..<6 as Range<UInt64> {
      let recording = try EventRecording(parsing: session(seed: seed, milliseconds: 20_000).text)
      var frames: [Frame] = []
      for rate in [nil, 30, 60, 144] as [Double?] {
        var bench = bench()
        recording.replay(into: &bench.state, chart: bench.chart, metrics: bench.metrics, framesPerSecond: rate)
        #expect(!bench.state.needsTicks)
        frames.append(bench.frame())
      }
      #expect(frames.allSatisfy { $0 == frames[0] }, "seed \(seed)")
    }
  }

  @Test func anHourOfInputKeepsMemoryFlatAndTrapsNothing() {
    let recording = session(seed: 99, milliseconds: 3_600_000)
    var bench = bench()
    var resident: [Int] = []
    for (index, event) in recording.events.enumerated() {
      bench.apply(event.kind, at: event.time)
      if bench.state.needsTicks { bench.apply(.tick, at: event.time + 8) }
      if index.isMultiple(of: 9) { _ = bench.frame() }
      _ = bench.state.takeRequests()
      let viewport = bench.state.viewport
      #expect(viewport.offset >= 0 && viewport.offset <= viewport.maximumOffset)
      if index.isMultiple(of: recording.events.count / 8) { resident.append(Self.residentPages) }
    }
    #expect(recording.events.count > 10_000)
    #expect(bench.composer.capacity < 2000)
    #expect(bench.frame().overlay.commands.count < 100)
    // Other tests run in the same process, so the bound is coarse: a kilobyte an event would break it.
    let growth = (resident.last ?? 0) - resident[1]
    #expect(resident.count >= 8 && growth * 4096 < recording.events.count * 1024 + (32 << 20), "\(resident)")
  }

  private static var residentPages: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0
  }
}

/// What a hand does in one go.
enum SessionGesture {
  static func random(_ random: inout SeededGenerator) -> [InputEvent.Kind] {
    let x = Double.random(in: 0...375, using: &random)
    let y = Double.random(in: 0...344, using: &random)
    let point = ViewPoint(x: x, y: y)
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: return drag(from: point, &random)
    case 2: return [.pointerDown(point, .touch), .pointerUp(point)]
    case 3: return (0..<6).map { .pointerMoved(ViewPoint(x: x + Double($0) * 9, y: y)) }
    case 4:
      let dy = Double.random(in: -2...2, using: &random)
      let modifiers: Modifiers = [[], [], .control, .shift].randomElement(using: &random) ?? []
      return Array(repeating: .wheel(dx: 0, dy: dy, at: point, modifiers), count: 3)
    case 5:
      let key: Key = Bool.random(using: &random) ? .left : .right
      return [.key(key, [], isRepeat: false)] + Array(repeating: .key(key, [], isRepeat: true), count: 12)
    case 6:
      let size = ViewSize(width: .random(in: 0...900, using: &random), height: .random(in: 0...500, using: &random))
      return [.resized(size, scale: [1, 1.25, 2].randomElement(using: &random) ?? 1)]
    case 7: return [.pinch(factor: .random(in: 0.3...3, using: &random), at: point), .pointerLeft]
    default:
      let keys: [Key] = [
        .pageUp, .pageDown, .home, .end, .space, .tab, .character("+"), .character("-"), .character("0"),
        .character("f"), .character("t"), .character("y"), .character("?"), .character("s"),
      ]
      return [.key(keys.randomElement(using: &random) ?? .end, [], isRepeat: false)]
    }
  }

  private static func drag(from point: ViewPoint, _ random: inout SeededGenerator) -> [InputEvent.Kind] {
    let step = Double.random(in: -45...45, using: &random)
    let device: PointerDevice = Bool.random(using: &random) ? .touch : .mouse
    let moves = (1...6).map { InputEvent.Kind.pointerMoved(ViewPoint(x: point.x + Double($0) * step, y: point.y)) }
    return [.pointerDown(point, device)] + moves + [.pointerUp(ViewPoint(x: point.x + 6 * step, y: point.y))]
  }
}
