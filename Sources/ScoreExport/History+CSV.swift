public import ScoreData

/// Writes a history as CSV that reads back as the same history.
///
/// A header with the names of the date and score columns, then a row for each point: the date in ISO 8601, the score with
/// a decimal point and its unit. A gap is an empty cell. Rows of numbered scores have `"#1"`, `"#2"`, … for dates. A table
/// with notes has them in a third column. Series with the dates of the first one have a column each behind its scores; others
/// are left out, as one file cannot have them.
public enum HistoryCSV {
  /// Hands the document in chunks to `sink`, in UTF-8, lines ending with LF.
  ///
  /// - Throws: What `sink` throws, and then nothing more is handed out.
  public static func write<Failure: Error>(
    _ table: ScoreTable, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    guard let series = table.series.first else { return }
    var output = ChunkedText()
    let score = scoreName(table)
    let others = companions(table, score)
    var date = name(table.dateColumn, orElse: "date")
    // A header of dates and numbers alone would be read as data.
    if !ScoreReader.isPlainlyAName(date), !ScoreReader.isPlainlyAName(score) { date = "date \(date)" }
    let notes = notesName(table)
    for (place, name) in ([date, score] + others.map { plain($0.name) } + [notes].compactMap(\.self)).enumerated() {
      if place > 0 { output.append(",") }
      output.append(csv: name)
    }
    output.append("\n")
    for row in 0..<series.count {
      let date = series.dates[row]
      // A line that begins with # is a comment.
      if date.precision == .ordinal { output.append("\"") }
      output.append(date)
      if date.precision == .ordinal { output.append("\"") }
      for scores in [series.scores] + others.map(\.scores) {
        output.append(",")
        output.append(score: scores[row], gap: "")
        if scores[row] != nil, let unit = table.unit { output.append(unit: unit) }
      }
      if notes != nil {
        output.append(",")
        if let note = series.notes?[row] { output.append(csv: plain(note)) }
      }
      output.append("\n")
      try output.flush(keeping: ChunkedText.chunk, to: sink)
    }
    try output.flush(keeping: 0, to: sink)
  }

  /// Series with the same dates as the first that a reader would find beside it, and not take for it.
  private static func companions(_ table: ScoreTable, _ score: String) -> [ScoreSeries] {
    guard let first = table.series.first, table.dateColumn != "#" else { return [] }
    var names: Set<String> = [score]
    return table.series.dropFirst().filter { series in
      series.dates == first.dates && (0..<series.count).contains { series.scores[$0] != nil }
        && ScoreReader.couldBothBeTheScore(score, plain(series.name)) && names.insert(plain(series.name)).inserted
    }
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
    guard let first = table.series.first?.notes else { return nil }
    var texts = 0
    var others = 0
    for row in 0..<first.count {
      guard let note = first[row] else { continue }
      if ScoreReader.isPlainlyAName(note) { texts += 1 } else { others += 1 }
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
