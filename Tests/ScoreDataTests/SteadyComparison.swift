import Dispatch
import Testing

@testable import ScoreData

/// Reads files both ways, straight from the bytes in chunks of several sizes and row by row.
enum SteadyComparison {
  /// Whether the steady reader took the file; then both results are the same.
  static func compare(_ bytes: [UInt8], _ options: ReadingOptions, _ what: String) throws -> Bool {
    var general = options
    general.method = .general
    let expected = Result { () throws(ParseError) in try ScoreReader.read(bytes, options: general) }
    var taken = false
    for (size, width) in [(1 << 19, 1), (50, 1), (300, 3)] {
      var steady = options
      steady.method = .steady(bytesAtOnce: size)
      let work = ParallelWork(width: width) { count, body in
        DispatchQueue.concurrentPerform(iterations: count, execute: body)
      }
      let found = Result { () throws(ParseError) in try ScoreReader.read(bytes, options: steady, work: work) }
      #expect(describe(found) == describe(expected), "\(what)")
      let isSteady = bytes.withUnsafeBufferPointer { text in
        let reader = SteadyReader(text: text, options: steady, work: .sequential, observer: .none)
        if JSONShape.startsLikeJSON(text) { return reader.readJSON(.utf8, DiagnosticLog()) != nil }
        return text.first != UInt8(ascii: "<") && reader.read(.utf8) != nil
      }
      if isSteady { taken = true }
    }
    return taken
  }

  private static func describe(_ result: Result<Reading, ParseError>) -> [String] {
    switch result {
    case .failure(let error): return [error.diagnostic.text(file: "f")]
    case .success(let reading):
      let table = reading.table
      let series = table.series[0]
      let rows = (0..<series.count).map { row in
        let date = series.dates[row]
        return
          "\(date.isoText) \(date.precision) \(series.scores[row].map { "\($0)" } ?? "-") \(series.notes?[row] ?? "")"
      }
      let others = table.series.dropFirst().map { other in
        "\(other.name) \(other.dates == series.dates) \((0..<other.count).map { other.scores[$0] as Any }) \(other.notes as Any)"
      }
      return reading.diagnostics.map { $0.text(file: "f") } + rows + others + [
        "\(reading.understanding)", "\(table.dateColumn) \(series.name) \(table.unit ?? "") \(table.hasYears)",
        "\(String(describing: table.bestPossible)) \(String(describing: table.title))",
      ]
    }
  }
}
