import Foundation
import Support
import Testing

@testable import ScoreData

/// Files of which only some rows are read, straight from the bytes as row by row.
@Suite struct SteadyFilterTests {
  private func options(_ filters: [(String, String)]) -> ReadingOptions {
    var options = ReadingOptions()
    options.filters = filters.map { RowFilter(column: $0.0, value: $0.1) }
    return options
  }

  @Test(arguments: plainFiles) func plainFilesAreSteady(_ text: String) throws {
    #expect(try SteadyComparison.compare(Array(text.utf8), options([("subject", "Math")]), text))
  }

  private static let plainFiles = [
    "date,subject,score\n2024-01-01,Math,1\n2024-01-01,Art,2\n2024-01-02,Art,x\n2024-01-02,Math,3.5\nx,Art,3\n",
    // The first row that passes comes late, with decimals that no row before it has.
    "date,subject,score\n" + String(repeating: "2024-01-01 10:00,Art,70000\n", count: 300)
      + "2024-01-02,Math,1.25\n2024-01-03,Math,2.25\n",
    "subject;note;date;score\r\nMath;a;31.01.2024;1,5\r\nArt;b;01.02.2024;x\r\nMath;;02.02.2024;2,5\r\n",
    "subject,date,score\nMath,1451606400,1\nArt,1451606400000,2\nMath,1451606401,2\n",
    "score,subject,date\n1,Math,01/02/2024\n1,Art,31/12/2024\n2,Math,01/03/2024\n3,Math,01/04/2024\n",
    // Another column is about subjects, too; those of other rows do not matter.
    "date,subject,student,score\n2024-01-01,Math,Ann,1\n2024-01-01,Art,Bob,2\n2024-01-02,Math,Ann,3\n",
    // A date that stands here for the second time is in a line that can be named.
    "date,subject,score\n2024-01-01,Art,1\n2024-01-01,Math,1\n\n2024-01-01,Art,1\n2024-01-02,Math,x\n,Math,1\n"
      + "2024-01-02,Math,2\n2024-01-03,Math,3\n2024-01-03,Art,3\n",
    // Lines that say something though they do not pass.
    "date,subject,score\n2024-01-01,Math,1\ndate,subject,score\n2024-01-02,Art,1,5,6\n2024-01-02,\"Art\",1\n"
      + "2024-01-03,Math,1\n2024-01-04,Math,1\n2024-01-05,Math,1\n2024-01-06,Art",
  ]

  /// Labels are counted, but those that pass are all one.
  @Test func labelsAreSteady() throws {
    let text = "time,sensor,value\n1451606400,a,1\n1451606400,b,2\n1451606460,a,1.5\n1451606460,b,2.5\n"
    #expect(try SteadyComparison.compare(Array(text.utf8), options([("sensor", "b")]), text))
    #expect(try !SteadyComparison.compare(Array(text.utf8), options([("sensor", "c")]), text))
  }

  @Test(arguments: 0..<8) func randomFilesAreReadAlike(part: Int) throws {
    var files = RandomFilteredFiles(seed: 3_301 + UInt64(part))
    var steady = 0
    for _ in 0..<40 {
      let (bytes, options) = files.next()
      if try SteadyComparison.compare(bytes, options, "\(options.filters) \(String(decoding: bytes, as: UTF8.self))") {
        steady += 1
      }
    }
    #expect(steady > 8, "only \(steady) of 40 were steady")
  }
}

