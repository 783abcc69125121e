import ScoreData

/// How much a step from one date to a later one changes: the coarser the unit, the more its label weighs.
///
/// The units of INTERACTION's weights (year 70, month 60, day 50, hour 30, minute 20),
/// each refined by how round its number is, so that what thins out leaves even steps.
struct LabelWeight: Comparable {
  /// 0 is the coarsest.
  let rung: Int

  static func < (a: LabelWeight, b: LabelWeight) -> Bool { a.rung > b.rung }

  /// The largest unit that changed.
  enum Unit: Int, Comparable {
    case none, second, minute, hour, day, month, year

    static func < (a: Unit, b: Unit) -> Bool { a.rawValue < b.rawValue }
  }
}

/// The rungs from millennia down to single rows, and which of them a step from one row to another crosses.
enum LabelLadder {
  /// One rung: a unit and how many of them make an interval.
  private struct Rung {
    var unit: LabelWeight.Unit
    var step: Int
  }

  private static let years = [1000, 500, 100, 50, 10, 5, 1].map { Rung(unit: .year, step: $0) }
  private static let months = [6, 3, 1].map { Rung(unit: .month, step: $0) }
  /// Days of a month in tens, fives, then 1, 3 and 6, 8 …, then every day.
  private static let days = [10, 5, -5, 1].map { Rung(unit: .day, step: $0) }
  private static let hours = [12, 6, 3, 1].map { Rung(unit: .hour, step: $0) }
  private static let minutes = [30, 15, 5, 1].map { Rung(unit: .minute, step: $0) }
  private static let seconds = [30, 15, 5, 1].map { Rung(unit: .second, step: $0) }
  private static let calendar = years + months + days + hours + minutes + seconds
  /// Steps for numbered rows, and for rows of the same moment.
  private static let numbers: [Int] = {
    var steps: [Int] = []
    var power = 1_000_000_000
    while power > 1 {
      steps += [power, power / 2]
      power /= 10
    }
    return steps + [1]
  }()

  /// A row as the ladder sees it.
  struct Place {
    var date: ScoreDate
    var row: Int
  }

  /// The coarsest rung whose interval differs between two rows, in calendar time or else by number.
  static func weight(from a: Place, to b: Place) -> LabelWeight {
    if a.date.precision != .ordinal, b.date.precision != .ordinal {
      let unit = unit(from: a.date, to: b.date)
      if unit != .none {
        // The rungs of coarser units are the same for both.
        let (first, last) = (CalendarKey(a.date), CalendarKey(b.date))
        var index = firstRung(of: unit)
        while first.interval(unit, calendar[index].step) == last.interval(unit, calendar[index].step) { index += 1 }
        return LabelWeight(rung: index)
      }
    }
    let numbered = a.date.precision == .ordinal && b.date.precision == .ordinal
    let (first, last) = numbered ? (Int(a.date.day), Int(b.date.day)) : (a.row, b.row)
    let index = numbers.firstIndex { floorDivide(first, $0) != floorDivide(last, $0) } ?? numbers.count - 1
    return LabelWeight(rung: calendar.count + index)
  }

  private static func firstRung(of unit: LabelWeight.Unit) -> Int {
    switch unit {
    case .year: 0
    case .month: years.count
    case .day: years.count + months.count
    case .hour: years.count + months.count + days.count
    case .minute: years.count + months.count + days.count + hours.count
    case .second, .none: years.count + months.count + days.count + hours.count + minutes.count
    }
  }

  /// Whether two rows lie in the same interval of a rung.
  static func isSame(_ weight: LabelWeight, _ a: Place, _ b: Place) -> Bool {
    if weight.rung < calendar.count {
      let rung = calendar[max(weight.rung, 0)]
      return CalendarKey(a.date).interval(rung.unit, rung.step) == CalendarKey(b.date).interval(rung.unit, rung.step)
    }
    let step = numbers[min(weight.rung - calendar.count, numbers.count - 1)]
    let numbered = a.date.precision == .ordinal && b.date.precision == .ordinal
    return numbered
      ? floorDivide(Int(a.date.day), step) == floorDivide(Int(b.date.day), step)
      : a.row / step == b.row / step
  }

  /// The largest unit that differs between two dates.
  static func unit(from a: ScoreDate, to b: ScoreDate) -> LabelWeight.Unit {
    let (first, last) = (a.civil, b.civil)
    if first.year != last.year { return .year }
    if first.month != last.month { return .month }
    if first.day != last.day { return .day }
    if a.hour != b.hour { return .hour }
    if a.minute != b.minute { return .minute }
    return a.second != b.second ? .second : .none
  }

  /// A moment shortly before `date`, so that the first row weighs as much as its date is round.
  static func before(_ date: ScoreDate) -> ScoreDate {
    var earlier = date
    if date.precision == .time {
      let second: Int64 = 1_000_000_000
      guard date.nanosecondOfDay < second else {
        earlier.nanosecondOfDay -= second
        return earlier
      }
      earlier.nanosecondOfDay += 86_399 * second
    }
    earlier.day = date.day > .min ? date.day - 1 : date.day
    return earlier
  }

  private static func floorDivide(_ value: Int, _ step: Int) -> Int {
    value >= 0 ? value / step : (value + 1) / step - 1
  }
}

/// A date cut into the units of the ladder.
private struct CalendarKey {
  private let civil: CivilDate
  private let day: Int
  private let second: Int

  init(_ date: ScoreDate) {
    civil = date.civil
    day = Int(date.day)
    second = Int(date.nanosecondOfDay / 1_000_000_000)
  }

  /// The number of the interval that the date lies in, counted within what contains it.
  func interval(_ unit: LabelWeight.Unit, _ step: Int) -> Int {
    switch unit {
    case .year: civil.year / step
    case .month: (civil.year * 12 + civil.month - 1) / step
    case .day: (civil.year * 12 + civil.month) * 64 + dayInterval(step)
    case .hour: day * 24 + hour / step
    case .minute: (day * 24 + hour) * 60 + second / 60 % 60 / step
    case .second: (day * 24 + hour) * 3600 + second / 60 % 60 * 60 + second % 60 / step
    case .none: 0
    }
  }

  private var hour: Int { second / 3600 }

  private func dayInterval(_ step: Int) -> Int {
    guard step != 1 else { return civil.day }
    // The 31st begins nothing: the next month is too near.
    let index = min(civil.day - 1, 29)
    return step > 0 ? index / step : index / -step * 2 + (index % -step >= 2 ? 1 : 0)
  }
}
