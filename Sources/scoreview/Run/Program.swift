internal import Glibc
internal import ScoreChart
internal import ScoreData
internal import ScoreDrawing
internal import ScoreExport
internal import ScoreRaster
internal import ScoreTerminal

/// One run: reads the command line, then the file, then writes or shows.
struct Program {
  let arguments: [Argument]

  func run() -> ExitStatus {
    // A reader that closes its end is an error like any other, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    do {
      try perform(try ArgumentParser(table: OptionTable.all).parse(arguments))
      return .ok
    } catch let error as EndedBySignal {
      exit(128 + error.signal)
    } catch OutputError.brokenPipe {
      // Whoever read the output has seen enough.
      return .ok
    } catch let error as any UserFacingError {
      Messages.write(error.line)
      return error.status
    } catch {
      Messages.write("scoreview: error: \(error) [internal]")
      return .inputOutput
    }
  }

  private func perform(_ settings: Settings) throws {
    switch settings.action {
    case .help(let topic): try OutputFile.write(Array(HelpText.help(topic).utf8), to: "-")
    case .version: try OutputFile.write(Array("scoreview \(HelpText.version)\n".utf8), to: "-")
    case .resetTerminal: try TerminalReset.run()
    case .show:
      guard let input = settings.input else { return }
      switch try settings.outputFormat() {
      case .json: try writeHistory(of: input, settings) { table, sink in HistoryJSON.write(table, to: sink) }
      case .csv: try writeHistory(of: input, settings) { table, sink in HistoryCSV.write(table, to: sink) }
      case .png: try writePicture(of: input, settings)
      case .text: try writeText(of: input, settings, colors: ColorDepth.none)
      case .ansi: try writeText(of: input, settings, colors: .trueColor)
      case nil where settings.describes: try describe(input, settings.shown(environment: Environment.value))
      case nil: try Showing(settings: settings.shown(environment: Environment.value)).show(input)
      }
    }
  }

  private func writeHistory(
    of input: Argument, _ settings: Settings, _ write: (ScoreTable, (UnsafeRawBufferPointer) -> Void) -> Void
  ) throws {
    let history = try History.load(input, settings)
    history.tellWarnings(settings)
    var bytes: [UInt8] = []
    write(history.reading.table) { bytes.append(contentsOf: $0) }
    // A file gets every byte; a terminal would obey some of them.
    if settings.target == "-", isatty(STDOUT_FILENO) == 1 {
      bytes = Array(EscapedText.escapedLines(String(decoding: bytes, as: UTF8.self)).utf8)
    }
    try OutputFile.write(bytes, to: settings.target)
    guard settings.describes else { return }
    let chart = history.chart(settings)
    try tell(pictureView(of: chart, settings, metrics: CellGeometry.metrics).description)
  }

  private func writeText(of input: Argument, _ settings: Settings, colors: ColorDepth) throws {
    let history = try History.load(input, settings)
    let chart = history.chart(settings)
    history.tellWarnings(settings, chart: chart)
    let printed = PrintedChart(settings: settings)
    let view = try printed.view(of: chart)
    try OutputFile.write(printed.bytes(of: view, colors: colors), to: settings.target)
    if settings.describes { try tell(view.description) }
  }

  private func writePicture(of input: Argument, _ settings: Settings) throws {
    // Fonts take as long to find as a file to read: both at once.
    let loader = try TextEngineLoader()
    let history = try History.load(input, settings)
    let chart = history.chart(settings)
    history.tellWarnings(settings, chart: chart)
    let engine = try loader.finish()
    let view = try pictureView(of: chart, settings, metrics: engine.metrics)
    var composer = Composer()
    let frame = composer.compose(view.chart, view.state, metrics: engine.metrics)
    let png = try PictureExport.png(frame, FramePainter(text: engine))
    try OutputFile.write(png, to: settings.target)
    if settings.describes { try tell(view.description) }
  }

  /// Tells in sentences what a picture would show; where no text can be drawn, that of a terminal's widths.
  private func describe(_ input: Argument, _ settings: Settings) throws {
    let loader = try? TextEngineLoader()
    let history = try History.load(input, settings)
    let chart = history.chart(settings)
    history.tellWarnings(settings, chart: chart)
    let metrics = (try? loader?.finish())?.metrics ?? CellGeometry.metrics
    try tell(pictureView(of: chart, settings, metrics: metrics).description)
  }

  private func pictureView(of chart: Chart, _ settings: Settings, metrics: TextMetrics) throws -> ChartView {
    let opening = Opening(settings: settings)
    let state = try opening.state(
      of: chart, size: settings.size ?? Settings.defaultPictureSize, scale: settings.scale ?? 1,
      theme: opening.theme(system: nil), metrics: metrics)
    return try opening.end(
      of: try Replay(settings), from: ChartView(chart: chart, state: state), metrics: metrics, size: settings.size,
      scale: settings.scale)
  }

  /// One sentence a line: what a screen reader pauses at, and what `grep` finds.
  private func tell(_ description: Description) throws {
    try OutputFile.write(Array((description.sentences.joined(separator: "\n") + "\n").utf8), to: "-")
  }
}

extension Settings {
  /// Where the output goes: `-o`, else standard output.
  var target: String { output?.text ?? "-" }
}
