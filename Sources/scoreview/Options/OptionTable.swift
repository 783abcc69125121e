internal import ScoreData
internal import ScoreChart

/// Every option, in the order of the help: the one place that help, README and manual share.
enum OptionTable {
  static let all = output + view + reading + program

  private static let output = [
    OptionSpec(
      "output", "o", "FILE", .output, "write FILE instead of showing; its ending decides (\(OutputFormat.endings))"
    ) {
      settings, value throws(UsageError) in
      guard !value.bytes.isEmpty else { throw UsageError(message: "-o needs a file name ('-' is standard output)") }
      settings.output = value
    },
    OptionSpec("format", nil, "FORMAT", .output, "what to write: png or json; alone: to standard output") {
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
    OptionSpec("surface", nil, "NAME", .output, "where to show: window") { settings, value throws(UsageError) in
      settings.surface = try choice("surface", value.text)
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

  private static let program = [
    OptionSpec("verbose", "v", nil, .program, "tell how the file was understood") { settings, _ in
      settings.isVerbose = true
    },
    OptionSpec("help", "h", nil, .program, "print this") { settings, _ in settings.action = .help },
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
