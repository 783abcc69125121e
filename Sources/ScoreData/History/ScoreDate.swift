/// A moment as the file wrote it: a day, a time of that day, and no conversion of zones.
public struct ScoreDate: Equatable, Hashable, Sendable {
  // In the order that takes the fewest bytes: 16.
  public var nanosecondOfDay: Int64
  /// Days since 1970-01-01 in the proleptic Gregorian calendar; for `.ordinal` the number itself.
  public var day: Int32
  /// Minutes east of UTC, where the file wrote an offset.
  public var offsetMinutes: Int16?
  public var precision: Precision

  public enum Precision: UInt8, Sendable {
    /// Not a date: the score's number in a file without dates.
    case ordinal
    case day
    case time
  }

  public init(day: Int32, nanosecondOfDay: Int64 = 0, precision: Precision = .day, offsetMinutes: Int16? = nil) {
    self.day = day
    self.nanosecondOfDay = nanosecondOfDay
    self.precision = precision
    self.offsetMinutes = offsetMinutes
  }

  /// The date of a calendar day, or nil if there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard let days = Calendar.days(year: year, month: month, day: day) else { return nil }
    self.init(day: days)
  }

  public var civil: CivilDate { Calendar.civil(days: day) }
  public var hour: Int { Int(nanosecondOfDay / 3_600_000_000_000) }
  public var minute: Int { Int(nanosecondOfDay / 60_000_000_000 % 60) }
  public var second: Int { Int(nanosecondOfDay / 1_000_000_000 % 60) }
}

/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Equatable, Sendable {
  public var year: Int
  public var month: Int
  public var day: Int

  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }
}

/// Conversion between day numbers and the proleptic Gregorian calendar.
///
/// Years are counted from 1 March, so that the leap day is the last of its year
/// and a month's first day is a linear function of its number.
public enum Calendar {
  /// Days in 400 years, after which the calendar repeats.
  private static let daysPerEra = 146_097
  /// Days from 0000-03-01 to 1970-01-01.
  private static let epoch = 719_468

  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days in a month, or nil for a month outside 1 … 12.
  public static func daysIn(month: Int, year: Int) -> Int? {
    switch month {
    case 1, 3, 5, 7, 8, 10, 12: 31
    case 4, 6, 9, 11: 30
    case 2: isLeap(year) ? 29 : 28
    default: nil
    }
  }

  /// Days since 1970-01-01, or nil for a day that does not exist or a year outside 0 … 9999.
  public static func days(year: Int, month: Int, day: Int) -> Int32? {
    guard (0...9999).contains(year), let last = daysIn(month: month, year: year), (1...last).contains(day) else {
      return nil
    }
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int32(era * daysPerEra + dayOfEra - epoch)
  }

  public static func civil(days: Int32) -> CivilDate {
    let shifted = Int(days) + epoch
    let era = (shifted >= 0 ? shifted : shifted - daysPerEra + 1) / daysPerEra
    let dayOfEra = shifted - era * daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return CivilDate(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
      month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
