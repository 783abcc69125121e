/// Reads a history from JSON.
struct JSONReader {
  let text: Bytes
  let options: ReadingOptions
  var work = ParallelWork.sequential

  func read(_ encoding: TextEncoding, _ log: DiagnosticLog) throws(ParseError) -> Reading {
    let steady = SteadyReader(text: text, options: options, work: work, observer: .none)
    if let reading = steady.readJSON(encoding, log) { return reading }
    var log = log
    let document = try JSONParser.parse(text, isGrowing: options.isGrowing)
    let places = PlaceFinder(lineStarts: PlaceFinder.lineStarts(in: text), text: text)
    let shape = JSONShape(document: document)
    var all = shape.series()
    if all.isEmpty, apiMessage(document, places) == nil, let row = shape.singleRow() { all = [row] }
    guard !all.isEmpty else { throw noData(document, places) }
    // The program's own form has the series in front first.
    let chosen = options.series == nil && isOwnForm(document) ? 0 : try choose(all, &log)
    let series = all[chosen]
    var table = JSONTable(document, series)
    let header = options.byRow ? table.appendNames() : nil
    var isNumbered = options.numbered
    if case .numbers = series.rows {
      if !options.numbered {
        log.add(
          Diagnostic(
            .warning, .noDates, line: 1, "there are no dates, so the scores are numbered; settle it with --numbered"))
      }
      isNumbered = true
    }
    let format: Understanding.Format = document.roots.count > 1 ? .jsonLines : .json
    let frame = TableFrame(
      names: table.names.map(ColumnName.init), hasNames: true, header: nil, headerOrigin: table.rows.first?.origin ?? 0,
      firstDataOrigin: table.rows.first?.origin ?? 0, hasFixedWidth: false, format: format, places: places)
    var reading = try read(
      table, header, frame, series, isNumbered, Understanding(format: format, encoding: encoding), document, log)
    if options.series == nil, reading.table.series.count == 1 {
      let rest = all.indices.filter { $0 != chosen }.prefix(Self.mostOthers).map { all[$0] }
      reading.table.series += rest.compactMap { other($0, like: reading, frame, document) }
    }
    describe(&reading, document)
    return reading
  }

  /// More series than these nobody looks through.
  private static let mostOthers = 31

  /// Another series of the file, if it is written like the chosen one.
  private func other(
    _ series: JSONSeries, like first: Reading, _ frame: TableFrame, _ document: JSONDocument
  ) -> ScoreSeries? {
    if case .numbers = series.rows { return nil }
    let table = JSONTable(document, series)
    var frame = frame
    frame.names = table.names.map(ColumnName.init)
    frame.headerOrigin = table.rows.first?.origin ?? 0
    frame.firstDataOrigin = frame.headerOrigin
    guard
      let reading = try? read(
        table, nil, frame, series, options.numbered, first.understanding, document, DiagnosticLog()),
      reading.table.unit == first.table.unit, reading.table.hasYears == first.table.hasYears,
      reading.table.bestPossible == first.table.bestPossible
    else { return nil }
    return reading.table.series.first
  }

  private func read(
    _ table: JSONTable, _ header: Record?, _ frame: TableFrame, _ series: JSONSeries, _ isNumbered: Bool,
    _ understanding: Understanding,
    _ document: JSONDocument, _ log: DiagnosticLog
  ) throws(ParseError) -> Reading {
    var seriesName = series.name
    if case .keyedByDate = series.rows { seriesName = nil }
    let result = table.bytes.withUnsafeBufferPointer { bytes -> Result<Reading, ParseError> in
      let reader = TableReader(
        frame: frame, text: bytes, cellText: CellText(), options: options, isNumbered: isNumbered, dotIsPlain: true,
        seriesName: seriesName)
      do throws(ParseError) {
        if let header {
          let gradebook = GradebookReader(
            frame: frame, source: JSONRecords(text: bytes, rows: table.rows), header: header, cellText: reader.cellText,
            options: options, dotIsPlain: true)
          return .success(try gradebook.read(understanding, log))
        }
        let found = try reader.read(JSONRecords(text: bytes, rows: table.rows), log)
        return .success(Reading(found, frame: frame, understanding))
      } catch {
        return .failure(error)
      }
    }
    do {
      return try result.get()
    } catch {
      // Rows of something else are no damaged history.
      let kind = error.diagnostic.kind
      guard kind == .noDateColumn || kind == .noScoreColumn, let message = apiMessage(document, frame.places) else {
        throw error
      }
      throw message
    }
  }

