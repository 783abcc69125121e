import ScoreData
import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

/// Pinning, series, scale, help, and data that arrives.
@Suite struct InteractionTests {
  static let size = ViewSize(width: 375, height: 344)

  private func bench(_ count: Int = 200) -> ChartBench {
    ChartBench(SampleHistories.daily((0..<count).map { Double($0 % 100) }), size: Self.size)
  }

  private func press(_ key: Key, _ bench: inout ChartBench, _ modifiers: Modifiers = [], at time: Double = 0)
    -> Invalidation
  {
    bench.apply(.key(key, modifiers, isRepeat: false), at: time)
  }

  private func texts(_ frame: Frame) -> [String] {
    frame.overlay.commands.compactMap { if case .text(let line) = $0 { line.string } else { nil } }
  }

  @Test func spacePinsTheHoveredCallout() {
    var bench = bench()
    let x = bench.state.viewport.viewX(of: 196)
    bench.apply(.pointerMoved(ViewPoint(x: x, y: 50)))
    #expect(press(.space, &bench) == .overlay)
    #expect(bench.state.isPinned && bench.state.selection == 196)
    // Pinned, it goes along with its dot instead of going away.
    bench.apply(.pointerLeft)
    bench.apply(.wheel(dx: 0, dy: 0.5, at: ViewPoint(x: 0, y: 0), []))
    #expect(bench.state.calledOut == 196)
    #expect(texts(bench.frame()).contains("2024-07-15 96 (+1)"))
    #expect(press(.space, &bench) == .overlay)
    bench.apply(.wheel(dx: 0, dy: 0.5, at: ViewPoint(x: 0, y: 0), []))
    #expect(bench.state.calledOut == nil)
  }

  @Test func leavingRestoresThePinnedCallout() {
    var bench = bench()
    _ = press(.space, &bench)
    bench.apply(.pointerMoved(ViewPoint(x: 50, y: 50)))
    #expect(bench.state.calledOut != 199)
    bench.apply(.pointerLeft)
    #expect(bench.state.calledOut == 199)
  }

  @Test func shiftAndArrowsSelectAndKeepTheSelectionInView() {
    var bench = bench()
    #expect(press(.left, &bench, .shift) == .overlay)
    #expect(bench.state.calledOut == 198)
    for _ in 0..<60 { _ = press(.left, &bench, .shift) }
    #expect(bench.state.calledOut == 138)
    #expect(bench.state.isInView(138))
    for _ in 0..<300 { _ = press(.right, &bench, .shift) }
    #expect(bench.state.calledOut == 199 && bench.state.viewport.isAtNewest)
    #expect(press(.right, &bench, .shift) == .none)
  }

  private func pair(sameDates: Bool = true) -> ChartBench {
    var table = SampleHistories.daily((0..<50).map { _ in 80.0 })
    table.series[0].name = "a"
    let dates = sameDates ? table.series[0].dates : DateColumn((0..<20).map { ScoreDate(day: 19_740 + $0) })
    let scores = ScoreColumn((0..<dates.count).map { _ in 20.0 as Double? })
    table.series.append(ScoreSeries(name: "b", dates: dates, scores: scores))
    return ChartBench(table, size: Self.size)
  }

  @Test func tabBringsTheNextSeriesToTheFront() {
    var bench = pair()
    let first = bench.frame()
    #expect(first.curve.commands.count { if case .line = $0 { true } else { false } } == 2)
    #expect(first.columns.allSatisfy { $0.dot?.color == .dot })
    #expect(press(.tab, &bench) == .full)
    #expect(bench.state.activeSeries == 1)
    let second = bench.frame()
    #expect(second.columns.allSatisfy { $0.dot?.color == .line2 })
    #expect(second.columns.map(\.dot?.y) != first.columns.map(\.dot?.y))
    _ = press(.tab, &bench)
    #expect(bench.state.activeSeries == 0)
    _ = press(.tab, &bench, .shift)
    #expect(bench.state.activeSeries == 1)
  }

