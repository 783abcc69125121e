public import ScoreData

/// Writes a history as CSV that reads back as the same history.
///
/// A header with the names of the date and score columns, then a row for each point: the date in ISO 8601, the score with
/// a decimal point and its unit. A gap is an empty cell. Rows of numbered scores have `"#1"`, `"#2"`, … for dates. A table of
/// several series has one more column, in front, with the series' name.
public enum HistoryCSV {
  /// Hands the document in chunks to `sink`, in UTF-8, lines ending with LF.
  ///
  /// - Throws: What `sink` throws, and then nothing more is handed out.
  public static func write<Failure: Error>(
    _ table: ScoreTable, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var output = ChunkedText()
    let isSeveral = table.series.count > 1
    if isSeveral { output.append("series,") }
    output.append(csv: table.dateColumn, orElse: "date")
    output.append(",")
    output.append(csv: isSeveral ? "score" : table.series.first?.name ?? "score", orElse: "score")
    output.append("\n")
    for series in table.series {
      for row in 0..<series.count {
        if isSeveral {
          output.append(csv: series.name, orElse: "score")
          output.append(",")
        }
        let date = series.dates[row]
        // A line that begins with # is a comment.
        if date.precision == .ordinal { output.append("\"") }
        output.append(date)
        if date.precision == .ordinal { output.append("\"") }
        output.append(",")
        output.append(score: series.scores[row], gap: "")
        if series.scores[row] != nil, let unit = table.unit { output.append(unit: unit) }
        output.append("\n")
        try output.flush(keeping: ChunkedText.chunk, to: sink)
      }
    }
    try output.flush(keeping: 0, to: sink)
  }
}

extension ChunkedText {
  /// Appends a unit with the blank that letters need before them.
  fileprivate mutating func append(unit: String) {
    if unit != "%", !unit.hasPrefix("/") { append(" ") }
    append(unit)
  }

  /// Appends a name so that a reader takes it for a name: quoted where needed, and never a date, a number or nothing.
  fileprivate mutating func append(csv name: String, orElse word: String) {
    var name = name
    if name.isEmpty { name = word }
    // Signs, digits and blanks alone would be read as data.
    if !name.unicodeScalars.contains(where: \.properties.isAlphabetic) { name = "\(word) \(name)" }
    guard name.utf8.contains(where: Self.needsQuotes) else { return append(name) }
    append("\"")
    for byte in name.utf8 {
      if byte == UInt8(ascii: "\"") { append("\"") }
      append(byte: byte)
    }
    append("\"")
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte < 0x20 || [",", ";", "|", "\"", "#", "=", "'", "{", "["].contains { UInt8(ascii: $0) == byte }
  }
}
