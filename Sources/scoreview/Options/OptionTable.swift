internal import ScoreData
internal import ScoreFramebuffer
internal import ScoreTerminal
internal import ScoreChart

/// Every option, in the order of the help: the one place that help, README and manual share.
enum OptionTable {
  static let all = output + view + live + reading + terminal + kiosk + program

  private static let output = [
    OptionSpec(
      "output", "o", "FILE", .output, "write FILE instead of showing; its ending decides"
    ) {
      settings, value throws(UsageError) in
      guard !value.bytes.isEmpty else { throw UsageError(message: "-o needs a file name ('-' is standard output)") }
      settings.output = value
    },
    OptionSpec("format", nil, "FORMAT", .output, "png, json, csv, txt or ans; alone: to standard output") {
      settings, value throws(UsageError) in
      settings.format = try choice("format", value.text)
    },
    OptionSpec("size", nil, "WxH", .output, "size in points, 620x344 for a picture, 960x540 for a window") {
      settings, value throws(UsageError) in
      settings.size = try PictureLimits.size(value.text)
    },
    OptionSpec("scale", nil, "N", .output, "device pixels a point: 2 for a sharp picture (0.5 to 8)") {
      settings, value throws(UsageError) in
      settings.scale = try number("scale", value.text, in: 0.5...8)
    },
    OptionSpec("surface", nil, "NAME", .output, "where to show: window, terminal or framebuffer") {
      settings, value throws(UsageError) in
      settings.surface = try choice("surface", value.text)
    },
    OptionSpec("describe", nil, nil, .output, "print the view in sentences; with -o beside the picture") {
      settings, _ in
      settings.describes = true
    },
  ]

  private static let view = [
    OptionSpec("at", nil, "DATE", .view, "scroll so that DATE is the newest shown") {
      settings, value throws(UsageError) in
      settings.at = try DateArgument(option: "at", value.text)
    },
    OptionSpec("select", nil, "DATE", .view, "put the callout on DATE's score; none: no callout") {
      settings, value throws(UsageError) in
      settings.select = value.text == "none" ? .nothing : .date(try DateArgument(option: "select", value.text))
    },
    OptionSpec("title", nil, "TEXT", .view, "a title above the chart") { settings, value in
      settings.chart.title = value.text
    },
    OptionSpec("theme", nil, "NAME", .view, "light, dark or auto (as the desktop has it)") {
      settings, value throws(UsageError) in
      settings.theme = try choice("theme", value.text)
    },
    OptionSpec("contrast", nil, "HOW", .view, "high: darker greys; normal") { settings, value throws(UsageError) in
      let choice: ContrastChoice = try choice("contrast", value.text)
      settings.isHighContrast = choice == .high
    },
    OptionSpec("zoom", nil, "N", .view, "a column's width in points (42), all: the whole history") {
      settings, value throws(UsageError) in
      settings.columnWidth = value.text == "all" ? 0 : try number("zoom", value.text, in: 0.001...168)
    },
    OptionSpec("leading-zeros", nil, "HOW", .view, "zeros before the first other score: skip or show") {
      settings, value throws(UsageError) in
      settings.chart.leadingZeros = try choice("leading-zeros", value.text)
    },
    OptionSpec("top", nil, "N", .view, "the best score of the compressed scale (100)") {
      settings, value throws(UsageError) in
      settings.chart.top = try number("top", value.text, in: leastScore...1e12)
    },
    OptionSpec("knee", nil, "N", .view, "scores below N are squeezed into the foot (0.6 of the top)") {
      settings, value throws(UsageError) in
      settings.chart.knee = try number("knee", value.text, in: leastScore...1e12)
    },
    OptionSpec("y-scale", nil, "KIND", .view, "compressed, linear or auto (compressed if all are in 0…top)") {
      settings, value throws(UsageError) in
      settings.chart.scaleMode = try choice("y-scale", value.text)
    },
    OptionSpec("locale", nil, "NAME", .view, "dates and numbers as de, en-GB, … write them; iso as ISO 8601") {
      settings, value throws(UsageError) in
      guard let locale = DisplayLocale(identifier: value.text) else {
        let known = DisplayLocale.languages.joined(separator: ", ")
        throw UsageError(message: "--locale \(EscapedText.escaped(value.text)): use one of \(known)")
      }
      settings.locale = locale
      settings.chart.locale = locale
    },
    OptionSpec("motion", nil, "HOW", .view, "full, reduced (nothing glides) or auto (as the desktop has it)") {
      settings, value throws(UsageError) in
      settings.motion = try choice("motion", value.text)
    },
  ]

