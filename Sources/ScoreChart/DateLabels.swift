import ScoreData
internal import ScoreDrawing

/// Dates as text: short under the axis, in full in the callout.
///
/// A file that gave only month and day never shows a year.
struct DateLabels: Equatable, Sendable {
  private let dates: DateColumn
  private let hasYears: Bool
  private let isYearly: Bool
  private let hasSeconds: Bool

  init(dates: DateColumn, hasYears: Bool) {
    self.dates = dates
    self.hasYears = hasYears
    let sample = stride(from: 0, to: dates.count, by: max(1, dates.count / 512)).map { dates[$0] }
    isYearly = hasYears && sample.count > 1 && sample.allSatisfy { $0.precision == .day && $0.isNewYear }
    hasSeconds = sample.contains { $0.precision == .time && $0.second != 0 }
  }

  /// The label under column `index`: month and day, or the time where the day is that of the column before.
  func axisLabel(at index: Int) -> String {
    let date = dates[index]
    switch date.precision {
    case .ordinal: return "#\(date.day)"
    case .day: return isYearly ? DateText.year(date) : DateText.monthDay(date)
    case .time:
      let sameDay = index > 0 && dates[index - 1].precision == .time && dates[index - 1].day == date.day
      return sameDay ? DateText.time(date, seconds: false) : DateText.monthDay(date)
    }
  }

  /// The date in full, as far as the file gave it.
  func fullDate(at index: Int) -> String {
    let date = dates[index]
    switch date.precision {
    case .ordinal: return "#\(date.day)"
    case .day: return day(date)
    case .time: return day(date) + " " + DateText.time(date, seconds: hasSeconds)
    }
  }

  private func day(_ date: ScoreDate) -> String {
    hasYears ? DateText.year(date) + "-" + DateText.monthDay(date) : DateText.monthDay(date)
  }
}

/// Parts of a date with leading zeros.
enum DateText {
  static func year(_ date: ScoreDate) -> String {
    let year = String(date.civil.year)
    return String(repeating: "0", count: max(0, 4 - year.count)) + year
  }

  static func monthDay(_ date: ScoreDate) -> String {
    let civil = date.civil
    return twoDigits(civil.month) + "-" + twoDigits(civil.day)
  }

  static func time(_ date: ScoreDate, seconds: Bool) -> String {
    let minutes = twoDigits(date.hour) + ":" + twoDigits(date.minute)
    return seconds ? minutes + ":" + twoDigits(date.second) : minutes
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}

extension ScoreDate {
  fileprivate var isNewYear: Bool { civil.month == 1 && civil.day == 1 }
}
