import ScoreData
import Support
import Testing

/// Histories that are known, written in every way that files are, and read again: each date and score comes back, or it is said
/// that it did not.
@Suite struct DialectTests {
  @Test(arguments: 0..<8) func aHistoryIsReadAsItWasWritten(part: Int) throws {
    var random = SeededGenerator(seed: UInt64(part) &+ 7)
    for _ in 0..<250 {
      let (dialect, days, scores) = history(using: &random)
      let reading = try read(dialect, days, scores)
      #expect(reading.table.series[0].name == dialect.scoreColumn, "\(dialect)")
      #expect(pointTexts(reading.table.series[0]) == points(days, scores), "\(dialect)")
      // All days were made so that only one order of day and month is possible.
      #expect(reading.diagnostics.map(\.kind).filter { $0 != .preambleSkipped } == [], "\(dialect)")
      #expect(reading.diagnostics.isEmpty == dialect.preamble.isEmpty)
    }
  }

  /// A row is spoilt; the others must not change, and what became of it must be said unless nothing of it changed.
  @Test(arguments: 0..<8) func aSpoiltRowIsToldAndSpoilsNoOther(part: Int) throws {
    var random = SeededGenerator(seed: UInt64(part) &+ 99)
    for _ in 0..<250 {
      let (dialect, days, scores) = history(using: &random)
      var bytes = dialect.file(days, scores)
      guard !dialect.isUTF16 else { continue }
      let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
      guard let place = digits.randomElement(using: &random) else { continue }
      bytes[place] = Array("x?O".utf8).randomElement(using: &random) ?? 0x78
      guard let reading = try? ScoreReader.read(bytes) else { continue }
      let expected = Set(points(days, scores))
      let found = Set(pointTexts(reading.table.series[0]))
      #expect(found.subtracting(expected).count <= 1, "\(dialect)")
      #expect(expected.subtracting(found).count <= 1, "\(dialect)")
      let isTold = reading.diagnostics.contains { $0.kind != .preambleSkipped }
      #expect(
        found == expected || isTold,
        "\(expected.subtracting(found)) became \(found.subtracting(expected)): \(String(decoding: bytes, as: UTF8.self))"
      )
    }
  }

  private func history(using random: inout SeededGenerator) -> (HistoryDialect, [Int32], [Int?]) {
    let dialect = HistoryDialect(using: &random)
    // 2024-01-13: a day that cannot be a month comes first.
    var day: Int32 = 19735
    var days: [Int32] = []
    var scores: [Int?] = []
    for _ in 0..<Int.random(in: 8...40, using: &random) {
      days.append(day)
      day += Int32.random(in: 1...40, using: &random)
      scores.append(
        Int.random(in: 0...9, using: &random) == 0 ? nil : Int.random(in: -5000...2_000_000, using: &random))
    }
    scores[0] = 1234
    return (dialect, days, scores)
  }

  private func read(_ dialect: HistoryDialect, _ days: [Int32], _ scores: [Int?]) throws -> Reading {
    try ScoreReader.read(dialect.file(days, scores))
  }

  private func points(_ days: [Int32], _ scores: [Int?]) -> [String] {
    let values = scores.map { $0.map { Double($0) / 100 } }
    return pointTexts(
      ScoreSeries(name: "", dates: DateColumn(days.map { ScoreDate(day: $0) }), scores: ScoreColumn(values)))
  }
}
