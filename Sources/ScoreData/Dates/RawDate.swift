/// A date as a cell has it, before the whole column has settled what its parts mean.
struct RawDate {
  enum Form: UInt8 {
    /// Year `a`, month `b`, day `c`.
    case calendar
    /// `a` and `b` are day and month in some order, `c` is the year.
    case yearLast
    /// Three numbers below 100 in some order.
    case shortYear
    /// Month `a`, day `b`, no year.
    case monthDay
    /// Day and month in some order, no year.
    case twoParts
    /// Day number `a` since 1970, in UTC: seconds, milliseconds, microseconds or nanoseconds as written.
    case epochSeconds, epochMilliseconds, epochMicroseconds, epochNanoseconds
    /// Day number `a` of a spreadsheet.
    case excel
    /// Number `a` in place of a date.
    case ordinal
  }

  /// The stretch of time that a date names.
  enum Grain: UInt8 {
    case day
    case month
    case year
  }

  // In the order that takes the fewest bytes: 28.
  var a: Int32 = 0
  var b: Int16 = 0
  var c: Int16 = 0
  var form: Form
  var grain = Grain.day
  /// Written with dots, which in dates means that the day is first.
  var isDotted = false
  /// The year was written with two digits; it is already completed unless the form is `shortYear`.
  var hasTwoDigitYear = false
  /// Written with a month's name.
  var isNamed = false
  /// Numbers that stand alone are dates only where the column is known to have dates.
  var isBareNumber = false
  /// The first and the last of `shortYear` parts have two digits, as a year needs.
  var canEndWithYear = true
  var canStartWithYear = true
  var time: RawTime?

  init(_ form: Form, _ a: Int, _ b: Int = 0, _ c: Int = 0) {
    self.form = form
    self.a = Int32(truncatingIfNeeded: a)
    self.b = Int16(clamping: b)
    self.c = Int16(clamping: c)
  }

  /// The parts in this order as a day, or nil where there is no such day.
  func day(_ order: DateOrder) -> Int32? {
    let (a, b, c) = (Int(a), Int(b), Int(c))
    switch form {
    case .calendar: return Calendar.days(year: a, month: b, day: c)
    case .yearLast:
      return order == .monthDayYear
        ? Calendar.days(year: c, month: a, day: b)
        : order == .dayMonthYear ? Calendar.days(year: c, month: b, day: a) : nil
    case .shortYear:
      switch order {
      case .dayMonthYear: return canEndWithYear ? Calendar.days(year: Self.completed(c), month: b, day: a) : nil
      case .monthDayYear: return canEndWithYear ? Calendar.days(year: Self.completed(c), month: a, day: b) : nil
      case .yearMonthDay: return canStartWithYear ? Calendar.days(year: Self.completed(a), month: b, day: c) : nil
      }
    default: return nil
    }
  }

  /// Two digits of a year as POSIX completes them: 69 … 99 are 19xx, 00 … 68 are 20xx.
  static func completed(_ year: Int) -> Int { year >= 69 ? 1900 + year : 2000 + year }
}

/// A time of day as written.
struct RawTime {
  var nanosecondOfDay: Int64 = 0
  var offsetMinutes: Int16?
  /// Written `24:00`, which is the next day's first moment.
  var isNextDay = false
}
