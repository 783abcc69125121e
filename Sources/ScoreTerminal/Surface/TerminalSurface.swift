public import ScoreDrawing
public import ScoreRaster

/// The chart in a terminal: frames as character cells, keys and mouse as input events.
///
/// The terminal is given back when the surface goes out of scope, and by handlers of
/// every signal that ends or stops the process.
public struct TerminalSurface: ~Copyable, Surface {
  public typealias Failure = TerminalError

  /// How a terminal is to be used.
  public struct Options: Sendable {
    public var environment: TerminalEnvironment
    public var colors: TerminalEnvironment.ColorChoice
    /// Nil: the finest that the terminal is known to draw.
    public var glyphs: GlyphSet?
    public var graphics: GraphicsChoice
    /// Whether the last row shows `status`.
    public var hasStatusLine: Bool
    /// The terminal's file.
    public var path: String

    public init(
      environment: TerminalEnvironment, colors: TerminalEnvironment.ColorChoice = .auto, glyphs: GlyphSet? = nil,
      graphics: GraphicsChoice = .cells, hasStatusLine: Bool = true, path: String = "/dev/tty"
    ) {
      self.environment = environment
      self.colors = colors
      self.glyphs = glyphs
      self.graphics = graphics
      self.hasStatusLine = hasStatusLine
      self.path = path
    }
  }

  let options: Options
  let session: TerminalSession
  var painter: CellPainter
  var renderer: CellRenderer
  /// Where the terminal shows pictures; cells where nil.
  var pixels: PixelRenderer?
  /// The newest frame that has not been sent as a picture.
  var pendingFrame: Frame?
  var pendingInvalidation = Invalidation.none
  var shownStatus: String?
  var pacer = FramePacer()
  var wanted = CellGrid(columns: 0, rows: 0)
  /// Whether `wanted` holds a picture that the screen may not show yet.
  var isPending = false
  /// Where one column of the chart stands in the picture that is wanted, and in the one that is shown.
  var wantedAnchor: ScrollAnchor?
  var shownAnchor: ScrollAnchor?
  /// Whether the first answers were waited for; what comes later changes what is shown.
  var isOpen = false
  var lostPictures = 0
  var cells = CellSize(columns: 0, rows: 0)
  var events: [InputEvent] = []

  /// One line about what the chart shows, in the last row.
  public var status = ""
  /// Other files to wait for, such as a pipe with more scores.
  public var watchedDescriptors: [Int32] = []
  /// Which of them could be read when `waitForEvents` returned.
  public internal(set) var readyDescriptors: [Int32] = []
  /// The signal that asked the program to end, where one did.
  public internal(set) var endingSignal: Int32?
  /// The terminal's ground became known or changed after the last frame: draw it again.
  public internal(set) var isStale = false

  /// The least number of rows of which one is given to the status line.
  static let leastRowsWithStatus = 10

  /// Takes the terminal and asks it what it can do; waits for the answer as long as `environment` says.
  ///
  /// In the background nothing is touched until the process comes to the front.
  public static func open(_ options: Options) throws(TerminalError) -> TerminalSurface {
    let session = try TerminalSession(environment: options.environment, path: options.path)
    var surface = TerminalSurface(options: options, session: session)
    try session.enter()
    surface.awaitAnswers()
    surface.applyTraits()
    surface.measure()
    surface.choosePictures()
    surface.isOpen = true
    return surface
  }

  private init(options: Options, session: TerminalSession) {
    self.options = options
    self.session = session
    let style = CellStyle(
      glyphs: options.glyphs ?? options.environment.glyphs, colors: options.environment.colors(options.colors))
    painter = CellPainter(style: style)
    renderer = CellRenderer(depth: style.colors)
  }

  /// Gives the terminal back; nothing can be shown afterwards.
  public mutating func close() {
    session.leave()
    pixels?.close()
  }

  // MARK: Surface

  public var size: ViewSize { pixels?.size(of: chartCells) ?? CellGeometry.size(of: chartCells) }
  public var scale: Double { pixels?.scale ?? CellGeometry.scale }
  public var metrics: TextMetrics { pixels?.painter.text.metrics ?? CellGeometry.metrics }
  public var overscan: Double { pixels?.overscan(of: chartCells) ?? 0 }
  /// How pictures reach the terminal.
  public var graphics: GraphicsMode { pixels?.mode ?? .cells }
  /// Why pictures were wanted and are not shown: no text can be drawn.
  public internal(set) var pictureProblem: RasterError?

  /// The clock of all events, in milliseconds.
  public static var now: Double { TerminalDevice.now }

  /// What the terminal has said about itself.
  public var traits: TerminalTraits { session.traits }

  /// The theme that suits the terminal's ground, where that is known.
  public var suggestedTheme: Theme? {
    session.traits.background.map { $0.isDark ? .dark : .light } ?? options.environment.theme
  }

  /// The characters and colours in use.
  public var style: CellStyle { painter.style }

  /// Pictures always leave the last row free: one that reaches into it scrolls some terminals.
  var hasStatusRow: Bool {
    pixels != nil || options.hasStatusLine && cells.rows >= TerminalSurface.leastRowsWithStatus
  }

  /// The cells of the chart, without the status line.
  public var chartCells: CellSize {
    CellSize(columns: cells.columns, rows: cells.rows - (hasStatusRow ? 1 : 0))
  }

  /// Shows `frame`, at once or as soon as the terminal has taken the frames before; only the newest is shown then.
  public mutating func present(_ frame: borrowing Frame, _ invalidation: Invalidation) throws(TerminalError) {
    isStale = false
    guard pixels == nil else {
      pendingFrame = copy frame
      pendingInvalidation.merge(invalidation)
      isPending = true
      return try sendPending()
    }
    painter.paint(frame, size: cells, into: &wanted)
    if hasStatusRow { paintStatus(theme: frame.theme) }
    wantedAnchor = ScrollAnchor(frame)
    isPending = true
    try sendPending()
  }

  public mutating func watch(_ descriptor: Int32) {
    if !watchedDescriptors.contains(descriptor) { watchedDescriptors.append(descriptor) }
  }

  public mutating func unwatch(_ descriptor: Int32) { watchedDescriptors.removeAll { $0 == descriptor } }

  /// - Throws: nothing after the terminal is gone: `.closed` tells that.
  public mutating func waitForEvents(until deadline: Double?) throws(TerminalError) -> [InputEvent] {
    readyDescriptors = []
    while events.isEmpty, readyDescriptors.isEmpty, !isStale {
      try sendAhead()
      let retry = isPending ? pacer.retryTime : nil
      let limit = [deadline, retry].compactMap { $0 }.min()
      let (news, ready) = session.wait(until: limit, others: watchedDescriptors)
      readyDescriptors = ready
      for item in news { take(item) }
      try sendPending()
      if let deadline, TerminalDevice.now >= deadline { break }
    }
    defer { events.removeAll(keepingCapacity: true) }
    return TerminalSurface.coalesced(events)
  }
}
