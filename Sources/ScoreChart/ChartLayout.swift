internal import ScoreData
public import ScoreDrawing

/// Where the chart's parts stand on a surface of a given size, in view points.
///
/// Parts that do not fit are left out whole: first the title, then the date
/// labels, then the value axis.
public struct ChartLayout: Equatable, Sendable {
  public let size: ViewSize
  /// The height of the title above the chart area; 0 without one.
  public let headerHeight: Double
  public let plotHeight: Double
  public let hasDateLabels: Bool
  /// The width of the value axis; 0 where there is none.
  public let axisWidth: Double
  public let scale: ValueScale
  public let ticks: [ValueTick]

  static let titleHeight = 40.0
  /// The least plot height worth giving space away for: half a dozen dots.
  private static let leastPlotHeight = 48.0
  /// What a dot at the edge needs so as not to be clipped.
  private static let dotMargin = TimelineStyle.dotDiameter / 2 + TimelineStyle.dotRing + 1
  /// The dash before a value label: where it starts and how long it is.
  static let tickDashInset = 6.0
  static let tickDashLength = 4.5
  static let tickTextGap = 2.5
  static let axisMargin = 15.0

  public init(size: ViewSize, chart: Chart, scaleMode: ChartOptions.ScaleMode, metrics: TextMetrics) {
    self.init(size: size, chart: chart, scaleMode: scaleMode, transition: nil, metrics: metrics)
  }

  /// - Parameter transition: the scale that this one is replacing at the moment, and how far that has come.
  init(
    size: ViewSize, chart: Chart, scaleMode: ChartOptions.ScaleMode,
    transition: (from: ChartOptions.ScaleMode, progress: Double)?, metrics: TextMetrics
  ) {
    self.size = size
    let strip = TimelineStyle.labelStripHeight
    let wantsTitle = !(chart.options.title ?? "").isEmpty
    let hasTitle = wantsTitle && size.height >= ChartLayout.titleHeight + strip + 2 * ChartLayout.leastPlotHeight
    headerHeight = hasTitle ? ChartLayout.titleHeight : 0
    let chartHeight = max(0, size.height - headerHeight)
    hasDateLabels = chartHeight >= strip + ChartLayout.leastPlotHeight
    plotHeight = max(0, chartHeight - (hasDateLabels ? strip : min(ChartLayout.dotMargin, chartHeight / 4)))
    let target = chart.scale(plotHeight: plotHeight, mode: scaleMode)
    if let transition {
      let from = chart.scale(plotHeight: plotHeight, mode: transition.from)
      scale = .between(from, target, progress: transition.progress)
    } else {
      scale = target
    }
    let locale = chart.options.locale
    let fitting = scale.ticks(labelHeight: TimelineStyle.valueLabelHeight * 0.8)
      .map { ValueTick(score: $0.score, y: $0.y, text: locale.number($0.text)) }
    let width = ChartLayout.axisWidth(of: fitting, metrics: metrics)
    let fits = !fitting.isEmpty && width <= size.width / 2
    ticks = fits ? fitting : []
    axisWidth = fits ? width : 0
  }

  /// The plot's box: from the top of the chart area to the x-axis.
  public var plot: ViewRect {
    ViewRect(x: 0, y: headerHeight, width: size.width, height: plotHeight)
  }

  /// What the newest score keeps free to its right: the value axis, or room for a whole dot.
  public var rightInset: Double {
    axisWidth > 0 ? axisWidth : min(ChartLayout.dotMargin, size.width / 2)
  }

  /// The left edge of the value axis.
  public var axisLeft: Double { size.width - axisWidth }

  public var labelMidline: Double? {
    hasDateLabels ? plot.maxY + TimelineStyle.labelInset + TimelineStyle.labelHeight / 2 : nil
  }

  /// A score's y in view points.
  public func y(of score: Double) -> Double { plot.y + scale.y(of: score) }

  /// The strip is 56 wide, and wider only for labels that need it.
  private static func axisWidth(of ticks: [ValueTick], metrics: TextMetrics) -> Double {
    let widest = ticks.map { metrics.width(of: $0.text, font: .valueLabel) }.max() ?? 0
    let needed = tickDashInset + tickDashLength + tickTextGap + widest + axisMargin
    // A hair of tolerance keeps "100" in the 56 points that the design gives it.
    return needed <= TimelineStyle.axisStripWidth + 2 ? TimelineStyle.axisStripWidth : needed.rounded(.up)
  }
}