  private static let live = [
    OptionSpec("follow", nil, nil, .live, "show what is added to FILE; its last line waits for its end") {
      settings, _ in
      settings.isFollowing = true
    },
    OptionSpec("refresh", nil, "SECONDS", .live, "fetch an address again and again") {
      settings, value throws(UsageError) in
      settings.refreshInterval = 1000 * (try number("refresh", value.text, in: 1...86_400))
    },
  ]

  private static let reading = ReadingOption.allCases.map { option in
    let text = ReadingHelp.of(option)
    return OptionSpec(option.rawValue, nil, text.value, .reading, text.help) { settings, value throws(UsageError) in
      do throws(OptionError) {
        try settings.reading.set(option, to: option.takesValue ? value.text : nil)
      } catch {
        throw UsageError(message: error.message)
      }
    }
  }

  private static let terminal = [
    OptionSpec("once", nil, nil, .terminal, "print the chart once and end") { settings, _ in settings.isOnce = true },
    OptionSpec("width", nil, "N", .terminal, "columns of a printed chart (COLUMNS, else 80)") {
      settings, value throws(UsageError) in
      settings.text.columns = Int(try number("width", value.text, in: 1...4096))
    },
    OptionSpec("height", nil, "N", .terminal, "lines of a printed chart (LINES, else 24)") {
      settings, value throws(UsageError) in
      settings.text.rows = Int(try number("height", value.text, in: 1...4096))
    },
    OptionSpec("color", nil, "WHEN", .terminal, "auto, always or never") { settings, value throws(UsageError) in
      settings.text.colors = try choice("color", value.text)
    },
    OptionSpec("glyphs", nil, "SET", .terminal, "octant, sextant, half, braille or ascii") {
      settings, value throws(UsageError) in
      settings.text.glyphs = value.text == "auto" ? nil : try choice("glyphs", value.text)
    },
    OptionSpec("graphics", nil, "HOW", .terminal, "auto, cells, sixel or kitty") {
      settings, value throws(UsageError) in
      settings.text.graphics = try choice("graphics", value.text)
    },
    OptionSpec("reset", nil, nil, .terminal, "repair a terminal after a killed program") { settings, _ in
      settings.action = .resetTerminal
    },
  ]

