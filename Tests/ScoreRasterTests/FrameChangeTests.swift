import Foundation
import ScoreChart
import ScoreData
import ScoreDrawing
import Support
import Testing

@testable import ScoreRaster

/// Pictures that keep their pixels, against pictures that are painted whole.
@Suite struct FrameChangeTests {
  /// A chart that somebody moves in at random, and the pixels that a surface keeps of it.
  private final class Session {
    var generator: SeededGenerator
    var bench: ChartBench
    var time = 0.0
    var isPressed = false
    private var frame: Frame?
    private var picture: PixelBuffer
    private var pending = Invalidation.full
    /// How many frames kept pixels that moved, by the way they went.
    var moves = (older: 0, newer: 0)

    init(seed: UInt64) throws {
      generator = SeededGenerator(seed: seed)
      let table = Session.history(&generator)
      bench = ChartBench(table, options: ChartOptions(title: seed % 2 == 0 ? "Scores" : nil))
      bench.metrics = try sharedText.get().metrics
      picture = try PixelBuffer(size: PixelSize(width: 0, height: 0))
      resize()
    }

    /// Scores with gaps and pauses, of which some lie outside the scale, in one or two series.
    private static func history(_ generator: inout SeededGenerator) -> ScoreTable {
      let count = [3, 40, 700, 4000].randomElement(using: &generator) ?? 3
      var day: Int32 = 19_000
      let dates = (0..<count).map { _ in
        day += Int.random(in: 0..<30, using: &generator) == 0 ? 90 : 1
        return ScoreDate(day: day)
      }
      let series = (0...Int.random(in: 0...1, using: &generator)).map { number in
        let scores = (0..<count).map { _ -> Double? in
          switch Int.random(in: 0..<40, using: &generator) {
          case 0...2: nil
          case 3: 130
          case 4: -20
          default: Double(Int.random(in: 200...1000, using: &generator)) / 10
          }
        }
        return ScoreSeries(name: "series \(number)", dates: DateColumn(dates), scores: ScoreColumn(scores))
      }
      return ScoreTable(dateColumn: "date", hasYears: true, series: series)
    }

    func resize() {
      let scales: [Double] = [1, 1, 2, 1.25, 1.5, 1.1, 3]
      let scale = scales.randomElement(using: &generator) ?? 1
      let pixels = (Int.random(in: 120...320, using: &generator), Int.random(in: 70...130, using: &generator))
      apply(.resized(ViewSize(width: Double(pixels.0) / scale, height: Double(pixels.1) / scale), scale: scale))
    }

    func apply(_ kind: InputEvent.Kind) { pending.merge(bench.apply(kind, at: time)) }

    private func point() -> ViewPoint {
      ViewPoint(
        x: Double.random(in: 0...bench.state.size.width, using: &generator),
        y: Double.random(in: 0...bench.state.size.height, using: &generator))
    }

    private func key(_ key: Key) { apply(.key(key, [], isRepeat: false)) }

    /// Does something that users do; most of it scrolls.
    func act() {
      time += Double.random(in: 1...40, using: &generator)
      switch Int.random(in: 0..<34, using: &generator) {
      case 0...11: apply(.wheel(dx: 0, dy: Double.random(in: -0.6...0.6, using: &generator), at: point(), []))
      case 12...16:
        if isPressed { apply(.pointerMoved(point())) } else { apply(.tick) }
      case 17...19:
        apply(isPressed ? .pointerUp(point()) : .pointerDown(point(), .mouse))
        isPressed.toggle()
      case 20, 21: apply(.pointerMoved(point()))
      case 22: apply(.wheel(dx: 0, dy: Double.random(in: -6...6, using: &generator), at: point(), .control))
      case 23: apply(.wheel(dx: 0, dy: Double.random(in: -6...6, using: &generator), at: point(), []))
      case 24: key([.left, .right, .home, .end, .pageUp].randomElement(using: &generator) ?? .left)
      case 25: key(.character(["f", "0", "y", "t", "?", "+", "-"].randomElement(using: &generator) ?? "0"))
      case 26: key([.space, .tab].randomElement(using: &generator) ?? .space)
      case 27: apply(.key(.left, .shift, isRepeat: false))
      case 28: if Int.random(in: 0..<6, using: &generator) == 0 { resize() }
      case 29: apply(.pointerLeft)
      default: apply(.tick)
      }
    }