  /// Which series an option names, or else the longest.
  private func choose(_ all: [JSONSeries], _ log: inout DiagnosticLog) throws(ParseError) -> Int {
    func called(_ index: Int) -> String { all[index].name ?? "\(index + 1)" }
    let names = all.indices.prefix(12).map { EscapedText.quoted(called($0), limit: 24) }.joined(separator: ", ")
    if let wanted = options.series {
      if let exact = all.firstIndex(where: { $0.name == wanted }) { return exact }
      if let similar = all.firstIndex(where: { $0.name?.lowercased() == wanted.lowercased() }) { return similar }
      if let number = Int(wanted), all.indices.contains(number - 1) { return number - 1 }
      throw ParseError(
        .usage, "--series=\(EscapedText.escaped(wanted, limit: 40)): there is no such series; there are \(names)")
    }
    var longest = 0
    for index in all.indices where all[index].count > all[longest].count { longest = index }
    if all.count(where: { $0.count > 0 }) > 1 {
      log.add(
        Diagnostic(
          .warning, .seriesGuessed,
          "there are several series; the longest, \(EscapedText.quoted(called(longest))), is taken. Choose with --series=: \(names)"
        ))
    }
    return longest
  }

  // MARK: Nothing found

  private func noData(_ document: JSONDocument, _ places: PlaceFinder) -> ParseError {
    apiMessage(document, places)
      ?? ParseError(.noDataInJSON, "no dates with scores were found in the JSON text; \(keys(document))")
  }

  private func keys(_ document: JSONDocument) -> String {
    guard let root = document.roots.first, document.kind(root) == .object else {
      return "it is \(document.roots.first.map { document.kind($0) == .array ? "an array" : "one value" } ?? "empty")"
    }
    let keys = document.members(root).map { EscapedText.quoted(document.string($0.key), limit: 24) }
    return keys.isEmpty
      ? "it is an empty object"
      : "it has the keys " + keys.prefix(12).joined(separator: ", ") + (keys.count > 12 ? ", …" : "")
  }

  /// Keys under which services say what is wrong, likeliest first.
  private static let messageKeys: [StaticString] = [
    "error message", "error", "errors", "note", "information", "message", "detail", "error_description", "msg",
    "comment",
  ]
  private static let nestedMessageKeys: [StaticString] = ["message", "msg", "detail", "error", "description"]

  /// What a service says in place of data.
  private func apiMessage(_ document: JSONDocument, _ places: PlaceFinder) -> ParseError? {
    guard let root = document.roots.first else { return nil }
    for key in Self.messageKeys {
      guard var value = document.member(key, of: root) else { continue }
      if document.kind(value) == .array, let first = document.elements(value).first { value = first }
      if document.kind(value) == .object {
        guard
          let nested = Self.nestedMessageKeys.lazy.compactMap({ document.member($0, of: value) }).first
        else {
          continue
        }
        value = nested
      }
      guard document.kind(value) == .string else { continue }
      let place = places.place(document.origin(value), column: 0)
      return ParseError(
        .apiMessage, line: place.line, column: place.column,
        "the service sent a message in place of data: \(EscapedText.quoted(document.string(value), limit: 200))")
    }
    return nil
  }

  /// Whether this is what `--format json` writes.
  private func isOwnForm(_ document: JSONDocument) -> Bool {
    guard document.roots.count == 1, let root = document.roots.first,
      let dateColumn = document.member("date_column", of: root)
    else { return false }
    return document.kind(dateColumn) == .string && document.member("series", of: root) != nil
  }

  /// Takes over what the program's own form says about the whole history.
  private func describe(_ reading: inout Reading, _ document: JSONDocument) {
    guard document.roots.count == 1, let root = document.roots.first else { return }
    func text(_ key: StaticString) -> String? {
      document.member(key, of: root).flatMap { document.kind($0) == .string ? document.string($0) : nil }
    }
    reading.table.title = text("title")
    guard isOwnForm(document), let dateColumn = text("date_column") else { return }
    reading.table.dateColumn = dateColumn
    if reading.table.unit == nil, let unit = text("unit") { adopt(unit, &reading.table) }
  }

  /// Takes over a unit if a score could have it in a table.
  private func adopt(_ unit: String, _ table: inout ScoreTable) {
    Array("1\(unit)".utf8).withUnsafeBufferPointer { bytes in
      guard let number = NumberText(bytes) else { return }
      if number.shape == .plain, !number.unit.isEmpty, number.unit.string == unit {
        table.unit = unit
      } else if let whole = number.denominatorValue(.dot), unit == "/\(HistoryAssembler.plainText(whole))" {
        table.unit = unit
        table.bestPossible = whole
      }
    }
  }
}
