/// The loop for what nearly all rows of nearly all large files are: a date, a short number, the end of the line.
extension SteadyParser {
  /// What the loop keeps in registers; made anew whenever another way of reading took its turn.
  private struct Expectation {
    let delimiter: UInt8
    let decimal: DecimalMark
    let scale: Int
    /// The greatest score without its sign.
    let limit: UInt64
    let hasTime: Bool
    /// The greatest second of a minute that the form holds.
    let lastSecond: UInt64
    /// Whether evidence for the decimal mark has been noted: that of numbers with any other count of decimals than
    /// three, and that of doubtful ones.
    let isCertain: Bool
    let isDoubted: Bool

    init(_ plan: SteadyPlan, _ evidence: DecimalEvidence) {
      delimiter = plan.delimiter
      decimal = plan.decimal
      scale = plan.form.scale
      limit = plan.form.scores == .small ? 32767 : 0x7FFF_FFFF
      hasTime = plan.form.dates != .days
      lastSecond = plan.form.dates == .minutes ? 0 : 59
      isCertain = (plan.decimal == .dot ? evidence.onlyDot : evidence.onlyComma) != nil
      isDoubted =
        (plan.decimal == .dot ? evidence.eitherDot : evidence.eitherComma) != nil || plan.typed[plan.score] && isCertain
    }
  }

  /// Whether the loop is of use: two columns, all rows, no offsets, whole seconds or days or numbers since 1970, scores as whole numbers.
  var isStraight: Bool {
    let form = plan.form
    guard plan.date == 0, plan.lanes.count == 2, plan.filters.isEmpty, !form.tracksTraits, form.scores != .exact,
      !plan.delimiterIsMark, plan.others.isEmpty
    else { return false }
    if unit != nil { return form.traits == .universalTime }
    return form.perSecond == 1
      && form.traits == (form.dates == .days ? DateTraits(precision: .day, offsetMinutes: nil) : .time)
  }

  /// Parses rows up to one that is anything else; that and `slot` are then for the other way of reading.
  ///
  /// Returns: how many of them have scores.
  func parseStraight(
    _ position: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, into rows: SteadyRows,
    _ slot: inout Int,
    _ summary: inout SteadySummary
  ) -> Int {
    if let unit { return parseEpochs(&position, end: end, into: rows, &slot, unit, summary) }
    let expected = Expectation(plan, summary.evidence)
    let day = day
    let dayTick = expected.hasTime ? day.day &* 86400 : day.day
    // A day that begins a comment is for the other way of reading, too.
    guard UInt8(truncatingIfNeeded: day.head) != plan.commentStart, plan.form.holds(dayAt: dayTick),
      day.isDay(at: position)
    else { return 0 }
    let usual =
      expected.hasTime && (expected.isCertain || expected.scale == 0)
      ? UsualRows(
        like: position, end: end, tick: dayTick, plan, lastSecond: expected.lastSecond, limit: expected.limit) : nil
    var next = position
    var index = slot
    var scored = 0
    while next < end, index < rows.capacity {
      if let usual {
        scored &+= usual.parse(&next, end: end, into: rows, &index)
        guard next < end, index < rows.capacity else { break }
      }
      guard day.isDay(at: next) else { break }
      var cell = next + 10
      var tick = dayTick
      if expected.hasTime {
        guard cell.pointee == UInt8(ascii: " ") || cell.pointee == UInt8(ascii: "T") && isYearFirst,
          let second = Self.secondOfDay(cell + 1, lastSecond: expected.lastSecond)
        else { break }
        tick &+= second
        cell += 9
      }
      guard let score = Self.score(&cell, expected) else { break }
      if score != SteadyRows.gap { scored &+= 1 }
      rows.ticks[index] = tick
      rows.scores[index] = score
      index &+= 1
      next = cell
    }
    if index > slot { summary.dayOrder.formUnion(day.evidence) }
    position = next
    slot = index
    return scored
  }

  /// The same for numbers since 1970.
  private func parseEpochs(
    _ position: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, into rows: SteadyRows, _ slot: inout Int,
    _ unit: EpochUnit, _ summary: SteadySummary
  ) -> Int {
    guard let digits = EpochDigits(like: position, unit, plan) else { return 0 }
    let expected = Expectation(plan, summary.evidence)
    var next = position
    var index = slot
    var scored = 0
    while next < end, index < rows.capacity {
      guard let tick = digits.tick(at: next) else { break }
      var cell = next + digits.count
      guard let score = Self.score(&cell, expected) else { break }
      if score != SteadyRows.gap { scored &+= 1 }
      rows.ticks[index] = tick
      rows.scores[index] = score
      index &+= 1
      next = cell
    }
    position = next
    slot = index
    return scored
  }

  /// Reads a delimiter, a score and the end of the line; nil for anything else.
  @inline(__always)
  private static func score(_ cell: inout UnsafePointer<UInt8>, _ expected: Expectation) -> Int64? {
    guard cell.pointee == expected.delimiter else { return nil }
    cell += 1
    var score = SteadyRows.gap
    if cell.pointee != 0x0A, cell.pointee != 0x0D {
      let number = SteadyNumber(cell, mark: expected.decimal)
      let missing = expected.scale &- number.decimals
      guard number.length > 0, missing >= 0, number.magnitude <= expected.limit,
        number.decimals == 0
          || (number.hasDoubtfulMark ? expected.isDoubted : expected.isCertain)
      else { return nil }
      let magnitude = number.magnitude &* wholePowersOfTen(missing)
      guard magnitude <= expected.limit else { return nil }
      score = number.isNegative ? 0 &- Int64(magnitude) : Int64(magnitude)
      cell += number.length
    }
    if cell.pointee == 0x0A {
      cell += 1
    } else if cell.pointee == 0x0D, cell[1] == 0x0A {
      cell += 2
    } else {
      return nil
    }
    return score
  }

  /// `HH:MM:SS`; nil for anything else.
  @inline(__always)
  private static func secondOfDay(_ start: UnsafePointer<UInt8>, lastSecond: UInt64) -> Int64? {
    let word = clockDigits(start)
    let pairs = word &* 10 &+ (word &>> 8)
    let hour = pairs & 0xFF
    let minute = pairs &>> 24 & 0xFF
    let second = pairs &>> 48 & 0xFF
    guard wrongClockBytes(word) == 0, hour < 24, minute < 60, second <= lastSecond else {
      return nil
    }
    return Int64(truncatingIfNeeded: hour &* 3600 &+ minute &* 60 &+ second)
  }
}
