/// Reads what people have: bytes in, a history out, and a word about everything that was not certain.
public enum ScoreReader {
  /// Reads a file's bytes, as far as there are, uncompressed.
  ///
  /// The same bytes and options give the same history on every machine, however many threads `work` has. O(n) in time;
  /// beside the result nothing is needed for a steady file (dates all as ISO 8601 has them, as `MM/DD/YYYY` and the like, or
  /// as numbers since 1970; plain numbers, perhaps notes), and about 100 bytes a row for others. `observer` is told how far a
  /// table has been read.
  ///
  /// - Throws: `ParseError` when no history can be shown without guessing; ``ParseError/isUsage`` tells whether an option
  ///   is at fault.
  public static func read(
    _ bytes: UnsafeRawBufferPointer, options: ReadingOptions = ReadingOptions(), work: ParallelWork = .sequential,
    observer: ReadingObserver = .none
  ) throws(ParseError) -> Reading {
    let bytes = Bytes(start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    if let complaint = BinaryFormat.complaint(bytes) { throw complaint }
    if let start = TextDecoding.startOfUTF8(bytes, wanted: options.encoding), isTable(bytes.from(start)) {
      let steady = SteadyReader(text: bytes.from(start), options: options, work: work, observer: observer)
      if let reading = steady.read(.utf8) { return reading }
    }
    let decoded = try TextDecoding.decode(bytes, as: options.encoding, isGrowing: options.isGrowing)
    guard let converted = decoded.converted else {
      return try read(bytes.from(decoded.skipped), decoded, options, work, observer)
    }
    return try withBytes(of: converted) { text throws(ParseError) in try read(text, decoded, options, work, observer) }
  }

  /// Reads a file's bytes, as far as there are, uncompressed.
  public static func read(
    _ bytes: [UInt8], options: ReadingOptions = ReadingOptions(), work: ParallelWork = .sequential
  ) throws(ParseError) -> Reading {
    try withBytes(of: bytes) { bytes throws(ParseError) in
      try read(UnsafeRawBufferPointer(bytes), options: options, work: work)
    }
  }

  /// Whether a text at the head of a column can only be a name: neither a date nor a number nor a missing mark.
  public static func isPlainlyAName(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      CellClassifier(text: bytes, cellText: CellText()).kind(Cell(start: 0, end: bytes.count, origin: 0)) == .text
    }
  }

  /// Whether columns of these names, both with numbers, could be the score equally well.
  public static func couldBothBeTheScore(_ first: String, _ second: String) -> Bool {
    ScoreName(ColumnName(first)) == ScoreName(ColumnName(second)) && !isNameOfDates(second)
  }

  /// Whether a name says that its column has dates, so that numbers under it could be taken for times.
  public static func isNameOfDates(_ text: String) -> Bool { ColumnName(text).isDateLike }

