import ScoreChart
import ScoreData
import ScoreDrawing
import ScoreTerminal
import Support

/// A chart on a grid of cells, with what moves in it.
struct CellBench {
  var size: CellSize
  let chart: Chart
  var state: ChartState
  var composer = Composer()

  init(
    _ table: ScoreTable = SampleHistories.twelve, columns: Int = 80, rows: Int = 24, theme: Theme = .dark,
    options: ChartOptions = ChartOptions()
  ) {
    size = CellSize(columns: columns, rows: rows)
    chart = Chart(table: table, options: options)
    state = ChartState(
      chart: chart, size: CellGeometry.size(of: size), scale: CellGeometry.scale, theme: theme,
      metrics: CellGeometry.metrics)
  }

  /// A long, restless history: always the same.
  static func wave(_ count: Int, seed: UInt64 = 5) -> ScoreTable {
    var generator = SeededGenerator(seed: seed)
    return SampleHistories.daily((0..<count).map { _ in Double(Int.random(in: 5...100, using: &generator)) })
  }

  /// A history that moves from day to day as real ones do.
  static func walk(_ count: Int, seed: UInt64) -> ScoreTable {
    var generator = SeededGenerator(seed: seed)
    var level = 70.0
    let scores = (0..<count).map { _ -> Double? in
      level = min(max(level + Double.random(in: -15...15, using: &generator), 20), 100)
      return level.rounded()
    }
    return SampleHistories.daily(scores)
  }

  mutating func apply(_ kind: InputEvent.Kind, at time: Double = 0) {
    state.apply(InputEvent(time: time, kind), chart: chart, metrics: CellGeometry.metrics)
  }

  mutating func frame() -> Frame { composer.compose(chart, state, metrics: CellGeometry.metrics) }

  mutating func text(_ glyphs: GlyphSet = .half, _ colors: ColorDepth = .none) -> String {
    String(decoding: StaticText.render(frame: frame(), size: size, glyphs: glyphs, colors: colors), as: UTF8.self)
  }

  mutating func grid(_ style: CellStyle = CellStyle()) -> CellGrid {
    var painter = CellPainter(style: style)
    var grid = CellGrid(columns: 0, rows: 0)
    painter.paint(frame(), size: size, into: &grid)
    return grid
  }
}
