internal import ScoreChart
internal import ScoreData
internal import ScoreSources

/// A file that was read, and what there is to tell about it.
struct History {
  /// The file's name as messages show it.
  let name: String
  let reading: Reading

  /// Opens and reads what the command line names.
  static func load(_ input: Argument, _ settings: Settings) throws -> History {
    var sourceOptions = SourceOptions()
    sourceOptions.wholeLinesOnly = settings.isFollowing
    let source = try ByteSource.open(SourceLocation(argument: input.bytes), options: sourceOptions)
    return try read(source, HistoryReader(settings), isComplete: !settings.isFollowing)
  }

  /// Reads the bytes of a file, or tells why they show nothing.
  static func read(_ source: borrowing ByteSource, _ reader: HistoryReader, isComplete: Bool) throws -> History {
    let name = source.displayName
    Messages.write(source.warnings, file: name)
    let reading: Reading
    do throws(ParseError) {
      reading = try source.withReleasableBytes { bytes, release throws(ParseError) in
        try reader.read(bytes, isComplete: isComplete, observer: ReadingObserver { part, _ in release(part) })
      }
    } catch {
      throw UnreadableFile(file: name, diagnostic: error.diagnostic)
    }
    try source.verify()
    return History(name: name, reading: reading)
  }

  func chart(_ settings: Settings) -> Chart { Chart(table: reading.table, options: settings.chart) }

  /// Tells the warnings of a run that writes every date out.
  func tellWarnings(_ settings: Settings) {
    Messages.write(reading.diagnostics, file: name)
    if settings.isVerbose { tellUnderstanding() }
  }

  /// Tells the warnings that matter to a picture, and what it leaves out.
  func tellWarnings(_ settings: Settings, chart: Chart) {
    Messages.write(settings.isVerbose ? reading.diagnostics : reading.chartDiagnostics, file: name)
    if settings.isVerbose { tellUnderstanding() }
    let leading = chart.leadingColumns
    guard leading.zeros > 0 else {
      if leading.missing > 0 {
        Messages.note("\(counted(leading.missing, "row")) before the first score", file: name)
      }
      return
    }
    Messages.note(
      "\(counted(leading.missing + leading.zeros, "row")) before the first score, \(counted(leading.zeros, "zero")) "
        + "among them, are not drawn; --leading-zeros=show draws the zeros", file: name)
  }

  private func tellUnderstanding() {
    for line in UnderstandingText.lines(reading.understanding) { Messages.note(line, file: name) }
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}

/// How a file was understood, for `--verbose`.
enum UnderstandingText {
  static func lines(_ understanding: Understanding) -> [String] {
    var lines = ["read as \(understanding.format.rawValue), \(understanding.encoding.rawValue)"]
    if let delimiter = understanding.delimiter { lines.append("cells are separated by \(delimiter.description)") }
    if let column = understanding.dateColumn { lines.append("dates are in column \(named(column))") }
    if let column = understanding.scoreColumn { lines.append("scores are in column \(named(column))") }
    if let order = understanding.dateOrder { lines.append("dates are read as \(order.rawValue)") }
    if let mark = understanding.decimalMark { lines.append("the decimal mark is \(mark.rawValue)") }
    lines.append("\(understanding.rowsRead) rows read, \(understanding.rowsSkipped) skipped")
    return lines
  }

  private static func named(_ column: Understanding.Column) -> String {
    "\(column.number), \(EscapedText.quoted(column.name))"
  }
}
