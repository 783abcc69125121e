internal import ScoreChart

/// The line beneath a chart in a terminal: the file, what the callout says or else what is in view, and the main keys.
struct StatusLine {
  let name: String
  private var described: (version: Int, series: Int, columns: Range<Int>, text: String)?

  /// A longer stretch is not described: that would hold up the next frame.
  private static let greatestStretch = 1_000_000

  init(name: String) { self.name = name }

  mutating func text(_ state: ChartState, of history: ShownHistory) -> String {
    let chart = history.chart.showing(series: state.activeSeries)
    let middle = state.calledOut.map { chart.calloutText(at: $0) } ?? description(state, of: chart, history.version)
    return [name, history.notice, middle, "← → scroll, ? help, q quit"].compactMap { $0 }.joined(separator: "  ·  ")
  }

  /// The sentences about what is in view, made anew once it has come to rest.
  private mutating func description(_ state: ChartState, of chart: Chart, _ version: Int) -> String? {
    let columns = state.columnsInView
    if let described, described.version == version, described.series == state.activeSeries,
      described.columns == columns
    {
      return described.text
    }
    guard !state.needsTicks, columns.count <= StatusLine.greatestStretch else { return nil }
    let text = chart.description(of: columns).text
    described = (version, state.activeSeries, columns, text)
    return text
  }
}