  @Test func theNearestSeriesByPixelsIsHoveredAndAClickBringsItToTheFront() {
    var bench = pair()
    let layout = bench.state.layout(of: bench.chart, metrics: bench.metrics)
    let x = bench.state.viewport.viewX(of: 47)
    bench.apply(.pointerMoved(ViewPoint(x: x, y: layout.y(of: 80) + 5)))
    #expect(bench.state.hoverSeries == 0)
    #expect(bench.apply(.pointerMoved(ViewPoint(x: x, y: layout.y(of: 20) - 5))) == .overlay)
    #expect(bench.state.hoverSeries == 1)
    #expect(texts(bench.frame()).contains("b 20 (±0)"))
    bench.apply(.pointerDown(ViewPoint(x: x, y: layout.y(of: 20)), .mouse))
    #expect(bench.apply(.pointerUp(ViewPoint(x: x, y: layout.y(of: 20)))) == .full)
    #expect(bench.state.activeSeries == 1 && bench.state.selection == 47)
  }

  @Test func aSeriesWithDatesOfItsOwnKeepsTheDateInView() {
    var bench = pair(sameDates: false)
    #expect(!bench.chart.sharesTimeline)
    bench.apply(.wheel(dx: 0, dy: 3, at: ViewPoint(x: 0, y: 0), []))
    let column = bench.state.viewport.nearestColumn(to: bench.state.viewport.axisX) ?? 0
    let day = bench.chart.series.dates[column].day
    _ = press(.tab, &bench)
    #expect(bench.state.viewport.count == 20)
    let shown = bench.state.viewport.nearestColumn(to: bench.state.viewport.axisX) ?? 0
    #expect(bench.chart.showing(series: 1).series.dates[shown].day <= day)
    _ = press(.tab, &bench)
    #expect(bench.state.viewport.count == 50)
  }

  @Test func theValueScaleGlidesFromOneToTheOther() {
    var bench = bench()
    func y() -> Double { bench.state.layout(of: bench.chart, metrics: bench.metrics).y(of: 50) }
    let compressed = y()
    #expect(press(.character("y"), &bench, at: 1000) == .full)
    #expect(bench.state.needsTicks && y() == compressed)
    #expect(bench.apply(.tick, at: 1100) == .full)
    let between = y()
    bench.apply(.tick, at: 1250)
    let linear = y()
    #expect(!bench.state.needsTicks && linear < between && between < compressed)
    #expect(bench.apply(.tick, at: 1300) == .none)
    bench.state.reducesMotion = true
    _ = press(.character("y"), &bench, at: 2000)
    #expect(y() == compressed && !bench.state.needsTicks)
  }

  @Test func theHelpLiesOverThePictureUntilItIsDismissed() {
    var bench = bench()
    #expect(press(.character("?"), &bench) == .overlay)
    #expect(texts(bench.frame()).contains("pin the callout"))
    _ = press(.escape, &bench)
    #expect(!bench.state.isHelpShown && bench.state.takeRequests().isEmpty)
    _ = press(.character("?"), &bench)
    bench.apply(.pointerDown(ViewPoint(x: 100, y: 100), .mouse))
    bench.apply(.pointerUp(ViewPoint(x: 100, y: 100)))
    #expect(!bench.state.isHelpShown && bench.state.selection == 199)
    for (width, height) in [(0.0, 0.0), (30, 30), (375, 60), (300, 200), (2000, 1000)] {
      bench.apply(.resized(ViewSize(width: width, height: height), scale: 1))
      _ = press(.character("?"), &bench)
      for command in bench.frame().overlay.commands {
        guard case .bubble(let bubble) = command, bubble.color == .panel else { continue }
        #expect(bubble.box.x >= 0 && bubble.box.maxX <= width && bubble.box.y >= 0 && bubble.box.maxY <= height)
      }
      _ = press(.character("?"), &bench)
    }
  }

  // MARK: Data that arrives

