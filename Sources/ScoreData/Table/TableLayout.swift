/// Finds the delimiter, the header and the first row of data of a table.
struct TableLayout {
  /// How many records are looked at.
  static let sampleSize = 100

  let text: Bytes
  let options: ReadingOptions
  let cellText = CellText()

  /// What was found.
  struct Result {
    var scanner: RecordScanner
    var delimiter: Delimiter?
    var frame: TableFrame
    /// Whether there is but one column.
    var isOneColumn: Bool
  }

  /// - Throws: `ParseError` `empty-file`, or what makes the first rows unreadable.
  func find(_ log: inout DiagnosticLog) throws(ParseError) -> Result {
    var start = RecordScanner(text, delimiter: nil, comment: options.comment, isGrowing: options.isGrowing)
    var first = Record()
    let named = skipSeparatorLine(&start)
    let afterSeparator = (position: start.position, line: start.line)
    var probe = start
    repeat {
      guard try probe.next(&first) else { throw ParseError(.emptyFile, "the file is empty: it has no rows") }
    } while first.isComment

    func scanner(_ delimiter: Delimiter?) -> RecordScanner {
      RecordScanner(
        text, delimiter: delimiter, comment: options.comment, isGrowing: options.isGrowing,
        position: afterSeparator.position, line: afterSeparator.line)
    }
    let detector = DelimiterDetector(cellText: cellText, scanner: scanner)
    let delimiter = options.delimiter ?? named ?? detector.find()
    let found = scanner(delimiter)
    let sample = try Sample(found, size: Self.sampleSize)
    guard !sample.rows.isEmpty, delimiter != nil || !hasOnlySeparators(sample) else {
      throw ParseError(.emptyFile, "the file is empty: it has no rows")
    }
    let isOneColumn = delimiter == nil || sample.filledWidth <= 1
    let frame =
      isOneColumn
      ? oneColumnFrame(sample) : HeaderFinder(text: text, cellText: cellText, sample: sample).frame(&log)
    return Result(scanner: found, delimiter: isOneColumn ? nil : delimiter, frame: frame, isOneColumn: isOneColumn)
  }

  /// Whether the rows are those that a spreadsheet leaves of an empty sheet.
  private func hasOnlySeparators(_ sample: Sample) -> Bool {
    let separators = Array(",;|\t \"\r\n".utf8)
    return sample.rows.allSatisfy { text.part($0.start..<$0.end).allSatisfy(separators.contains) }
  }

  /// Steps over a first line `sep=;`, and gives what it says.
  private func skipSeparatorLine(_ scanner: inout RecordScanner) -> Delimiter? {
    let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
    var content = Bytes(rebasing: line).trimmed
    if content.count > 2, content[0] == UInt8(ascii: "\""), content[content.count - 1] == UInt8(ascii: "\"") {
      content = content.part(1..<content.count - 1)
    }
    // A tab is a blank, and trimming took it away.
    if content.count == 4, content.equalsIgnoringCase("sep="), line.contains(0x09) {
      step(over: line.count, &scanner)
      return .tab
    }
    guard content.count == 5, content.starts(ignoringCase: "sep="), !ASCII.isLetterOrDigit(content[4]) else {
      return nil
    }
    step(over: line.count, &scanner)
    return .character(content[4])
  }

  private func step(over count: Int, _ scanner: inout RecordScanner) {
    var position = count
    if position < text.count { position += 1 }
    if count + 1 < text.count, text[count] == 0x0D, text[count + 1] == 0x0A { position += 1 }
    scanner = RecordScanner(
      text, delimiter: nil, comment: options.comment, isGrowing: options.isGrowing, position: position, line: 2)
  }

  private func oneColumnFrame(_ sample: Sample) -> TableFrame {
    let first = sample.rows[0]
    let classifier = CellClassifier(text: text, cellText: cellText)
    let cell = first.cells.first { !$0.isEmpty }
    let isName = first.nulCell == nil && cell.map { classifier.kind($0) == .text } ?? false
    let name = isName ? cell.map { cellText.text($0, in: text).string } : nil
    return TableFrame(
      names: [ColumnName(name ?? "score")], hasNames: isName, header: nil, headerOrigin: first.origin,
      firstDataOrigin: isName && sample.rows.count > 1 ? sample.rows[1].origin : first.origin,
      dataStart: isName ? first.end : 0, hasFixedWidth: false, places: PlaceFinder(lineStarts: nil, text: text))
  }
}

/// The first records of a table.
struct Sample {
  /// Records that are no comments.
  var rows: [Record] = []
  /// For each of ``rows`` the comment directly before it.
  var commentBefore: [Record?] = []

  init(_ scanner: RecordScanner, size: Int) throws(ParseError) {
    var scanner = scanner
    var record = Record()
    var comment: Record?
    while rows.count < size, try scanner.next(&record) {
      if record.isComment {
        comment = record
      } else {
        rows.append(record)
        commentBefore.append(comment)
        comment = nil
      }
    }
  }

  /// As many records as can be read before something is wrong.
  init(tolerant scanner: RecordScanner, size: Int) {
    var scanner = scanner
    var record = Record()
    while rows.count < size, (try? scanner.next(&record)) ?? false {
      if !record.isComment { rows.append(record) }
    }
  }

  /// The number of cells that most rows have, and how many rows that are.
  var commonWidth: (cells: Int, rows: Int) {
    var counts: [Int: Int] = [:]
    for row in rows { counts[row.cells.count, default: 0] += 1 }
    let best = counts.max { $0.value != $1.value ? $0.value < $1.value : $0.key < $1.key }
    return best.map { ($0.key, $0.value) } ?? (0, 0)
  }

  /// The table's width: the number of cells that most rows have, without those at the end that all of them leave empty.
  var filledWidth: Int {
    let width = commonWidth.cells
    return rows.lazy.filter { $0.cells.count == width }.map(\.filledWidth).max() ?? 0
  }
}

/// Says what a cell is, without regard to its column.
struct CellClassifier {
  enum Kind {
    case empty, missing, number, date, text
  }

  let text: Bytes
  let cellText: CellText

  func kind(_ cell: Cell) -> Kind {
    guard !cell.isEmpty else { return .empty }
    let folded = cellText.folded(cell, in: text)
    if MissingMark.matches(folded) { return .missing }
    let date = DateText.parse(folded)
    if let date, !date.isBareNumber, date.form != .twoParts { return .date }
    if NumberText(folded) != nil { return .number }
    return date == nil ? .text : .date
  }

  /// Whether a row is data for sure: it has a date and a number, or only numbers, or only dates and missing marks.
  func looksLikeData(_ record: Record) -> Bool {
    var dates = 0
    var numbers = 0
    var others = 0
    for cell in record.cells {
      switch kind(cell) {
      case .date: dates += 1
      case .number: numbers += 1
      case .text: others += 1
      case .empty, .missing: break
      }
    }
    return dates > 0 && numbers > 0 || others == 0 && dates + numbers > 0
  }

  /// Whether a row has neither a date nor a number nor a missing mark.
  func isAllText(_ record: Record) -> Bool {
    record.cells.allSatisfy { cell in
      let kind = kind(cell)
      return kind == .text || kind == .empty
    }
  }
}
