import Foundation
import Support
import Testing

@testable import ScoreData

/// Files whose cells stand in quotes, as many programs write all or some of theirs.
@Suite struct SteadyQuoteTests {
  @Test(arguments: plainFiles) func plainFilesAreSteady(_ text: String) throws {
    #expect(try SteadyComparison.compare(Array(text.utf8), ReadingOptions(), text))
  }

  private static let plainFiles = [
    "\"date\",\"score\"\n\"2024-01-01\",\"1\"\n\"2024-01-02\",\"2.5\"\n\"2024-01-03\",\"\"\n",
    "date,score,note\r\n\"2024-01-01 10:00:01\",1,\"slept, badly\"\r\n\"2024-01-02 10:00:00\",2.5,\"\"\r\n",
    // Quotes are what lets a number have the delimiter for its decimal mark.
    "Datum,Wert,Raum\n\"01.02.2024\",\"1,5\",\"A\"\n\"02.02.2024\",2,\"A\"\n\"03.02.2024\",\"3,25\",\"B\"\n",
    "\"time\";\"value\"\n\"1451606400\";\"1\"\n\"1451606401\";\"2\"\n",
    "\"date\"\t\"score\"\n\"13/01/2024 10:00\"\t\"1\"\n\"14/01/2024 10:00:30\"\t\"2\"\n15/01/2024\t3\n",
    "date,score\n\"2024-01-01T10:00:00.250Z\",\"1\"\n\"2024-01-01T10:00:00+02:00\",\"-1.125\"\n",
  ]

  @Test func filteredFilesAreSteady() throws {
    let text =
      "\"date\",\"subject\",\"score\"\n\"2024-01-01\",\"Math\",\"1\"\n\"2024-01-01\",\"Art, old\",\"x\"\n"
      + "\"2024-01-02\",\"Math\",\"2\"\n\"2024-01-03\",\"Math\",\"3\"\n\"2024-01-03\",\"Art\",\"\"\n"
    var options = ReadingOptions()
    options.filters = [RowFilter(column: "subject", value: "Math")]
    #expect(try SteadyComparison.compare(Array(text.utf8), options, text))
  }

  /// Where a comma is both the delimiter and the decimal mark, only quotes tell which.
  @Test func aDelimiterIsNeverTakenForADecimalMark() throws {
    let rows = (1...28).map { "2024-02-\($0 < 10 ? "0" : "")\($0),\"\($0),5\"\n" }.joined()
    for row in [
      "2024-03-01,1,5", "2024-03-01,7", "2024-03-01,1.5", "2024-03-01,\"1.5\"", "2024-03-01,\"1,5", "5,2024-03-01",
    ] {
      let text = "date,score\n\(rows)\(row)\n\(rows)"
      _ = try SteadyComparison.compare(Array(text.utf8), ReadingOptions(), text)
    }
  }

  @Test(arguments: 0..<8) func randomFilesAreReadAlike(part: Int) throws {
    var files = RandomQuotedFiles(seed: 6_071 + UInt64(part))
    var steady = 0
    for _ in 0..<40 {
      let (bytes, options) = files.next()
      if try SteadyComparison.compare(bytes, options, String(decoding: bytes, as: UTF8.self)) { steady += 1 }
    }
    #expect(steady > 12, "only \(steady) of 40 were steady")
  }
}

