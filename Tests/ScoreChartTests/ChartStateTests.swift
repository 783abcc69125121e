import ScoreChart
import ScoreDrawing
import Support
import Testing

@Suite struct ChartStateTests {
  static let view = ViewSize(width: 375, height: 344)

  private func bench(_ count: Int = 200) -> ChartBench {
    ChartBench(SampleHistories.daily((0..<count).map { Double($0 % 100) }), size: Self.view)
  }

  @Test func openingShowsTheNewestEndWithTheNewestScoreSelected() {
    let bench = bench()
    #expect(bench.state.viewport.isAtNewest)
    #expect(bench.state.calledOut == 199)
  }

  @Test func draggingMovesTheContentWithThePointerAndHidesTheCallout() {
    var bench = bench()
    let start = bench.state.viewport.offset
    #expect(bench.apply(.pointerDown(ViewPoint(x: 100, y: 100), .mouse)) == .none)
    #expect(bench.apply(.pointerMoved(ViewPoint(x: 102, y: 101))) == .none)
    #expect(bench.apply(.pointerMoved(ViewPoint(x: 150, y: 100))) == .scrolled)
    #expect(bench.state.viewport.offset == start - 50)
    // The pointer is never lost, not even far outside.
    bench.apply(.pointerMoved(ViewPoint(x: 900, y: -50)))
    #expect(bench.state.viewport.offset == start - 800)
    bench.apply(.pointerUp(ViewPoint(x: 184, y: 100)))
    #expect(bench.state.viewport.offset == start - 84)
    #expect(bench.state.calledOut == nil)
    #expect(!bench.state.isDragging)
  }

  @Test func thePointerThatEndedADragShowsNoCrosshairUntilItMovesOn() {
    var bench = bench()
    bench.apply(.pointerDown(ViewPoint(x: 100, y: 100), .mouse))
    bench.apply(.pointerMoved(ViewPoint(x: 184, y: 100)))
    bench.apply(.pointerUp(ViewPoint(x: 184, y: 100)))
    #expect(bench.apply(.pointerMoved(ViewPoint(x: 185, y: 101))) == .none)
    #expect(bench.apply(.pointerMoved(ViewPoint(x: 190, y: 101))) == .overlay)
    #expect(bench.state.hover != nil)
  }

  @Test func aClickSelectsTheNearestColumn() {
    var bench = bench()
    let x = bench.state.viewport.viewX(of: 195) + 20
    bench.apply(.pointerDown(ViewPoint(x: x, y: 100), .mouse))
    #expect(bench.apply(.pointerUp(ViewPoint(x: x + 2, y: 102))) == .overlay)
    #expect(bench.state.selection == 195)
    #expect(bench.state.calledOut == 195)
  }

  @Test func anEventThatChangesThePictureSaysSo() {
    var bench = bench()
    var random = SeededGenerator(seed: 41)
    var shown = bench.frame()
    for step in 0..<3000 {
      let point = ViewPoint(x: .random(in: 0...400, using: &random), y: .random(in: 0...344, using: &random))
      // Pointing, clicking and pointing elsewhere, between any other input.
      let click: [InputEvent.Kind] = [.pointerMoved(point), .pointerDown(point, .mouse), .pointerUp(point)]
      for event in Bool.random(using: &random) ? click : [randomEvent(&random)] {
        let invalidation = bench.apply(event, at: Double(step))
        let frame = bench.frame()
        #expect(invalidation > .none || frame == shown, "step \(step): \(event)")
        shown = frame
      }
    }
  }

  @Test func aClickOnTheValueAxisSelectsNothing() {
    var bench = bench()
    bench.apply(.pointerDown(ViewPoint(x: 360, y: 100), .mouse))
    bench.apply(.pointerUp(ViewPoint(x: 360, y: 100)))
    #expect(bench.state.selection == 199)
  }

  @Test func hoverFiresOncePerChangedColumnAndLeavingRestoresTheSelection() {
    var bench = bench()
    let x = bench.state.viewport.viewX(of: 195)
    #expect(bench.apply(.pointerMoved(ViewPoint(x: x, y: 50))) == .overlay)
    #expect(bench.state.calledOut == 195)
    #expect(bench.apply(.pointerMoved(ViewPoint(x: x + 15, y: 250))) == .none)
    #expect(bench.apply(.pointerLeft) == .overlay)
    #expect(bench.state.calledOut == 199)
    #expect(bench.apply(.pointerLeft) == .none)
  }

  @Test func tenTenthsOfANotchAreOneNotchAndAlternatingSignsLoseNothing() {
    var tenths = bench()
    var whole = bench()
    tenths.apply(.wheel(dx: 0, dy: 20, at: ViewPoint(x: 0, y: 0), []))
    whole.apply(.wheel(dx: 0, dy: 20, at: ViewPoint(x: 0, y: 0), []))
    for _ in 0..<10 { tenths.apply(.wheel(dx: 0, dy: 0.1, at: ViewPoint(x: 0, y: 0), [])) }
    whole.apply(.wheel(dx: 0, dy: 1, at: ViewPoint(x: 0, y: 0), []))
    #expect(abs(tenths.state.viewport.offset - whole.state.viewport.offset) < 1e-6)
    let before = whole.state.viewport.offset
    for sign in [1.0, -1, 1, -1] { whole.apply(.wheel(dx: 0, dy: sign * 0.3, at: ViewPoint(x: 0, y: 0), [])) }
    #expect(abs(whole.state.viewport.offset - before) < 1e-6)
  }

