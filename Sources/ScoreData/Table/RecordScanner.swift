/// Splits text into records and cells.
///
/// A value: a copy taken between two records goes on from there.
struct RecordScanner {
  /// The most bytes of a record.
  static let longestRecord = 1 << 20

  let text: Bytes
  /// What separates cells; nil: every line is one cell.
  let delimiter: Delimiter?
  let comment: CommentMark?
  let isGrowing: Bool
  private(set) var position: Int
  /// The 1-based line at ``position``.
  private(set) var line: Int

  private let separator: UInt8
  private let splitsAtBlanks: Bool
  private let commentBytes: [UInt8]

  init(
    _ text: Bytes, delimiter: Delimiter?, comment: CommentMark?, isGrowing: Bool = false, position: Int = 0,
    line: Int = 1
  ) {
    self.text = text
    self.delimiter = delimiter
    self.comment = comment
    self.isGrowing = isGrowing
    self.position = position
    self.line = line
    switch delimiter {
    case .character(let byte): (separator, splitsAtBlanks) = (byte, false)
    case .blanks: (separator, splitsAtBlanks) = (UInt8(ascii: " "), true)
    // A line end ends the record before anybody looks for a separator.
    case nil: (separator, splitsAtBlanks) = (0x0A, false)
    }
    switch comment {
    case nil: commentBytes = [UInt8(ascii: "#")]
    case CommentMark.none?: commentBytes = []
    case .text(let mark)?: commentBytes = Array(mark.utf8)
    }
  }

  /// The same scanner over other bytes, from where it stands or from another place on.
  func over(_ text: Bytes, isGrowing: Bool, position: Int? = nil, line: Int? = nil) -> RecordScanner {
    RecordScanner(
      text, delimiter: delimiter, comment: comment, isGrowing: isGrowing, position: position ?? self.position,
      line: line ?? self.line)
  }

  /// Reads the next record that has a filled cell, or comment line.
  ///
  /// - Returns: False at the end.
  /// - Throws: `ParseError` `unclosed-quote` or `line-too-long`.
  mutating func next(_ record: inout Record) throws(ParseError) -> Bool {
    while position < text.count {
      record.cells.removeAll(keepingCapacity: true)
      record.origin = line
      record.start = position
      record.nulCell = nil
      record.badQuoteCell = nil
      record.isComment = startsComment(at: position)
      if record.isComment {
        scanComment(&record)
      } else {
        try scanRecord(&record)
      }
      // A line whose end has not come may still become longer.
      if isGrowing, !record.isTerminated { return false }
      guard record.end - record.start <= Self.longestRecord else { throw tooLong(record) }
      if record.isComment || !record.isEmpty || record.nulCell != nil { return true }
    }
    return false
  }

  private func tooLong(_ record: Record) -> ParseError {
    ParseError(
      .lineTooLong, line: record.origin,
      "this row has \(record.end - record.start) bytes; more than \(Self.longestRecord) are not read. Is this a table?")
  }

  private mutating func scanRecord(_ record: inout Record) throws(ParseError) {
    while true {
      if try scanCell(&record) { return }
    }
  }

  /// Reads one cell and what ends it. True at the end of the record.
  private mutating func scanCell(_ record: inout Record) throws(ParseError) -> Bool {
    var start = position
    while start < text.count, ASCII.isBlank(text[start]), text[start] != separator || splitsAtBlanks { start += 1 }
    if start < text.count, text[start] == UInt8(ascii: "\"") {
      try scanQuotedCell(from: start, &record)
    } else {
      scanPlainCell(from: start, &record)
    }
    return endCell(&record)
  }

  private mutating func scanPlainCell(from start: Int, _ record: inout Record) {
    let index = endOfPlainText(from: start, &record)
    // Blanks at the end of a line of blanks do not start a cell.
    if !splitsAtBlanks || index > start {
      var end = index
      while end > start, ASCII.isBlank(text[end - 1]) { end -= 1 }
      record.cells.append(Cell(start: start, end: end, origin: line))
    }
    position = index
  }

  /// The first separator or line end at or behind `start`.
  private func endOfPlainText(from start: Int, _ record: inout Record) -> Int {
    var index = start
    while index < text.count {
      let byte = text[index]
      if byte == separator || byte == 0x0A || byte == 0x0D || (splitsAtBlanks && byte == 0x09) { break }
      if byte == 0, record.nulCell == nil { record.nulCell = record.cells.count }
      index += 1
    }
    return index
  }

