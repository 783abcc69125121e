import Foundation
import Support
import Testing

@testable import ScoreData

/// Reading straight from the bytes gives what reading row by row does, or leaves the file to that.
@Suite struct SteadyTests {
  @Test(arguments: ReadingCase.all) func casesAreReadAlike(_ example: ReadingCase) throws {
    _ = try SteadyComparison.compare(example.input, try example.readingOptions(), example.name)
  }

  @Test(arguments: 0..<8) func randomFilesAreReadAlike(part: Int) throws {
    // Damage may send a file to the general reader, but not most of them.
    try areReadAlike(seed: 7_021 + UInt64(part), steady: 8) { $0.next() }
  }

  @Test(arguments: 0..<4) func randomJSONIsReadAlike(part: Int) throws {
    try areReadAlike(seed: 9_100 + UInt64(part), steady: 8) { $0.nextJSON() }
  }

  /// Rows that are alike but for a byte or two: each place of a row gets each kind of wrong byte.
  @Test(arguments: 0..<4) func damagedRowsOfOneDayAreReadAlike(part: Int) throws {
    try areReadAlike(seed: 4_410 + UInt64(part), steady: 20) { ($0.nextDay(), ReadingOptions()) }
  }

  /// Compares forty files, of which more than `least` have to be steady.
  private func areReadAlike(
    seed: UInt64, steady least: Int, _ next: (inout RandomFiles) -> (bytes: [UInt8], options: ReadingOptions)
  ) throws {
    var files = RandomFiles(seed: seed)
    var steady = 0
    for _ in 0..<40 {
      let (bytes, options) = next(&files)
      if try SteadyComparison.compare(bytes, options, String(decoding: bytes, as: UTF8.self)) { steady += 1 }
    }
    #expect(steady > least, "only \(steady) of 40 were steady")
  }

  @Test func plainFilesAreSteady() throws {
    for text in Self.plainFiles {
      #expect(try SteadyComparison.compare(Array(text.utf8), ReadingOptions(), text), "\(text.debugDescription)")
    }
  }

  private static let plainFiles = [
    "date,score\n2024-01-01,1\n2024-01-02,2.5\n2024-01-03,\n",
    "Date;Wert\r\n2024-01-01 10:00:00;1,5\r\n2024-01-01 10:00:01;-2,25\r\n",
    "score\tdate\n1\t2024/01/01\n2\t2024/01/02\n",
    "date,score\n2024-01-01T10:00:00.250Z,1\n2024-01-01T10:00:00.251Z,1\n",
    "date,score\n2024-03-31T01:30+01:00,1\n2024-03-31T03:30+02:00,1\n2024-03-31T03:10+02:00,9\n",
    "date,score\n2024-01-02,123456789.125\n2024-01-01,0.0000000000001\n",
    "date,room,floor,score,humidity\n2024-01-01,A,x,1,50\n2024-01-02,A,x,2,51\n2024-01-03,B,y,3,n/a\n",
    "date,score\n2024-01-01,1\n2024-01-01,2\n2023-01-01,3\n2024-01-01,4\n",
    "date,score,note\n2024-01-01,1,slept badly\n2024-01-02,2.5,\n2024-01-03,,\"said \"\"ok\"\"\"\n2024-01-04,5,  n/a \n",
    "Notiz;Datum;Wert\r\nspät;2024-01-03;1,5\r\n\r\n;2024-01-02;2,5\r\n早い;2024-01-01;3,5\r\n",
    "date\tscore\tcomment\n2024-01-02\t1\tb\n# left out\n2024-01-01\t2\ta\n2024-01-03\t\tc\n2024-01-02\t3\t\u{7F}x\n",
    "Datum;Wert\r\n31.12.2023;1,5\r\n01.01.2024 10:00;2\r\n02.01.2024 10:00:01;3\r\n2024-01-03;3,5\r\n",
    "score,date\r\n5,03.02.2024\r\n6,02.02.2024\r\n7,01.02.2024 23:59:59\r\n",
    "date,score\n2024-01-03,1\n2024-01-02,2\n\"2024-01-01\",\"3\"\n",
    #"[{"date":"2024-01-01","score":1.125},{"date":"2024-01-01","score":null}, {"date":"2024-01-03","score":-2}]"#,
    "{\"score\": 5, \"t\": 3, \"date\": \"2024-01-01\"}\n{\"score\": 6, \"t\": 1.5, \"date\": \"2024-01-02\"}\n",
  ]
}

