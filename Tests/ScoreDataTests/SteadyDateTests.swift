import Foundation
import Support
import Testing

@testable import ScoreData

/// Numbers since 1970 and dates with the year last are read straight from the bytes as they are row by row.
@Suite struct SteadyDateTests {
  @Test(arguments: plainFiles) func plainFilesAreSteady(_ text: String) throws {
    #expect(try SteadyComparison.compare(Array(text.utf8), ReadingOptions(), text))
  }

  private static let plainFiles = [
    "time,score\n1451606400,66.7\n1451606460,68.9\n1451606520,\n1451606580,-7.25\n",
    "time,score\r\n1451606400000,66.7\r\n1451606400250,68.9\r\n",
    "time,score\n1451606400000,66.7\n1451606460000,68.9\n1451606460500,68.9\n",
    "ts;score\n1451606400000000;1,5\n1451606400000001;2,5\n",
    "ts;score\n1451606400000000000;1,5\n1451606400000000001;2,5\n9223372036854775807;3,5\n",
    "time\tscore\n1451606400.25\t1\n1451606400.123456789012\t2\n1451606401\t3\n",
    "time;score\n1451606400,25;1\n1451606401,5;2\n",
    "score,epoch,note\n1,1451606520,a\n2,1451606460,\n3,1451606400,b\n",
    "time,score\n999999999,1\n1000000000,2\n1000000001,3\n999999998,4\n",
    "time,room,score\n1451606400,A,1\n1451606400,B,2\n1451606401,A,3\n",
    "time,score\n1451606400,1\n\"1451606401\",2\n 1451606402 ,3\nx,4\n,5\n1451606403.5,6\n\n1451606404,7",
    #"[{"time":1451606400,"score":1.5},{"time":1451606460,"score":null},{"time":1451606520.5,"score":2}]"#,
    "{\"n\":5,\"timestamp\":1451606400000,\"score\":1}\n{\"n\":6,\"timestamp\":1451606400001,\"score\":2}\n",
    "date,score\n01/31/2024,1\n02/01/2024,2\n02/02/2024,3\n",
    "date,score\n31/01/2024 10:00,1\n01/02/2024 10:00:01,2\n02/02/2024,3\n",
    "date,score\n01-31-2024 10:00:00,1\n02-01-2024 10:00:00,2\n1-2-2024,3\n",
    // Open: sorted in one order, in both, in none; too few rows; day and month the same.
    "date,score\n01/10/2024,1\n01/11/2024,2\n02/01/2024,3\n",
    "date,score\n10/01/2024,1\n11/01/2024,2\n01/02/2024,3\n",
    "date,score\n02/01/2024,1\n01/11/2024,2\n01/10/2024,3\n",
    "date,score\n01/01/2024,1\n01/02/2024,2\n01/03/2024,3\n",
    "date,score\n01/03/2024,1\n01/01/2024,2\n01/02/2024,3\n01/02/2024,4\n",
    "date,score\n01/10/2024,1\n02/01/2024,2\n",
    "date,score\n01/01/2024,1\n02/02/2024,2\n03/03/2024,2\n",
    "date,score\n# none\n\n01/01/2024 10:00:00,1\n01/02/2024 10:00:00,2\n\"01/03/2024 10:00:00\",3\n1/4/2024,4\n",
    // What a damaged row says of the order does not count.
    "date,score\n01/02/2024,1\n13/02/2024,1,2,3\n01/03/2024,2\n01/04/2024,3\n",
    "Datum;Wert\n01.02.2024;1,5\n1.3.2024;2\n\"01.04.2024 10:00\";3\n02.01.2024 10:00:01;3\n",
    "date,score\n01/02/2024,1\n01/03/2024,x\n13/02/2024,\n01/04/2024,3\n",
    "date,score\n9999-12-31 10:00:00,1\n2024-01-01 10:00:00,2\n2024-01-02 10:00:00,2\n",
  ]

  /// What a column of such dates cannot have, or what its rows cannot settle: then all of it is read row by row.
  @Test(arguments: otherFiles) func otherFilesAreReadAlike(_ text: String) throws {
    let rows = (1...20).map { "\($0 < 10 ? "0" : "")\($0)" }
    for (start, step) in [("01/", "/2024,5\n"), ("", "/01/2024,5\n"), ("14516064", ",5\n"), ("14516064000", ",5\n")] {
      for year in [2, 20] {
        let table = "date,score\n" + rows.prefix(year).map { start + $0 + step }.joined() + text + "\n"
        for order in [nil] + DateOrder.allCases {
          var options = ReadingOptions()
          options.dateOrder = order
          _ = try SteadyComparison.compare(Array(table.utf8), options, table)
        }
      }
    }
  }

