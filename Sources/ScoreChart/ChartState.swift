public import ScoreData
public import ScoreDrawing

/// Where one looks and what is pointed at.
///
/// `apply` is the only thing that changes it. Time arrives in the events, and
/// whatever moves by itself is a function of time alone, so the same events give
/// the same state on every surface and at every frame rate.
public struct ChartState: Equatable, Sendable {
  public internal(set) var size: ViewSize
  public internal(set) var scale: Double
  public internal(set) var theme: Theme
  public internal(set) var scaleMode: ChartOptions.ScaleMode
  public internal(set) var viewport: Viewport
  /// The column whose callout shows while nothing is hovered; scrolling hides the callout unless it is pinned.
  public internal(set) var selection: Int?
  public internal(set) var isSelectionShown = true
  /// Whether the callout stays on its column while the content scrolls.
  public internal(set) var isPinned = false
  /// The column under the pointer's crosshair.
  public internal(set) var hover: Int?
  /// The series whose score in that column is nearest to the pointer.
  public internal(set) var hoverSeries: Int?
  /// The series that has the dots and the callout.
  public internal(set) var activeSeries: Int
  public internal(set) var isHelpShown = false
  /// How many scores came behind the newest one while the view was elsewhere.
  public internal(set) var newScores = 0
  /// Whether the theme goes with that of the desktop or the terminal; a theme that the user chose stays.
  public var followsSurroundings = true
  /// A few words that lie over the picture: that the file is gone, or is still being read.
  public var notice: String?
  /// Whether jumps and flings are instant, for users who asked their system for less motion.
  public var reducesMotion = false
  /// What the surface can do when the chart asks for it; the help names no other keys.
  public var abilities = Abilities.all

  /// The time of the last event, in milliseconds.
  var now: Double?
  var motion: Motion?
  var scaleTransition: ScaleTransition?
  /// The newest score that the chart had when it was last heard of.
  var knownNewest: Int?
  var press: Press?
  /// Between two fingers, when they last moved; nil before the first two of a gesture.
  var pinchPlace: ViewPoint?
  /// Where the pointer is, while it is over the surface.
  var pointer: ViewPoint?
  var message: Message?
  /// Where a drag ended: the crosshair stays away until the pointer has really moved on.
  var restingPlace: ViewPoint?
  var requests: [Request] = []

  /// What the chart asks of whoever runs the loop.
  public enum Request: Equatable, Sendable {
    case quit
    case saveScreenshot
    case toggleFullScreen
    /// What the callout says; nil where there is none.
    case copy(String?)
  }

  /// What a surface can do beside showing the chart.
  public struct Abilities: OptionSet, Sendable {
    public let rawValue: UInt8
    public static let savePicture = Abilities(rawValue: 1)
    public static let copy = Abilities(rawValue: 2)
    public static let fullScreen = Abilities(rawValue: 4)
    public static let all: Abilities = [.savePicture, .copy, .fullScreen]

    public init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  /// A held button or finger: where and when it went down, and what it holds.
  struct Press: Equatable {
    var start: ViewPoint
    var time: Double
    var device: PointerDevice
    var last: ViewPoint
    /// The place of the content that the pointer holds, in points.
    var grip: Double
    var velocity: VelocityTracker
    var role = Role.undecided

    /// What the press turned out to be.
    enum Role: Equatable {
      /// A click as long as it does not move.
      case undecided
      case drag
      /// A finger that rested on the chart moves the crosshair.
      case crosshair
    }
  }

  /// Opens at the newest end, with the newest score selected.
  public init(chart: Chart, size: ViewSize, scale: Double, theme: Theme, metrics: TextMetrics) {
    self.size = size
    self.scale = scale
    self.theme = theme
    self.scaleMode = chart.options.scaleMode
    self.selection = chart.newestScore
    self.knownNewest = chart.newestScore
    self.activeSeries = chart.activeSeries
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
    motion = nil
    viewport.scroll(to: viewport.offset(placingAtAxis: column))
  }

  /// Selects the newest score that is not after `date`; nil selects nothing.
  public mutating func select(_ date: ScoreDate?, chart: Chart) {
    selection = date.flatMap { chart.column(notAfter: $0) }
    isSelectionShown = true
  }

  /// The chart's parts at the present size.
  public func layout(of chart: Chart, metrics: TextMetrics) -> ChartLayout {
    let transition = scaleTransition.map { ($0.from, $0.timing.progress(at: now ?? $0.timing.start)) }
    return ChartLayout(
      size: size, chart: chart.showing(series: activeSeries), scaleMode: scaleMode, transition: transition,
      metrics: metrics)
  }

  /// The column that has the callout now.
  public var calledOut: Int? { hover ?? (isSelectionShown ? selection : nil) }

  /// Words about something that was just done, and until when they lie over the picture.
  struct Message: Equatable {
    var text: String
    var end: Double
  }

  /// Whether the content follows the pointer now.
  public var isDragging: Bool { press?.role == .drag }

  /// Whether there is more history than fits.
  public var canScroll: Bool { viewport.maximumOffset > 0 }

  /// Hands over what the chart asked for since the last call.
  public mutating func takeRequests() -> [Request] {
    defer { requests.removeAll() }
    return requests
  }
}
