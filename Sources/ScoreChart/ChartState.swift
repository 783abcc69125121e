public import ScoreData
public import ScoreDrawing

/// Where one looks and what is pointed at.
///
/// `apply` is the only thing that changes it. Time arrives in the events, so the
/// same events give the same state on every surface.
public struct ChartState: Equatable, Sendable {
  public internal(set) var size: ViewSize
  public internal(set) var scale: Double
  public internal(set) var theme: Theme
  public internal(set) var scaleMode: ChartOptions.ScaleMode
  public internal(set) var viewport: Viewport
  /// The column whose callout shows while nothing is hovered; scrolling hides the callout.
  public internal(set) var selection: Int?
  public internal(set) var isSelectionShown = true
  /// The column under the pointer's crosshair.
  public internal(set) var hover: Int?
  var press: Press?
  /// Where a drag ended: the crosshair stays away until the pointer has really moved on.
  var restingPlace: ViewPoint?
  var requests: [Request] = []

  /// What the chart asks of whoever runs the loop.
  public enum Request: Equatable, Sendable {
    case quit
    case saveScreenshot
    case toggleFullScreen
    case copy(String)
  }

  /// A held button: where it went down, and the viewport at that moment.
  struct Press: Equatable {
    var start: ViewPoint
    var startOffset: Double
    var isDrag = false
  }

  /// Opens at the newest end, with the newest score selected.
  public init(chart: Chart, size: ViewSize, scale: Double, theme: Theme, metrics: TextMetrics) {
    self.size = size
    self.scale = scale
    self.theme = theme
    self.scaleMode = chart.options.scaleMode
    self.selection = chart.newestScore
    self.viewport = Viewport(count: chart.count, width: size.width)
    let layout = layout(of: chart, metrics: metrics)
    viewport.rightInset = layout.rightInset
    viewport.scroll(to: viewport.maximumOffset)
  }

  /// Scrolls so that `date`, or the newest one before it, stands at the value axis.
  ///
  /// The selection stays where it is, as it does while scrolling by hand.
  public mutating func show(newest date: ScoreDate, chart: Chart) {
    let column = chart.column(notAfter: date) ?? 0
    viewport.scroll(to: viewport.offset(placingAtAxis: column))
  }

  /// Selects the newest score that is not after `date`; nil selects nothing.
  public mutating func select(_ date: ScoreDate?, chart: Chart) {
    selection = date.flatMap { chart.column(notAfter: $0) }
    isSelectionShown = true
  }

  /// The chart's parts at the present size.
  public func layout(of chart: Chart, metrics: TextMetrics) -> ChartLayout {
    ChartLayout(size: size, chart: chart, scaleMode: scaleMode, metrics: metrics)
  }

  /// The column that has the callout now.
  public var calledOut: Int? { hover ?? (isSelectionShown ? selection : nil) }

  /// Whether the content follows the pointer now.
  public var isDragging: Bool { press?.isDrag ?? false }

  /// Whether there is more history than fits.
  public var canScroll: Bool { viewport.maximumOffset > 0 }

  /// Hands over what the chart asked for since the last call.
  public mutating func takeRequests() -> [Request] {
    defer { requests.removeAll() }
    return requests
  }
}
