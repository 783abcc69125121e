import ScoreData
import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

/// What a timeline must never get wrong, point by point, as far as it can be seen before any pixel.
@Suite struct PassOrFailTests {
  static let size = ViewSize(width: 375, height: 344)

  private func numbers(_ frame: Frame) -> [Double] {
    let paths = frame.curve.points + frame.backdrop.points + frame.overlay.points
    return paths.flatMap { [$0.x, $0.y] } + frame.columns.map(\.x) + frame.columns.compactMap { $0.dot?.y }
  }

  @Test func point01FewEqualZeroOrMissingScoresAreDrawnFiniteAndWithoutTrap() {
    let histories: [[Double?]] = [
      [], [5], [5, 6], [7, 7, 7], [0, 0, 0], [nil, nil, 50, nil], [nil], [nil, nil], [.greatestFiniteMagnitude],
      [-.greatestFiniteMagnitude, .greatestFiniteMagnitude],
    ]
    for scores in histories {
      for mode in ChartOptions.ScaleMode.allCases {
        var bench = ChartBench(
          SampleHistories.daily(scores), options: ChartOptions(scaleMode: mode), size: Self.size)
        for key in "+-0fyt?".unicodeScalars {
          bench.apply(.key(.character(key), [], isRepeat: false))
          let frame = bench.frame()
          bench.settle()
          #expect((numbers(frame) + numbers(bench.frame())).allSatisfy { $0.isFinite }, "\(scores) \(key)")
        }
        _ = bench.chart.description()
      }
    }
    var lone = ChartBench(SampleHistories.daily([nil, nil, 50, nil]), size: Self.size)
    #expect(lone.frame().columns.count { $0.dot != nil } == 1)
  }

  @Test func point02AScoreAloneBetweenGapsIsADotAtEveryZoom() {
    var scores: [Double?] = Array(repeating: 50, count: 4001)
    for index in 1990...2010 where index != 2000 { scores[index] = nil }
    var bench = ChartBench(SampleHistories.daily(scores), size: Self.size)
    for width in [168, 42, 20, 6, 5.9, 2, 1, 0.9, 0.5] {
      bench.state.setColumnWidth(width)
      bench.state.show(newest: bench.chart.series.dates[2000], chart: bench.chart)
      let x = bench.state.viewport.snapped(scale: 1).viewX(of: 2000)
      let frame = bench.frame()
      let isTile = frame.columns.contains { $0.index == 2000 && $0.dot != nil }
      let isDrawn = frame.curve.commands.contains {
        if case .dot(let place, _, _, _, _) = $0 { abs(place.x - x) <= 1 } else { false }
      }
      #expect(isTile || isDrawn, "\(width)")
    }
  }

  @Test func point03OddDaysAreShownInOrder() throws {
    let leap = Chart(table: SampleHistories.daily([1, 2, 3], from: (2024, 2, 28)))
    #expect((0..<3).map { leap.labels.fullDate(at: $0) } == ["2024-02-28", "2024-02-29", "2024-03-01"])
    let old = Chart(table: SampleHistories.daily([1, 2], from: (1969, 12, 31)))
    #expect((0..<2).map { old.labels.fullDate(at: $0) } == ["1969-12-31", "1970-01-01"])
    let clockBack = [(90, 120), (150, 120), (150, 60), (210, 60)].map { minutes, offset in
      ScoreDate(
        day: 20_023, nanosecondOfDay: Int64(minutes) * 60_000_000_000, precision: .time, offsetMinutes: Int16(offset))
    }
    var bench = ChartBench(SampleHistories.table(clockBack, [1, 2, 3, 4]), size: Self.size)
    let frame = bench.frame()
    #expect(frame.columns.map(\.index) == [0, 1, 2, 3])
    #expect(frame.columns.map(\.label?.text) == ["10-27", "02:30", "02:30", "03:30"])
    #expect(DateOrder.days(from: clockBack[1], to: clockBack[2]) == 1.0 / 24)
  }

  @Test func point04DuplicateDatesAreAllReachable() {
    let dates = [ScoreDate](repeating: ScoreDate(day: 5), count: 4)
    var bench = ChartBench(SampleHistories.table(dates, [1, 2, 3, 4]), size: Self.size)
    for index in 0..<4 {
      bench.apply(.pointerMoved(ViewPoint(x: bench.state.viewport.viewX(of: index), y: 100)))
      #expect(bench.state.hover == index)
    }
    bench.apply(.pointerLeft)
    for index in [2, 1, 0] {
      bench.apply(.key(.left, .shift, isRepeat: false))
      #expect(bench.state.calledOut == index)
    }
  }