  private func grown(_ bench: inout ChartBench, appended: Int = 0, prepended: Int = 0) {
    let first = bench.chart.series.dates[0].day - Int32(prepended)
    let count = bench.chart.count + appended + prepended
    let table = SampleHistories.table(
      (0..<count).map { ScoreDate(day: first + Int32($0)) }, (0..<count).map { Double($0 % 100) })
    bench.chart = Chart(table: table, extending: bench.chart, prepended: prepended)
    _ = bench.state.historyChanged(
      appended: appended, prepended: prepended, chart: bench.chart, metrics: bench.metrics)
  }

  @Test func theNewestEndIsFollowedAndItsSelectionToo() {
    var bench = bench()
    grown(&bench, appended: 3)
    #expect(bench.state.viewport.isAtNewest && bench.state.calledOut == 202 && bench.state.newScores == 0)
    _ = press(.space, &bench)
    grown(&bench, appended: 2)
    #expect(bench.state.viewport.isAtNewest && bench.state.selection == 202)
  }

  @Test func awayFromTheNewestEndAChipLeadsThere() {
    var bench = bench()
    bench.apply(.wheel(dx: 0, dy: 5, at: ViewPoint(x: 0, y: 0), []))
    let offset = bench.state.viewport.offset
    grown(&bench, appended: 3)
    grown(&bench, appended: 1)
    #expect(bench.state.viewport.offset == offset && bench.state.newScores == 4)
    #expect(texts(bench.frame()).contains("4 new →"))
    bench.apply(.pointerDown(ViewPoint(x: 300, y: 300), .mouse))
    bench.apply(.pointerUp(ViewPoint(x: 300, y: 300)))
    bench.settle()
    #expect(bench.state.viewport.isAtNewest && bench.state.newScores == 0)
    #expect(!texts(bench.frame()).contains { $0.contains("new") })
  }

  @Test func endLeadsThereToo() {
    var bench = bench()
    bench.apply(.wheel(dx: 0, dy: 5, at: ViewPoint(x: 0, y: 0), []))
    grown(&bench, appended: 3)
    _ = press(.end, &bench, at: 10)
    // More arrives on the way.
    bench.apply(.tick, at: 60)
    grown(&bench, appended: 3)
    bench.settle()
    #expect(bench.state.viewport.isAtNewest && bench.state.newScores == 0)
  }

  @Test func rowsBeforeTheOthersMoveNothingInView() {
    var bench = bench()
    bench.apply(.wheel(dx: 0, dy: 5, at: ViewPoint(x: 0, y: 0), []))
    let day = { (bench: ChartBench) in bench.chart.series.dates[bench.state.viewport.nearestColumn(to: 100) ?? 0].day }
    let (before, x) = (day(bench), bench.state.viewport.viewX(of: 190))
    grown(&bench, prepended: 300)
    #expect(day(bench) == before)
    #expect(bench.state.viewport.viewX(of: 490) == x)
    #expect(bench.state.selection == 499)
  }

  @Test func dataArrivingUnderAHeldPointerMovesNothing() {
    var bench = bench()
    bench.apply(.pointerDown(ViewPoint(x: 100, y: 100), .mouse))
    bench.apply(.pointerMoved(ViewPoint(x: 150, y: 100)))
    let x = bench.state.viewport.viewX(of: 190)
    grown(&bench, appended: 7, prepended: 40)
    #expect(bench.state.viewport.viewX(of: 230) == x)
    bench.apply(.pointerMoved(ViewPoint(x: 180, y: 100)))
    #expect(bench.state.viewport.viewX(of: 230) == x + 30)
    // At the newest end, too, as long as the pointer holds the content.
    var atEnd = self.bench()
    atEnd.apply(.pointerDown(ViewPoint(x: 100, y: 100), .mouse))
    let newest = atEnd.state.viewport.viewX(of: 199)
    grown(&atEnd, appended: 2)
    #expect(atEnd.state.viewport.viewX(of: 199) == newest && atEnd.state.newScores == 2)
  }

