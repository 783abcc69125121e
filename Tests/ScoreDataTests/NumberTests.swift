import Support
import Testing

@testable import ScoreData

@Suite struct NumberTests {
  private func value(_ text: String, _ mark: DecimalMark = .dot) -> Double? {
    Array(text.utf8).withUnsafeBufferPointer { NumberText($0)?.value(mark) }
  }

  @Test func everyDoubleSurvivesItsShortestText() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let read = try #require(value("\(number)"))
      #expect(read == number, "\(number)")
    }
  }

  @Test func decimalsOfAnyLengthAreRoundedAsTheStandardLibraryDoes() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...24, using: &random) { text += String(Int.random(in: 0...9, using: &random)) }
      if Bool.random(using: &random) {
        text += "."
        for _ in 0..<Int.random(in: 1...24, using: &random) { text += String(Int.random(in: 0...9, using: &random)) }
      }
      if Bool.random(using: &random) { text += "e\(Int.random(in: -330...310, using: &random))" }
      let expected = try #require(Double(text))
      let read = Array(text.utf8).withUnsafeBufferPointer { DecimalNumber.plain($0)?.value }
      #expect(read == expected, "\(text)")
    }
  }

  @Test(arguments: [
    "0x10", "1e", "1e+", "inf1", "nan(1)", "1_0", "", "-", "+", ".", ",", "1..2", "1,,2", "--1", "1-2", "1 2",
  ])
  func whatIsNoNumber(text: String) {
    let shape = Array(text.utf8).withUnsafeBufferPointer { NumberText($0) }
    #expect(shape == nil || shape?.value(.dot) == nil || shape?.unit.isEmpty == false)
  }

  @Test(
    arguments: [
      ("1,234,567.5", 1_234_567.5, nil), ("1.234.567,5", nil, 1_234_567.5), ("12,34", nil, 12.34),
      ("12.34", 12.34, nil),
      ("1,234", 1234, 1.234), ("1.234", 1.234, 1234), ("1234,567", nil, 1234.567), ("0,123", nil, 0.123),
      (",5", nil, 0.5),
      (".5", 0.5, nil), ("5.", 5, nil), ("1'234.5", 1234.5, nil), ("1 234 567", 1_234_567, 1_234_567),
      ("1,23,456.7", nil, nil),
      ("1.5e3", 1500, nil), ("-0", 0, 0), ("012,345", nil, 12.345),
    ] as [(String, Double?, Double?)])
  func marksMeanWhatTheirPlaceAllows(text: String, dot: Double?, comma: Double?) {
    #expect(value(text, .dot) == dot)
    #expect(value(text, .comma) == comma)
    #expect(value(text, .dot)?.sign != .minus)
  }
}

@Suite struct ColumnStorageTests {
  @Test func scoresComeBackExactly() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let scale = Int.random(in: 0...10, using: &random)
      let limit = [10, 30_000, 2_000_000_000, Int.max / 4].randomElement(using: &random) ?? 1
      var divisor = 1.0
      for _ in 0..<scale { divisor *= 10 }
      let scores: [Double?] = (0..<50).map { _ in
        Int.random(in: 0...9, using: &random) == 0
          ? nil : Double(Int.random(in: -limit...limit, using: &random)) / divisor
      }
      let column = ScoreColumn(scores)
      #expect(column.count == scores.count)
      for index in scores.indices { #expect(column[index] == scores[index]) }
      #expect(column == ScoreColumn(scores))
    }
  }

  @Test(
    arguments: [
      [1e300, 0.1, -0.0], [32767, 32768, -32768, 2_147_483_648], [0.1 + 0.2, .infinity], [nil, nil],
      [.leastNonzeroMagnitude],
    ] as [[Double?]])
  func oddScoresComeBackToo(scores: [Double?]) {
    let column = ScoreColumn(scores)
    for index in scores.indices {
      #expect(column[index] == scores[index])
      #expect(column[index]?.sign == scores[index]?.sign)
    }
  }

  @Test func datesComeBackExactly() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      let kinds = Int.random(in: 0...5, using: &random)
      let dates = (0..<50).map { _ in date(kinds: kinds, using: &random) }
      let column = DateColumn(dates)
      #expect(column.count == dates.count)
      for index in dates.indices { #expect(column[index] == dates[index]) }
      #expect(column == DateColumn(dates))
    }
  }

  private func date(kinds: Int, using random: inout SeededGenerator) -> ScoreDate {
    var date = ScoreDate(day: Int32.random(in: -719_468...2_932_896, using: &random))
    switch Int.random(in: 0...kinds, using: &random) {
    case 0: break
    case 1: date.nanosecondOfDay = Int64.random(in: 0..<86400, using: &random) * 1_000_000_000
    case 2: date.nanosecondOfDay = Int64.random(in: 0..<86_400_000, using: &random) * 1_000_000
    case 3: date.nanosecondOfDay = Int64.random(in: 0..<86_400_000_000_000, using: &random)
    case 4:
      date.precision = .time
      date.offsetMinutes = Int16.random(in: -1080...1080, using: &random)
    default: date.precision = .ordinal
    }
    return date
  }

  @Test func notesComeBack() {
    let notes = TextColumn(name: "note", ["a", "", "ü b", ""])
    #expect((0..<4).map { notes[$0] } == ["a", nil, "ü b", nil])
  }
}
