internal import ScoreData
internal import ScoreDrawing

/// A stretch of a history in words: what `--describe` prints, and captions and status lines say.
public struct Description: Equatable, Sendable {
  public var sentences: [String]

  /// All sentences in one line.
  public var text: String { sentences.joined(separator: " ") }
}

extension Chart {
  /// Range, newest, best, worst, trend and longest gap of the active series, in the display locale.
  ///
  /// One pass over the rows described: O(rows).
  ///
  /// - Parameter columns: what to describe; nil: all of the history.
  public func description(of columns: Range<Int>? = nil) -> Description {
    let columns = (columns ?? 0..<count).clamped(to: 0..<count)
    let summary = HistorySummary(plot, columns: columns)
    guard let first = summary.first, let last = summary.last, let high = summary.high, let low = summary.low else {
      return Description(sentences: ["No scores."])
    }
    var sentences = [rangeSentence(summary, first: first, last: last)]
    let change = changeText(at: last).map { " (\($0))" } ?? ""
    sentences.append(Chart.ended("Newest: \(valueText(series.scores[last])) on \(labels.fullDate(at: last))\(change)"))
    guard summary.count > 1 else { return Description(sentences: sentences) }
    guard high.score != low.score else {
      sentences.append("All scores are \(valueText(high.score)).")
      if let gap = gapSentence(summary) { sentences.append(gap) }
      return Description(sentences: sentences)
    }
    let isMark = scale(plotHeight: 1, mode: options.scaleMode).isCompressed
    for (name, extreme) in [(isMark ? "Best" : "Highest", high), (isMark ? "Worst" : "Lowest", low)] {
      sentences.append(Chart.ended("\(name): \(valueText(extreme.score)) on \(labels.fullDate(at: extreme.row))"))
    }
    if let trend = trendSentence(summary) { sentences.append(trend) }
    if let gap = gapSentence(summary) { sentences.append(gap) }
    return Description(sentences: sentences)
  }

  private func rangeSentence(_ summary: HistorySummary, first: Int, last: Int) -> String {
    let name = options.title ?? (seriesCount > 1 ? series.name : "")
    let start = name.isEmpty ? "" : name + ": "
    guard summary.count > 1 else { return "\(start)1 score, on \(Chart.ended(labels.fullDate(at: first)))" }
    let missing = summary.missing == 0 ? "" : ", \(summary.missing) missing"
    let (from, to) = (labels.fullDate(at: first), labels.fullDate(at: last))
    return "\(start)\(summary.count) scores from \(from) to \(Chart.ended(to + missing))"
  }

  /// A sentence with its full stop; dates that end in one, as Korean and Hungarian have them, need no second.
  private static func ended(_ sentence: String) -> String { sentence.hasSuffix(".") ? sentence : sentence + "." }

  /// The straight line of least squares, from its beginning to its end.
  private func trendSentence(_ summary: HistorySummary) -> String? {
    guard let change = summary.trend, change.isFinite, let high = summary.high, let low = summary.low else {
      return nil
    }
    let span = high.score - low.score
    guard change.magnitude >= span * 0.05, span > 0 else { return "Trend: level." }
    // Two digits that mean something; a trend is no measurement.
    var decimals = 0
    var size = change.magnitude
    while size < 10, decimals < 9 {
      size *= 10
      decimals += 1
    }
    let text = DecimalText.fixed(change.magnitude, decimals: max(decimals, 0))
    let short = Double(text).map(DecimalText.shortest) ?? text
    return "Trend: \(change > 0 ? "rising" : "falling") by about \(options.locale.number(short)) from start to end."
  }

