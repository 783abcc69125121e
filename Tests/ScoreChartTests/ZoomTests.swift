import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

@Suite struct ZoomTests {
  static let size = ViewSize(width: 375, height: 344)

  private func bench(_ count: Int = 2000, width: Double = 375) -> ChartBench {
    ChartBench(
      SampleHistories.daily(Array(repeating: 50, count: count)), size: ViewSize(width: width, height: 344))
  }

  @Test func theWheelWithControlZoomsAtThePointer() {
    var bench = bench()
    bench.apply(.wheel(dx: 0, dy: 30, at: ViewPoint(x: 0, y: 0), []))
    let pointer = ViewPoint(x: 137, y: 100)
    for notches in [1.0, 2, 0.3, -4, -7, 1.5] {
      let before = bench.state.viewport.column(at: pointer.x)
      #expect(bench.apply(.wheel(dx: 0, dy: notches, at: pointer, .control)) == .full)
      #expect(abs(bench.state.viewport.column(at: pointer.x) - before) < 1e-9)
    }
  }

  @Test func fourNotchesDoubleAndTenTenthsAreOne() {
    var bench = bench()
    bench.apply(.wheel(dx: 0, dy: 4, at: ViewPoint(x: 100, y: 0), .control))
    #expect(abs(bench.state.viewport.columnWidth - 84) < 1e-9)
    for _ in 0..<40 { bench.apply(.wheel(dx: 0, dy: -0.1, at: ViewPoint(x: 100, y: 0), .control)) }
    #expect(abs(bench.state.viewport.columnWidth - 42) < 1e-9)
  }

  @Test func theWidthGoesFrom168DownToTheWholeHistory() {
    var bench = bench()
    bench.apply(.wheel(dx: 0, dy: 1e6, at: ViewPoint(x: 100, y: 0), .control))
    #expect(bench.state.viewport.columnWidth == 168)
    bench.apply(.wheel(dx: 0, dy: -1e6, at: ViewPoint(x: 100, y: 0), .control))
    #expect(bench.state.viewport.maximumOffset < 1e-9)
    #expect(abs(bench.state.viewport.viewX(of: 0) - 42) < 1e-9)
    #expect(abs(bench.state.viewport.viewX(of: 1999) - 319) < 1e-9)
  }

