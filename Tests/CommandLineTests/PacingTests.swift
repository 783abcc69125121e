import ScoreChart
import ScoreData
import ScoreDrawing
import Support
import Testing

@testable import scoreview

/// A screen of sixty pictures a second in simulated time, whose user does what a script says.
private struct ScriptedSurface: Surface, ~Copyable {
  typealias Failure = Never

  nonisolated(unsafe) static var now = 0.0
  var size = ViewSize(width: 375, height: 344)
  let scale = 1.0
  let metrics = SampleHistories.metrics
  var script: [InputEvent]
  /// When frames were shown, and what was in their middle.
  var frames: [(time: Double, frame: Frame, invalidation: Invalidation)] = []
  var waits = 0

  init(_ script: [InputEvent]) { self.script = script }

  mutating func waitForEvents(until deadline: Double?) -> [InputEvent] {
    waits += 1
    let next = script.first?.time ?? .infinity
    Self.now = max(Self.now, min(next, deadline ?? .infinity))
    let due = script.prefix { $0.time <= Self.now }
    script.removeFirst(due.count)
    return Array(due)
  }

  mutating func watch(_ descriptor: Int32) {}
  mutating func unwatch(_ descriptor: Int32) {}

  mutating func present(_ frame: borrowing Frame, _ invalidation: Invalidation) {
    frames.append((Self.now, copy frame, invalidation))
    // Drawing takes a while.
    Self.now += 2
  }
}

@Suite(.serialized) struct PacingTests {
  private func run(_ events: [InputEvent], rows: Int = 500) throws -> (
    frames: [(time: Double, frame: Frame, invalidation: Invalidation)], waits: Int
  ) {
    ScriptedSurface.now = 0
    let end = (events.last?.time ?? 0) + 5000
    var surface = ScriptedSurface(events + [InputEvent(time: end, .closed)])
    let chart = Chart(table: SampleHistories.daily((0..<rows).map { Double($0 % 101) }))
    let state = ChartState(
      chart: chart, size: surface.size, scale: 1, theme: .light, metrics: surface.metrics)
    var session = ChartSession(ShownHistory(chart), state: state)
    let input = SessionInput(replay: nil, recorder: nil, now: 0)
    try session.run(on: &surface, input: input) { _, _, _ in nil }
    return (surface.frames, surface.waits)
  }

  private func move(_ time: Double, _ x: Double) -> InputEvent {
    InputEvent(time: time, .pointerMoved(ViewPoint(x: x, y: 100)))
  }

  @Test func nothingIsDrawnWhileNothingChanges() throws {
    let idle = try run([])
    #expect(idle.frames.count == 1 && idle.waits == 1)
    // The pointer moves within a column: the crosshair appears once.
    let still = try run((0..<200).map { move(Double($0) * 8, 100 + Double($0 % 3)) })
    #expect(still.frames.count == 2)
    #expect(still.frames.last?.invalidation == .overlay)
  }

  @Test func aFastMouseCostsAFrameAPicture() throws {
    // A thousand moves a second for one second.
    var events = [InputEvent(time: 100, .pointerDown(ViewPoint(x: 20, y: 100), .mouse))]
    events += (1...1000).map { move(100 + Double($0), 20 + Double($0) / 4) }
    events.append(InputEvent(time: 1400, .pointerUp(ViewPoint(x: 270, y: 100))))
    let frames = try run(events).frames
    #expect((55...66).contains(frames.count), "\(frames.count)")
    for (a, b) in zip(frames, frames.dropFirst()) { #expect(b.time - a.time >= 1000.0 / 60 - 1.001) }
  }

  @Test func contentIsNeverMoreThanAPictureBehindThePointer() throws {
    var events = [InputEvent(time: 100, .pointerDown(ViewPoint(x: 20, y: 100), .mouse))]
    events += (1...300).map { move(100 + Double($0) * 3, 20 + Double($0)) }
    events.append(InputEvent(time: 1400, .pointerUp(ViewPoint(x: 320, y: 100))))
    let frames = try run(events).frames
    let start = try #require(frames.first?.frame.columns.last)
    for event in events {
      guard case .pointerMoved(let point) = event.kind, point.x - 20 >= 5 else { continue }
      // The first frame that shows this place or a later one.
      let shown = frames.first { shot in
        let travelled = shot.frame.columns.first { $0.index == start.index }.map { $0.x - start.x } ?? .infinity
        return travelled >= point.x - 20 - 0.5
      }
      let latency = (shown?.time ?? .infinity) - event.time
      #expect(latency <= 1000.0 / 60 + 2.001, "at \(event.time): \(latency)")
    }
  }

  @Test func aFlingIsDrawnOnceAPictureUntilItRests() throws {
    var events = [InputEvent(time: 100, .pointerDown(ViewPoint(x: 20, y: 100), .mouse))]
    events += (1...6).map { move(100 + Double($0) * 16, 20 + Double($0) * 40) }
    events.append(InputEvent(time: 200, .pointerUp(ViewPoint(x: 260, y: 100))))
    let frames = try run(events).frames
    let gaps = zip(frames, frames.dropFirst()).map { $1.time - $0.time }
    #expect(frames.count > 60)
    #expect(gaps.dropFirst(2).allSatisfy { $0 > 14 && $0 < 22 }, "\(gaps)")
    #expect(frames.dropFirst().allSatisfy { $0.invalidation == .scrolled })
  }
}
