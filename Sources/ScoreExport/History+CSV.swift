public import ScoreData

/// Writes a history as CSV that reads back as the same history.
///
/// A header with the names of the date and score columns, then a row for each point: the date in ISO 8601, the score with
/// a decimal point and its unit. A gap is an empty cell. Rows of numbered scores have `"#1"`, `"#2"`, … for dates. A table
/// with notes has them in a third column. A table of several series has one more column, in front, with the series' name.
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
    let score = isSeveral ? "score" : scoreName(table)
    var date = name(table.dateColumn, orElse: "date")
    // A header of dates and numbers alone would be read as data.
    if !ScoreReader.isPlainlyAName(date), !ScoreReader.isPlainlyAName(score) { date = "date \(date)" }
    output.append(csv: date)
    output.append(",")
    output.append(csv: score)
    let notes = notesName(table)
    if let notes {
      output.append(",")
      output.append(csv: notes)
    }
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
        if notes != nil {
          output.append(",")
          if let note = series.notes?[row] { output.append(csv: plain(note)) }
        }
        output.append("\n")
        try output.flush(keeping: ChunkedText.chunk, to: sink)
      }
    }
    try output.flush(keeping: 0, to: sink)
  }

  /// The series' name, unless its scores would be taken for times under it.
  private static func scoreName(_ table: ScoreTable) -> String {
    let name = name(table.series.first?.name, orElse: "score")
    guard let series = table.series.first, ScoreReader.isNameOfDates(name) else { return name }
    // No smaller number stands for a day, a year or a time; a fraction may be a day and a month.
    let couldBeTimes =
      table.unit?.hasPrefix("/") ?? false || (0..<series.count).contains { abs(series.scores[$0] ?? 0) >= 1700 }
    return couldBeTimes ? "score" : name
  }

  private static func name(_ name: String?, orElse word: String) -> String {
    let name = plain(name ?? "")
    return name.isEmpty ? word : name
  }

  /// The text without what a reader takes for damage: NUL bytes, and more than fits into a row.
  private static func plain(_ text: String) -> String {
    let longest = 1 << 18
    let text = text.utf8.count <= longest ? text : String(text.unicodeScalars.prefix(longest / 4))
    return text.utf8.contains(0) ? String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\0" })) : text
  }

  /// What the column of notes is called; nil where there are none, or none that would be told from scores and dates.
  private static func notesName(_ table: ScoreTable) -> String? {
    let notes = table.series.compactMap(\.notes)
    guard let first = notes.first else { return nil }
    var texts = 0
    var others = 0
    for column in notes {
      for row in 0..<column.count {
        guard let note = column[row] else { continue }
        if ScoreReader.isPlainlyAName(note) { texts += 1 } else { others += 1 }
      }
    }
    let name = name(first.name, orElse: "note")
    // A header of dates and numbers would be read as data.
    return texts > others ? ScoreReader.isPlainlyAName(name) ? name : "note" : nil
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
  private static let magics = ["GIF8", "BZh"]

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20, UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }
}
