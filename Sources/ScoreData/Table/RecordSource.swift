/// Rows of cells, whether they come from a table or from JSON.
protocol RecordSource {
  /// The bytes that cells are places in.
  var text: Bytes { get }
  /// Reads the next row. False at the end.
  mutating func next(_ record: inout Record) throws(ParseError) -> Bool
}

extension RecordScanner: RecordSource {}

/// What is known about a table before its columns are chosen.
struct TableFrame {
  var names: [ColumnName]
  /// Whether the names come from the file.
  var hasNames: Bool
  /// The header's cells, to know it again; nil without header.
  var header: [String]?
  /// Where the header, or else the first row of data, is.
  var headerOrigin: Int
  var firstDataOrigin: Int
  /// Rows that start before this offset are not data.
  var dataStart = 0
  /// Whether a row can be longer or shorter than it should be.
  var hasFixedWidth = true
  /// Whether the columns' numbers mean something to people.
  var format = Understanding.Format.delimited
  var places: PlaceFinder

  /// The column that a name or number of an option means, counted from 0.
  func column(_ reference: String, option: String) throws(ParseError) -> Int {
    let name = ASCII.trimmed(reference)
    if let exact = names.firstIndex(where: { $0.text == name }) { return exact }
    if let similar = names.firstIndex(where: { $0.text.lowercased() == name.lowercased() }) { return similar }
    if let number = Int(name), names.indices.contains(number - 1) { return number - 1 }
    let known = names.prefix(12).enumerated().map {
      "\($0.offset + 1) \(EscapedText.quoted($0.element.text, limit: 24))"
    }
    throw ParseError(
      .usage,
      "--\(option)=\(EscapedText.escaped(name, limit: 40)): there is no such column; the columns are "
        + known.joined(separator: ", ") + (names.count > 12 ? ", …" : ""))
  }

  /// A column as messages call it: number and name.
  func called(_ column: Int) -> String {
    format == .delimited
      ? "column \(column + 1) (\(EscapedText.quoted(names[column].text)))" : EscapedText.quoted(names[column].text)
  }
}

/// Tells where in the file a cell is, as people count.
struct PlaceFinder {
  /// Offsets of the starts of lines in JSON; nil in a table, where origins are lines.
  var lineStarts: [Int]?
  var text: Bytes

  /// `column`: counted from 0.
  func place(_ origin: Int, column: Int) -> (line: Int, column: Int) {
    guard let lineStarts else { return (origin, column + 1) }
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= origin { low = middle } else { high = middle }
    }
    let start = lineStarts.isEmpty ? 0 : lineStarts[low]
    let characters = text.part(start..<min(max(origin, start), text.count)).count { $0 & 0xC0 != 0x80 }
    return (low + 1, characters + 1)
  }

  func line(_ origin: Int) -> Int { place(origin, column: 0).line }

  /// Offsets of the starts of the lines of a text.
  static func lineStarts(in text: Bytes) -> [Int] {
    var starts = [0]
    for index in text.indices {
      let byte = text[index]
      if byte == 0x0A || byte == 0x0D && !(index + 1 < text.count && text[index + 1] == 0x0A) {
        starts.append(index + 1)
      }
    }
    return starts
  }
}
