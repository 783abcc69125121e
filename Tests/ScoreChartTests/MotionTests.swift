import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

/// Jumps, held keys, pages, long presses: what the time does by itself.
@Suite struct MotionTests {
  private func bench(_ count: Int = 2000) -> ChartBench {
    ChartBench(SampleHistories.daily(Array(repeating: 50, count: count)), size: ViewSize(width: 375, height: 344))
  }

  @Test func aJumpTakesAQuarterOfASecondAndEasesOut() {
    var bench = bench()
    let end = bench.state.viewport.maximumOffset
    #expect(bench.apply(.key(.home, [], isRepeat: false), at: 1000) == .none)
    #expect(bench.state.needsTicks && bench.state.viewport.offset == end)
    #expect(bench.apply(.tick, at: 1125) == .scrolled)
    // After half the time seven eighths of the way are done.
    #expect(abs(bench.state.viewport.offset - end / 8) < 1e-6)
    bench.apply(.tick, at: 1250)
    #expect(bench.state.viewport.offset == 0 && !bench.state.needsTicks)
  }

  @Test func pagesAddUpEvenWhileTheyGlide() {
    var bench = bench()
    let end = bench.state.viewport.maximumOffset
    for step in 0..<3 { bench.apply(.key(.pageUp, [], isRepeat: false), at: Double(step) * 50) }
    bench.settle()
    #expect(bench.state.viewport.offset == end - 3 * 7 * 42)
  }

  @Test func aPressCatchesTheContentWhereItIs() {
    var bench = bench()
    bench.apply(.key(.home, [], isRepeat: false), at: 0)
    bench.apply(.pointerDown(ViewPoint(x: 10, y: 10), .mouse), at: 100)
    let offset = bench.state.viewport.offset
    #expect(offset > 0 && offset < bench.state.viewport.maximumOffset)
    bench.apply(.tick, at: 400)
    #expect(bench.state.viewport.offset == offset)
  }

  @Test func shiftAndWheelPage() {
    var bench = bench()
    let end = bench.state.viewport.maximumOffset
    bench.apply(.wheel(dx: 0, dy: 1, at: ViewPoint(x: 0, y: 0), .shift))
    #expect(bench.state.viewport.offset == end - 7 * 42)
  }

  @Test func aHeldKeyAcceleratesSmoothlyAndStopsSoonAfterItIsLetGo() {
    func held(repeatEvery interval: Double, ticks: Double?) -> (offset: Double, speeds: [Double]) {
      var bench = bench()
      bench.apply(.key(.left, [], isRepeat: false), at: 0)
      var offsets = [bench.state.viewport.offset]
      for step in 0...Int(2000 / interval) {
        let time = 400 + Double(step) * interval
        bench.apply(.key(.left, [], isRepeat: true), at: time)
        if let ticks { bench.apply(.tick, at: time + ticks) }
        offsets.append(bench.state.viewport.offset)
      }
      bench.settle()
      #expect(!bench.state.needsTicks)
      return (bench.state.viewport.offset, zip(offsets.dropFirst(2), offsets.dropFirst(3)).map { $0 - $1 })
    }
    let slow = held(repeatEvery: 40, ticks: nil)
    #expect(zip(slow.speeds, slow.speeds.dropFirst()).allSatisfy { $1 > $0 && $1 - $0 < 3 })
    // Neither the rate of frames nor that of the key changes where it ends.
    #expect(abs(held(repeatEvery: 40, ticks: 7).offset - slow.offset) < 1e-6)
    #expect(abs(held(repeatEvery: 20, ticks: nil).offset - slow.offset) < 1e-6)
  }

  @Test func theStateSleepsUntilSomethingMoves() {
    var bench = bench()
    #expect(bench.state.nextTick(after: 0, frameInterval: 16) == nil)
    bench.apply(.pointerDown(ViewPoint(x: 100, y: 100), .mouse), at: 10)
    #expect(bench.state.nextTick(after: 10, frameInterval: 16) == nil)
    bench.apply(.pointerUp(ViewPoint(x: 100, y: 100)), at: 20)
    #expect(bench.state.nextTick(after: 20, frameInterval: 16) == nil)
    bench.apply(.key(.home, [], isRepeat: false), at: 30)
    #expect(bench.state.nextTick(after: 30, frameInterval: 16) == 46)
    bench.settle()
    #expect(bench.state.nextTick(after: 300, frameInterval: 16) == nil)
    #expect(bench.apply(.tick, at: 400) == .none)
  }

  @Test func aTapSelectsAndALongPressStartsTheCrosshair() {
    var bench = bench()
    let x = bench.state.viewport.viewX(of: 1995)
    bench.apply(.pointerDown(ViewPoint(x: x, y: 100), .touch), at: 0)
    #expect(bench.state.nextDeadline == 240)
    bench.apply(.pointerUp(ViewPoint(x: x, y: 100)), at: 100)
    #expect(bench.state.calledOut == 1995 && bench.state.nextDeadline == nil)

    bench.apply(.pointerDown(ViewPoint(x: x + 42, y: 100), .touch), at: 1000)
    #expect(bench.apply(.tick, at: 1239) == .none)
    #expect(bench.apply(.tick, at: 1240) == .overlay)
    #expect(bench.state.hover == 1996)
    // From now on the finger moves the crosshair and not the content.
    let offset = bench.state.viewport.offset
    #expect(bench.apply(.pointerMoved(ViewPoint(x: x - 84, y: 90)), at: 1300) == .overlay)
    #expect(bench.state.hover == 1993 && bench.state.viewport.offset == offset)
    bench.apply(.pointerUp(ViewPoint(x: x - 84, y: 90)), at: 1400)
    #expect(bench.state.hover == nil && bench.state.calledOut == 1995)
  }

  @Test func aFingerThatMovesInTimeDrags() {
    var bench = bench()
    let offset = bench.state.viewport.offset
    bench.apply(.pointerDown(ViewPoint(x: 100, y: 100), .touch), at: 0)
    bench.apply(.pointerMoved(ViewPoint(x: 108, y: 100)), at: 200)
    bench.apply(.tick, at: 500)
    #expect(bench.state.isDragging && bench.state.hover == nil)
    #expect(bench.state.viewport.offset == offset - 8)
  }

  @Test func aClockThatRunsBackwardsMovesNothing() {
    var bench = bench()
    bench.apply(.key(.home, [], isRepeat: false), at: 1000)
    bench.apply(.tick, at: 1100)
    let offset = bench.state.viewport.offset
    #expect(bench.apply(.tick, at: 500) == .none)
    #expect(bench.apply(.tick, at: .nan) == .none)
    #expect(bench.state.viewport.offset == offset)
  }

  @Test func powersAreExact() {
    #expect(abs(Exponential.power(2, 0.5) - 1.4142135623730951) < 1e-12)
    #expect(abs(Exponential.power(1.25, 3.3) - 2.08835) < 1e-4)
    #expect(abs(Exponential.power(2, -1.5) - 0.35355339059327379) < 1e-12)
    #expect(Exponential.power(7, 0) == 1)
  }
}