    /// How many pixels differ between what a surface that keeps pixels is asked for and what a picture has.
    func overscanned(with painter: FramePainter) throws -> Int {
      let paint = { (overscan: Double) in
        try TestCanvas.paint(
          self.bench.composer.compose(
            self.bench.chart, self.bench.state, metrics: self.bench.metrics, overscan: overscan), with: painter)
      }
      let wide = try paint(FrameChange.overscan)
      let exact = try paint(0)
      return wide.withPixels { wide in
        exact.withPixels { exact in
          guard let a = wide.baseAddress, let b = exact.baseAddress, memcmp(a, b, 4 * wide.count) != 0 else { return 0 }
          return wide.indices.count { wide[$0] != exact[$0] }
        }
      }
    }

    /// Shows the frame as a surface does; how many pixels differ from those of a whole frame.
    func show(with painter: FramePainter) throws -> Int {
      let frame = bench.composer.compose(
        bench.chart, bench.state, metrics: bench.metrics, overscan: FrameChange.overscan)
      let whole = try TestCanvas.paint(frame, with: painter)
      let pixels = whole.size
      var change = FrameChange(whole: pixels)
      if let old = self.frame, picture.size == pixels {
        change = FrameChange(from: old, to: frame, pending, pixels: pixels, metrics: bench.metrics)
      } else {
        picture = try PixelBuffer(size: pixels)
      }
      picture.withRows { painter.apply(change, to: $0, of: frame) }
      if change.shift > 0 { moves.older += 1 } else if change.shift < 0 { moves.newer += 1 }
      (self.frame, pending) = (frame, .none)
      return picture.withPixels { picture in
        whole.withPixels { whole in
          // Element by element only to tell how many: without optimisation that takes longer than painting.
          guard let kept = picture.baseAddress, let painted = whole.baseAddress,
            memcmp(kept, painted, 4 * whole.count) != 0
          else { return 0 }
          return whole.indices.count { picture[$0] != whole[$0] }
        }
      }
    }
  }

  @Test func noPixelTellsThatOthersWereKept() throws {
    let painter = try TestCanvas.painter()
    var moves = (older: 0, newer: 0)
    for seed in 1...8 as ClosedRange<UInt64> {
      let session = try Session(seed: seed)
      for step in 0..<100 {
        session.act()
        let wrong = try session.show(with: painter)
        #expect(wrong == 0, "step \(step) of session \(seed), \(session.bench.state.scale) pixels a point")
      }
      moves = (moves.older + session.moves.older, moves.newer + session.moves.newer)
    }
    #expect(moves.older > 30 && moves.newer > 30, "\(moves)")
  }

  @Test func whatIsBeyondTheEdgesChangesNoPixelOfThePicture() throws {
    let painter = try TestCanvas.painter()
    var narrow = 0
    for seed in 11...14 as ClosedRange<UInt64> {
      let session = try Session(seed: seed)
      for step in 0..<60 {
        session.act()
        if step % 8 == 0 { session.apply(.wheel(dx: 0, dy: -4, at: ViewPoint(x: 60, y: 30), .control)) }
        let width = session.bench.state.viewport.columnWidth
        narrow += (3..<10).contains(width) ? 1 : 0
        let wrong = try session.overscanned(with: painter)
        #expect(wrong == 0, "step \(step) of session \(seed), columns of \(width)")
      }
    }
    #expect(narrow > 20, "\(narrow) pictures had narrow columns")
  }

