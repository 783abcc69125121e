internal import ScoreChart
internal import ScoreData
internal import ScoreTerminal

/// The line beneath a chart in a terminal: the file, what the callout says or else what is in view, and the main keys.
struct StatusLine {
  /// The file without its folders.
  private let name: String
  private var described: (version: Int, series: Int, columns: Range<Int>, sentences: [String])?

  /// A longer stretch is not described: that would hold up the next frame.
  private static let greatestStretch = 1_000_000
  private static let separator = "  ·  "
  private static let keys = "← → scroll, ? help, q quit"
  private static let fewKeys = "q quit"

  init(name: String) {
    self.name = name.contains("://") ? name : name.split(separator: "/").last.map(String.init) ?? name
  }

  mutating func text(_ state: ChartState, of history: ShownHistory, columns: Int) -> String {
    text(state, of: history.chart, version: history.version, notice: history.notice, columns: columns)
  }

  /// - Parameters:
  ///   - version: another one tells that the chart has other scores.
  ///   - notice: how it stands with the source of the scores, where that is worth a word.
  ///   - columns: the line's width; sentences and keys that do not fit in it are left out whole.
  mutating func text(
    _ state: ChartState, of chart: Chart, version: Int = 0, notice: String? = nil, columns: Int
  ) -> String {
    let chart = chart.showing(series: state.activeSeries)
    let series = chart.seriesCount > 1 ? EscapedText.escaped(chart.series.name, limit: 24) + " " : ""
    let callout = state.calledOut.map { [series + chart.calloutText(at: $0)] }
    var sentences = callout ?? description(state, of: chart, version)
    while true {
      for keys in [StatusLine.keys, StatusLine.fewKeys] {
        let parts = [name, notice ?? "", sentences.joined(separator: " "), keys].filter { !$0.isEmpty }
        let line = parts.joined(separator: StatusLine.separator)
        // A blank stands at both ends.
        if CharacterWidth.of(line) <= columns - 2 || sentences.isEmpty && keys == StatusLine.fewKeys { return line }
      }
      if !sentences.isEmpty { sentences.removeLast() }
    }
  }

  /// The sentences about what is in view, made anew once it has come to rest.
  private mutating func description(_ state: ChartState, of chart: Chart, _ version: Int) -> [String] {
    let columns = state.columnsInView
    if let described, described.version == version, described.series == state.activeSeries,
      described.columns == columns
    {
      return described.sentences
    }
    guard !state.needsTicks, columns.count <= StatusLine.greatestStretch else { return [] }
    let sentences = chart.description(of: columns).sentences
    described = (version, state.activeSeries, columns, sentences)
    return sentences
  }
}
