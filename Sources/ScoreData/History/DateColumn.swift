/// The dates of a series, oldest first, in as few bytes a row as they need.
///
/// Days take 4 bytes, times 8 as counts of the coarsest unit that loses nothing; precision and offset
/// take none where they are the same in every row, else 2. Access by index is O(1).
public struct DateColumn: Sendable {
  private var form = Form.days
  /// Only the array of the current form has elements; an array inside an enum would be copied by each append.
  private var days: [Int32] = []
  private var ticks: [Int64] = []
  private var wide: [WideDate] = []
  private var sharedTraits = DateTraits(precision: .day, offsetMinutes: nil)
  /// The traits of each row; empty as long as all rows share theirs.
  private var traits: [DateTraits] = []

  private enum Form: Equatable {
    /// Day numbers or ordinals.
    case days
    /// Counts of 1 / `perSecond` s since 1970 in wall time.
    case ticks(perSecond: Int64)
    /// For years whose nanoseconds do not fit 64 bits.
    case wide
  }

  private struct WideDate {
    var day: Int32
    var nanosecondOfDay: Int64
  }

  public init() {}

  public init(_ dates: some Sequence<ScoreDate>) {
    reserveCapacity(dates.underestimatedCount)
    for date in dates { append(date) }
  }

  public var count: Int {
    switch form {
    case .days: days.count
    case .ticks: ticks.count
    case .wide: wide.count
    }
  }

  public subscript(index: Int) -> ScoreDate {
    var date = wallTime(index)
    let own = traits.isEmpty ? sharedTraits : traits[index]
    date.precision = own.precision
    date.offsetMinutes = own.offsetMinutes
    return date
  }

  public mutating func reserveCapacity(_ capacity: Int) {
    switch form {
    case .days: days.reserveCapacity(capacity)
    case .ticks: ticks.reserveCapacity(capacity)
    case .wide: wide.reserveCapacity(capacity)
    }
  }

  /// Amortised O(1); at most five times in a column's life all rows move to a wider form.
  public mutating func append(_ date: ScoreDate) {
    appendTraits(of: date)
    switch form {
    case .days where date.nanosecondOfDay == 0: days.append(date.day)
    case .days: widen(for: date)
    case .ticks(let perSecond):
      guard let tick = Self.tick(of: date, perSecond: perSecond) else { return widen(for: date) }
      ticks.append(tick)
    case .wide: wide.append(WideDate(day: date.day, nanosecondOfDay: date.nanosecondOfDay))
    }
  }

  /// Moves all rows to the narrowest form that also holds `date`, and appends it.
  private mutating func widen(for date: ScoreDate) {
    let all = (0..<count).map(wallTime) + [date]
    days = []
    for perSecond: Int64 in [1, 1000, 1_000_000, 1_000_000_000] {
      ticks = []
      ticks.reserveCapacity(all.count * 2)
      for date in all {
        guard let tick = Self.tick(of: date, perSecond: perSecond) else { break }
        ticks.append(tick)
      }
      guard ticks.count < all.count else { return form = .ticks(perSecond: perSecond) }
    }
    ticks = []
    wide = all.map { WideDate(day: $0.day, nanosecondOfDay: $0.nanosecondOfDay) }
    form = .wide
  }

  /// The row's day and time without its traits.
  private func wallTime(_ row: Int) -> ScoreDate {
    switch form {
    case .days: return ScoreDate(day: days[row])
    case .ticks(let perSecond):
      let (day, rest) = Self.floorDivide(ticks[row], by: 86400 * perSecond)
      return ScoreDate(day: Int32(truncatingIfNeeded: day), nanosecondOfDay: rest * (1_000_000_000 / perSecond))
    case .wide: return ScoreDate(day: wide[row].day, nanosecondOfDay: wide[row].nanosecondOfDay)
    }
  }

  private mutating func appendTraits(of date: ScoreDate) {
    let new = DateTraits(precision: date.precision, offsetMinutes: date.offsetMinutes)
    if !traits.isEmpty {
      traits.append(new)
    } else if count == 0 {
      sharedTraits = new
    } else if sharedTraits != new {
      traits = Array(repeating: sharedTraits, count: count)
      traits.append(new)
    }
  }

  /// Nil where the unit would lose a digit or the count does not fit.
  private static func tick(of date: ScoreDate, perSecond: Int64) -> Int64? {
    let nanosecondsPerTick = 1_000_000_000 / perSecond
    guard date.nanosecondOfDay % nanosecondsPerTick == 0 else { return nil }
    let (days, daysOverflow) = Int64(date.day).multipliedReportingOverflow(by: 86400 * perSecond)
    let (tick, overflow) = days.addingReportingOverflow(date.nanosecondOfDay / nanosecondsPerTick)
    return daysOverflow || overflow ? nil : tick
  }

  private static func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}

extension DateColumn: Equatable {
  /// Columns are equal that give the same dates, however they keep them.
  public static func == (first: Self, second: Self) -> Bool {
    first.count == second.count && (0..<first.count).allSatisfy { first[$0] == second[$0] }
  }
}

/// A date's precision and offset, in two bytes.
private struct DateTraits: Equatable, Sendable {
  private var code: UInt16
  private static let noOffset: UInt16 = 0x3FFF
  private static let offsetBias = 4096

  init(precision: ScoreDate.Precision, offsetMinutes: Int16?) {
    let offset = offsetMinutes.map { UInt16(clamping: min(max(Int($0) + Self.offsetBias, 0), 0x3FFE)) } ?? Self.noOffset
    code = UInt16(precision.rawValue) << 14 | offset
  }

  var precision: ScoreDate.Precision { ScoreDate.Precision(rawValue: UInt8(code >> 14)) ?? .day }

  var offsetMinutes: Int16? {
    let offset = code & 0x3FFF
    return offset == Self.noOffset ? nil : Int16(Int(offset) - Self.offsetBias)
  }
}