  private static let otherFiles = [
    "13/13/2024,1", "30/02/2024,1", "02/30/2024,1", "13/01/2024,1", "01/13/2024,1", "1/2/2024,1", "01/02/24,1",
    "2024-01-02,1", "2024-13-13,1", "01.02.2024,1", "31.01.2024,1", "01/02/2024 24:00,1", "01/02/2024 10:00Z,1",
    "01/02/2024 10:00+18:00,1", "01/02/2024 10:00 PM,1", "01/02/2024T10:00,1", "1/2,1", "Jan 2,1", "2024,1",
    "01/2024,1",
    "1451606400,1", "1451606400000,1", "14516064001,1", "1451606400000000,1", "1451606400000000000,1", "45533,1",
    "20240101,1", "-1451606400,1", "0451606400,1", "1451606400.,1", "1451606400.5x,1", "1451606400e3,1",
    "\"1451606400,5\",1", "9223372036854775808,1", "9999999999,1", "#5,1", "\"1451606400\"x,1", "1451606400,1,2,3",
    "1451606400,1e3", "date,score", "01/01/0000,1", "12/31/9999,1", "1451606400", "14516064",
  ]

  /// A form that holds nanoseconds does not reach far years.
  @Test(arguments: ["9999-12-31", "0001-01-01", "9999-12-31 10:00:00", "31/12/9999", "9999999999"])
  func nanosecondsBesideFarYearsAreReadAlike(_ far: String) throws {
    let near = far.contains("-") ? "2024-01-01 10:00:00.123456789" : "1451606400.123456789"
    let start = "date,score\n" + String(repeating: "\(near),1\n", count: 20)
    let text = start + String(repeating: "\(far),2\n", count: 3) + "\(near),4\n"
    _ = try SteadyComparison.compare(Array(text.utf8), ReadingOptions(), text)
  }

  @Test(arguments: 0..<12) func randomFilesAreReadAlike(part: Int) throws {
    var files = RandomDateFiles(seed: 5_551 + UInt64(part))
    var steady = 0
    for _ in 0..<40 {
      let (bytes, options) = files.next()
      if try SteadyComparison.compare(bytes, options, String(decoding: bytes, as: UTF8.self)) { steady += 1 }
    }
    #expect(steady > 12, "only \(steady) of 40 were steady")
  }

  /// Rows that are alike but for a byte or two: each place of a row gets each kind of wrong byte.
  @Test(arguments: 0..<4) func damagedRowsAreReadAlike(part: Int) throws {
    var files = RandomDateFiles(seed: 8_020 + UInt64(part))
    var steady = 0
    for _ in 0..<40 {
      let bytes = files.nextDamaged()
      if try SteadyComparison.compare(bytes, ReadingOptions(), String(decoding: bytes, as: UTF8.self)) { steady += 1 }
    }
    #expect(steady > 16, "only \(steady) of 40 were steady")
  }
}

