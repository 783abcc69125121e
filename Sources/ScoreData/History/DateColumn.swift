/// The dates of a series, oldest first, in as few bytes a row as they need.
///
/// Days take 4 bytes, and so do times in whole seconds within 68 years of the first, or in whole minutes within 4,000;
/// other times take 8 as counts of the coarsest unit that loses nothing. Precision and offset take none where they are
/// the same in every row, else 2. Access by index is O(1).
public struct DateColumn: Sendable {
  private var form = Form.days
  /// Only the array of the current form has elements; an array inside an enum would be copied by each append.
  private var narrow: [Int32] = []
  private var ticks: [Int64] = []
  private var wide: [WideDate] = []
  private var sharedTraits = DateTraits(precision: .day, offsetMinutes: nil)
  /// The traits of each row; empty as long as all rows share theirs.
  private var traits: [DateTraits] = []

  private enum Form: Equatable {
    /// Day numbers or ordinals, in `narrow`.
    case days
    /// Steps of so many seconds behind `base`, which counts seconds since 1970 in wall time, in `narrow`.
    case steps(base: Int64, seconds: Int64)
    /// Counts of 1 / `perSecond` s since 1970 in wall time.
    case ticks(perSecond: Int64)
    /// For years whose nanoseconds do not fit 64 bits.
    case wide

    var isInSeconds: Bool { if case .steps(_, 1) = self { true } else { false } }
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

  /// Day numbers; `traits` is empty where all rows have those of `shared`.
  init(days: [Int32], shared: DateTraits, traits: [DateTraits]) {
    (form, narrow, sharedTraits, self.traits) = (.days, days, shared, traits)
  }

  /// Steps of so many seconds behind `base`, which counts seconds since 1970 in wall time.
  init(steps: [Int32], of seconds: Int64, from base: Int64, shared: DateTraits, traits: [DateTraits]) {
    (form, narrow, sharedTraits, self.traits) = (.steps(base: base, seconds: seconds), steps, shared, traits)
  }

  /// Counts of 1 / `perSecond` s since 1970 in wall time.
  init(ticks: [Int64], perSecond: Int64, shared: DateTraits, traits: [DateTraits]) {
    (form, self.ticks, sharedTraits, self.traits) = (.ticks(perSecond: perSecond), ticks, shared, traits)
  }

  public var count: Int {
    switch form {
    case .days, .steps: narrow.count
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
    case .days, .steps: narrow.reserveCapacity(capacity)
    case .ticks: ticks.reserveCapacity(capacity)
    case .wide: wide.reserveCapacity(capacity)
    }
  }

  /// Amortised O(1); at most seven times in a column's life all rows move to a wider form.
  public mutating func append(_ date: ScoreDate) {
    appendTraits(of: date)
    switch form {
    case .days where date.nanosecondOfDay == 0: narrow.append(date.day)
    case .days: widen(for: date)
    case .steps(let base, let seconds):
      guard let step = Self.step(of: date, from: base, seconds) else { return widen(for: date) }
      narrow.append(step)
    case .ticks(let perSecond):
      guard let tick = Self.tick(of: date, perSecond: perSecond) else { return widen(for: date) }
      ticks.append(tick)
    case .wide: wide.append(WideDate(day: date.day, nanosecondOfDay: date.nanosecondOfDay))
    }
  }

