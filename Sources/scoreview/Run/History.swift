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
    try read(try open(input, settings), HistoryReader(settings), isComplete: !settings.isFollowing)
  }

  /// Opens what the command line names.
  static func open(_ input: Argument, _ settings: Settings) throws(SourceError) -> ByteSource {
    var sourceOptions = SourceOptions()
    sourceOptions.wholeLinesOnly = settings.isFollowing
    return try ByteSource.open(SourceLocation(argument: input.bytes), options: sourceOptions)
  }

  /// Reads the bytes of a file, or tells why they show nothing.
  static func read(_ source: borrowing ByteSource, _ reader: HistoryReader, isComplete: Bool) throws -> History {
    let name = source.displayName
    Messages.write(source.warnings, file: name)
    let reading: Reading
    do throws(ParseError) {
      let line = ProgressLine()
      reading = try source.withReleasableBytes { bytes, release throws(ParseError) in
        try reader.read(bytes, isComplete: isComplete, observer: line.observer(release: release))
      }
    } catch {
      throw UnreadableFile(file: name, diagnostic: error.diagnostic)
    }
    try source.verify()
    return History(name: name, reading: reading)
  }

  func chart(_ settings: Settings) -> Chart { Chart(table: reading.table, options: settings.chart, work: .threads) }

  /// Tells the warnings of a run that writes every date out.
  func tellWarnings(_ settings: Settings) {
    Messages.write(reading.diagnostics, file: name)
    if settings.isVerbose { tellUnderstanding() }
  }

  /// Tells the warnings that matter to a picture, and what it leaves out.
  func tellWarnings(_ settings: Settings, chart: Chart) {
    messages(isVerbose: settings.isVerbose, chart: chart).forEach(Messages.write)
  }

  /// The lines about what matters to a picture.
  func messages(isVerbose: Bool, chart: Chart) -> [String] {
    var lines = (isVerbose ? reading.diagnostics : reading.chartDiagnostics).map { $0.text(file: name) }
    if isVerbose { lines += UnderstandingText.lines(reading.understanding).map { Messages.noteLine($0, file: name) } }
    let leading = chart.leadingColumns
    if leading.zeros > 0 {
      lines.append(
        Messages.noteLine(
          "\(counted(leading.missing + leading.zeros, "row")) before the first score, \(counted(leading.zeros, "zero")) "
            + "among them, are not drawn; --leading-zeros=show draws the zeros", file: name))
    } else if leading.missing > 0 {
      lines.append(Messages.noteLine("\(counted(leading.missing, "row")) before the first score", file: name))
    }
    return lines
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
    if let row = understanding.row {
      let columns = row.columns.prefix(12).map { EscapedText.quoted($0, limit: 24) }.joined(separator: ", ")
      lines.append(
        "scores are in the row of \(EscapedText.quoted(row.name)), in columns \(columns)"
          + (row.columns.count > 12 ? " and \(row.columns.count - 12) more" : ""))
    }
    if let order = understanding.dateOrder { lines.append("dates are read as \(order.rawValue)") }
    if let mark = understanding.decimalMark { lines.append("the decimal mark is \(mark.rawValue)") }
    let what = understanding.row == nil ? "row" : "column"
    lines.append(
      "\(understanding.rowsRead) \(what)\(understanding.rowsRead == 1 ? "" : "s") read, \(understanding.rowsSkipped) skipped"
    )
    return lines
  }

  private static func named(_ column: Understanding.Column) -> String {
    "\(column.number), \(EscapedText.quoted(column.name))"
  }
}
