import ScoreData

/// One series, and what has to be known of it as a whole in order to draw any part of it.
struct SeriesPlot: Sendable {
  let series: ScoreSeries
  /// The first column with a dot; those before it came before the history began.
  let firstDrawn: Int
  /// The newest score.
  let newestScore: Int?
  /// The least and the greatest drawn score, nil where there is none.
  let extent: ClosedRange<Double>?
  let pyramid: ScorePyramid
  let labels: DateLabels
  let pauses: Pauses

  /// Reads every score once, or only those that `older`, the same series with fewer rows, has not.
  init(
    _ series: ScoreSeries, hasYears: Bool, options: ChartOptions, extending older: SeriesPlot? = nil,
    prepended: Int = 0, work: ParallelWork
  ) {
    self.series = series
    pyramid = SeriesPlot.pyramid(series.scores, extending: older?.pyramid, prepended: prepended, work)
    firstDrawn = SeriesPlot.firstDrawn(in: series.scores, pyramid, zeros: options.leadingZeros)
    newestScore = (firstDrawn..<series.count).last { series.scores[$0] != nil }
    let extremes = pyramid.extremes(in: firstDrawn..<series.count, of: series.scores)
    extent = extremes.hasScore ? extremes.low...extremes.high : nil
    pauses = Pauses(dates: series.dates)
    labels = DateLabels(
      dates: series.dates, hasYears: hasYears, usualStep: pauses.usualStep, locale: options.locale)
  }

  /// The score that column `index` draws: none for a gap, and none before the history began.
  func drawnScore(at index: Int) -> Double? {
    index >= firstDrawn && index < series.count ? series.scores[index] : nil
  }

  private static func pyramid(
    _ scores: ScoreColumn, extending older: ScorePyramid?, prepended: Int, _ work: ParallelWork
  ) -> ScorePyramid {
    guard var pyramid = older, prepended >= 0, pyramid.count + prepended <= scores.count else {
      return ScorePyramid(scores, work: work)
    }
    pyramid.prepend(prepended, of: scores, work: work)
    pyramid.append(scores, work: work)
    return pyramid
  }

  private static func firstDrawn(in scores: ScoreColumn, _ pyramid: ScorePyramid, zeros: ChartOptions.LeadingZeros)
    -> Int
  {
    // Whole blocks without anything to draw are passed over at once.
    var start = 0
    let block = ScorePyramid.blockSize
    while start + block <= scores.count {
      let extremes = pyramid.extremes(in: start..<start + block, of: scores)
      guard !extremes.hasScore || (zeros == .skip && extremes.low == 0 && extremes.high == 0) else { break }
      start += block
    }
    let first = (start..<scores.count).first { index in
      scores[index].map { $0 != 0 || zeros == .show } ?? false
    }
    // Nothing but zeros: they are the history.
    return first ?? (0..<scores.count).first { scores[$0] != nil } ?? scores.count
  }
}
