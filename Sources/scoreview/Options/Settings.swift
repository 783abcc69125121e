internal import ScoreData
internal import ScoreChart
internal import ScoreDrawing
internal import ScoreFramebuffer
internal import ScoreSources
internal import ScoreTerminal

/// What the command line asks for.
struct Settings: Sendable {
  /// The file, `-` for standard input; nil only with an action that needs none.
  var input: Argument?
  var action = Action.show
  /// Where to write instead of showing; `-` is standard output.
  var output: Argument?
  var format: OutputFormat?
  /// The picture in points; nil: the surface's default.
  var size: ViewSize?
  var scale: Double?
  var theme = ThemeChoice.automatic
  var surface: SurfaceChoice?
  /// Draw once and end, where a surface would stay.
  var isOnce = false
  var text = TextSettings()
  var kiosk = KioskSettings()
  var chart = ChartOptions()
  /// The width of a column in points; 0: the whole history in view; nil: the design's own.
  var columnWidth: Double?
  var isHighContrast = false
  var reading = ReadingOptions()
  /// Whether what is added to the file is shown; its last line then waits for its end.
  var isFollowing = false
  var waitsForLineEnds = true
  /// Milliseconds between two fetches of an address; nil: fetched once.
  var refreshInterval: Double?
  /// The newest date shown, and the date whose score has the callout, as written.
  var at: DateArgument?
  var select: SelectArgument?
  var isVerbose = false
  /// How dates and numbers are shown; nil: on a surface as the user's environment says, in files as ISO 8601.
  var locale: DisplayLocale?
  var motion = MotionChoice.automatic
  /// Print the view in sentences, and end.
  var describes = false
  /// Where the input of this run is written to, and where that of an earlier one is read from.
  var record: Argument?
  var replay: Argument?

  enum Action: Equatable, Sendable {
    case show
    case help(HelpText.Topic)
    case resetTerminal
    case version
  }

  enum ThemeChoice: String, CaseIterable, Sendable {
    case automatic = "auto"
    case light
    case dark
  }

  enum MotionChoice: String, CaseIterable, Sendable {
    case automatic = "auto"
    case full
    case reduced
  }

  enum SurfaceChoice: String, CaseIterable, Sendable {
    case window
    case terminal
    case framebuffer
  }

  enum SelectArgument: Equatable, Sendable {
    case nothing
    case date(DateArgument)
  }

  /// The picture that is written unless `--size` says otherwise: the design's own height.
  static let defaultPictureSize = ViewSize(width: 620, height: 344)
  static let defaultWindowSize = ViewSize(width: 960, height: 540)

  mutating func addInput(_ argument: Argument) throws(UsageError) {
    if let input {
      let names = "\(EscapedText.escaped(input.text)) and \(EscapedText.escaped(argument.text))"
      throw UsageError(message: "one file at a time, but \(names) were given")
    }
    input = argument
  }

  /// Finds what no single option can: a missing file, a picture that is too large at its scale.
  func check() throws(UsageError) {
    guard action == .show else { return }
    if input == nil { throw UsageError(message: "give a file: scoreview [options] FILE ('-' is standard input)") }
    let format = try outputFormat()
    if describes, format != nil, output == nil || output?.text == "-" {
      throw UsageError(message: "--describe writes to standard output; give the chart a file: -o FILE")
    }
    if record != nil, format != nil || describes || isOnce {
      throw UsageError(message: "--record needs a chart that is shown; nothing is done to one that is written")
    }
    if replay?.text == "-", input?.text == "-" {
      throw UsageError(message: "--replay and the history cannot both come from standard input")
    }
    if let input { try checkLive(SourceLocation(argument: input.bytes)) }
    try kiosk.check()
    try PictureLimits.check(size ?? Settings.defaultPictureSize, scale: scale ?? 1)
    if let top = chart.top, let knee = chart.knee, knee >= top {
      throw UsageError(
        message: "--knee=\(DecimalText.shortest(knee)) must be less than --top=\(DecimalText.shortest(top))")
    }
    if chart.top == nil, let knee = chart.knee, knee >= 100 {
      throw UsageError(
        message: "--knee=\(DecimalText.shortest(knee)) must be less than 100; a greater scale needs --top")
    }
  }
}

extension Settings {
  /// Tells an option for files from one for addresses.
  private func checkLive(_ location: SourceLocation) throws(UsageError) {
    switch location {
    case .address where isFollowing:
      throw UsageError(message: "--follow is for files; --refresh=SECONDS fetches an address again and again")
    case .file where refreshInterval != nil, .standardInput where refreshInterval != nil:
      throw UsageError(
        message: "--refresh is for http:// and https:// addresses; --follow shows what is added to a file")
    default: break
    }
  }
}

/// How the chart is drawn with characters.
struct TextSettings: Sendable {
  var columns: Int?
  var rows: Int?
  var colors = TerminalEnvironment.ColorChoice.auto
  var glyphs: GlyphSet?
  var graphics = GraphicsChoice.auto
}

/// How the chart is shown on a bare display.
struct KioskSettings: Sendable {
  var display = FramebufferOptions()
  /// Whether SDL shows the pictures, which takes a graphics driver of Mesa's and udev: `--backend=sdl`.
  var usesSDL = false
  /// Whether nobody sits at the display: `--kiosk`.
  var isAlone = false
  /// Whether to walk through the history; nil: where nobody sits at the display.
  var ticker: Bool?
  /// Everything else that `KioskManners` does.
  var manners = KioskManners.Options()

  /// SDL finds the display, and its mode, by itself.
  func check() throws(UsageError) {
    guard usesSDL else { return }
    let choices = [
      ("device", display.device != nil), ("connector", display.connector != nil), ("mode", display.mode != nil),
      ("rotate", display.rotation != .none), ("sleep", manners.sleep != nil),
    ]
    guard let choice = choices.first(where: \.1) else { return }
    throw UsageError(message: "--\(choice.0) needs a display of our own, which --backend=sdl is not; leave one out")
  }

  var mannersInUse: KioskManners.Options {
    var inUse = manners
    inUse.ticker = ticker ?? isAlone
    return inUse
  }
}

/// What a run writes; nil in `Settings` where it shows the chart instead.
enum OutputFormat: String, CaseIterable, Sendable {
  case png
  case json
  case csv
  /// The chart as plain text, and with colours.
  case text = "txt"
  case ansi = "ans"

  static let endings = allCases.map { "." + $0.rawValue }.joined(separator: ", ")
}

extension Settings {
  /// These settings for a chart that is shown to a user: in the user's language, unless `--locale` says otherwise.
  ///
  /// A file is read anywhere, so what is written without `--locale` is the same in every environment.
  func shown(environment: (String) -> String?) -> Settings {
    var settings = self
    settings.chart.locale = locale ?? .user(environment: environment)
    return settings
  }

  /// What is to be written, by `--format` or by the file's ending; nil: show it.
  ///
  /// A name without an ending gets a PNG.
  func outputFormat() throws(UsageError) -> OutputFormat? {
    if let format { return format }
    guard let output = output?.text else { return nil }
    let name = output.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard output != "-" else {
      throw UsageError(message: "-o - needs to know what to write: add --format=png, --format=json, …")
    }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return .png }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let format = OutputFormat(rawValue: ending) else {
      throw UsageError(
        message:
          "-o \(EscapedText.escaped(output)): cannot write \(EscapedText.escaped("." + ending)); use one of \(OutputFormat.endings), or add --format"
      )
    }
    return format
  }
}
