public import ScoreData
internal import ScoreDrawing

/// What a chart shows, apart from where one looks: a history and how it is to be drawn.
public struct Chart: Sendable {
  public let table: ScoreTable
  public let options: ChartOptions
  /// Every series of the table; at least one.
  let plots: [SeriesPlot]
  /// Which of the table's series has the dots and the callout.
  public private(set) var activeSeries = 0
  /// Whether all series have the same dates, so that they stand in the same columns and are all drawn.
  public let sharesTimeline: Bool

  /// Reads every score once: O(rows), on as many threads as `work` has.
  public init(table: ScoreTable, options: ChartOptions = ChartOptions(), work: ParallelWork = .sequential) {
    self.init(table: table, options: options, older: nil, prepended: 0, work)
  }

  /// The chart of `table`, which is that of `older` with `prepended` rows before and any number behind.
  ///
  /// Reads only the new rows: O(new rows + rows / 256).
  public init(table: ScoreTable, extending older: Chart, prepended: Int = 0, work: ParallelWork = .sequential) {
    self.init(table: table, options: older.options, older: older, prepended: prepended, work)
  }

  private init(table: ScoreTable, options: ChartOptions, older: Chart?, prepended: Int, _ work: ParallelWork) {
    self.table = table
    self.options = options
    let empty = ScoreSeries(name: "", dates: DateColumn(), scores: ScoreColumn())
    let series = table.series.isEmpty ? [empty] : table.series
    plots = series.enumerated().map { index, series in
      // The end of a file can have other series beside the first than the whole.
      let known = older.flatMap { index < $0.plots.count ? $0.plots[index] : nil }
      let before = index == 0 || prepended == 0 && known?.series.name == series.name ? known : nil
      return SeriesPlot(
        series, hasYears: table.hasYears, options: options, extending: before, prepended: prepended, work: work)
    }
    sharesTimeline = series.dropFirst().allSatisfy { $0.count == series[0].count && $0.dates == series[0].dates }
    activeSeries = older.map { min($0.activeSeries, plots.count - 1) } ?? 0
  }

  /// The same chart with another series in front; an index outside the table shows the first.
  public func showing(series index: Int) -> Chart {
    var copy = self
    copy.activeSeries = plots.indices.contains(index) ? index : 0
    return copy
  }

  /// What the active series draws.
  var plot: SeriesPlot { plots[activeSeries] }
  public var series: ScoreSeries { plot.series }
  public var seriesCount: Int { plots.count }
  /// The first column with a dot; those before it came before the history began.
  public var firstDrawn: Int { plot.firstDrawn }
  /// The least and the greatest drawn score, nil where there is none.
  public var extent: ClosedRange<Double>? { plot.extent }
  /// The newest score, which is selected on opening.
  public var newestScore: Int? { plot.newestScore }
  var labels: DateLabels { plot.labels }
  var pauses: Pauses { plot.pauses }

  /// The series that are drawn, the active one last: all that stand in the same columns, as long as each has a colour of its own.
  var drawnSeries: [Int] {
    sharesTimeline && plots.count <= ColorRole.seriesCount
      ? plots.indices.filter { $0 != activeSeries } + [activeSeries] : [activeSeries]
  }

  public var count: Int { series.count }

  /// The score that column `index` draws: none for a gap, and none before the history began.
  public func drawnScore(at index: Int) -> Double? { plot.drawnScore(at: index) }

  /// How many columns before the first dot have no score, and how many have a zero.
  public var leadingColumns: (missing: Int, zeros: Int) {
    let missing = (0..<firstDrawn).count { series.scores[$0] == nil }
    return (missing, firstDrawn - missing)
  }

  /// The scale that `options` ask for, or that the scores fit, over a plot of this height.
  public func scale(plotHeight: Double, mode: ChartOptions.ScaleMode) -> ValueScale {
    let top = options.top ?? table.bestPossible ?? 100
    let compressed = CompressedScale(plotHeight: plotHeight, top: top, knee: options.knee)
    let extent = drawnExtent ?? 0...compressed.top
    switch mode {
    case .compressed: return .compressed(compressed)
    case .linear: return .linear(LinearScale(plotHeight: plotHeight, covering: extent))
    case .automatic:
      let fits = extent.lowerBound >= 0 && extent.upperBound <= compressed.top
      return fits ? .compressed(compressed) : .linear(LinearScale(plotHeight: plotHeight, covering: extent))
    }
  }

  /// What all series in view reach.
  private var drawnExtent: ClosedRange<Double>? {
    drawnSeries.compactMap { plots[$0].extent }.reduce(nil) { reached, extent in
      guard let reached else { return extent }
      return min(reached.lowerBound, extent.lowerBound)...max(reached.upperBound, extent.upperBound)
    }
  }

  /// The column of the newest date that is not after `date`, or nil if all are.
  ///
  /// Rows are sorted, so this takes O(log rows).
  public func column(notAfter date: ScoreDate) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if DateOrder.isAfter(series.dates[middle], date) { high = middle } else { low = middle + 1 }
    }
    return low > 0 ? low - 1 : nil
  }
}

/// How a history is to be drawn.
public struct ChartOptions: Equatable, Sendable {
  public var title: String?
  public var scaleMode: ScaleMode
  /// The score at the top of the compressed scale; nil: what the file says, else 100.
  public var top: Double?
  /// The score below which the scale is squeezed; nil: 0.6 · top.
  public var knee: Double?
  public var leadingZeros: LeadingZeros
  /// How dates and numbers are written.
  public var locale: DisplayLocale

  public enum ScaleMode: String, CaseIterable, Sendable {
    case automatic = "auto"
    case compressed
    case linear
  }

  /// Zeros before the first other score: days before the history began, or scores.
  public enum LeadingZeros: String, CaseIterable, Sendable {
    case skip
    case show
  }

  public init(
    title: String? = nil, scaleMode: ScaleMode = .automatic, top: Double? = nil, knee: Double? = nil,
    leadingZeros: LeadingZeros = .skip, locale: DisplayLocale = .iso
  ) {
    self.title = title
    self.scaleMode = scaleMode
    self.top = top
    self.knee = knee
    self.leadingZeros = leadingZeros
    self.locale = locale
  }
}
