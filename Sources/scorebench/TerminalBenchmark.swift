import Glibc
import ScoreChart
import ScoreData
import ScoreDrawing
import ScoreRaster
import ScoreTerminal

/// What a terminal costs: milliseconds and bytes of a static chart, a scroll, a hover and pictures.
enum TerminalBenchmark {
  private static let help = """
    usage: scorebench terminal [--python=PATH]
      --python  a Python that has plotext 5; python3 by default
    """

  static func run() -> Bool {
    var python = "python3"
    for argument in CommandLine.arguments.dropFirst(2) {
      guard argument.hasPrefix("--python="), argument.count > 9 else {
        print(help)
        return argument == "--help"
      }
      python = String(argument.dropFirst(9))
    }
    guard printed(python) else { return false }
    print("\nms a frame: composed, painted, encoded           median fastest slowest")
    let table = history()
    guard cells(table), pictures(table) else { return false }
    return peers()
  }

  /// Whole processes into a pipe.
  private static func printed(_ python: String) -> Bool {
    guard let folder = TemporaryFolder() else { return false }
    SideBySide.header("1000 rows as text into a pipe (ms, MB)")
    let file = "\(folder.path)/scores-1000.csv"
    let (script, plotext) = ("\(folder.path)/scores.gp", "\(folder.path)/scores.py")
    guard ChartBenchmark.write(ChartBenchmark.table(rows: 1000), to: file),
      ChartBenchmark.write(gnuplotScript, to: script), ChartBenchmark.write(plotextScript, to: plotext)
    else { return false }
    let programs = [
      (name: "scoreview | cat", arguments: [ChartBenchmark.scoreview, file, "-o", "-", "--format=txt"]),
      (name: "gnuplot dumb", arguments: ["gnuplot", "-c", script, file]),
      (name: "plotext", arguments: [python, plotext, file]),
    ]
    for program in programs where !SideBySide(programs: [program]).run(count: 40) { print("  (left out)") }
    if ChildRun.measure([python, "-c", "import plotext; plotext.plotsize"])?.status != 0 {
      print("  for plotext: python3 -m venv DIR && DIR/bin/pip install 'plotext<6', then --python=DIR/bin/python")
    }
    return true
  }

  private static let gnuplotScript = """
    set terminal dumb 80 24
    set datafile separator ","
    set xdata time
    set timefmt "%Y-%m-%d %H:%M:%S"
    unset key
    plot ARG1 skip 1 using 1:2 with lines

    """

  private static let plotextScript = """
    import csv, sys
    import plotext
    scores = [float(row[1]) for row in list(csv.reader(open(sys.argv[1])))[1:]]
    plotext.plotsize(80, 24)
    plotext.plot(scores, marker="hd")
    plotext.show()

    """

  /// One score a day, which wanders; the same on every machine.
  private static func history() -> ScoreTable {
    var state: UInt64 = 42
    var score = 70.0
    let scores = (0..<1000).map { _ -> Double? in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      score = min(max(score + Double(Int(state >> 33) % 31) - 15, 20), 100)
      return score
    }
    let dates = (0..<1000).map { ScoreDate(day: 18_000 + Int32($0)) }
    return ScoreTable(
      dateColumn: "date",
      series: [ScoreSeries(name: "score", dates: DateColumn(dates), scores: ScoreColumn(scores))])
  }

  /// A chart, its state, and the encoder that its frames go to.
  private struct Bench {
    let chart: Chart
    var state: ChartState
    var composer = Composer()
    var encoder: FrameEncoder
    let cells: CellSize
    var invalidation = Invalidation.full
    private(set) var counts: [Int] = []
    private(set) var aheadBytes = 0

    init?(_ table: ScoreTable, _ mode: GraphicsMode, cells: CellSize, glyphs: GlyphSet = .half) {
      guard let encoder = try? FrameEncoder(mode: mode, style: CellStyle(glyphs: glyphs)) else { return nil }
      self.encoder = encoder
      self.cells = cells
      chart = Chart(table: table)
      state = ChartState(
        chart: chart, size: encoder.size(of: cells), scale: encoder.scale, theme: .dark, metrics: encoder.metrics)
    }

    mutating func show() {
      let overscan = encoder.overscan(of: cells)
      let frame = composer.compose(chart, state, metrics: encoder.metrics, overscan: overscan)
      counts.append((try? encoder.encode(frame, cells: cells, invalidation).count) ?? 0)
      invalidation = .none
    }

    mutating func apply(_ kind: InputEvent.Kind) {
      invalidation.merge(
        state.apply(InputEvent(time: Timing.now(), kind), chart: chart, metrics: encoder.metrics))
    }

    /// What is sent between two frames.
    mutating func sendAhead() { aheadBytes = max(aheadBytes, encoder.ahead().count) }