  private func gapSentence(_ summary: HistorySummary) -> String? {
    guard let gap = summary.longestGap else { return nil }
    let (from, to) = (labels.fullDate(at: gap.after), labels.fullDate(at: gap.before))
    let days = DateOrder.days(from: series.dates[gap.after], to: series.dates[gap.before])
    if series.dates[gap.after].precision == .ordinal {
      return "Longest gap: \(gap.before - gap.after - 1) missing between \(from) and \(Chart.ended(to))"
    }
    guard days > pauses.usualStep * 1.5 else { return nil }
    return "Longest gap: \(Chart.duration(days: days)), from \(from) to \(Chart.ended(to))"
  }

  private static func duration(days: Double) -> String {
    func plural(_ count: Double, _ unit: String) -> String {
      let whole = DecimalText.shortest(count.rounded())
      return "\(whole) \(unit)\(whole == "1" ? "" : "s")"
    }
    if days >= 1 { return plural(days, "day") }
    if days * 24 >= 1 { return plural(days * 24, "hour") }
    return days * 1440 >= 1 ? plural(days * 1440, "minute") : plural(days * 86400, "second")
  }
}

extension ChartState {
  /// What is in view, in words; says so where that is not all of the history.
  public func description(of chart: Chart) -> Description {
    let chart = chart.showing(series: activeSeries)
    let columns = columnsInView
    var description = chart.description(of: columns)
    if columns.count < chart.count {
      let rows = chart.count == 1 ? "1 row is" : "\(chart.count) rows are"
      description.sentences.insert("\(columns.count) of \(rows) in view.", at: 0)
    }
    return description
  }

  /// The columns whose centre is in view, left of the value axis.
  public var columnsInView: Range<Int> {
    // The cells in view reach half a column further on both sides.
    let cells = viewport.visible(margin: -viewport.columnWidth / 2)
    let end = viewport.column(at: viewport.axisX + 0.5).rounded(.down) + 1
    let lower = cells.lowerBound
    let upper = Int(min(max(end, Double(lower)), Double(cells.upperBound)))
    return lower..<upper
  }
}

/// What one pass over a stretch of a series finds out.
struct HistorySummary {
  private(set) var count = 0
  private(set) var first: Int?
  private(set) var last: Int?
  private(set) var high: (score: Double, row: Int)?
  private(set) var low: (score: Double, row: Int)?
  /// Rows without a score between the first and the last.
  private(set) var missing = 0
  /// The two scores with the longest time, or in numbered histories the most rows, between them.
  private(set) var longestGap: (after: Int, before: Int)?
  private var sums = RegressionSums()

  init(_ plot: SeriesPlot, columns: Range<Int>) {
    var longest = 0.0
    let isNumbered = !columns.isEmpty && plot.series.dates[columns.lowerBound].precision == .ordinal
    for row in columns {
      guard let score = plot.drawnScore(at: row) else { continue }
      if let last {
        missing += row - last - 1
        let length =
          isNumbered
          ? Double(row - last - 1) : DateOrder.days(from: plot.series.dates[last], to: plot.series.dates[row])
        if length > longest {
          longest = length
          longestGap = (last, row)
        }
      }
      first = first ?? row
      last = row
      count += 1
      if score >= high?.score ?? -.infinity { high = (score, row) }
      if score <= low?.score ?? .infinity { low = (score, row) }
      sums.add(x: Double(row - columns.lowerBound), y: score)
    }
  }

  /// The rise of the straight line of least squares from the first score to the last.
  var trend: Double? {
    guard let first, let last, let slope = sums.slope else { return nil }
    return slope * Double(last - first)
  }
}

/// Running sums for a straight line of least squares, kept about the mean so that no digits are lost (Welford, 1962).
struct RegressionSums {
  private var count = 0.0
  private var meanX = 0.0
  private var meanY = 0.0
  private var squares = 0.0
  private var products = 0.0

  mutating func add(x: Double, y: Double) {
    count += 1
    let beforeX = x - meanX
    meanX += beforeX / count
    meanY += (y - meanY) / count
    squares += beforeX * (x - meanX)
    products += beforeX * (y - meanY)
  }

  var slope: Double? { squares > 0 ? products / squares : nil }
}
