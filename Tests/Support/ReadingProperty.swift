public import ScoreData
internal import ScoreExport

/// What must hold when any bytes whatever are read, with any options.
public enum ReadingProperty {
  /// What is wrong with reading these bytes, or nil.
  ///
  /// They are refused with a message, or read: then dates are sorted, messages are fit to be shown, and what is written of the
  /// history reads back as the same history.
  public static func violation(_ bytes: [UInt8], _ options: ReadingOptions) -> String? {
    let reading: Reading
    do throws(ParseError) {
      reading = try ScoreReader.read(bytes, options: options)
    } catch {
      return violation(error.diagnostic, bytes)
    }
    for diagnostic in reading.diagnostics {
      if let found = violation(diagnostic, bytes) { return found }
    }
    for series in reading.table.series {
      if let found = violation(series) { return found }
    }
    return violationOfCSV(reading.table) ?? violationOfJSON(reading.table)
  }

  private static func violation(_ series: ScoreSeries) -> String? {
    guard series.count > 0, series.dates.count == series.count, series.notes.map({ $0.count == series.count }) ?? true
    else { return "columns of different lengths" }
    for row in 1..<max(series.count, 1) where series.dates[row].instant < series.dates[row - 1].instant {
      return "not sorted"
    }
    for row in 0..<series.count {
      guard series.scores[row]?.isFinite ?? true else { return "a score that is not finite" }
    }
    return nil
  }

  private static func violation(_ diagnostic: Diagnostic, _ bytes: [UInt8]) -> String? {
    let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
    if let line = diagnostic.line, !(1...lines).contains(line) { return "line \(line) of \(lines)" }
    if diagnostic.column != nil, diagnostic.line == nil || diagnostic.column ?? 0 < 1 { return "column without line" }
    let text = diagnostic.text(file: "f")
    guard UntrustedText.isFitToShow(text) else {
      return "a message that steers a terminal: \(diagnostic.kind.rawValue)"
    }
    return text.count < 1200 ? nil : "a message of \(text.count) characters"
  }

  // MARK: Reading back

  private static func violationOfCSV(_ table: ScoreTable) -> String? {
    var bytes: [UInt8] = []
    HistoryCSV.write(table) { bytes.append(contentsOf: $0) }
    return violation(of: "CSV", bytes, table)
  }

  private static func violationOfJSON(_ table: ScoreTable) -> String? {
    var bytes: [UInt8] = []
    HistoryJSON.write(table) { bytes.append(contentsOf: $0) }
    return violation(of: "JSON", bytes, table)
  }

  private static func violation(of form: String, _ bytes: [UInt8], _ table: ScoreTable) -> String? {
    let again: Reading
    do throws(ParseError) {
      again = try ScoreReader.read(bytes)
    } catch {
      return
        "\(form) does not read back: \(error.diagnostic.text(file: form)): \(String(decoding: bytes, as: UTF8.self))"
    }
    let series = again.table.series[0]
    let written = table.series[0]
    guard series.dates == written.dates, series.scores == written.scores else {
      return "\(form) reads back differently: \(String(decoding: bytes, as: UTF8.self))"
    }
    if let said = again.diagnostics.first(where: { !Self.isExpected($0, table) }) {
      return "\(form) reads back with a warning: \(said.text(file: form)): \(String(decoding: bytes, as: UTF8.self))"
    }
    guard again.table.unit == table.unit else {
      return "\(form) reads back with another unit: \(String(decoding: bytes, as: UTF8.self))"
    }
    for other in again.table.series.dropFirst() {
      let mine = table.series.dropFirst().first { $0.name.filter { $0 != "\0" } == other.name }
      guard let mine, other.scores == mine.scores, other.dates == mine.dates else {
        return "\(form) reads back with another series: \(other.name): \(String(decoding: bytes, as: UTF8.self))"
      }
    }
    guard let notes = series.notes else { return nil }
    for row in 0..<series.count where notes[row] != written.notes?[row]?.filter({ $0 != "\0" }) {
      return "\(form) reads back with another note: \(String(decoding: bytes, as: UTF8.self))"
    }
    return nil
  }

  /// Two rows of one moment stay two, and columns that are lines of one chart stay equally good.
  public static func isExpected(_ said: Diagnostic, _ table: ScoreTable) -> Bool {
    said.kind == .duplicateDate || said.kind == .scoreColumnGuessed && table.series.count > 1
  }
}
