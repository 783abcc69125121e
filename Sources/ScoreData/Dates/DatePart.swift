/// Reads the part of a date in front of its time.
enum DatePart {
  static func parse(_ text: Bytes) -> RawDate? {
    guard !text.isEmpty else { return nil }
    return text.allSatisfy(isNumeric) ? numeric(text) : NamedDate.parse(text)
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || isSeparator(byte) || byte == 0x20 || byte == UInt8(ascii: ",")
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".")
  }

  /// A whole number of digits alone, up to nine of them.
  static func number(_ digits: Bytes) -> Int? {
    guard !digits.isEmpty, digits.count <= 9 else { return nil }
    var value = 0
    for byte in digits {
      guard ASCII.isDigit(byte) else { return nil }
      value = value * 10 + Int(byte &- 0x30)
    }
    return value
  }

  /// The numbers of a date such as `2024. 8. 29.` and how many digits each has.
  private struct Parts {
    var values = (0, 0, 0)
    var digits = (0, 0, 0)
    var count = 0
    var separator: UInt8?
    var endsWithSeparator = false

    init?(_ text: Bytes) {
      var index = 0
      while true {
        let start = index
        while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
        guard index > start, index - start <= 4, let value = number(text.part(start..<index)) else { return nil }
        switch count {
        case 0: (values.0, digits.0) = (value, index - start)
        case 1: (values.1, digits.1) = (value, index - start)
        case 2: (values.2, digits.2) = (value, index - start)
        default: return nil
        }
        count += 1
        while index < text.count, text[index] == 0x20 { index += 1 }
        guard index < text.count else { return }
        guard isSeparator(text[index]), separator == nil || separator == text[index] else { return nil }
        separator = text[index]
        index += 1
        while index < text.count, text[index] == 0x20 { index += 1 }
        guard index < text.count else {
          endsWithSeparator = true
          return
        }
      }
    }
  }

  private static func numeric(_ text: Bytes) -> RawDate? {
    if let bare = BareNumberDate.parse(text) { return bare }
    guard let parts = Parts(text), let separator = parts.separator else { return nil }
    let isDotted = separator == UInt8(ascii: ".")
    guard !parts.endsWithSeparator || isDotted else { return nil }
    return parts.count == 3 ? threeParts(parts, isDotted) : parts.count == 2 ? twoParts(parts, separator) : nil
  }

  private static func threeParts(_ parts: Parts, _ isDotted: Bool) -> RawDate? {
    let (a, b, c) = parts.values
    let digits = parts.digits
    guard digits.1 <= 2 else { return nil }
    var date: RawDate
    if digits.0 == 4, digits.2 <= 2 {
      guard Calendar.days(year: a, month: b, day: c) != nil else { return nil }
      return RawDate(.calendar, a, b, c)
    } else if digits.2 == 4, digits.0 <= 2 {
      date = RawDate(.yearLast, a, b, c)
    } else if digits.0 <= 2, digits.2 <= 2, digits.0 == 2 || digits.2 == 2 {
      date = RawDate(.shortYear, a, b, c)
      date.hasTwoDigitYear = true
      date.canStartWithYear = digits.0 == 2
      date.canEndWithYear = digits.2 == 2
    } else {
      return nil
    }
    date.isDotted = isDotted
    guard DateOrder.allCases.contains(where: { date.day($0) != nil }) else { return nil }
    return date
  }

  private static func twoParts(_ parts: Parts, _ separator: UInt8) -> RawDate? {
    let (a, b, _) = parts.values
    let digits = parts.digits
    let isDotted = separator == UInt8(ascii: ".")
    if digits.0 == 4, digits.1 <= 2, !isDotted { return month(year: a, month: b) }
    // `08/2024`; with a dot it would be a number.
    if digits.1 == 4, digits.0 <= 2, !isDotted { return month(year: b, month: a) }
    guard digits.0 <= 2, digits.1 <= 2 else { return nil }
    if separator == UInt8(ascii: "-") { return isMonthDay(a, b) ? RawDate(.monthDay, a, b) : nil }
    guard !isDotted || parts.endsWithSeparator, isMonthDay(a, b) || isMonthDay(b, a) else { return nil }
    var date = RawDate(.twoParts, a, b)
    date.isDotted = isDotted
    return date
  }

  /// Whether some year has this day.
  static func isMonthDay(_ month: Int, _ day: Int) -> Bool { Calendar.days(year: 2000, month: month, day: day) != nil }

  /// The first day of a month.
  static func month(year: Int, month: Int) -> RawDate? {
    guard Calendar.days(year: year, month: month, day: 1) != nil else { return nil }
    var date = RawDate(.calendar, year, month, 1)
    date.grain = .month
    return date
  }
}

