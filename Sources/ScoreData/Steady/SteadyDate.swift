/// A date in the unit of a plan.
struct SteadyDate {
  /// Counts of the plan's unit since 1970 in wall time.
  var tick: Int64 = 0
  var traits = DateTraits(precision: .day, offsetMinutes: nil)
  /// Decimals of a second, where there are some.
  var nanosecond: Int64 = 0
  var hasTime = false
}

/// The day that was read last: the next row is most often of the same.
struct DayMemory {
  /// Its ten bytes.
  private(set) var head: UInt64 = 0
  private var tail: UInt16 = 0
  private(set) var day: Int64 = 0
  /// What it says about the order of day and month.
  private(set) var evidence: OrderEvidence = []

  /// The day number of `YYYY-MM-DD`, with the same separator twice, or of a day with the year last; nil if there is no such day.
  @inline(__always)
  mutating func day(at start: UnsafePointer<UInt8>, _ writing: DateWriting) -> Int64? {
    isDay(at: start) ? day : newDay(at: start, writing)
  }

  @inline(never)
  private mutating func newDay(at start: UnsafePointer<UInt8>, _ writing: DateWriting) -> Int64? {
    var evidence: OrderEvidence = []
    let parsed: Int64?
    switch writing {
    case .yearFirst: parsed = Self.parse(start)
    case .yearLast(let separator, let order): parsed = Self.parse(start, separator, order, &evidence)
    case .epoch: parsed = nil
    }
    guard let parsed else { return nil }
    (head, tail, day, self.evidence) = (Self.head(start), Self.tail(start), parsed, evidence)
    return parsed
  }

  /// Whether this day stands there.
  @inline(__always)
  func isDay(at start: UnsafePointer<UInt8>) -> Bool { Self.head(start) == head && Self.tail(start) == tail }

  @inline(__always)
  private static func head(_ start: UnsafePointer<UInt8>) -> UInt64 {
    UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)
  }

  @inline(__always)
  private static func tail(_ start: UnsafePointer<UInt8>) -> UInt16 {
    UnsafeRawPointer(start + 8).loadUnaligned(as: UInt16.self)
  }

  private static func parse(_ start: UnsafePointer<UInt8>) -> Int64? {
    let separator = start[4]
    guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/") || separator == UInt8(ascii: "."),
      start[7] == separator
    else { return nil }
    guard let year = number(start, 0..<4), let month = number(start, 5..<7), let day = number(start, 8..<10) else {
      return nil
    }
    return Calendar.days(year: year, month: month, day: day).map(Int64.init)
  }

  private static func parse(
    _ start: UnsafePointer<UInt8>, _ separator: UInt8, _ order: DateOrder, _ evidence: inout OrderEvidence
  ) -> Int64? {
    guard start[2] == separator, start[5] == separator, let first = number(start, 0..<2),
      let second = number(start, 3..<5), let year = number(start, 6..<10)
    else { return nil }
    let (day, month) = order == .dayMonthYear ? (first, second) : (second, first)
    evidence = day > 12 ? [.certain, .unequal] : day != month ? .unequal : []
    return Calendar.days(year: year, month: month, day: day).map(Int64.init)
  }

  private static func number(_ start: UnsafePointer<UInt8>, _ places: Range<Int>) -> Int? {
    var value = 0
    for place in places {
      guard ASCII.isDigit(start[place]) else { return nil }
      value = value * 10 + Int(start[place] &- 0x30)
    }
    return value
  }
}