/// Files that are steady but for some rows, the same for the same seed.
private struct RandomFiles {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  private mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }
  /// Scores of one day by the second, with as many decimals, and a few bytes exchanged.
  mutating func nextDay() -> [UInt8] {
    let (decimals, end, join) = (below(6), pick(["\n", "\n", "\r\n"]), pick([" ", "T"]))
    let day = pick(["2024-03-05", "05.03.2024"])
    let (delimiter, mark) = chance(3) ? (";", ",") : (",", ".")
    var text = "date\(delimiter)score" + end
    for row in 0..<60 {
      let clock = [row / 25, row * 7 % 60, row % 60].map { String("0\($0)".suffix(2)) }.joined(separator: ":")
      var digits = "\(below(pick([10, 1000, 100_000])))"
      if decimals > 0 {
        digits = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
        digits.insert(contentsOf: mark, at: digits.index(digits.endIndex, offsetBy: -decimals))
      }
      text += "\(day)\(join)\(clock)\(delimiter)\(chance(8) ? "" : digits)" + end
    }
    var bytes = Array(text.utf8)
    for _ in 0..<below(4) {
      let place = Int.random(in: 12..<bytes.count, using: &random)
      bytes[place] = pick(Array("0123456789:.,;-+TZ /\r\n\u{7F}".utf8) + [0x80, 0xBA])
    }
    return bytes
  }

  private mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

  /// Rows that leave a file steady.
  private static let oddLines: [String] = [
    "", "   ", "# a comment", "#2024-01-05,5", "date,score", ",,,,,", "x", "2024-02-30D5", "2024-01-01DabcD",
    "\"2024-01-01\"D\"5\"", "2024-01-01D1e2", "2024-01-01 24:00D3", "2024-01-01D- ", "2024-01-01Dn/a", "2024-01-01D+5",
    "2024-01-01T10:00:00.123456789D3", "2024-01-01D1234567.125", "2024-01-01D0.00000000000012",
    "2024-01-01D99999999999999999999", "2024-01-01Dinf", "2024-01-01D5\r", "2024-01-01D5D6D7D8D9",
    "  2024-01-01D  5 ", "2024-01-01 1:05D5", "2024-01-01D5\u{0}", "2024-01-01D\u{FF15}", "2024-01-01D−5",
    "2024-01-01D'5", "2024-01-01", "2024-01-01T10:00:00+02:00D5", "2024-01-01D1.234", "9999-12-31 24:00D1",
    "2024-01-01 10:00:60D1", "0000-01-01D1", "1900-01-01 00:00:00D1",
  ]

  /// Rows that change how all others are read, or have more lines than one.
  private static let unsteadyLines: [String] = [
    "2024-01-01D\"5", "2024-01-01D\"5\n6\"", "2024-01-01D5%", "2024-01-01D17/20", "29.08.2024D5", "Aug 5, 2024D5",
    "20240829D5", "29.8.2024D5", "29.08.24D5", "08/29/2024D5", "29.08.2024T10:00D5", "08.29.2024D5", "1724889600D5",
    "2024-01D5", "2024-01-01D5\rx", "2024-01-01D1,234",
  ]

  private static let notes = [
    "", "ok", "slept badly", " x ", "n/a", "ü早", "5", "2024-01-01", "\"a \"\"b\"\"\"", "\"\"", "-",
  ]

  mutating func next() -> (bytes: [UInt8], options: ReadingOptions) {
    let delimiter = pick([",", ",", ";", "\t", "|"])
    let end = chance(4) ? "\r\n" : "\n"
    let extra = pick([0, 0, 1, 4])
    let dateAt = below(2)
    let mark = delimiter == ";" && chance(2) ? "," : "."
    let (form, decimals, order) = (below(8), below(4), below(4))
    let (hasOdd, isUnsteady, hasNotes) = (!chance(3), chance(4), chance(3))
    var names =
      [pick(["score", "score", "temp", "humidity"])]
      + (0..<extra).map { pick(["room", "humidity", "volume", "temp \($0)", "symbol", "update"]) + "\($0)" }
    names.insert("date", at: min(dateAt, names.count))
    if hasNotes { names.append("note") }
    var text = chance(6) ? "" : names.joined(separator: delimiter) + end
    let rows = 30 + below(60)
    for row in 0..<rows {
      let step = order == 0 ? rows - row : order == 1 ? below(rows) : row
      var cells = [score(decimals, mark)] + (0..<extra).map { extraCell($0, mark) }
      cells.insert(date(form, step), at: min(dateAt, cells.count))
      if hasNotes { cells.append(pick(Self.notes)) }
      if hasOdd, chance(12) { text += pick(Self.oddLines).replacingOccurrences(of: "D", with: delimiter) + end }
      if isUnsteady, chance(40) {
        text += pick(Self.unsteadyLines).replacingOccurrences(of: "D", with: delimiter) + end
      }
      text += cells.joined(separator: delimiter) + end
    }
    if chance(4) { text = String(text.dropLast(1)) }
    if chance(8) { text = "\u{FEFF}" + text }
    if chance(12) { text = text.replacingOccurrences(of: "A", with: "é") }
    var bytes = Array(text.utf8)
    if chance(20) { bytes[below(bytes.count)] = 0xE9 }
    var options = ReadingOptions()
    options.today = CivilDate(year: 2026, month: 11, day: 30)
    if chance(8) { options.isGrowing = true }
    if chance(6) { options.duplicates = pick(DuplicateRule.allCases) }
    if chance(10) { options.decimal = pick(DecimalMark.allCases) }
    if chance(10) { options.dateOrder = pick(DateOrder.allCases) }
    if chance(10) { options.comment = pick([CommentMark.none, .text("2"), .text("//")]) }
    return (bytes, options)
  }

  /// Rows of JSON that leave no way but the general one.
  private static let oddObjects: [String] = [
    #"{"date":"2024-01-01"}"#, #"{"score":5,"date":"2024-01-01"}"#, #"{"date":"2024-01-01","score":1e3}"#, "[1]", "5",
    #"{"date":"2024-01-01","score":"5"}"#, #"{"date":"a\nb","score":5}"#, #"{"date":"2024-01-01","score":05}"#, "",
    #"{"date":"2024-01-01","score":5.}"#, #"{"date":"2024-01-01","score":NaN}"#, #"{"date":"1.2.2024","score":5}"#,
    #"{"date":"2024-01-01","score":{"a":5}}"#, #"{"date":"2024-01-01","score":5"#, #"{"date":null,"score":5}"#,
  ]

  mutating func nextJSON() -> (bytes: [UInt8], options: ReadingOptions) {
    let (form, decimals, order, isOdd, isText) = (below(6), below(4), below(4), chance(3), chance(5))
    let colon = pick([":", ": ", " :\n  "])
    let extra = pick([[], [], ["humidity"], ["room", "floor"], ["symbol", "id", "n"]])
    let rows = 10 + below(60)
    var objects = (0..<rows).map { row in
      let step = order == 0 ? rows - row : order == 1 ? below(rows) : row
      let number = chance(20) ? "null" : score(decimals, ".").filter { "-.0123456789".contains($0) }
      let value = number.isEmpty || number == "-" ? "null" : isText ? "\"\(number)\"" : number
      var members = ["\"date\"\(colon)\"\(date(form, step))\"", "\"score\"\(colon)\(value)"]
      for name in extra {
        let cell =
          ["room", "floor", "symbol"].contains(name) ? chance(20) ? #""ü, x""# : #""A""# : "\(below(90)).\(below(9))"
        members.append("\"\(name)\"\(colon)\(chance(30) ? "null" : cell)")
      }
      return "{" + members.joined(separator: ",") + "}"
    }
    if isOdd { objects.insert(pick(Self.oddObjects), at: below(objects.count)) }
    let isArray = !chance(3)
    let text = objects.joined(separator: isArray ? pick([",", ",\n", " , "]) : pick(["\n", " ", "\r\n"]))
    var options = ReadingOptions()
    if chance(6) { options.duplicates = pick(DuplicateRule.allCases) }
    if chance(10) { options.decimal = pick(DecimalMark.allCases) }
    if chance(8) { options.isGrowing = true }
    return (Array((isArray ? "[\(text)]" : text).utf8) + Array(pick(["", "\n", " x"]).utf8), options)
  }

  private mutating func date(_ form: Int, _ step: Int) -> String {
    let time = String(format: "%02d:%02d", step / 60 % 24, step % 60)
    let day = String(format: "2024-%02d-%02d", 1 + step / 28 % 12, 1 + step % 28)
    switch form {
    case 0, 1: return day
    case 2: return "2024-05-06 \(time):00"
    case 3: return "2024-05-06T\(time):07.\(step % 10)5Z"
    case 4: return "2024-05-06T\(time)+0\(chance(9) ? 2 : 1):00"
    case 5: return "2024/05/06 \(time)"
    default:
      let dotted = String(format: "%02d.%02d.2024", 1 + step % 28, 1 + step / 28 % 12)
      return form == 6 ? dotted : "\(dotted) \(time)" + (step % 3 == 0 ? "" : ":\(10 + step % 50)")
    }
  }

  private mutating func score(_ decimals: Int, _ mark: String) -> String {
    if chance(15) { return pick(["", "-", "NaN", "n/a"]) }
    let whole = "\(chance(9) ? "-" : "")\(below(pick([10, 100, 400, 5000])))"
    guard decimals > 0 else { return whole }
    return whole + mark + (0..<(chance(9) ? decimals + 1 : decimals)).map { _ in "\(below(10))" }.joined()
  }

  private mutating func extraCell(_ index: Int, _ mark: String) -> String {
    if chance(20) { return pick(["", "n/a", "5 %", "a \"b\"", "\"x\"", "2024-05-05", "1e5", "#1", "Ä"]) }
    return index > 1 ? "A" : "\(below(100))\(mark)\(below(10))"
  }
}