  private mutating func scanQuotedCell(from quote: Int, _ record: inout Record) throws(ParseError) {
    var cell = Cell(start: quote + 1, end: quote + 1, origin: line, isQuoted: true)
    var index = quote + 1
    while true {
      guard index < text.count else {
        position = index
        // More may come, and with it the closing quote; the record waits.
        if isGrowing, index - record.start <= Self.longestRecord { return record.cells.append(cell) }
        throw ParseError(
          .unclosedQuote, line: cell.origin, column: record.cells.count + 1,
          "a quote is opened here and never closed; close it, or double it if it belongs to the text")
      }
      let byte = text[index]
      if byte == UInt8(ascii: "\"") {
        guard index + 1 < text.count, text[index + 1] == UInt8(ascii: "\"") else { break }
        cell.hasDoubledQuotes = true
        index += 1
      } else if byte == 0x0A || byte == 0x0D && !(index + 1 < text.count && text[index + 1] == 0x0A) {
        line += 1
      } else if byte == 0, record.nulCell == nil {
        record.nulCell = record.cells.count
      }
      index += 1
    }
    cell.end = index
    let inside = text.part(cell.start..<cell.end)
    if let first = inside.first, let last = inside.last, ASCII.isBlank(first) || ASCII.isBlank(last) { trim(&cell) }
    position = endOfPlainText(from: index + 1, &record)
    if text.part(index + 1..<position).contains(where: { !ASCII.isBlank($0) }), record.badQuoteCell == nil {
      record.badQuoteCell = record.cells.count
    }
    record.cells.append(cell)
  }

  private func trim(_ cell: inout Cell) {
    while cell.start < cell.end, ASCII.isBlank(text[cell.start]) { cell.start += 1 }
    while cell.end > cell.start, ASCII.isBlank(text[cell.end - 1]) { cell.end -= 1 }
  }

  /// Steps over what stands behind a cell. True at the end of the record.
  private mutating func endCell(_ record: inout Record) -> Bool {
    if splitsAtBlanks {
      while position < text.count, ASCII.isBlank(text[position]) { position += 1 }
    }
    record.end = position
    guard position < text.count else {
      record.isTerminated = false
      return true
    }
    if text[position] == 0x0A || text[position] == 0x0D {
      stepOverLineEnd()
      record.isTerminated = true
      return true
    }
    if !splitsAtBlanks {
      position += 1
      // A separator is the last byte of the text: an empty cell stands behind it.
      if position == text.count {
        record.cells.append(Cell(start: position, end: position, origin: line))
        record.end = position
        record.isTerminated = false
        return true
      }
    }
    return false
  }

  private mutating func stepOverLineEnd() {
    position += text[position] == 0x0D && position + 1 < text.count && text[position + 1] == 0x0A ? 2 : 1
    line += 1
  }
}

extension RecordScanner {
  /// Whether a comment begins here; spreadsheet errors such as `#N/A` are data.
  private func startsComment(at start: Int) -> Bool {
    guard !commentBytes.isEmpty, text.count - start >= commentBytes.count, text[start] == commentBytes[0],
      text.part(start..<start + commentBytes.count).elementsEqual(commentBytes)
    else { return false }
    guard comment == nil else { return true }
    let rest = text.from(start + 1)
    return !Self.isSpreadsheetError(rest)
  }

  private static func isSpreadsheetError(_ rest: Bytes) -> Bool {
    rest.starts(ignoringCase: "n/a") || rest.starts(ignoringCase: "ref!") || rest.starts(ignoringCase: "value!")
      || rest.starts(ignoringCase: "div/0!") || rest.starts(ignoringCase: "name?") || rest.starts(ignoringCase: "num!")
      || rest.starts(ignoringCase: "null!") || rest.starts(ignoringCase: "spill!")
      || rest.starts(ignoringCase: "calc!") || rest.starts(ignoringCase: "getting_data")
  }

  /// Splits a comment line as if it were a row without quotes, without the mark.
  private mutating func scanComment(_ record: inout Record) {
    position += commentBytes.count
    while true {
      var start = position
      while start < text.count, ASCII.isBlank(text[start]), text[start] != separator || splitsAtBlanks { start += 1 }
      scanPlainCell(from: start, &record)
      // What a comment has in it is nobody's damage.
      record.nulCell = nil
      if endCell(&record) { return }
    }
  }
}
