public import ScoreData

/// Writes a history as JSON: `{"title", "date_column", "unit", "series": [{"name", "points": [{"date", "score"}]}]}`.
///
/// Dates are ISO 8601 as the file wrote them, a gap is a score of null, numbers are the shortest that give back the
/// same value.
public enum HistoryJSON {
  /// Hands the document in chunks to `sink`, in UTF-8, with a line end.
  ///
  /// - Throws: What `sink` throws, and then nothing more is handed out.
  public static func write<Failure: Error>(
    _ table: ScoreTable, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var output = ChunkedText()
    output.append("{\"title\": ")
    output.append(json: table.title)
    output.append(", \"date_column\": ")
    output.append(json: table.dateColumn)
    output.append(", \"unit\": ")
    output.append(json: table.unit)
    output.append(", \"series\": [")
    for (index, series) in table.series.enumerated() {
      output.append(index == 0 ? "\n  {\"name\": " : ",\n  {\"name\": ")
      output.append(json: series.name)
      output.append(", \"points\": [")
      for row in 0..<series.count {
        output.append(row == 0 ? "\n    {\"date\": \"" : ",\n    {\"date\": \"")
        output.append(series.dates[row])
        output.append("\", \"score\": ")
        output.append(score: series.scores[row], gap: "null")
        output.append("}")
        try output.flush(keeping: ChunkedText.chunk, to: sink)
      }
      output.append("]}")
    }
    output.append("]}\n")
    try output.flush(keeping: 0, to: sink)
  }
}
