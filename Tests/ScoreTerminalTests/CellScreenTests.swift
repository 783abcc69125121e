import ScoreChart
import ScoreData
import ScoreDrawing
import ScoreTerminal
import Support
import Testing

@Suite struct CellScreenTests {
  static let sizes: [(Int, Int)] = [
    (1, 1), (2, 1), (1, 2), (3, 3), (8, 2), (10, 5), (20, 6), (40, 12), (80, 24), (132, 43),
  ]

  @Test(arguments: sizes)
  func screensOfEverySize(columns: Int, rows: Int) {
    var bench = CellBench(columns: columns, rows: rows)
    let text = bench.text()
    #expect(TextGolden.difference(text, "screen-\(columns)x\(rows).txt") == nil)
  }

  @Test(arguments: GlyphSet.allCases)
  func screensInEveryGlyphSet(glyphs: GlyphSet) {
    var bench = CellBench(columns: 80, rows: 24, options: ChartOptions(title: "Daily score — 日本"))
    let text = bench.text(glyphs)
    #expect(TextGolden.difference(text, "glyphs-\(glyphs.rawValue).txt") == nil)
  }

  @Test func hoverAndGap() {
    var bench = CellBench(SampleHistories.daily([70, 80, nil, 90, 95, 60, 100]), columns: 60, rows: 20)
    bench.apply(.pointerMoved(CellGeometry.center(column: 24, row: 4)))
    let text = bench.text()
    #expect(TextGolden.difference(text, "hover-and-gap.txt") == nil)
  }

  @Test(arguments: [ColorDepth.trueColor, .ansi256, .ansi16], Theme.allCases)
  func coloursReadable(colors: ColorDepth, theme: Theme) {
    var bench = CellBench(SampleHistories.daily([60, 100, 80]), columns: 34, rows: 8, theme: theme)
    let text = bench.text(.half, colors).replacing("\u{1B}", with: "␛")
    #expect(TextGolden.difference(text, "colours-\(colors)-\(theme.rawValue).txt") == nil)
  }

  @Test func severalSeries() {
    var table = SampleHistories.twelve
    let dates = table.series[0].dates
    let rising = (0..<12).map { Double?.some(55 + Double($0) * 3) }
    table.series.append(ScoreSeries(name: "平均", dates: dates, scores: ScoreColumn(rising)))
    var bench = CellBench(table, columns: 80, rows: 24)
    bench.apply(.pointerMoved(CellGeometry.center(column: 30, row: 14)))
    let text = bench.text()
    #expect(TextGolden.difference(text, "several-series.txt") == nil)
    let colored = bench.text(.half, .ansi16)
    #expect(colored.contains("[93m") && colored.contains("[94m"))
  }

  @Test func helpIsRowsOfKeys() {
    var bench = CellBench(columns: 80, rows: 24)
    bench.apply(.key(.character("?"), [], isRepeat: false))
    let text = bench.text()
    #expect(TextGolden.difference(text, "help.txt") == nil)
  }

