import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

@Suite struct FlingTests {
  /// A drag of 200 points at one point a millisecond and the glide after it, at a frame rate; the place at the end.
  private func flung(framesPerSecond: Double, pixelsPerPoint: Double = 1) -> ChartBench {
    var bench = ChartBench(
      SampleHistories.daily(Array(repeating: 50, count: 2000)), size: ViewSize(width: 375, height: 344),
      scale: pixelsPerPoint)
    let frame = 1000 / framesPerSecond
    bench.apply(.pointerDown(ViewPoint(x: 100, y: 100), .touch), at: 0)
    var time = frame
    while time < 200 {
      bench.apply(.pointerMoved(ViewPoint(x: 100 + time, y: 100)), at: time)
      time += frame
    }
    bench.apply(.pointerUp(ViewPoint(x: 300, y: 100)), at: 200)
    time = 200
    while bench.state.needsTicks {
      time += frame
      bench.apply(.tick, at: time)
    }
    return bench
  }

  @Test func theDistanceIsTheSameAtEveryFrameRate() {
    let start = flung(framesPerSecond: 1000).state.viewport
    for rate in [30.0, 60, 144] {
      let viewport = flung(framesPerSecond: rate).state.viewport
      let distance = viewport.maximumOffset - viewport.offset
      let expected = start.maximumOffset - start.offset
      #expect(abs(distance - expected) < expected * 0.01, "\(rate) Hz: \(distance) against \(expected)")
      // 200 points dragged, and 1 / −ln 0.998 more.
      #expect(abs(distance - 699.5) < 7, "\(rate) Hz: \(distance)")
    }
  }

  @Test func itEndsWhenLessThanAPixelIsLeft() throws {
    for pixel in [0.5, 1] {
      let fling = try #require(Fling(start: 0, velocity: 2, startTime: 0, pixel: pixel))
      let whole = 2 / 0.002002002670673
      #expect(abs(whole - fling.end - pixel / 2) < 1e-6)
      #expect(fling.position(at: 1e9) == fling.end)
    }
  }

  @Test func thePowerIsExact() {
    #expect(abs(Fling.remains(after: 1000) - 0.13506452) < 1e-7)
    #expect(abs(Fling.remains(after: 0.5) - 0.9989995) < 1e-8)
    #expect(Fling.remains(after: 0) == 1)
  }

  @Test func slowReleasesDoNotGlideAndFastOnesAreCapped() throws {
    #expect(Fling(start: 0, velocity: 0.19, startTime: 0, pixel: 1) == nil)
    #expect(Fling(start: 0, velocity: .nan, startTime: 0, pixel: 1) == nil)
    #expect(try #require(Fling(start: 0, velocity: -90, startTime: 0, pixel: 1)).velocity == -7)
  }

  @Test func aPointerThatRestedBeforeItsReleaseDoesNotFling() {
    var tracker = VelocityTracker(time: 0, x: 0)
    for step in 1...5 { tracker.add(time: Double(step) * 20, x: Double(step) * 20) }
    #expect(tracker.velocity(at: 150) == 1)
    #expect(tracker.velocity(at: 151) == nil)
  }

  @Test func smallMovesAreDroppedAndLongOnesWeighMore() throws {
    var tracker = VelocityTracker(time: 0, x: 0)
    for step in 1...14 { tracker.add(time: Double(step), x: Double(step)) }
    #expect(tracker.velocity(at: 14) == nil)
    tracker.add(time: 20, x: 20)
    tracker.add(time: 40, x: 60)
    // 20 points at 1 a millisecond, 40 at 2.
    #expect(abs(try #require(tracker.velocity(at: 40)) - 100.0 / 60) < 1e-9)
    // The latest direction alone counts.
    tracker.add(time: 60, x: 40)
    #expect(tracker.velocity(at: 60) == -1)
  }

  @Test(arguments: [
    InputEvent.Kind.pointerDown(ViewPoint(x: 50, y: 50), .mouse),
    .wheel(dx: 0, dy: 0.01, at: ViewPoint(x: 0, y: 0), []),
    .key(.left, [], isRepeat: false),
  ])
  func aPressAKeyAndTheWheelStopIt(kind: InputEvent.Kind) {
    var bench = gliding()
    #expect(bench.state.needsTicks)
    bench.apply(kind, at: 300)
    #expect(!bench.state.needsTicks)
    let offset = bench.state.viewport.offset
    bench.apply(.tick, at: 400)
    #expect(bench.state.viewport.offset == offset)
  }

  @Test func movingThePointerDoesNotStopItAndShowsNoCrosshair() {
    var bench = gliding()
    #expect(bench.apply(.pointerMoved(ViewPoint(x: 200, y: 100)), at: 250) == .scrolled)
    #expect(bench.state.hover == nil && bench.state.needsTicks)
  }

  @Test func itStopsAtTheEndOfTheHistory() {
    var bench = gliding(towardsNewest: true)
    bench.apply(.tick, at: 250)
    #expect(bench.state.viewport.isAtNewest && !bench.state.needsTicks)
    #expect(bench.apply(.tick, at: 300) == .none)
  }

  @Test func withReducedMotionItIsThereAtOnce() {
    var calm = gliding(reducesMotion: true)
    #expect(!calm.state.needsTicks)
    var lively = gliding()
    lively.settle()
    #expect(abs(calm.state.viewport.offset - lively.state.viewport.offset) < 1e-9)
    calm.apply(.key(.home, [], isRepeat: false), at: 900)
    #expect(calm.state.viewport.offset == 0)
  }

  private func gliding(towardsNewest: Bool = false, reducesMotion: Bool = false) -> ChartBench {
    var bench = ChartBench(
      SampleHistories.daily(Array(repeating: 50, count: 2000)), size: ViewSize(width: 375, height: 344))
    bench.state.reducesMotion = reducesMotion
    if towardsNewest { bench.apply(.wheel(dx: -1, dy: 0, at: ViewPoint(x: 0, y: 0), []), at: 0) }
    let direction: Double = towardsNewest ? -1 : 1
    bench.apply(.pointerDown(ViewPoint(x: 150, y: 100), .touch), at: 100)
    bench.apply(.pointerMoved(ViewPoint(x: 150 + direction * 20, y: 100)), at: 120)
    bench.apply(.pointerMoved(ViewPoint(x: 150 + direction * 40, y: 100)), at: 140)
    bench.apply(.pointerUp(ViewPoint(x: 150 + direction * 40, y: 100)), at: 145)
    return bench
  }
}