extension SteadyParser {
  /// Reads a day, and behind a blank or T `HH:MM`, `:SS`, decimals and a zone, all optional; but a day with the year last and
  /// a time that has more than seconds is odd.
  @inline(__always)
  mutating func readDate(_ position: inout UnsafePointer<UInt8>, _ date: inout SteadyDate) -> Bool {
    if let unit { return readEpoch(&position, unit, &date) }
    guard let days = day.day(at: position, plan.writing), plan.form.reaches(days) else { return false }
    let byte = position[10]
    if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "T") && isYearFirst {
      return readTime(&position, days, &date)
    }
    position += 10
    date.tick = plan.form.dates == .days ? days : days &* 86400 &* plan.form.perSecond
    return true
  }

  @inline(__always)
  private func readTime(_ position: inout UnsafePointer<UInt8>, _ days: Int64, _ date: inout SteadyDate) -> Bool {
    let word = Self.clockDigits(position + 11)
    let wrong = Self.wrongClockBytes(word)
    var second: UInt64 = 0
    var pairs = word &* 10 &+ (word &>> 8)
    if wrong == 0 {
      second = pairs &>> 48 & 0xFF
      position += 19
    } else {
      // `HH:MM` and no seconds.
      guard wrong & 0x0000_00FF_FFFF_FFFF == 0 else { return false }
      pairs &= 0x0000_00FF_FFFF_FFFF
      position += 16
    }
    let hour = pairs & 0xFF
    let minute = pairs &>> 24 & 0xFF
    guard hour < 24, minute < 60, second < 60 else { return false }
    let seconds = days &* 86400 &+ Int64(hour &* 3600 &+ minute &* 60 &+ second)
    date.hasTime = true
    date.tick = seconds &* plan.form.perSecond
    date.traits = DateTraits.time
    let next = position.pointee
    if next == plan.delimiter || next == 0x0A { return true }
    if !isYearFirst { return next == 0x0D || next == UInt8(ascii: "\"") }
    return readRest(&position, hasSeconds: wrong == 0, &date)
  }

  /// Eight bytes `HH:MM:SS`: digits are 0 … 9, and colons 0.
  @inline(__always)
  static func clockDigits(_ start: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)) ^ 0x3030_3A30_303A_3030
  }

  /// A high bit for each byte of ``clockDigits(_:)`` that is something else.
  @inline(__always)
  static func wrongClockBytes(_ word: UInt64) -> UInt64 {
    (((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7F76_767F_7676) | word) & 0x8080_8080_8080_8080
  }

  /// Reads decimals of a second and the zone.
  private func readRest(_ position: inout UnsafePointer<UInt8>, hasSeconds: Bool, _ date: inout SteadyDate) -> Bool {
    if hasSeconds, position.pointee == UInt8(ascii: ".") {
      position += 1
      var digits = 0
      while digits < 9, ASCII.isDigit(position.pointee) {
        date.nanosecond = date.nanosecond * 10 + Int64(position.pointee &- 0x30)
        digits += 1
        position += 1
      }
      guard digits > 0, !ASCII.isDigit(position.pointee) else { return false }
      for _ in digits..<9 { date.nanosecond *= 10 }
      date.tick += date.nanosecond / (1_000_000_000 / plan.form.perSecond)
    }
    switch position.pointee {
    case UInt8(ascii: "Z"):
      date.traits = DateTraits(precision: .time, offsetMinutes: 0)
      position += 1
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      let isWest = position.pointee == UInt8(ascii: "-")
      let hasColon = position[3] == UInt8(ascii: ":")
      guard let hours = pair(position + 1), let minutes = pair(position + (hasColon ? 4 : 3)), hours <= 18, minutes < 60
      else { return false }
      let offset = Int16(hours * 60 + minutes)
      date.traits = DateTraits(precision: .time, offsetMinutes: isWest ? -offset : offset)
      position += hasColon ? 6 : 5
    default: break
    }
    return true
  }

  private func pair(_ start: UnsafePointer<UInt8>) -> Int? {
    ASCII.isDigit(start[0]) && ASCII.isDigit(start[1]) ? Int(start[0] &- 0x30) * 10 + Int(start[1] &- 0x30) : nil
  }

  /// Notes what the plan would need to hold the date.
  @inline(__always)
  func noteForm(of date: SteadyDate, _ summary: inout SteadySummary) {
    let form = plan.form
    if date.traits != form.traits, !form.tracksTraits { summary.form.tracksTraits = true }
    if date.hasTime, form.dates == .days {
      summary.form.dates = .seconds
      summary.form.base = SteadyForm.minute(of: date.tick)
    }
    if !form.holds(seconds: date.tick) { summary.form.dates = form.dates == .seconds ? .minutes : .ticks }
    if date.nanosecond != 0, date.nanosecond % (1_000_000_000 / form.perSecond) != 0 {
      summary.form.dates = .ticks
      summary.form.perSecond = max(
        summary.form.perSecond, SteadyForm.perSecond(holding: date.nanosecond))
    }
  }
}