  @Test func aWholeHistoryInOneScreenIsABand() {
    var bench = CellBench(CellBench.walk(3000, seed: 9), columns: 80, rows: 24)
    bench.apply(.key(.character("f"), [], isRepeat: false))
    bench.apply(.tick, at: 10_000)
    bench.apply(.tick, at: 20_000)
    let text = bench.text(.sextant)
    #expect(TextGolden.difference(text, "whole-history.txt") == nil)
    // No column of the plot is without its band.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    for column in 8..<70 {
      let hasBand = lines[..<22].contains {
        column < $0.count && ($0[column].unicodeScalars.first?.value ?? 0) > 0x2580
      }
      #expect(hasBand, "column \(column)")
    }
  }

  @Test func everySizeFromNothingUpDraws() {
    let table = CellBench.wave(40)
    for columns in [0, 1, 2, 3, 5, 7, 8, 9, 13, 14, 15, 16, 17, 30, 79, 300] {
      for rows in [0, 1, 2, 3, 4, 5, 6, 7, 9, 23, 90] {
        for glyphs in GlyphSet.allCases {
          var bench = CellBench(table, columns: columns, rows: rows)
          bench.apply(.pointerMoved(ViewPoint(x: Double(columns) * 3.5, y: 3)))
          let grid = bench.grid(CellStyle(glyphs: glyphs))
          #expect(grid.columns == columns && grid.rows == rows)
          let lines = bench.text(glyphs).split(separator: "\n", omittingEmptySubsequences: false)
          #expect(lines.count == rows + 1)
          #expect(lines.allSatisfy { CharacterWidth.of(String($0)) <= columns })
        }
      }
    }
  }

  /// The label's middle, the guide's tick and the dot stand in one column at every offset.
  @Test func labelGuideAndDotShareAColumn() {
    var bench = CellBench(CellBench.wave(60), columns: 100, rows: 30)
    for _ in 0..<80 {
      bench.apply(.pointerDown(CellGeometry.center(column: 40, row: 10), .mouse))
      bench.apply(.pointerMoved(CellGeometry.center(column: 41, row: 10)))
      bench.apply(.pointerMoved(CellGeometry.center(column: 43, row: 10)))
      bench.apply(.pointerMoved(CellGeometry.center(column: 41, row: 10)))
      bench.apply(.pointerUp(CellGeometry.center(column: 41, row: 10)))
      let lines = bench.text().split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
      let ticks = lines[28].indices.filter { lines[28][$0] == "┴" || lines[28][$0] == "●" }
      #expect(ticks.count >= 14)
      let labelMiddles = zip(lines[29].indices, lines[29].indices.dropFirst(2)).compactMap { first, _ in
        lines[29][first] == "-" ? first : nil
      }
      #expect(labelMiddles.allSatisfy { ticks.contains($0) })
      for column in lines[28].indices where column < 90 {
        let hasDot = lines[..<29].contains { column < $0.count && $0[column] == "●" }
        #expect(hasDot == ticks.contains(column), "column \(column)")
      }
    }
  }

  @Test func labelsNeverOverlap() {
    let long = SampleHistories.daily(Array(repeating: 80, count: 30))
    for columns in 20...90 {
      var bench = CellBench(long, columns: columns, rows: 12)
      let lastLine = bench.text().split(separator: "\n", omittingEmptySubsequences: false)[11]
      let labels = lastLine.split(separator: " ")
      #expect(labels.allSatisfy { $0.utf8.count == 5 }, "\(columns): \(lastLine)")
    }
  }

  @Test func nothingInAFrameTraps() {
    let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, 5, -3]
    var generator = SeededGenerator(seed: 77)
    func any() -> Double { odd.randomElement(using: &generator) ?? 0 }
    for _ in 0..<300 {
      var bench = CellBench(columns: 30, rows: 10)
      var frame = bench.frame()
      frame.plot = PlotArea(
        rect: ViewRect(x: any(), y: any(), width: any(), height: any()), axisLeft: any(), labelMidline: any())
      for index in frame.columns.indices {
        frame.columns[index].x = any()
        frame.columns[index].dot = ColumnDot(y: any(), offScale: .above)
      }
      for _ in 0..<6 { frame.curve.addPoint(ViewPoint(x: any(), y: any())) }
      frame.curve.append(.area(0..<99, top: any(), base: any(), .area))
      frame.curve.append(.line(2..<8, thickness: 1, .dashed, .line))
      frame.curve.append(.envelope(0..<6, thickness: 1, .line))
      frame.overlay.append(.fill(ViewRect(x: any(), y: any(), width: any(), height: any()), .calloutBox))
      frame.overlay.append(.fade(ViewRect(x: any(), y: any(), width: any(), height: any()), .background))
      frame.overlay.append(.rule(y: any(), from: any(), to: any(), thickness: 1, .axis))
      frame.overlay.append(.dashes(x: any(), from: any(), to: any(), on: 4, off: 4, thickness: 1, .crosshair))
      frame.overlay.append(
        .bubble(
          Bubble(
            box: ViewRect(x: any(), y: any(), width: any(), height: any()), tip: ViewPoint(x: any(), y: any()),
            arrowWidth: 10, shadowRadius: 4, color: .calloutBox, shadow: .shadow)))
      frame.overlay.append(
        .text(TextLine("text", x: any(), midline: any(), alignment: .center, font: .callout, color: .calloutText)))
      for glyphs in GlyphSet.allCases {
        let bytes = StaticText.render(frame: frame, size: bench.size, glyphs: glyphs, colors: .trueColor)
        #expect(!bytes.isEmpty)
      }
    }
  }
}
