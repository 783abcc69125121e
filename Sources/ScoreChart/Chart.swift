public import ScoreData

/// What a chart shows, apart from where one looks: a history and how it is to be drawn.
public struct Chart: Sendable {
  public let table: ScoreTable
  public let options: ChartOptions
  public let series: ScoreSeries
  /// The first column with a dot; those before it came before the history began.
  public let firstDrawn: Int
  /// The least and the greatest drawn score, nil where there is none.
  public let extent: ClosedRange<Double>?
  /// The newest score, which is selected on opening.
  public let newestScore: Int?
  let labels: DateLabels
  let pauses: Pauses

  /// Reads every score once: O(rows).
  public init(table: ScoreTable, options: ChartOptions = ChartOptions()) {
    let series = table.series.first ?? ScoreSeries(name: "", dates: DateColumn(), scores: ScoreColumn())
    self.table = table
    self.options = options
    self.series = series
    let firstDrawn = Chart.firstDrawn(in: series.scores, zeros: options.leadingZeros)
    self.firstDrawn = firstDrawn
    self.newestScore = (firstDrawn..<series.count).last { series.scores[$0] != nil }
    self.extent = Chart.extent(of: series.scores, from: firstDrawn)
    self.pauses = Pauses(dates: series.dates)
    self.labels = DateLabels(
      dates: series.dates, hasYears: table.hasYears, usualStep: pauses.usualStep, locale: options.locale)
  }

  public var count: Int { series.count }

  /// Which of the table's series has the dots and the callout.
  public var activeSeries: Int { 0 }

  /// The score that column `index` draws: none for a gap, and none before the history began.
  public func drawnScore(at index: Int) -> Double? {
    index >= firstDrawn && index < count ? series.scores[index] : nil
  }

  /// How many columns before the first dot have no score, and how many have a zero.
  public var leadingColumns: (missing: Int, zeros: Int) {
    let missing = (0..<firstDrawn).count { series.scores[$0] == nil }
    return (missing, firstDrawn - missing)
  }

  /// The scale that `options` ask for, or that the scores fit, over a plot of this height.
  public func scale(plotHeight: Double, mode: ChartOptions.ScaleMode) -> ValueScale {
    let top = options.top ?? table.bestPossible ?? 100
    let compressed = CompressedScale(plotHeight: plotHeight, top: top, knee: options.knee)
    let extent = self.extent ?? 0...compressed.top
    switch mode {
    case .compressed: return .compressed(compressed)
    case .linear: return .linear(LinearScale(plotHeight: plotHeight, covering: extent))
    case .automatic:
      let fits = extent.lowerBound >= 0 && extent.upperBound <= compressed.top
      return fits ? .compressed(compressed) : .linear(LinearScale(plotHeight: plotHeight, covering: extent))
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

  private static func firstDrawn(in scores: ScoreColumn, zeros: ChartOptions.LeadingZeros) -> Int {
    var firstScore: Int?
    for index in 0..<scores.count {
      guard let score = scores[index] else { continue }
      if firstScore == nil { firstScore = index }
      if score != 0 || zeros == .show { return index }
    }
    // Nothing but zeros: they are the history.
    return firstScore ?? scores.count
  }

  private static func extent(of scores: ScoreColumn, from first: Int) -> ClosedRange<Double>? {
    var low = Double.infinity
    var high = -Double.infinity
    for index in first..<scores.count {
      guard let score = scores[index] else { continue }
      low = min(low, score)
      high = max(high, score)
    }
    return low <= high ? low...high : nil
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
