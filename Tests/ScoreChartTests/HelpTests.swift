import ScoreData
import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

/// The help on the picture, and callouts, where there is little room.
@Suite struct HelpTests {
  /// The help's box and texts; nil where there is none.
  private func help(_ bench: inout ChartBench, width: Double, height: Double) -> (box: ViewRect, texts: [TextLine])? {
    bench.apply(.resized(ViewSize(width: width, height: height), scale: 1))
    let commands = bench.frame().overlay.commands
    let last = commands.lastIndex { if case .bubble(let bubble) = $0 { bubble.color == .panel } else { false } }
    guard let last, case .bubble(let bubble) = commands[last] else { return nil }
    let texts = commands[last...].compactMap { if case .text(let line) = $0 { line } else { nil } }
    return (bubble.box, texts)
  }

  private func end(of line: TextLine, _ metrics: TextMetrics) -> Double {
    line.x + metrics.width(of: line.string, font: line.font)
  }

  @Test func theHelpIsInsideEveryWindowAndSaysSomethingInTheSmallest() throws {
    var bench = ChartBench(SampleHistories.twelve)
    bench.apply(.key(.character("?"), [], isRepeat: false))
    let metrics = bench.metrics
    let rows = Panel.help(for: bench.state, of: bench.chart)
    for width in stride(from: 160.0, through: 1000, by: 35) {
      for height in stride(from: 80.0, through: 700, by: 31) {
        let shown = help(&bench, width: width, height: height)
        let (box, texts) = try #require(shown, "\(width) × \(height)")
        #expect(box.x >= 0 && box.maxX <= width && box.y >= 0 && box.maxY <= height, "\(width) × \(height)")
        for (index, text) in texts.enumerated() {
          let end = end(of: text, metrics)
          #expect(text.x >= box.x && end <= box.maxX && text.midline < box.maxY, "\(width) × \(height) \(text.string)")
          let beside = texts[..<index].filter { $0.midline == text.midline && $0.x < end }
          #expect(beside.allSatisfy { self.end(of: $0, metrics) <= text.x }, "\(width) × \(height) \(text.string)")
        }
        let isWhole = texts.count == 2 * rows.count
        #expect(isWhole || texts.last?.string.contains("larger window") == true, "\(width) × \(height)")
        #expect(isWhole || width < 720 || height < 150, "\(width) × \(height) has room for all keys")
      }
    }
  }

  @Test func theHelpNamesTheKeysThatDoSomethingHere() {
    var bench = ChartBench(SampleHistories.twelve)
    func keys() -> Set<String> { Set(Panel.help(for: bench.state, of: bench.chart).map(\.keys)) }
    #expect(keys().isSuperset(of: ["s", "Ctrl C", "F11", "?", "q Esc"]) && !keys().contains("Tab"))
    bench.state.abilities = .savePicture
    #expect(keys().contains("s") && keys().isDisjoint(with: ["Ctrl C", "F11"]))
    bench.state.abilities = []
    #expect(keys().isDisjoint(with: ["s", "Ctrl C", "F11"]))
    var table = SampleHistories.twelve
    table.series.append(table.series[0])
    bench.chart = Chart(table: table)
    #expect(keys().contains("Tab"))
  }

  @Test func aHoveredScoreHasItsCalloutInTheSmallestWindowThatAUserCanMake() {
    let scores: [[Double?]] = [[32.9, nil, 77.25, 8, 100], [1_533_567.89, 1_400_000, 12.5, nil, 1e9]]
    for scores in scores {
      var bench = ChartBench(SampleHistories.daily(scores), size: ViewSize(width: 160, height: 120))
      for x in stride(from: 2.0, to: bench.state.viewport.axisX, by: 10) {
        bench.apply(.pointerMoved(ViewPoint(x: x, y: 30)))
        let boxes = bench.frame().overlay.commands.compactMap { command -> ViewRect? in
          if case .bubble(let bubble) = command { bubble.box } else { nil }
        }
        #expect(bench.state.hover != nil && boxes.count == 1, "\(scores) at \(x)")
        #expect(boxes.allSatisfy { $0.x >= 0 && $0.maxX <= 160 && $0.y >= 0 && $0.maxY <= 120 })
      }
    }
  }

  @Test func whereverOnePointsThereIsACalloutThoughCellsAreCutAtTheEdges() {
    var numbers = SeededGenerator(seed: 5)
    var bench = ChartBench(SampleHistories.daily((0..<300).map { Double($0 * 7 % 100) }))
    for _ in 0..<200 {
      let size = ViewSize(width: Double.random(in: 200...700, using: &numbers), height: 344)
      bench.apply(.resized(size, scale: 1))
      bench.state.setColumnWidth(Double.random(in: 2...168, using: &numbers))
      bench.apply(.wheel(dx: 0, dy: Double.random(in: -30...30, using: &numbers), at: ViewPoint(x: 0, y: 0), []))
      let end = bench.state.viewport.axisX + TimelineStyle.fadeInset + TimelineStyle.fadeWidth
      for x in [0, 1, end / 2, end - 1, Double.random(in: 0..<end, using: &numbers)] {
        bench.apply(.pointerLeft)
        bench.apply(.pointerMoved(ViewPoint(x: x, y: 100)))
        let columns = bench.state.columnsInView
        let isShown = bench.frame().overlay.commands.contains { if case .bubble = $0 { true } else { false } }
        #expect(isShown || columns.isEmpty, "\(size.width) wide, \(bench.state.viewport.columnWidth) a column, at \(x)")
      }
    }
  }

  @Test func aNoteThatIsCutShowsThatItIs() {
    var table = SampleHistories.daily([50, 60])
    table.series[0].notes = TextColumn(name: "note", ["", "a remark of many words that takes several lines at least"])
    for height in stride(from: 90.0, through: 344, by: 1) {
      var bench = ChartBench(table, size: ViewSize(width: 220, height: height))
      let texts = bench.frame().overlay.commands.compactMap { command -> String? in
        if case .text(let line) = command, line.color == .calloutText { line.string } else { nil }
      }
      let note = texts.dropFirst().joined(separator: " ")
      #expect(note.isEmpty || note.hasSuffix("least") || note.hasSuffix("…"), "\(height): \(texts)")
    }
  }
}