    /// Holds the content, to drag it.
    mutating func hold() {
      apply(.pointerDown(ViewPoint(x: 300, y: 100), .mouse))
      apply(.pointerMoved(ViewPoint(x: 310, y: 100)))
      show()
      sendAhead()
    }

    mutating func forgetCounts() { counts = [] }
  }

  private static func cells(_ table: ScoreTable) -> Bool {
    for glyphs in [GlyphSet.half, .octant] {
      guard var bench = Bench(table, .cells, cells: CellSize(columns: 160, rows: 40), glyphs: glyphs) else {
        return false
      }
      bench.hold()
      var x = 310.0
      report("160 × 40 cells, \(glyphs.rawValue), scroll by one cell", &bench) { bench in
        x += CellGeometry.width
        bench.apply(.pointerMoved(ViewPoint(x: x, y: 100)))
        bench.show()
      }
    }
    guard var bench = Bench(table, .cells, cells: CellSize(columns: 160, rows: 40)) else { return false }
    bench.show()
    var column = 0
    report("160 × 40 cells, hover", &bench) { bench in
      column = (column + 1) % 24
      bench.apply(.pointerMoved(CellGeometry.center(column: 6 * column + 3, row: 20)))
      bench.show()
    }
    return true
  }

  private static func pictures(_ table: ScoreTable) -> Bool {
    let size = CellSize(columns: 200, rows: 50)
    let sixel = GraphicsMode.sixel(limit: PixelSize(width: 4096, height: 4096), registers: 256)
    for (name, mode) in [("sixel", sixel), ("kitty", .kitty)] {
      guard var bench = Bench(table, mode, cells: size) else {
        print("cannot open pango")
        return false
      }
      bench.hold()
      var x = 310.0
      report("1600 × 800, \(name), scroll by 10 pixels", &bench, pause: { $0.sendAhead() }) { bench in
        x += 10
        bench.apply(.pointerMoved(ViewPoint(x: x, y: 100)))
        bench.show()
      }
      if mode == .kitty { print("  in a pause, a tile: at most \(bench.aheadBytes) bytes") }
      report("1600 × 800, \(name), a whole picture", &bench) { bench in
        bench.encoder.forget()
        bench.show()
      }
      bench.apply(.pointerUp(ViewPoint(x: x, y: 100)))
      bench.state.settle(chart: bench.chart, metrics: bench.encoder.metrics)
      bench.show()
      var column = 0.0
      report("1600 × 800, \(name), hover", &bench) { bench in
        column = column > 1400 ? 42 : column + 42
        bench.apply(.pointerMoved(ViewPoint(x: column, y: 300)))
        bench.show()
      }
    }
    return true
  }

  /// - Parameter pause: what is done between two frames, outside of what is measured.
  private static func report(
    _ label: String, _ bench: inout Bench, pause: (inout Bench) -> Void = { _ in }, _ body: (inout Bench) -> Void
  ) {
    for _ in 0..<3 {
      body(&bench)
      pause(&bench)
    }
    bench.forgetCounts()
    var times: [Double] = []
    for _ in 0..<41 {
      let start = Timing.now()
      body(&bench)
      times.append(Timing.now() - start)
      pause(&bench)
    }
    times.sort()
    row(label, Timing(median: times[20], fastest: times[0], slowest: times[40]))
    let counts = bench.counts.sorted()
    print("  \(counts[counts.count / 2]) bytes, at most \(counts[counts.count - 1])")
  }

  /// The picture of a chart by others, whole processes: gnuplot's sixels and kitty's, chafa from a PNG.
  private static func peers() -> Bool {
    guard let folder = TemporaryFolder() else { return false }
    let (file, script, chart) =
      ("\(folder.path)/scores-1000.csv", "\(folder.path)/scores.gp", "\(folder.path)/chart.png")
    guard ChartBenchmark.write(ChartBenchmark.table(rows: 1000), to: file),
      ChartBenchmark.write(pictureScript, to: script),
      ChildRun.measure([ChartBenchmark.scoreview, file, "-o", chart, "--size=1600x800"])?.status == 0
    else { return false }
    SideBySide.header("1600 × 800 by others (ms, MB)")
    let programs = [
      (name: "chafa sixel", arguments: ["chafa", "-f", "sixel", "-s", "200x50", chart]),
      (name: "chafa kitty", arguments: ["chafa", "-f", "kitty", "-s", "200x50", chart]),
      (name: "gnuplot sixelgd", arguments: ["gnuplot", "-c", script, file]),
    ]
    for program in programs where !SideBySide(programs: [program]).run(count: 10) { print("  (left out)") }
    return true
  }

  private static let pictureScript = """
    set terminal sixelgd size 1600,800
    set datafile separator ","
    set xdata time
    set timefmt "%Y-%m-%d %H:%M:%S"
    unset key
    plot ARG1 skip 1 using 1:2 with filledcurves y1=0

    """
}