  @Test func point05ScoresOffTheScaleStandAtItsEdgeWithAMarkAndTheirTrueValue() {
    var bench = ChartBench(
      SampleHistories.daily([-5, 104, 50]), options: ChartOptions(scaleMode: .compressed), size: Self.size)
    let frame = bench.frame()
    #expect(frame.columns.map(\.dot?.offScale) == [.below, .above, nil])
    #expect(
      frame.columns.map(\.dot?.y) == [317, 22.5, bench.state.layout(of: bench.chart, metrics: bench.metrics).y(of: 50)])
    #expect(bench.chart.calloutText(at: 0).hasSuffix(" −5") && bench.chart.calloutText(at: 1).hasSuffix(" 104"))
    // Zoomed out, where cells have no dots, the mark stays.
    var far = ChartBench(
      SampleHistories.daily((0..<3000).map { $0 == 1500 ? 130 : 50 }), options: ChartOptions(scaleMode: .compressed),
      size: Self.size)
    for width in [4, 1, 0.2, 0] {
      far.state.setColumnWidth(width)
      far.state.show(newest: far.chart.series.dates[1520], chart: far.chart)
      #expect(
        far.frame().curve.commands.contains { if case .offScaleMark(_, .above, _) = $0 { true } else { false } },
        "\(width)")
    }
  }

  @Test func point06LabelsNeverOverlapWhileScrollingAndTheNewestIsKept() {
    var bench = ChartBench(
      SampleHistories.daily((0..<1500).map { Double($0 % 90) }, from: (2021, 8, 29)), size: Self.size)
    for width in [168, 42, 30, 23, 11, 5, 0.7] {
      bench.state.setColumnWidth(width)
      bench.apply(.key(.end, [], isRepeat: false))
      bench.settle()
      for step in 0..<25 {
        let labels = bench.frame().columns.filter { $0.label != nil }
        if step == 0 { #expect(labels.last?.index == 1499, "\(width)") }
        for (a, b) in zip(labels, labels.dropFirst()) {
          let texts = [a, b].compactMap { $0.label?.text }
          let room = texts.reduce(0) { $0 + bench.metrics.width(of: $1, font: .dateLabel) } / 2
          #expect(b.x - a.x >= room, "\(texts) at \(width)")
        }
        bench.apply(.wheel(dx: -0.31, dy: 0, at: ViewPoint(x: 0, y: 0), []))
      }
    }
  }

  @Test(arguments: [60.0, 110, 375, 1920])
  func point07FirstAndLastDotAndCalloutAreNeverClipped(width: Double) {
    var bench = ChartBench(
      SampleHistories.daily((0..<400).map { Double($0 % 2 * 100) }), size: ViewSize(width: width, height: 344))
    for key in [Key.end, .home] {
      bench.apply(.key(key, [], isRepeat: false))
      bench.settle()
      let layout = bench.state.layout(of: bench.chart, metrics: bench.metrics)
      let index = key == .end ? 399 : 0
      let x = bench.state.viewport.viewX(of: index)
      #expect(x - 5 >= 0 && x + 5 <= layout.axisLeft + 6 || layout.axisWidth == 0 && x + 5 <= width)
      bench.apply(.pointerMoved(ViewPoint(x: x, y: 20)))
      for command in bench.frame().overlay.commands {
        guard case .bubble(let bubble) = command else { continue }
        #expect(bubble.box.x >= 0 && bubble.box.maxX <= width && bubble.box.y >= 0 && bubble.box.maxY <= 344)
      }
      bench.apply(.pointerLeft)
    }
  }

  @Test(arguments: [(0.0, 0.0), (1, 1), (0, 300), (300, 0), (2, 2)])
  func point08TinyWindowsHangNothingAndTheLayoutComesBack(width: Double, height: Double) {
    for zoomed in [false, true] {
      var bench = ChartBench(SampleHistories.daily((0..<900).map { Double($0 % 101) }), size: Self.size)
      if zoomed { bench.state.showAll() }
      let before = bench.frame()
      bench.apply(.resized(ViewSize(width: width, height: height), scale: 1))
      #expect(numbers(bench.frame()).allSatisfy { $0.isFinite })
      for key in [Key.home, .end, .pageUp, .character("f"), .character("0"), .character("+")] {
        var copy = bench
        copy.apply(.key(key, [], isRepeat: false))
        copy.settle()
        #expect(numbers(copy.frame()).allSatisfy { $0.isFinite })
      }
      bench.apply(.resized(Self.size, scale: 1))
      let after = bench.frame()
      #expect(after.curve == before.curve && after.overlay == before.overlay && after.plot == before.plot)
      #expect(after.columns.map(\.x) == before.columns.map(\.x))
    }
  }

  @Test func point09AnotherScaleLaysTheFrameOutAnewOnItsGrid() {
    var bench = ChartBench(SampleHistories.daily((0..<100).map { Double($0) }), size: Self.size)
    bench.apply(.wheel(dx: 0, dy: 0.123, at: ViewPoint(x: 0, y: 0), []))
    for scale in [2, 1.5, 1] {
      #expect(bench.apply(.resized(Self.size, scale: scale)) == .full)
      let frame = bench.frame()
      #expect(frame.scale == scale)
      #expect(frame.columns.allSatisfy { abs($0.x * scale - ($0.x * scale).rounded()) < 1e-6 })
    }
  }

  @Test func point10HoverFiresOncePerChangedColumnAndIdlingDoesNothing() {
    var bench = ChartBench(SampleHistories.daily((0..<900).map { Double($0 % 101) }), size: Self.size)
    var (fired, changes) = (0, 0)
    var before = bench.state.hover
    for step in 0..<300 {
      if bench.apply(.pointerMoved(ViewPoint(x: 20 + Double(step), y: 100)), at: Double(step)) > .none { fired += 1 }
      if bench.state.hover != before { changes += 1 }
      before = bench.state.hover
    }
    #expect(fired == changes && changes <= 8)
    let frame = bench.frame()
    let bindings = bench.composer.bindings
    for step in 0..<50 { #expect(bench.apply(.tick, at: 1000 + Double(step)) == .none) }
    #expect(bench.state.nextTick(after: 2000, frameInterval: 16) == nil)
    #expect(bench.frame() == frame && bench.composer.bindings == bindings)
  }

  @Test func point11EqualScoresAtAnyWidthHaveABoundedNumberOfTicks() {
    for score in [0.0, 50, 104, -3, 1e300, .leastNonzeroMagnitude] {
      let bench = ChartBench(
        SampleHistories.daily([score, score]), options: ChartOptions(scaleMode: .linear),
        size: ViewSize(width: 1841, height: 1000))
      let ticks = bench.state.layout(of: bench.chart, metrics: bench.metrics).ticks
      #expect((2...7).contains(ticks.count) && ticks.allSatisfy { $0.y.isFinite }, "\(score)")
    }
  }

  @Test(arguments: [42.0, 168, 10, 1])
  func point12RowsBeforeTheOthersKeepTheVisibleDatesInPlace(width: Double) {
    var bench = ChartBench(SampleHistories.daily(Array(repeating: 50, count: 800), from: (2024, 1, 1)), size: Self.size)
    bench.state.setColumnWidth(width)
    bench.apply(.wheel(dx: 0, dy: 1, at: ViewPoint(x: 0, y: 0), []))
    let before = bench.state.viewport
    let table = SampleHistories.daily(Array(repeating: 50, count: 1165), from: (2023, 1, 1))
    bench.chart = Chart(table: table, extending: bench.chart, prepended: 365)
    _ = bench.state.historyChanged(prepended: 365, chart: bench.chart, metrics: bench.metrics)
    for column in before.visible {
      #expect(abs(bench.state.viewport.viewX(of: column + 365) - before.viewX(of: column)) < 1e-6)
    }
  }

  @Test func point13AReplayEndsInTheSameFrameOnEverySurface() throws {
    var recording = EventRecording()
    var time = 0.0
    for step in 0..<40 {
      time += 17
      recording.append(InputEvent(time: time, .pointerDown(ViewPoint(x: 100, y: 50), .touch)))
      recording.append(InputEvent(time: time + 20, .pointerMoved(ViewPoint(x: 130, y: 50))))
      recording.append(InputEvent(time: time + 30, .pointerUp(ViewPoint(x: 130, y: 50))))
      time += 60 + Double(step % 7) * 200
      recording.append(InputEvent(time: time, .key(step % 3 == 0 ? .pageDown : .character("-"), [], isRepeat: false)))
    }
    let read = try EventRecording(parsing: recording.text)
    let frames = [nil, 24, 60, 144, 1000].map { (rate: Double?) -> Frame in
      var bench = ChartBench(SampleHistories.daily((0..<2000).map { Double($0 % 101) }), size: Self.size)
      read.replay(into: &bench.state, chart: bench.chart, metrics: bench.metrics, framesPerSecond: rate)
      return bench.frame()
    }
    #expect(frames.allSatisfy { $0 == frames[0] })
  }
}