  @Test func aGlideGoesOnAcrossNewRows() {
    var bench = bench(2000)
    _ = press(.home, &bench, at: 0)
    bench.apply(.tick, at: 100)
    let x = bench.state.viewport.viewX(of: 1000)
    grown(&bench, prepended: 50)
    #expect(abs(bench.state.viewport.viewX(of: 1050) - x) < 1e-6)
    bench.settle()
    #expect(abs(bench.state.viewport.viewX(of: 50) - 42) < 1e-6)
  }

  @Test func aViewOfEverythingStaysOneAsTheHistoryGrows() {
    var bench = bench(2000)
    bench.state.showAll()
    grown(&bench, appended: 500)
    #expect(bench.state.viewport.showsAll && bench.state.viewport.maximumOffset < 1e-6)
  }

  @Test func aReplacedHistoryKeepsTheDateInViewAndSelectsNothingThatIsNotThere() {
    var bench = bench()
    bench.apply(.wheel(dx: 0, dy: 30, at: ViewPoint(x: 0, y: 0), []))
    let date = bench.chart.series.dates[bench.state.viewport.nearestColumn(to: 319) ?? 0]
    let old = bench.chart
    bench.chart = Chart(table: SampleHistories.daily((0..<180).map { Double($0) }))
    #expect(bench.state.historyReplaced(old, by: bench.chart, metrics: bench.metrics) == .full)
    #expect(bench.chart.series.dates[bench.state.viewport.nearestColumn(to: 319) ?? 0] == date)
    let longer = bench.chart
    bench.chart = Chart(table: SampleHistories.daily([5]))
    _ = bench.state.historyReplaced(longer, by: bench.chart, metrics: bench.metrics)
    #expect(bench.state.selection == nil || bench.state.selection == 0)
    _ = bench.frame()
    let one = bench.chart
    bench.chart = Chart(table: SampleHistories.daily([]))
    _ = bench.state.historyReplaced(one, by: bench.chart, metrics: bench.metrics)
    #expect(bench.state.selection == nil)
    _ = bench.frame()
  }

  @Test func theThemeGoesWithTheSurroundingsUntilTheUserChoosesOne() {
    var bench = bench()
    #expect(bench.apply(.surroundings(isDark: false)) == .none)
    #expect(bench.apply(.surroundings(isDark: true)) == .full)
    #expect(bench.state.theme == .dark)
    bench.apply(.key(.character("t"), [], isRepeat: false))
    #expect(bench.state.theme == .light)
    #expect(bench.apply(.surroundings(isDark: true)) == .none)
    #expect(bench.state.theme == .light)
  }

  /// What a surface asks for beyond the view is what it would see there.
  @Test(arguments: [42.0, 12, 3, 0.5])
  func overscanDescribesWhatIsBesideTheView(columnWidth: Double) {
    var bench = bench()
    bench.state.setColumnWidth(columnWidth)
    let end = bench.state.viewport.maximumOffset
    bench.state.viewport.scroll(to: (end / 2).rounded())
    let wide = bench.composer.compose(bench.chart, bench.state, metrics: bench.metrics, overscan: 200)
    #expect(wide.overscan == 200 && wide.offset == bench.state.viewport.offset)
    for shift in [-200.0, 0, 200] where bench.state.viewport.clamped(wide.offset + shift) == wide.offset + shift {
      var other = bench
      other.state.viewport.scroll(to: wide.offset + shift)
      let there = other.frame()
      let inView = wide.columns.filter { $0.x - shift > 0 && $0.x - shift < there.size.width }
      let wanted = there.columns.filter { $0.x > 0 && $0.x < there.size.width }
      #expect(inView.map(\.index) == wanted.map(\.index))
      for (column, same) in zip(inView, wanted) {
        #expect(abs(column.x - shift - same.x) < 1e-9 && column.label == same.label && column.dot == same.dot)
      }
      let points = wide.curve.points.filter { $0.x - shift > 1 && $0.x - shift < there.size.width - 1 }
      let fewer = there.curve.points.filter { $0.x > 1 && $0.x < there.size.width - 1 }
      #expect(points.count == fewer.count && !fewer.isEmpty)
    }
  }
}
