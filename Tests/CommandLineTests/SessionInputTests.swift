import ScoreChart
import ScoreDrawing
import Support
import Testing

@testable import scoreview

/// What a chart hears at a moment is what a replay lets it hear at that moment, however late it came.
@Suite struct SessionInputTests {
  private static func bench() -> ChartBench {
    ChartBench(SampleHistories.daily((0..<2000).map { Double($0 * 7 % 101) }))
  }

  private static func kind(_ numbers: inout SeededGenerator, isHeld: inout Bool) -> InputEvent.Kind {
    let point = ViewPoint(
      x: Double.random(in: 0...560, using: &numbers), y: Double.random(in: 0...340, using: &numbers))
    if isHeld, Bool.random(using: &numbers) {
      isHeld = false
      return .pointerUp(point)
    }
    switch Int.random(in: 0..<8, using: &numbers) {
    case 0:
      isHeld = true
      return .pointerDown(point, .mouse)
    case 1, 2: return .pointerMoved(point)
    case 3: return .wheel(dx: 0, dy: Double.random(in: -3...3, using: &numbers), at: point, [])
    case 4: return .wheel(dx: 0, dy: Double.random(in: -2...2, using: &numbers), at: point, .control)
    case 5:
      return .key([.left, .right, .pageUp, .home, .end].randomElement(using: &numbers) ?? .left, [], isRepeat: false)
    case 6: return .key(.left, [], isRepeat: true)
    default: return .key(.character("+-0fy".unicodeScalars.randomElement(using: &numbers) ?? "f"), [], isRepeat: false)
    }
  }

  /// Frames are drawn while something moves, and events are older than the frame before which they are taken.
  @Test(arguments: 1...8)
  func aSessionWithLateEventsEndsWhereItsReplayDoes(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    var bench = Self.bench()
    var input = SessionInput(replay: nil, recorder: nil, now: 1000)
    var recording = EventRecording()
    var (now, isHeld) = (1000.0, false)
    for _ in 0..<400 {
      now += Double.random(in: 1...60, using: &numbers)
      if Bool.random(using: &numbers) {
        let event = InputEvent(
          time: now - Double.random(in: 0...50, using: &numbers), Self.kind(&numbers, isHeld: &isHeld))
        for heard in input.take([event], at: now) {
          recording.append(heard)
          bench.state.apply(heard, chart: bench.chart, metrics: bench.metrics)
        }
      } else {
        bench.state.apply(input.tick(at: now), chart: bench.chart, metrics: bench.metrics)
      }
    }
    bench.settle()
    #expect(recording.events.count > 100)

    // At once, as into a file.
    var replayed = Self.bench()
    for event in recording.events { replayed.state.apply(event, chart: replayed.chart, metrics: replayed.metrics) }
    replayed.settle()
    #expect(replayed.frame() == bench.frame())

    // In its time, on a surface that draws when it can.
    var watched = Self.bench()
    var again = SessionInput(replay: Replay(recording), recorder: nil, now: 0)
    var time = 0.0
    while again.isReplaying, time < 1e6 {
      time += Double.random(in: 1...40, using: &numbers)
      for event in again.take([], at: time) {
        watched.state.apply(event, chart: watched.chart, metrics: watched.metrics)
      }
      let late = time + Double.random(in: 0...30, using: &numbers)
      watched.state.apply(again.tick(at: late), chart: watched.chart, metrics: watched.metrics)
      if again.deadline(nextTick: nil) == nil { break }
    }
    watched.settle()
    #expect(watched.frame() == bench.frame())
  }
}
