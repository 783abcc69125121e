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
      case nil: try Showing(settings: settings).show(input)
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
    try OutputFile.write(bytes, to: settings.target)
  }

  private func writeText(of input: Argument, _ settings: Settings, colors: ColorDepth) throws {
    let history = try History.load(input, settings)
    let chart = history.chart(settings)
    history.tellWarnings(settings, chart: chart)
    try OutputFile.write(PrintedChart(settings: settings).bytes(of: chart, colors: colors), to: settings.target)
  }

  private func writePicture(of input: Argument, _ settings: Settings) throws {
    // Fonts take as long to find as a file to read: both at once.
    let loader = try TextEngineLoader()
    let history = try History.load(input, settings)
    let chart = history.chart(settings)
    history.tellWarnings(settings, chart: chart)
    let engine = try loader.finish()
    let opening = Opening(settings: settings)
    let state = try opening.state(
      of: chart, size: settings.size ?? Settings.defaultPictureSize, scale: settings.scale ?? 1,
      theme: opening.theme(system: nil), metrics: engine.metrics)
    var composer = Composer()
    let frame = composer.compose(chart, state, metrics: engine.metrics)
    let png = try PictureExport.png(frame, FramePainter(text: engine))
    try OutputFile.write(png, to: settings.target)
  }
}

extension Settings {
  /// Where the output goes: `-o`, else standard output.
  var target: String { output?.text ?? "-" }
}