  @Test func theStrongerWheelDirectionWins() {
    var bench = bench()
    bench.apply(.wheel(dx: -3, dy: -1, at: ViewPoint(x: 0, y: 0), []))
    #expect(bench.state.viewport.offset == bench.state.viewport.maximumOffset - 3 * 84)
  }

  @Test func keysScroll() {
    var bench = bench()
    let end = bench.state.viewport.maximumOffset
    func offset(after key: Key) -> Double {
      bench.apply(.key(key, [], isRepeat: false))
      bench.settle()
      return bench.state.viewport.offset
    }
    #expect(offset(after: .left) == end - 42)
    #expect(offset(after: .right) == end)
    #expect(offset(after: .pageUp) == end - 7 * 42)
    #expect(offset(after: .pageDown) == end)
    #expect(offset(after: .home) == 0)
    #expect(offset(after: .end) == end)
  }

  @Test func keysThatAskTheSurfaceForSomething() {
    var bench = bench()
    for key in [Key.f11, .character("s"), .character("q"), .escape] { bench.apply(.key(key, [], isRepeat: false)) }
    bench.apply(.key(.character("c"), .control, isRepeat: false))
    bench.apply(.closed)
    #expect(
      bench.state.takeRequests() == [
        .toggleFullScreen, .saveScreenshot, .quit, .quit, .copy("2024-07-18 99"), .quit,
      ])
    #expect(bench.state.takeRequests().isEmpty)
  }

  @Test func growingKeepsTheNewestDateAtTheAxis() {
    var bench = bench()
    bench.apply(.resized(ViewSize(width: 800, height: 500), scale: 2))
    #expect(bench.state.viewport.isAtNewest)
    for _ in 0..<20 { bench.apply(.key(.left, [], isRepeat: false)) }
    let atAxis = bench.state.viewport.contentX(at: 800 - 56)
    bench.apply(.resized(ViewSize(width: 375, height: 344), scale: 2))
    #expect(abs(bench.state.viewport.contentX(at: 375 - 56).points - atAxis.points) < 1e-9)
  }

  @Test(arguments: [(0.0, 0.0), (0, 124), (1, 1), (1, 2), (20000, 3)])
  func anySizeIsSurvivedAndTheLayoutComesBack(width: Double, height: Double) {
    var bench = bench()
    let before = bench.frame()
    bench.apply(.resized(ViewSize(width: width, height: height), scale: 1))
    _ = bench.frame()
    bench.apply(.resized(Self.view, scale: 1))
    let after = bench.frame()
    #expect(after.backdrop == before.backdrop && after.curve == before.curve && after.overlay == before.overlay)
    #expect(after.plot == before.plot)
    #expect(after.columns.map(\.x) == before.columns.map(\.x))
    #expect(after.columns.map(\.label) == before.columns.map(\.label))
    #expect(after.columns.map(\.dot) == before.columns.map(\.dot))
  }

  @Test func anyInputIsSurvived() {
    var random = SeededGenerator(seed: 23)
    for count in [0, 1, 2, 50] {
      var bench = bench(count)
      for step in 0..<3000 {
        bench.apply(randomEvent(&random), at: Double(step))
        let frame = bench.frame()
        #expect(bench.state.viewport.offset >= 0 && bench.state.viewport.offset <= bench.state.viewport.maximumOffset)
        #expect(frame.columns.allSatisfy { $0.x.isFinite })
        _ = bench.state.takeRequests()
      }
    }
  }

  private func randomEvent(_ random: inout SeededGenerator) -> InputEvent.Kind {
    let odd: [Double] = [0, -1, 1e9, -1e300, .nan, .infinity, 150, 300]
    func number() -> Double {
      Bool.random(using: &random) ? .random(in: -50...400, using: &random) : odd.randomElement(using: &random) ?? 0
    }
    let point = ViewPoint(x: number(), y: number())
    let keys: [Key] = [.left, .right, .pageUp, .home, .end, .tab, .character("y"), .character("t"), .space]
    return switch Int.random(in: 0..<8, using: &random) {
    case 0: .pointerDown(point, .mouse)
    case 1: .pointerUp(point)
    case 2: .pointerLeft
    case 3: .wheel(dx: number(), dy: number(), at: point, [])
    case 4: .key(keys.randomElement(using: &random) ?? .left, [], isRepeat: false)
    case 5:
      .resized(ViewSize(width: max(0, number()).isFinite ? max(0, min(number(), 2000)) : 9, height: 300), scale: 1)
    default: .pointerMoved(point)
    }
  }
}