/// Files with numbers since 1970, or with the year last, the same for the same seed.
private struct RandomDateFiles {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  private mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }
  private mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

  /// How all dates of a file are written, and how far apart they are.
  private struct Form {
    var epochDigits = 0
    var decimals = 0
    var separator = "/"
    var isDayFirst = false
    var time = 0
    var firstDay = 19_723
    var secondsPerRow = 60
  }

  private mutating func form() -> Form {
    var form = Form()
    if chance(2) {
      form.epochDigits = pick([10, 10, 13, 13, 16, 19, 9])
      form.decimals = pick([0, 0, 0, 2, 6, 11])
    }
    (form.separator, form.isDayFirst, form.time) = (pick(["/", "/", "-", "."]), chance(2), below(4))
    // Some files leave the order of day and month open.
    (form.firstDay, form.secondsPerRow) = (19_723 + below(60), pick([1, 60, 3600, 20_000, 86_400, 500_000]))
    return form
  }

  private func date(_ form: Form, _ step: Int) -> String {
    let seconds = form.firstDay * 86_400 + step * form.secondsPerRow
    if form.epochDigits > 0 {
      let whole = form.epochDigits == 9 ? 999_999_990 + step : seconds
      let tail = String("\(step * 7919 % 1_000_003)123456789012".prefix(max(form.epochDigits - 10, 0)))
      let text = "\(whole)" + (form.secondsPerRow > 60 ? String(tail.map { _ in "0" }) : tail)
      return form.decimals == 0 || step % 3 == 0 ? text : text + "." + "\(step)98765432109876".prefix(form.decimals)
    }
    let civil = Calendar.civil(days: Int32(seconds / 86_400))
    let (first, second) = form.isDayFirst ? (civil.day, civil.month) : (civil.month, civil.day)
    let day = String(format: "%02d\(form.separator)%02d\(form.separator)%04d", first, second, civil.year)
    let clock = String(format: " %02d:%02d", seconds / 3600 % 24, seconds / 60 % 60)
    switch form.time {
    case 0: return day
    case 1: return day + clock
    case 2: return day + clock + String(format: ":%02d", seconds % 60)
    default: return step % 5 == 0 ? day : day + clock + (step % 2 == 0 ? "" : String(format: ":%02d", seconds % 60))
    }
  }

  /// Lines that leave a file steady, most of them.
  private static let oddLines: [String] = [
    "", "   ", "# a comment", "#1451606400D5", "#01/02/2024D5", "dateDscore", "x", "30/02/2024D5", "13/13/2024D5",
    "\"@\"D\"5\"", " @ D 5 ", "@D1e2", "@D- ", "@Dn/a", "@D+5", "@D1234567.125", "@D0.00000000000012", "@Dinf",
    "@D5\r", "@D5D6D7D8D9", "@D5\u{0}", "@D−5", "@", "@D1.234", "'@D5", "=\"@\"D5", "@xD5", "@.D5", "@ D5", "0@D5",
    "D5", "n/aD5", "@D99999999999999999999", "1451606D5",
  ]

  /// Lines that change how others are read, or none.
  private static let unsteadyLines: [String] = [
    "@D\"5", "@D5%", "2024-01-05D5", "2024-01-05 24:00D5", "13/01/2024D5", "01/13/2024D5", "1/2/2024D5", "1.2.2024D5",
    "01/02/24D5", "1451606400D5", "1451606400000D5", "1451606400000000D5", "20240105D5", "2024D5", "45533D5", "1/2D5",
    "01/02/2024 24:00D5", "01/02/2024 10:00+02:00D5", "01/02/2024 1:00 PMD5", "02/02/2024D5", "03/04/2023 9:05D5",
    "999999999D5", "9999999999D5", "9223372036854775807D5", "1451606400.1234567890D5", "01/02/9999D5",
  ]

  mutating func next() -> (bytes: [UInt8], options: ReadingOptions) {
    let form = form()
    let delimiter = pick([",", ",", ";", "\t"])
    let end = chance(4) ? "\r\n" : "\n"
    let order = below(5)
    let (hasOdd, isUnsteady, hasNotes, dateIsLast, decimals) = (chance(2), chance(4), chance(4), chance(4), below(3))
    let name = pick(["date", "time", "timestamp", "Datum"])
    var text = chance(8) ? "" : (dateIsLast ? ["score", name] : [name, "score"]).joined(separator: delimiter)
    if !text.isEmpty { text += (hasNotes ? delimiter + "note" : "") + end }
    let rows = 10 + below(80)
    for row in 0..<rows {
      let step = order == 0 ? rows - row : order == 1 ? below(rows) : order == 2 ? row / 2 : row
      var cells = [date(form, step), score(decimals)]
      if dateIsLast { cells.reverse() }
      if hasNotes { cells.append(pick(["", "ok", "ü", "5"])) }
      if hasOdd, chance(12) { text += odd(Self.oddLines, form, step, delimiter) + end }
      if isUnsteady, chance(30) { text += odd(Self.unsteadyLines, form, step, delimiter) + end }
      text += cells.joined(separator: delimiter) + end
    }
    if chance(4) { text = String(text.dropLast(1 + below(6))) }
    var options = ReadingOptions()
    options.today = CivilDate(year: 2026, month: 11, day: 30)
    if name == "Datum", chance(2) { options.dateColumn = dateIsLast ? "2" : "1" }
    if chance(8) { options.isGrowing = true }
    if chance(6) { options.duplicates = pick(DuplicateRule.allCases) }
    if chance(10) { options.decimal = pick(DecimalMark.allCases) }
    if chance(5) { options.dateOrder = pick(DateOrder.allCases) }
    if chance(10) { options.comment = pick([CommentMark.none, .text("1"), .text("//")]) }
    return (Array(text.utf8), options)
  }

  private mutating func odd(_ lines: [String], _ form: Form, _ step: Int, _ delimiter: String) -> String {
    pick(lines).replacingOccurrences(of: "D", with: delimiter).replacingOccurrences(of: "@", with: date(form, step))
  }

  private mutating func score(_ decimals: Int) -> String {
    if chance(15) { return pick(["", "-", "NaN"]) }
    let whole = "\(chance(9) ? "-" : "")\(below(pick([10, 400, 5000, 90_000])))"
    guard decimals > 0 else { return whole }
    return whole + "." + (0..<(chance(9) ? decimals + 1 : decimals)).map { _ in "\(below(10))" }.joined()
  }

  /// Sixty rows, a few bytes of which are exchanged.
  mutating func nextDamaged() -> [UInt8] {
    var form = form()
    form.time = 2
    form.decimals = 0
    var text = "time,score\n"
    for row in 0..<60 { text += "\(date(form, row)),\(below(900)).\(below(10))\n" }
    var bytes = Array(text.utf8)
    for _ in 0..<below(4) {
      bytes[Int.random(in: 11..<bytes.count, using: &random)] = pick(
        Array("0123456789:.,;-+TZ /\r\n\u{7F}".utf8) + [0x80, 0xBA])
    }
    return bytes
  }
}