  private static let kiosk = [
    OptionSpec("kiosk", nil, nil, .kiosk, "show on a bare display, with a ticker") { settings, _ in
      settings.surface = .framebuffer
      settings.kiosk.isAlone = true
    },
    OptionSpec("backend", nil, "NAME", .kiosk, "auto, drm, fbdev or sdl") { settings, value throws(UsageError) in
      let backend: BackendChoice = try choice("backend", value.text)
      settings.kiosk.usesSDL = backend == .sdl
      settings.kiosk.display.backend = FramebufferOptions.Backend(rawValue: value.text) ?? .auto
    },
    OptionSpec("device", nil, "FILE", .kiosk, "/dev/dri/card1 or /dev/fb0") { settings, value in
      settings.kiosk.display.device = value.text
    },
    OptionSpec("connector", nil, "NAME", .kiosk, "HDMI-A-1, …") { settings, value in
      settings.kiosk.display.connector = value.text
    },
    OptionSpec("mode", nil, "WxH@HZ", .kiosk, "a mode of the display") { settings, value throws(UsageError) in
      settings.kiosk.display.mode = try parsed("mode", value.text, "1920x1080 or 1920x1080@60", ModeRequest.init)
    },
    OptionSpec("rotate", nil, "DEGREES", .kiosk, "0, 90, 180 or 270") { settings, value throws(UsageError) in
      settings.kiosk.display.rotation = try parsed("rotate", value.text, "0, 90, 180 or 270", Rotation.init(degrees:))
    },
    OptionSpec("ticker", nil, "HOW", .kiosk, "on: walk through the history; off (on with --kiosk)") {
      settings, value throws(UsageError) in
      let choice: SwitchChoice = try choice("ticker", value.text)
      settings.kiosk.ticker = choice == .on
    },
    OptionSpec("pixel-shift", nil, "HOW", .kiosk, "on: move the picture a little each minute; off") {
      settings, value throws(UsageError) in
      let choice: SwitchChoice = try choice("pixel-shift", value.text)
      settings.kiosk.manners.pixelShift = choice == .on
    },
    OptionSpec("sleep", nil, "FROM-TO", .kiosk, "the display is off then: 22:00-07:00") {
      settings, value throws(UsageError) in
      settings.kiosk.manners.sleep = try parsed("sleep", value.text, "22:00-07:00", SleepSchedule.init)
    },
    OptionSpec("stale-after", nil, "TIME", .kiosk, "say so when the file has not changed for 2h, 3d, …") {
      settings, value throws(UsageError) in
      settings.kiosk.manners.staleAfter = try parsed("stale-after", value.text, "90m, 2h or 3d", Freshness.duration)
    },
    OptionSpec("clock", nil, nil, .kiosk, "show the time of day") { settings, _ in
      settings.kiosk.manners.clock = true
    },
  ]

  private static let program = [
    OptionSpec("record", nil, "FILE", .program, "write what the user does to FILE, with its times") {
      settings, value throws(UsageError) in
      settings.record = try fileName("record", value)
    },
    OptionSpec("replay", nil, "FILE", .program, "do again what FILE holds; with -o, write where it ends") {
      settings, value throws(UsageError) in
      settings.replay = try fileName("replay", value)
    },
    OptionSpec("verbose", "v", nil, .program, "tell how the file was understood") { settings, _ in
      settings.isVerbose = true
    },
    OptionSpec("help", "h", "[GROUP]", .program, "print this; GROUP: reading, terminal, kiosk or all") {
      settings, value throws(UsageError) in
      settings.action = .help(value.text.isEmpty ? .short : try choice("help", value.text))
    },
    OptionSpec("version", "V", nil, .program, "print the version") { settings, _ in settings.action = .version },
  ]

  private static let leastScore = 1e-6

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: String, _ text: String
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: text) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    throw UsageError(message: "--\(option) \(EscapedText.escaped(text)): use \(names.joined(separator: ", "))")
  }

  private static func fileName(_ option: String, _ value: Argument) throws(UsageError) -> Argument {
    guard !value.bytes.isEmpty else { throw UsageError(message: "--\(option) needs a file name") }
    return value
  }

  private enum ContrastChoice: String, CaseIterable {
    case normal
    case high
  }

  private enum BackendChoice: String, CaseIterable {
    case auto
    case drm
    case fbdev
    case sdl
  }

  private enum SwitchChoice: String, CaseIterable {
    case on
    case off
  }

  private static func parsed<Value>(
    _ option: String, _ text: String, _ example: String, _ parse: (String) -> Value?
  ) throws(UsageError) -> Value {
    guard let value = parse(text) else {
      throw UsageError(message: "--\(option) \(EscapedText.escaped(text)): give \(example)")
    }
    return value
  }

  private static func number(
    _ option: String, _ text: String, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double {
    let isPlain = text.utf8.allSatisfy { ($0 >= 48 && $0 <= 57) || $0 == 46 || $0 == 45 }
    if isPlain, let number = Double(text), range.contains(number) { return number }
    let low = DecimalText.shortest(range.lowerBound)
    let high = DecimalText.shortest(range.upperBound)
    throw UsageError(message: "--\(option) \(EscapedText.escaped(text)): give a number from \(low) to \(high)")
  }
}
