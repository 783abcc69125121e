public import ScoreChart
public import ScoreData
public import ScoreDrawing

/// Small histories that many tests look at.
public enum SampleHistories {
  /// The twelve scores that the geometry's check values belong to, 08-29 … 09-09.
  public static let twelveScores: [Double] = [20, 60, 40, 55, 100, 80, 90, 70, 77, 30, 80, 88]
  /// Where they stand at the default height, in points from the plot's top.
  public static let twelveHeights = [
    300.167, 266.5, 283.333, 270.708, 22.5, 144.5, 83.5, 205.5, 162.8, 291.75, 144.5, 95.7,
  ]

  public static var twelve: ScoreTable { daily(twelveScores, from: (2024, 8, 29), hasYears: false) }

  /// One score a day; nil is a gap.
  public static func daily(
    _ scores: [Double?], from first: (year: Int, month: Int, day: Int) = (2024, 1, 1), hasYears: Bool = true
  ) -> ScoreTable {
    let start = Calendar.days(year: first.year, month: first.month, day: first.day) ?? 0
    let dates = scores.indices.map { ScoreDate(day: start + Int32($0)) }
    return table(dates, scores, hasYears: hasYears)
  }

  public static func table(_ dates: [ScoreDate], _ scores: [Double?], hasYears: Bool = true) -> ScoreTable {
    ScoreTable(
      dateColumn: "date", hasYears: hasYears,
      series: [ScoreSeries(name: "score", dates: DateColumn(dates), scores: ScoreColumn(scores))])
  }

  /// A measure without a font: every character is 0.6 of the type's size wide.
  public static let metrics = TextMetrics { text, font in Double(text.count) * 0.6 * font.pointSize }
}

/// A chart with everything that is needed to move in it and to look at it.
public struct ChartBench {
  public var chart: Chart
  public var state: ChartState
  public var composer = Composer()
  public var metrics = SampleHistories.metrics

  public init(
    _ table: ScoreTable, options: ChartOptions = ChartOptions(),
    size: ViewSize = ViewSize(width: 620, height: 344), scale: Double = 1, theme: Theme = .light
  ) {
    chart = Chart(table: table, options: options)
    state = ChartState(chart: chart, size: size, scale: scale, theme: theme, metrics: metrics)
  }

  @discardableResult
  public mutating func apply(_ kind: InputEvent.Kind, at time: Double = 0) -> Invalidation {
    state.apply(InputEvent(time: time, kind), chart: chart, metrics: metrics)
  }

  /// Lets everything that moves come to rest.
  public mutating func settle() { state.settle(chart: chart, metrics: metrics) }

  public mutating func frame() -> Frame { composer.compose(chart, state, metrics: metrics) }
}