  private static func withBytes(
    of array: [UInt8], _ body: (Bytes) throws(ParseError) -> Reading
  ) throws(ParseError) -> Reading {
    // An error that passes through the standard library's closure loses its type.
    let result = array.withUnsafeBufferPointer { bytes -> Result<Reading, ParseError> in
      do throws(ParseError) { return .success(try body(bytes)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private static func read(
    _ text: Bytes, _ decoded: DecodedText, _ options: ReadingOptions, _ work: ParallelWork, _ observer: ReadingObserver
  ) throws(ParseError) -> Reading {
    var log = DiagnosticLog()
    if let line = decoded.guessedAtLine {
      log.add(Diagnostic(.warning, .encodingGuessed, line: line, decoded.encoding.guess))
    }
    if isMarkup(text) {
      throw ParseError(
        .htmlNotData, line: 1,
        "this is an HTML or XML page, not a table; was a login or error page saved in place of the data?")
    }
    if JSONShape.startsLikeJSON(text) {
      return try JSONReader(text: text, options: options, work: work).read(decoded.encoding, log)
    }
    return try readTable(text, decoded.encoding, options, log, observer)
  }

  private static func isTable(_ text: Bytes) -> Bool { !isMarkup(text) && !JSONShape.startsLikeJSON(text) }

  private static func isMarkup(_ text: Bytes) -> Bool {
    guard let start = text.firstIndex(where: { !ASCII.isBlank($0) && $0 != 0x0A && $0 != 0x0D }) else { return false }
    let rest = text.from(start)
    return rest.starts(ignoringCase: "<!doctype") || rest.starts(ignoringCase: "<html")
      || rest.starts(ignoringCase: "<head") || rest.starts(ignoringCase: "<body") || rest.starts(ignoringCase: "<?xml")
  }

  private static func readTable(
    _ text: Bytes, _ encoding: TextEncoding, _ options: ReadingOptions, _ log: DiagnosticLog,
    _ observer: ReadingObserver
  ) throws(ParseError) -> Reading {
    var log = log
    let layout = TableLayout(text: text, options: options)
    let found = try layout.find(&log)
    if options.byRow, !found.isOneColumn {
      let reader = try GradebookReader(
        frame: found.frame, source: found.scanner, header: found.headerRecord(), cellText: layout.cellText,
        options: options, dotIsPlain: found.delimiter == .comma)
      return try reader.read(Understanding(format: .delimited, encoding: encoding, delimiter: found.delimiter), log)
    }
    var reader = TableReader(
      frame: found.frame, text: text, cellText: layout.cellText, options: options, isNumbered: options.numbered,
      dotIsPlain: found.delimiter == .comma, observer: observer)
    if found.isOneColumn {
      try checkOneColumn(found, reader, &log)
      reader.isNumbered = true
    }
    let result = try reader.read(found.scanner, log)
    return Reading(
      result, frame: found.frame,
      Understanding(format: .delimited, encoding: encoding, delimiter: found.delimiter))
  }

  /// A single column can be drawn if it has numbers.
  private static func checkOneColumn(
    _ found: TableLayout.Result, _ reader: TableReader, _ log: inout DiagnosticLog
  ) throws(ParseError) {
    let options = reader.options
    let sieve = try RowSieve(found.frame, text: reader.text, cellText: reader.cellText, options: options)
    let profile = try TableProfile(found.scanner, sieve: sieve, grades: options.grades)
    if profile.rows == 0, let damage = try reader.firstDamage(found.scanner) { throw damage }
    guard options.dateColumn == nil || options.numbered || !profile.columns[0].isMostlyNumbers else {
      throw ParseError(
        .oneColumn, line: found.frame.headerOrigin, column: 1,
        "there is one column, so no scores stand beside its dates; name what separates columns with --delimiter= if there "
          + "are more, or number its scores with --numbered")
    }
    guard profile.columns[0].isMostlyNumbers else {
      throw ParseError(
        .oneColumn, line: found.frame.headerOrigin, column: 1,
        "there is one column, and it has no numbers; name what separates columns with --delimiter= if there are more")
    }
    guard !options.numbered else { return }
    log.add(
      Diagnostic(
        .warning, .noDates, line: found.frame.headerOrigin,
        "there is one column and no dates, so the scores are numbered; settle it with --numbered"))
  }
}

extension Reading {
  /// The answer to a caller, from what a reader found out.
  init(_ result: TableReader.Result, frame: TableFrame, _ understanding: Understanding) {
    var understanding = understanding
    understanding.dateColumn = result.choice.date.map {
      Understanding.Column(name: frame.names[$0].text, number: $0 + 1)
    }
    understanding.scoreColumn = Understanding.Column(
      name: frame.names[result.choice.score].text, number: result.choice.score + 1)
    understanding.dateOrder = result.order
    understanding.decimalMark = result.decimalMark
    understanding.rowsSkipped = result.issues.skipped
    understanding.rowsRead = result.issues.rows - result.issues.skipped
    self.init(table: result.table, diagnostics: result.issues.log.diagnostics, understanding: understanding)
  }
}

extension TextEncoding {
  /// What is said when this encoding was not known but likely.
  fileprivate var guess: String {
    switch self {
    case .utf8:
      "the byte order mark says UTF-8, but these bytes are not and are shown as \u{FFFD}; name another with --encoding="
    case .windows1252:
      "the text is not UTF-8; windows-1252 is assumed: labels may be wrong, numbers and dates are not. Settle it with "
        + "--encoding=, such as windows-1252, windows-1250, shift_jis or gb18030"
    default: "the text is not UTF-8; \(rawValue) is assumed: settle it with --encoding="
    }
  }
}