  /// Moves all rows to the narrowest form that also holds `date`, and appends it.
  private mutating func widen(for date: ScoreDate) {
    let all = (0..<count).map(wallTime) + [date]
    narrow = []
    if form == .days || form.isInSeconds, let base = Self.tick(of: all[0], perSecond: 1) {
      for seconds: Int64 in form == .days ? [1, 60] : [60] {
        narrow.reserveCapacity(all.count * 2)
        for date in all {
          guard let step = Self.step(of: date, from: base, seconds) else { break }
          narrow.append(step)
        }
        guard narrow.count < all.count else { return form = .steps(base: base, seconds: seconds) }
        narrow = []
      }
    }
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

  /// A number that grows with the row's instant; those of one column can be compared, unless it has the widest form.
  func key(_ row: Int) -> Int64 {
    let offset = Int64((traits.isEmpty ? sharedTraits : traits[row]).offsetMinutes ?? 0) * 60
    switch form {
    case .days: return Int64(narrow[row]) * 86400 - offset
    case .steps(_, let seconds): return Int64(narrow[row]) * seconds - offset
    case .ticks(let perSecond): return ticks[row] - offset * perSecond
    case .wide: return wallTime(row).instant.seconds - offset
    }
  }

  /// Puts a date in the place of another. False if the column's form does not hold it.
  mutating func replace(_ row: Int, with date: ScoreDate) -> Bool {
    let new = DateTraits(precision: date.precision, offsetMinutes: date.offsetMinutes)
    guard !traits.isEmpty || new == sharedTraits else { return false }
    switch form {
    case .days:
      guard date.nanosecondOfDay == 0 else { return false }
      narrow[row] = date.day
    case .steps(let base, let seconds):
      guard let step = Self.step(of: date, from: base, seconds) else { return false }
      narrow[row] = step
    case .ticks(let perSecond):
      guard let tick = Self.tick(of: date, perSecond: perSecond) else { return false }
      ticks[row] = tick
    case .wide: wide[row] = WideDate(day: date.day, nanosecondOfDay: date.nanosecondOfDay)
    }
    if !traits.isEmpty { traits[row] = new }
    return true
  }

  /// Takes rows out; `rows` are in order.
  mutating func remove(at rows: [Int]) {
    narrow.remove(at: rows)
    ticks.remove(at: rows)
    wide.remove(at: rows)
    traits.remove(at: rows)
  }

  /// The rows in another order, all of them.
  func reordered(_ rows: [UInt32]) -> DateColumn {
    var column = self
    if !narrow.isEmpty { column.narrow = rows.map { narrow[Int($0)] } }
    if !ticks.isEmpty { column.ticks = rows.map { ticks[Int($0)] } }
    if !wide.isEmpty { column.wide = rows.map { wide[Int($0)] } }
    if !traits.isEmpty { column.traits = rows.map { traits[Int($0)] } }
    return column
  }

  mutating func reverse() {
    narrow.reverse()
    ticks.reverse()
    wide.reverse()
    traits.reverse()
  }

  /// The row's day and time without its traits.
  private func wallTime(_ row: Int) -> ScoreDate {
    switch form {
    case .days: return ScoreDate(day: narrow[row])
    case .steps(let base, let seconds): return Self.date(ofTick: base + Int64(narrow[row]) * seconds, perSecond: 1)
    case .ticks(let perSecond): return Self.date(ofTick: ticks[row], perSecond: perSecond)
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

  private static func step(of date: ScoreDate, from base: Int64, _ seconds: Int64) -> Int32? {
    guard let tick = tick(of: date, perSecond: 1), (tick - base) % seconds == 0 else { return nil }
    return Int32(exactly: (tick - base) / seconds)
  }

  private static func date(ofTick tick: Int64, perSecond: Int64) -> ScoreDate {
    let (day, rest) = floorDivide(tick, by: 86400 * perSecond)
    return ScoreDate(day: Int32(truncatingIfNeeded: day), nanosecondOfDay: rest * (1_000_000_000 / perSecond))
  }

  private static func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}

extension Array {
  /// Takes elements out; `places` are in order, and those that there are not mean nothing.
  mutating func remove(at places: [Int]) {
    guard let first = places.first, first < count else { return }
    var next = 0
    var free = first
    for index in first..<count {
      if next < places.count, places[next] == index {
        next += 1
      } else {
        self[free] = self[index]
        free += 1
      }
    }
    removeSubrange(free...)
  }
}

extension DateColumn: Equatable {
  /// Columns are equal that give the same dates, however they keep them.
  public static func == (first: Self, second: Self) -> Bool {
    first.count == second.count
      && (first.isKept(like: second) || (0..<first.count).allSatisfy { first[$0] == second[$0] })
  }

  /// Whether both keep the same numbers: O(1) where they share them, as the series of a table do.
  private func isKept(like other: DateColumn) -> Bool {
    form == other.form && sharedTraits == other.sharedTraits && wide.isEmpty && other.wide.isEmpty
      && narrow == other.narrow && ticks == other.ticks && traits == other.traits
  }
}

/// A date's precision and offset, in two bytes.
struct DateTraits: Equatable, Sendable {
  private var code: UInt16
  private static let noOffset: UInt16 = 0x3FFF
  private static let offsetBias = 4096

  /// Of a time without offset.
  static let time = DateTraits(precision: .time, offsetMinutes: nil)
  static let universalTime = DateTraits(precision: .time, offsetMinutes: 0)

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
