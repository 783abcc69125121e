import Foundation
import ScoreData
import Support
import Testing

/// Damages the inputs of all cases at random, always in the same way, and reads what comes of it.
///
/// `SCOREVIEW_FUZZ_COUNT` is the number of inputs, `SCOREVIEW_FUZZ_SEED` the seed.
@Suite struct FuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["SCOREVIEW_FUZZ_COUNT"].flatMap(Int.init) ?? 6000
  private static let seed = environment["SCOREVIEW_FUZZ_SEED"].flatMap(UInt64.init) ?? 20_240_829

  @Test(arguments: 0..<4) func damagedInputIsReadOrRefused(part: Int) throws {
    var mutator = Mutator(seed: Self.seed &+ UInt64(part) &* 0x9E37_79B9)
    for _ in 0..<Self.count / 4 {
      let (bytes, options) = try mutator.next()
      let failure = check(bytes, options)
      if let failure {
        Issue.record(
          "\(failure)\noptions: \(options)\ninput: \(String(decoding: bytes.map(escaped).joined().utf8, as: UTF8.self))"
        )
        return
      }
    }
  }

  private func escaped(_ byte: UInt8) -> String {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
      ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// What is wrong with reading this, or nil.
  private func check(_ bytes: [UInt8], _ options: ReadingOptions) -> String? {
    let reading: Reading
    do throws(ParseError) {
      reading = try ScoreReader.read(bytes, options: options)
    } catch {
      return checkComplaint(error.diagnostic, bytes)
    }
    for diagnostic in reading.diagnostics {
      if let failure = checkComplaint(diagnostic, bytes) { return failure }
    }
    let series = reading.table.series[0]
    guard series.count > 0, series.dates.count == series.count, series.notes.map({ $0.count == series.count }) ?? true
    else {
      return "columns of different lengths"
    }
    for row in 1..<max(series.count, 1) where series.dates[row].instant < series.dates[row - 1].instant {
      return "not sorted"
    }
    return checkRoundTrip(reading.table)
  }

  private func checkComplaint(_ diagnostic: Diagnostic, _ bytes: [UInt8]) -> String? {
    let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
    if let line = diagnostic.line, !(1...lines).contains(line) { return "line \(line) of \(lines)" }
    if diagnostic.column != nil, diagnostic.line == nil || diagnostic.column ?? 0 < 1 { return "column without line" }
    guard
      !diagnostic.message.unicodeScalars.contains(where: { $0.value < 0x20 || (0x202A...0x202E).contains($0.value) })
    else {
      return "control characters in a message"
    }
    return diagnostic.message.count < 1200 ? nil : "a message of \(diagnostic.message.count) characters"
  }

  private func checkRoundTrip(_ table: ScoreTable) -> String? {
    var columns = ReadingOptions()
    // A name that is a number is a name first.
    if !["1", "2"].contains(table.series[0].name), !["1", "2"].contains(table.dateColumn) {
      columns.dateColumn = "1"
      columns.scoreColumn = "2"
    }
    for (form, bytes, options) in [("CSV", csvBytes(table), columns), ("JSON", jsonBytes(table), ReadingOptions())] {
      do throws(ParseError) {
        let again = try ScoreReader.read(bytes, options: options).table.series[0]
        guard again.dates == table.series[0].dates, again.scores == table.series[0].scores else {
          return "\(form) reads back differently: \(pointTexts(table.series[0])) \(pointTexts(again))"
        }
      } catch {
        return "\(form) does not read back: \(error.diagnostic.text(file: form)): \(pointTexts(table.series[0]))"
      }
    }
    return nil
  }
}

/// Makes inputs of the cases' inputs by changing, cutting, doubling and mixing them.
private struct Mutator {
  private var random: SeededGenerator
  private let seeds = ReadingCase.all.filter { $0.input.count < 5000 }

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let tokens: [String] = [
    ",", ";", "\t", "|", "\"", "\"\"", "\n", "\r", "\r\n", "#", "\0", " ", "\u{A0}", "{", "}", "[", "]", ":", "null",
    "NaN", "inf",
    "1e999", "-", "–", "%", "/", "/20", "1,234", "1.234", "12,5", "2024-08-29", "29/08/2024", "08/29/24", "Feb 29",
    "2024-02-30",
    "24:00", "1724889600", "1724889600000", "45533", "99999999999999999999", "Date", "Score", "id", "\u{FEFF}",
    "\u{202E}", "é",
    "\u{FF11}", "年", "Z", "+99:99", "AM", "\\u0000", "\\", "=\"1\"", "'", "#1", "2024-W53", "Q3", "sep=", "A-", "mar.",
    "0", "-0", "e5",
  ]

  mutating func next() throws -> (bytes: [UInt8], options: ReadingOptions) {
    let seed = pick(seeds) ?? ReadingCase()
    var bytes = seed.input
    for _ in 0..<Int.random(in: 1...6, using: &random) { change(&bytes) }
    var options = try seed.readingOptions()
    if Int.random(in: 0...5, using: &random) == 0 { options = try pick(seeds)?.readingOptions() ?? options }
    if Int.random(in: 0...9, using: &random) == 0 { options.isGrowing = true }
    return (bytes, options)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }

  private mutating func change(_ bytes: inout [UInt8]) {
    let at = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, at + Int.random(in: 0...20, using: &random))
    switch Int.random(in: 0...8, using: &random) {
    case 0 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &random)
    case 1 where at < bytes.count: bytes[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 2: bytes.removeSubrange(at..<end)
    case 3: bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: 0...bytes.count, using: &random))
    case 4: bytes.removeSubrange(at...)
    case 5:
      let other = pick(seeds)?.input ?? []
      let start = Int.random(in: 0...other.count, using: &random)
      bytes.insert(contentsOf: other[start..<min(other.count, start + 60)], at: at)
    default: bytes.insert(contentsOf: (pick(Self.tokens) ?? "").utf8, at: at)
    }
  }
}
