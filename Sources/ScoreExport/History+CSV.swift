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
    let score = isSeveral ? "score" : name(table.series.first?.name, orElse: "score")
    var date = name(table.dateColumn, orElse: "date")
    // A header of dates and numbers alone would be read as data.
    if !ScoreReader.isPlainlyAName(date), !ScoreReader.isPlainlyAName(score) { date = "date \(date)" }
    output.append(csv: date)
    output.append(",")
    output.append(csv: score)
    output.append("\n")
    for series in table.series {
      for row in 0..<series.count {
        if isSeveral {
          output.append(csv: name(series.name, orElse: "score"))
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

  private static func name(_ name: String?, orElse word: String) -> String {
    // A NUL byte is a sign of damage wherever it stands.
    let name = name?.filter { $0 != "\0" } ?? ""
    return name.isEmpty ? word : name
  }
}

extension ChunkedText {
  /// Appends a unit with the blank that letters need before them.
  fileprivate mutating func append(unit: String) {
    if unit != "%", !unit.hasPrefix("/") { append(" ") }
    append(unit)
  }

  /// Appends a name, in quotes where anything in it could mean something.
  fileprivate mutating func append(csv name: String) {
    guard !name.utf8.allSatisfy(Self.isPlain) || Self.magics.contains(where: name.hasPrefix) else {
      return append(name)
    }
    append("\"")
    for byte in name.utf8 {
      if byte == UInt8(ascii: "\"") { append("\"") }
      append(byte: byte)
    }
    append("\"")
  }

  /// What files that are not text begin with.
  private static let magics = ["PAR1", "GIF8", "BZh"]

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20, UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }
}