/// Files with quotes, the same for the same seed.
private struct RandomQuotedFiles {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  private mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }
  private mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

  private static let oddLines = [
    "", "\"\"", "\"\",\"\",\"\",\"\"", "\"2024-01-01\"x,1,A,", "\"2024-01-01\" ,\"1\" ,\"A\" ,", " \"2024-01-01\",1,A,",
    "\"2024-01-01\",\"\"1\"\",A,", "\"2024-01-01\",\"1\"\"\",A,", "\"2024-01-01\",\" 1 \",\" A \",\" x \"",
    "\"2024-01-01\",\"n/a\",\"a\"\"b\",\"c\"", "\"# x\",1,A,", "#\"2024-01-01\",1,A,", "\"2024-01-01\",\"1\u{0}\",A,",
    "\"2024-02-30\",\"1\",\"A\",", "\"2024-01-01\",\"1\",\"A\"", "\"2024-01-01\",\"1\",\"A\",\"\",\"\"",
    "\"date\",\"score\",\"room\",\"note\"", "\"2024-01-01\",\"1,234\",A,", "\"2024-01-01\",\"1.234\",A,",
    "\"2024-01-01\",\"\u{FF15}\",A,", "\"2024-01-01\",'5,A,",
  ]
  private static let unsteadyLines = [
    "\"2024-01-01\",\"1\n2\",A,", "\"2024-01-01\",\"1,A,", "\"2024-01-01\",1,A,\"x\ny\"", "\"2024-01-01\",\"5%\",A,",
    "\"2024-01-01\",\"5\rx\",A,",
  ]

  mutating func next() -> (bytes: [UInt8], options: ReadingOptions) {
    let delimiter = pick([",", ",", ",", ";", "\t"])
    let (end, mark) = (chance(4) ? "\r\n" : "\n", chance(3) ? "," : ".")
    let quoting = below(4)
    let (hasOdd, isUnsteady, form, order) = (chance(2), chance(5), below(4), below(4))
    func quoted(_ cell: String, _ isNumber: Bool) -> String {
      let isNeeded = cell.contains(delimiter)
      return switch quoting {
      case 0: "\"\(cell)\""
      case 1 where !isNumber, 2 where cell.utf8.count.isMultiple(of: 2): "\"\(cell)\""
      default: isNeeded ? "\"\(cell)\"" : cell
      }
    }
    var text =
      ["date", pick(["score", "temp"]), "room", "note"].map { quoted($0, false) }.joined(separator: delimiter) + end
    let rows = 20 + below(60)
    for row in 0..<rows {
      let step = order == 0 ? rows - row : order == 1 ? below(rows) : order == 2 ? row / 2 : row
      let number = chance(15) ? pick(["", "-", "NaN"]) : "\(below(400))" + (chance(3) ? "" : "\(mark)\(below(90))")
      let room = pick(["A", "A", "B", "ü", "", "1\(mark)5"])
      let note = pick(["", "ok", "so, so", "a;b", "n/a", "x\ty"])
      if hasOdd, chance(12) { text += pick(Self.oddLines).replacingOccurrences(of: ",", with: delimiter) + end }
      if isUnsteady, chance(30) {
        text += pick(Self.unsteadyLines).replacingOccurrences(of: ",", with: delimiter) + end
      }
      text +=
        [quoted(date(form, step), false), quoted(number, true), quoted(room, false), quoted(note, false)]
        .joined(separator: delimiter) + end
    }
    if chance(4) { text = String(text.dropLast(1 + below(5))) }
    var options = ReadingOptions()
    if chance(8) { options.isGrowing = true }
    if chance(6) { options.duplicates = pick(DuplicateRule.allCases) }
    if chance(8) { options.decimal = pick(DecimalMark.allCases) }
    if chance(6) { options.filters = [RowFilter(column: "room", value: pick(["A", "B", "1\(mark)5", ""]))] }
    if chance(10) { options.comment = pick([CommentMark.none, .text("\""), .text("2")]) }
    return (Array(text.utf8), options)
  }

  private func date(_ form: Int, _ step: Int) -> String {
    switch form {
    case 0: "2024-01-\(10 + step % 20)"
    case 1: String(format: "2024-01-02 %02d:%02d:00", step / 60, step % 60)
    case 2: String(format: "%02d/%02d/2024 10:00", 1 + step % 28, 1 + step / 28)
    default: "\(1_451_606_400 + step * 60)"
    }
  }
}