  @Test func aPinchZoomsBetweenTheFingers() {
    var bench = bench()
    bench.apply(.wheel(dx: 0, dy: 30, at: ViewPoint(x: 0, y: 0), []))
    let before = bench.state.viewport.column(at: 200)
    #expect(bench.apply(.pinch(factor: 0.5, at: ViewPoint(x: 200, y: 50))) == .full)
    #expect(bench.state.viewport.columnWidth == 21)
    #expect(abs(bench.state.viewport.column(at: 200) - before) < 1e-9)
    for odd in [0, -1, .nan] { #expect(bench.apply(.pinch(factor: odd, at: ViewPoint(x: 200, y: 50))) == .none) }
  }

  @Test func theContentGoesAlongWithTwoFingers() {
    var bench = bench()
    bench.apply(.wheel(dx: 0, dy: 30, at: ViewPoint(x: 0, y: 0), []))
    let touched = ViewPoint(x: 150, y: 50)
    bench.apply(.pointerDown(touched, .touch))
    bench.apply(.pinch(factor: 1, at: ViewPoint(x: 200, y: 50)))
    #expect(bench.state.press == nil && bench.state.calledOut == nil, "no click")
    let held = bench.state.viewport.column(at: 200)
    for (factor, x) in [(1.0, 230.0), (1.5, 180), (0.5, 260)] {
      bench.apply(.pinch(factor: factor, at: ViewPoint(x: x, y: 50)))
      #expect(abs(bench.state.viewport.column(at: x) - held) < 1e-9, "what was between the fingers stays there")
    }
    // The next two fingers take hold elsewhere; nothing jumps there.
    bench.apply(.pointerDown(ViewPoint(x: 20, y: 50), .touch))
    let offset = bench.state.viewport.offset
    bench.apply(.pinch(factor: 1, at: ViewPoint(x: 60, y: 50)))
    #expect(bench.state.viewport.offset == offset)
  }

  @Test func keysZoomInSteps() {
    var bench = bench()
    func width(after key: Unicode.Scalar) -> Double {
      bench.apply(.key(.character(key), [], isRepeat: false))
      bench.settle()
      return bench.state.viewport.columnWidth
    }
    #expect(width(after: "+") == 42 * 1.25)
    #expect(abs(width(after: "-") - 42) < 1e-9)
    #expect(abs(width(after: "f") * 1999 - (375 - 56 - 42)) < 1e-6)
    #expect(bench.state.viewport.showsAll)
    #expect(width(after: "0") == 42)
    #expect(bench.state.viewport.isAtNewest)
  }

  @Test func zoomKeysAddUpWhileTheyGlide() {
    var bench = bench()
    for step in 0..<3 { bench.apply(.key(.character("+"), [], isRepeat: false), at: Double(step) * 20) }
    bench.settle()
    #expect(abs(bench.state.viewport.columnWidth - 42 * 1.25 * 1.25 * 1.25) < 1e-9)
  }

  @Test func allOfAShortHistoryFillsTheView() {
    var bench = bench(5, width: 620)
    bench.apply(.key(.character("f"), [], isRepeat: false))
    bench.settle()
    #expect(bench.state.viewport.columnWidth == 522.0 / 4)
    bench.apply(.key(.character("-"), [], isRepeat: false))
    for _ in 0..<20 { bench.apply(.key(.character("-"), [], isRepeat: false)) }
    bench.settle()
    #expect(bench.state.viewport.columnWidth == 42)
  }

  @Test func aViewOfEverythingStaysOneWhenTheWindowChanges() {
    var bench = bench()
    bench.state.showAll()
    bench.apply(.resized(ViewSize(width: 900, height: 300), scale: 1))
    #expect(abs(bench.state.viewport.viewX(of: 1999) - 844) < 1e-6)
    #expect(abs(bench.state.viewport.viewX(of: 0) - 42) < 1e-6)
  }

  @Test func theSelectedScoreKeepsItsCalloutWhileItIsInView() {
    var bench = bench()
    bench.apply(.key(.character("+"), [], isRepeat: false))
    bench.settle()
    #expect(bench.state.calledOut == 1999)
  }

  @Test func columnsStandOnWholePixelsAtEveryWidth() {
    for scale in [1.0, 1.25, 2] {
      var bench = ChartBench(
        SampleHistories.daily(Array(repeating: 50, count: 400)), size: Self.size, scale: scale)
      for width in [6, 7.3, 42, 99.9] {
        bench.state.setColumnWidth(width)
        bench.apply(.wheel(dx: 0, dy: 0.77, at: ViewPoint(x: 0, y: 0), []))
        for tile in bench.frame().columns {
          #expect(abs(tile.x * scale - (tile.x * scale).rounded()) < 1e-6)
        }
      }
    }
  }

  @Test func zoomingUnderAHeldPointerKeepsItsGrip() {
    var bench = bench()
    bench.apply(.pointerDown(ViewPoint(x: 100, y: 100), .mouse))
    bench.apply(.pointerMoved(ViewPoint(x: 200, y: 100)))
    let before = bench.state.viewport
    // Keys that would move the content wait while it is held.
    bench.apply(.key(.character("-"), [], isRepeat: false))
    bench.apply(.key(.home, [], isRepeat: false))
    bench.settle()
    #expect(bench.state.viewport == before)
    bench.apply(.resized(ViewSize(width: 500, height: 344), scale: 1))
    let held = bench.state.viewport.contentX(at: 200)
    bench.apply(.pointerMoved(ViewPoint(x: 230, y: 100)))
    #expect(abs(bench.state.viewport.contentX(at: 230).points - held.points) < 1e-9)
  }

  @Test func zoomingAtThePointerKeepsTheCrosshairOnWhatItPointsAt() {
    var numbers = SeededGenerator(seed: 11)
    var bench = ChartBench(SampleHistories.daily((0..<900).map { Double($0 % 100) }))
    bench.apply(.wheel(dx: 0, dy: 40, at: ViewPoint(x: 0, y: 0), []))
    for _ in 0..<300 {
      let point = ViewPoint(x: Double.random(in: 60...500, using: &numbers), y: 100)
      bench.apply(.pointerMoved(point))
      #expect(bench.state.hover != nil)
      bench.apply(.wheel(dx: 0, dy: Double.random(in: -3...3, using: &numbers), at: point, .control))
      #expect(bench.state.hover != nil)
      // Moving on changes nothing that is already so.
      #expect(bench.apply(.pointerMoved(point)) == .none)
    }
  }
}
