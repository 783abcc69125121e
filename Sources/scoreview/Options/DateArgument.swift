internal import ScoreChart
internal import ScoreData

/// A date on the command line: with or without a year, or a score's number.
enum DateArgument: Equatable, Sendable {
  case date(ScoreDate)
  case monthDay(month: Int, day: Int)

  /// Reads `2024-08-29`, `2024-08-29T14:30`, `2024-08`, `2024`, `08-29` and `#12`.
  init(option: String, _ text: String) throws(UsageError) {
    guard let parsed = DateArgument.parse(text) else {
      throw UsageError(
        message:
          "--\(option) \(EscapedText.escaped(text)): not a date; write 2024-08-29, 2024-08-29T14:30, 08-29 or #12")
    }
    self = parsed
  }

  private static func parse(_ text: String) -> DateArgument? {
    if text.hasPrefix("#") {
      return numbers(text.dropFirst(), separator: "-")
        .flatMap { $0.count == 1 ? Int32(exactly: $0[0]) : nil }
        .map { .date(ScoreDate(day: $0, precision: .ordinal)) }
    }
    let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
    guard let day = numbers(halves[0], separator: "-") else { return nil }
    if halves.count == 2 {
      guard let time = numbers(halves[1], separator: ":"), (2...3).contains(time.count), day.count == 3,
        time[0] < 24, time[1] < 60, time.count < 3 || time[2] < 60,
        var date = ScoreDate(year: day[0], month: day[1], day: day[2])
      else { return nil }
      let seconds = Int64(time[0] * 3600 + time[1] * 60 + (time.count > 2 ? time[2] : 0))
      date.nanosecondOfDay = seconds * 1_000_000_000
      date.precision = .time
      return .date(date)
    }
    return wholeDay(day)
  }

  /// A month or a year stands for its last day: everything in it is not after it.
  private static func wholeDay(_ parts: [Int]) -> DateArgument? {
    switch parts.count {
    case 3: return lastMoment(year: parts[0], month: parts[1], day: parts[2])
    case 2 where parts[0] > 12:
      return Calendar.daysIn(month: parts[1], year: parts[0])
        .flatMap { lastMoment(year: parts[0], month: parts[1], day: $0) }
    case 2:
      // 2024 is a leap year, so that 02-29 exists.
      guard Calendar.days(year: 2024, month: parts[0], day: parts[1]) != nil else { return nil }
      return .monthDay(month: parts[0], day: parts[1])
    case 1 where parts[0] > 31: return lastMoment(year: parts[0], month: 12, day: 31)
    default: return nil
    }
  }

  private static func lastMoment(year: Int, month: Int, day: Int) -> DateArgument? {
    guard var date = ScoreDate(year: year, month: month, day: day) else { return nil }
    date.nanosecondOfDay = 86_400_000_000_000 - 1
    return .date(date)
  }

  private static func numbers(_ text: Substring, separator: Character) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part -> Int? in
      guard (1...9).contains(part.utf8.count), part.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
      return Int(part)
    }
    return numbers.count == parts.count ? numbers : nil
  }

  /// The moment meant in a history: a month and day is the newest such day that it reaches.
  func resolved(in chart: Chart) -> ScoreDate? {
    switch self {
    case .date(let date): return date
    case .monthDay(let month, let day):
      guard chart.count > 0 else { return nil }
      let newest = chart.series.dates[chart.count - 1]
      let years = (0...8).map { newest.civil.year - $0 }
      let candidates = years.compactMap { ScoreDate(year: $0, month: month, day: day) }
      guard var date = candidates.first(where: { $0.day <= newest.day }) else { return nil }
      date.nanosecondOfDay = 86_400_000_000_000 - 1
      return date
    }
  }
}
