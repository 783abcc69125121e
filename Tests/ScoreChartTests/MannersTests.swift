import ScoreData
import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

/// What a surface tells by the pointer's shape, and by a few words over the picture.
@Suite struct MannersTests {
  private func bench(_ count: Int = 200) -> ChartBench {
    ChartBench(
      SampleHistories.daily((0..<count).map { Double($0 % 100) }), size: ViewSize(width: 375, height: 344))
  }

  private func target(_ bench: ChartBench) -> PointerTarget {
    bench.state.pointerTarget(in: bench.chart, metrics: bench.metrics)
  }

  @Test func whatCanBeDraggedIsToldUnderThePointer() {
    var bench = bench()
    #expect(target(bench) == .nothing)
    bench.apply(.pointerMoved(ViewPoint(x: 100, y: 100)))
    #expect(target(bench) == .content)
    bench.apply(.pointerMoved(ViewPoint(x: 370, y: 100)))
    #expect(target(bench) == .nothing, "the value axis stands still")
    bench.apply(.pointerLeft)
    #expect(target(bench) == .nothing)
  }

  @Test func aDragKeepsItsShapeBeyondTheChart() {
    var bench = bench()
    bench.apply(.pointerDown(ViewPoint(x: 100, y: 100), .mouse))
    bench.apply(.pointerMoved(ViewPoint(x: 160, y: 100)))
    bench.apply(.pointerMoved(ViewPoint(x: 372, y: -50)))
    #expect(target(bench) == .content)
    bench.apply(.pointerUp(ViewPoint(x: 372, y: -50)))
    #expect(target(bench) == .nothing)
  }

  @Test func whatFitsCannotBeDragged() {
    var bench = bench(3)
    bench.apply(.pointerMoved(ViewPoint(x: 100, y: 100)))
    #expect(!bench.state.canScroll && target(bench) == .nothing)
  }

  @Test func chipAndHelpCanBeClicked() {
    var bench = bench()
    bench.apply(.wheel(dx: 0, dy: 5, at: ViewPoint(x: 0, y: 0), []))
    let longer = SampleHistories.daily((0..<203).map { Double($0 % 100) })
    bench.chart = Chart(table: longer, extending: bench.chart)
    _ = bench.state.historyChanged(appended: 3, chart: bench.chart, metrics: bench.metrics)
    bench.apply(.pointerMoved(ViewPoint(x: 300, y: 300)))
    #expect(target(bench) == .button)
    bench.apply(.pointerMoved(ViewPoint(x: 100, y: 100)))
    #expect(target(bench) == .content)
    bench.apply(.key(.character("?"), [], isRepeat: false))
    #expect(target(bench) == .button)
  }

  private func message(_ bench: inout ChartBench) -> String? {
    let lines = bench.frame().overlay.commands.compactMap { if case .text(let line) = $0 { line } else { nil } }
    return lines.last { $0.color == .panelText }?.string
  }

  @Test func aMessageStaysForSomeSecondsAndAsksForNoFrameInBetween() {
    var bench = bench()
    bench.apply(.tick, at: 1000)
    #expect(bench.state.tell("saved scores.png") == .overlay)
    #expect(message(&bench) == "saved scores.png")
    #expect(bench.state.nextTick(after: 1000, frameInterval: 16) == 5000)
    #expect(bench.apply(.tick, at: 4999) == .none)
    #expect(message(&bench) == "saved scores.png")
    #expect(bench.apply(.tick, at: 5000) == .overlay)
    #expect(message(&bench) == nil)
    #expect(bench.state.nextTick(after: 5000, frameInterval: 16) == nil)
  }

  @Test(arguments: [(375.0, 344.0), (160, 120), (60, 60), (1, 1), (3000, 900)])
  func aMessageIsShortenedToTheRoomThereIs(width: Double, height: Double) {
    var bench = bench()
    bench.apply(.resized(ViewSize(width: width, height: height), scale: 1))
    _ = bench.state.tell("saved " + String(repeating: "a long name ", count: 20) + ".png")
    for command in bench.frame().overlay.commands {
      guard case .bubble(let bubble) = command, bubble.color == .panel else { continue }
      #expect(bubble.box.x >= 0 && bubble.box.maxX <= width && bubble.box.y >= 0 && bubble.box.maxY <= height)
    }
    if width >= 160 { #expect(message(&bench)?.hasPrefix("saved a") == true) }
  }

  @Test func theThemeGoesAlongWithTheDesktopUntilOneIsChosen() {
    var bench = bench()
    bench.state.followsSurroundings = false
    #expect(bench.apply(.surroundings(isDark: true)) == .none, "a theme that was asked for stays")
    bench.state.followsSurroundings = true
    #expect(bench.apply(.surroundings(isDark: true)) == .full && bench.state.theme == .dark)
    #expect(bench.apply(.surroundings(isDark: true)) == .none)
    bench.apply(.key(.character("t"), [], isRepeat: false))
    #expect(bench.state.theme == .light)
    #expect(bench.apply(.surroundings(isDark: true)) == .none && bench.state.theme == .light)
  }
}
