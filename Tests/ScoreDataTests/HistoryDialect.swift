import ScoreData
import Support

/// A way of writing a history that programs and people have: everything that a reader has to find out.
struct HistoryDialect {
  var delimiter = ","
  var lineEnd = "\n"
  var decimalMark = "."
  var thousandsMark = ""
  var isQuoted = false
  var hasMark = false
  var isUTF16 = false
  var isNewestFirst = false
  var endsWithLineEnd = true
  var dateForm = 0
  var unit = ""
  var missing = ""
  var columns = ["date", "score"]
  var preamble: [String] = []

  static let dateForms = 9

  init(using random: inout SeededGenerator) {
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    delimiter = pick([",", ";", "\t", "|"])
    lineEnd = pick(["\n", "\r\n", "\r"])
    // Commas for decimals where commas are no delimiters, or in quotes.
    isQuoted = Int.random(in: 0...3, using: &random) == 0
    decimalMark = delimiter == "," && !isQuoted ? "." : pick([".", ","])
    thousandsMark = delimiter == "," && !isQuoted ? "" : decimalMark == "," ? pick(["", "."]) : pick(["", ","])
    (hasMark, isUTF16) = (Bool.random(using: &random), Int.random(in: 0...7, using: &random) == 0)
    (isNewestFirst, endsWithLineEnd) = (Bool.random(using: &random), Bool.random(using: &random))
    dateForm = Int.random(in: 0..<Self.dateForms, using: &random)
    unit = pick(["", "", "%", " %", " bpm", "kg"])
    missing = pick(["", "-", "n/a", "null", "#N/A", "absent"])
    columns =
      [
        ["date", "score"], ["score", "date"], ["date", "rank", "score"], ["id", "date", "score", "note"],
        ["Datum", "Note", "Bemerkung"], ["date", "old rating", "new rating"],
      ].randomElement(using: &random) ?? columns
    if Int.random(in: 0...4, using: &random) == 0 { preamble = ["Report of scores", "made by a program"] }
  }

  /// The column of the scores, by its name.
  var scoreColumn: String { columns.last { ["score", "Note", "new rating"].contains($0) } ?? "" }

  /// The history as a file; `scores`: whole numbers of hundredths.
  func file(_ days: [Int32], _ scores: [Int?]) -> [UInt8] {
    var lines = preamble + [columns.map(cell).joined(separator: delimiter)]
    let order = isNewestFirst ? Array(days.indices.reversed()) : Array(days.indices)
    for row in order {
      lines.append(columns.map { cell(content($0, row, days[row], scores[row])) }.joined(separator: delimiter))
    }
    var text = lines.joined(separator: lineEnd)
    if endsWithLineEnd { text += lineEnd }
    if hasMark || isUTF16 { text = "\u{FEFF}" + text }
    guard isUTF16 else { return Array(text.utf8) }
    return text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
  }

  private func cell(_ text: String) -> String { isQuoted ? "\"\(text)\"" : text }

  private func content(_ column: String, _ row: Int, _ day: Int32, _ score: Int?) -> String {
    switch column {
    case "date", "Datum": date(day)
    case scoreColumn: score.map { number($0) + unit } ?? missing
    case "rank", "id": "\(row + 1)"
    case "old rating": number(100)
    default: row % 3 == 0 ? "" : "words \(row)"
    }
  }

  /// Two decimals, so that no number leaves the mark in doubt.
  private func number(_ hundredths: Int) -> String {
    var whole = String(abs(hundredths) / 100)
    if !thousandsMark.isEmpty, whole.count > 3 {
      whole = whole.dropLast(3) + thousandsMark + whole.suffix(3)
    }
    let rest = abs(hundredths) % 100
    return (hundredths < 0 ? "-" : "") + whole + decimalMark + (rest < 10 ? "0" : "") + "\(rest)"
  }

  private func date(_ day: Int32) -> String {
    let civil = Calendar.civil(days: day)
    let (month, dayOfMonth) = (two(civil.month), two(civil.day))
    switch dateForm {
    case 0: return "\(civil.year)-\(month)-\(dayOfMonth)"
    case 1: return "\(civil.year)/\(civil.month)/\(civil.day)"
    case 2: return "\(dayOfMonth).\(month).\(civil.year)"
    case 3: return "\(civil.year)\(month)\(dayOfMonth)"
    case 4: return "\(civil.day) \(Self.months[civil.month - 1]) \(civil.year)"
    case 5: return "\(Self.monate[civil.month - 1]) \(civil.day) \(civil.year)"
    case 6: return "\(dayOfMonth)/\(month)/\(civil.year)"
    case 7: return "\(month)/\(dayOfMonth)/\(civil.year)"
    default: return "\(civil.year)年\(civil.month)月\(civil.day)日"
    }
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let months = [
    "January", "Feb", "March", "Apr.", "May", "June", "July", "Aug", "Sept.", "October", "Nov", "December",
  ]
  private static let monate = [
    "Januar", "Februar", "März", "avril", "mayo", "giugno", "juillet", "agosto", "setembro", "Okt.", "nov.", "dezembro",
  ]
}