  /// A timeline with an axis, a title and a callout, scrolled by `pixels`.
  private func frame(scrolledBy pixels: Int, scale: Double = 1, isPinned: Bool = false) -> Frame {
    var bench = ChartBench(SampleHistories.daily((0..<200).map { Double($0 * 7 % 100) }), scale: scale)
    func scroll(by points: Double) { bench.apply(.wheel(dx: 0, dy: -points / 84, at: ViewPoint(x: 0, y: 0), [])) }
    scroll(by: -1e6)
    scroll(by: 1000)
    if isPinned {
      bench.apply(.pointerMoved(ViewPoint(x: 300, y: 100)))
      bench.apply(.key(.space, [], isRepeat: false))
    }
    scroll(by: Double(pixels) / scale)
    return bench.composer.compose(bench.chart, bench.state, metrics: bench.metrics, overscan: FrameChange.overscan)
  }

  private func change(_ old: Frame, _ new: Frame, _ invalidation: Invalidation = .scrolled) -> FrameChange {
    FrameChange(
      from: old, to: new, invalidation, pixels: PixelSize(covering: new.size, scale: new.scale),
      metrics: SampleHistories.metrics)
  }

  @Test(arguments: [1, 2, 16, 100, -1, -16, -100], [1.0, 1.25, 2]) func scrollingByColumnsDrawsAsMany(
    columns: Int, scale: Double
  ) {
    let (old, new) = (frame(scrolledBy: 0, scale: scale), frame(scrolledBy: columns, scale: scale))
    let change = change(old, new)
    #expect(change.shift == -columns && change.newColumns == abs(columns))
    // Beside them the value axis, as wide as it was and as far as it was moved.
    let axis = (new.size.width - new.plot.axisLeft) * scale + 4 + Double(abs(columns))
    let height = new.size.height * scale
    #expect(Double(change.painted) <= (Double(abs(columns)) + axis) * height + 1)
  }

  @Test func whatDidMoreThanScrollIsPaintedWhole() {
    let old = frame(scrolledBy: 0)
    let whole = FrameChange(whole: PixelSize(covering: old.size, scale: 1))
    #expect(change(old, frame(scrolledBy: 8)) != whole)
    #expect(change(old, frame(scrolledBy: 8), .full) == whole)
    #expect(change(old, frame(scrolledBy: 500)) == whole, "hardly anything is left")
    #expect(change(old, frame(scrolledBy: 900)) == whole)
    let edits: [(inout Frame) -> Void] = [
      { $0.theme = .dark }, { $0.scale = 2 }, { $0.size.width -= 1 }, { $0.plot.axisLeft -= 1 },
      { $0.offset += 0.5 }, { $0.overscan = 0 }, { $0.columns[6].label = DateLabel("other") },
      { $0.columns[6].dot?.y += 1 }, { $0.columns[6].x += 1 }, { $0.columns[6].hasGuide = false },
      { $0.columns.remove(at: 6) }, { $0.backdrop.append(.fill(ViewRect(x: 9, y: 9, width: 1, height: 1), .axis)) },
      { $0.curve.addPoint(ViewPoint(x: 90, y: 9)) },
      { $0.curve.append(.offScaleMark(ViewPoint(x: 90, y: 9), .above, .offScaleMark)) },
    ]
    for (index, edit) in edits.enumerated() {
      var new = frame(scrolledBy: 8)
      edit(&new)
      #expect(change(old, new) == FrameChange(whole: PixelSize(covering: new.size, scale: new.scale)), "\(index)")
    }
  }

  @Test func aPinnedCalloutIsPaintedWhereItWasAndWhereItIs() {
    let (old, new) = (frame(scrolledBy: 0, isPinned: true), frame(scrolledBy: 8, isPinned: true))
    #expect(change(old, new).painted > change(frame(scrolledBy: 0), frame(scrolledBy: 8)).painted)
  }
}