/// Files with rows about several subjects, the same for the same seed.
private struct RandomFilteredFiles {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  private mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }
  private mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

  private static let subjects = ["Math", "Math", "Math", "Art", "Art", "math", "Mathe", " Math", "Kunst\u{E9}"]
  private static let oddCells = [
    "", "\"Math\"", "\"Art\"", "\"Ma\"\"th\"", "\"Art\"x", "A\u{0}t", "x\"y", "\u{FEFF}subject", "subject", "A\rt",
    "\u{7F}", "\"Ar\nt\"", "n/a",
  ]
  private static let oddLines = [
    "", "  ", "# a comment", "#2024-01-01,Math,5", "date,subject,score", "\u{FEFF}date,subject,score", ",,,,,,,,", ",,",
    "2024-01-01,Math", "2024-01-01,Art", "2024-01-01,Art,1,2,3,4,5,6,7", "Art", "Math", "2024-02-30,Math,5",
    "1/2/2024,Math,5", "1451606400,Math,5", "2024-01-01,Math,5%", "x,Art,5%", "2024-01-01,Math,1,5",
  ]

  mutating func next() -> (bytes: [UInt8], options: ReadingOptions) {
    let names = pick([
      ["date", "subject", "score"], ["subject", "date", "score"], ["score", "subject", "date", "room"],
      ["date", "room", "score", "note", "subject"], ["time", "sensor", "value"],
      ["date", "student", "subject", "score"],
    ])
    let (order, end, isBlocked) = (below(4), chance(4) ? "\r\n" : "\n", chance(4))
    let (hasOdd, hasOddCells, form, decimals) = (chance(2), chance(4), below(4), below(3))
    let rows = 30 + below(60)
    var text = chance(10) ? "" : names.joined(separator: ",") + end
    for row in 0..<rows {
      let step = order == 0 ? rows - row : order == 1 ? below(rows) : order == 2 ? row / 2 : row
      var subject = isBlocked ? row * 3 / rows == 1 ? "Math" : "Art" : pick(Self.subjects)
      if hasOddCells, chance(20) { subject = pick(Self.oddCells) }
      let cells = names.map { name in
        switch name {
        case "date", "time": return subject == "Art" && chance(6) ? pick(["x", "", "1/1/2024"]) : date(form, step)
        case "subject", "sensor": return subject
        case "student": return subject.hasSuffix("Math") && !chance(50) ? "Ann" : pick(["Ann", "Bob", ""])
        case "room", "note": return pick(["A", "", "B"])
        default: return score(decimals, subject)
        }
      }
      if hasOdd, chance(12) { text += pick(Self.oddLines) + end }
      text += cells.joined(separator: ",") + end
    }
    if chance(4) { text = String(text.dropLast(1 + below(4))) }
    var options = ReadingOptions()
    options.filters = [RowFilter(column: names.contains("sensor") ? "sensor" : "subject", value: "Math")]
    if chance(8) { options.filters[0].value = pick(["Art", "", "Nobody", "subject", " Math ", "\"", "Kunst\u{E9}"]) }
    if chance(6) {
      options.filters.append(RowFilter(column: pick(["1", "2", "3", "room"]), value: pick(["A", "5", ""])))
    }
    if chance(8) { options.isGrowing = true }
    if chance(5) { options.duplicates = pick(DuplicateRule.allCases) }
    if chance(10) { options.decimal = pick(DecimalMark.allCases) }
    if chance(8) { options.dateOrder = pick(DateOrder.allCases) }
    if chance(10) { options.comment = pick([CommentMark.none, .text("2"), .text("//")]) }
    return (Array(text.utf8), options)
  }

  private func date(_ form: Int, _ step: Int) -> String {
    switch form {
    case 0: "2024-01-\(10 + step % 20)"
    case 1: String(format: "2024-01-02 %02d:%02d:00", step / 60, step % 60)
    case 2: String(format: "%02d/%02d/2024", 1 + step / 28, 1 + step % 28)
    default: "\(1_451_606_400 + step * 60)"
    }
  }

  private mutating func score(_ decimals: Int, _ subject: String) -> String {
    if chance(15) { return pick(["", "-", "NaN"]) }
    if subject == "Art", chance(3) { return pick(["A-", "17/20", "5%", "1e9", "1,5", "\"1,5\""]) }
    return "\(below(400))" + (decimals == 0 ? "" : "." + "\(1000 + below(9000))".suffix(decimals))
  }
}