/// Numbers that stand for dates where a column is known to have dates: years, `YYYYMMDD`, seconds since 1970, Excel's days.
enum BareNumberDate {
  static func parse(_ text: Bytes) -> RawDate? {
    let whole = text.prefix { ASCII.isDigit($0) }.count
    guard whole >= 4, whole <= 19, text[0] != UInt8(ascii: "0") else { return nil }
    var fraction = text.part(0..<0)
    if whole < text.count {
      guard text[whole] == UInt8(ascii: ".") || text[whole] == UInt8(ascii: ",") else { return nil }
      fraction = text.from(whole + 1)
      guard !fraction.isEmpty, fraction.allSatisfy(ASCII.isDigit) else { return nil }
    }
    var value: Int64 = 0
    for byte in text.part(0..<whole) {
      let (tens, tooLong) = value.multipliedReportingOverflow(by: 10)
      let (sum, tooGreat) = tens.addingReportingOverflow(Int64(byte &- 0x30))
      guard !tooLong, !tooGreat else { return nil }
      value = sum
    }
    guard var date = date(value, digits: whole, fraction: fraction) else { return nil }
    date.isBareNumber = true
    return date
  }

  private static func date(_ value: Int64, digits: Int, fraction: Bytes) -> RawDate? {
    switch digits {
    case 4 where fraction.isEmpty && (1700...2199).contains(value):
      var date = RawDate(.calendar, Int(value), 1, 1)
      date.grain = .year
      return date
    case 5 where (20000...80000).contains(value): return excel(Int(value), fraction)
    case 8 where fraction.isEmpty && (1700_00_00...2199_99_99).contains(value):
      let (year, month, day) = (Int(value / 10000), Int(value / 100 % 100), Int(value % 100))
      return Calendar.days(year: year, month: month, day: day) == nil ? nil : RawDate(.calendar, year, month, day)
    case 9...10: return epoch(value, .epochSeconds, perSecond: 1, fraction)
    case 12...13: return epoch(value, .epochMilliseconds, perSecond: 1000, fraction)
    case 14 where fraction.isEmpty: return dateAndTime(value)
    case 15...16: return epoch(value, .epochMicroseconds, perSecond: 1_000_000, fraction)
    case 18...19: return epoch(value, .epochNanoseconds, perSecond: 1_000_000_000, fraction)
    default: return nil
    }
  }

  /// `20240829130500`
  private static func dateAndTime(_ value: Int64) -> RawDate? {
    let (day, clock) = (value / 1_000_000, value % 1_000_000)
    let (hour, minute, second) = (clock / 10000, clock / 100 % 100, clock % 100)
    guard hour < 24, minute < 60, second < 60, var date = date(day, digits: 8, fraction: Bytes(start: nil, count: 0))
    else { return nil }
    date.time = RawTime(nanosecondOfDay: ((hour * 60 + minute) * 60 + second) * 1_000_000_000)
    return date
  }

  /// `fraction`: decimals of the unit; those below a nanosecond are left out.
  private static func epoch(_ value: Int64, _ form: RawDate.Form, perSecond: Int64, _ fraction: Bytes) -> RawDate? {
    let nanosecondsPerUnit = 1_000_000_000 / perSecond
    let seconds = value / perSecond
    var nanoseconds = value % perSecond * nanosecondsPerUnit
    var place = nanosecondsPerUnit / 10
    for byte in fraction {
      nanoseconds += Int64(byte &- 0x30) * place
      place /= 10
    }
    var date = RawDate(form, Int(seconds / 86400))
    date.time = RawTime(nanosecondOfDay: seconds % 86400 * 1_000_000_000 + nanoseconds, offsetMinutes: 0)
    return date
  }

  /// A fraction of a day is a time, to the millisecond, as spreadsheets keep it.
  private static func excel(_ value: Int, _ fraction: Bytes) -> RawDate? {
    var date = RawDate(.excel, value)
    guard !fraction.isEmpty else { return date }
    var part = 0.0
    var place = 0.1
    for byte in fraction.prefix(17) {
      part += Double(byte &- 0x30) * place
      place /= 10
    }
    var milliseconds = Int64((part * 86_400_000).rounded())
    if milliseconds == 86_400_000 {
      date.a += 1
      milliseconds = 0
    }
    if milliseconds > 0 { date.time = RawTime(nanosecondOfDay: milliseconds * 1_000_000) }
    return date
  }
}
