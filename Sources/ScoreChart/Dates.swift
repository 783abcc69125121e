import ScoreData

/// The order of dates as they stand on the axis: by what is written, offsets aside.
enum DateOrder {
  static func isAfter(_ a: ScoreDate, _ b: ScoreDate) -> Bool {
    (a.day, a.nanosecondOfDay) > (b.day, b.nanosecondOfDay)
  }

  /// The time from one date to the next in days; offsets, where written, decide the distance.
  static func days(from a: ScoreDate, to b: ScoreDate) -> Double {
    let nanosecondsPerDay = 86_400e9
    let wall = Double(b.day) - Double(a.day) + Double(b.nanosecondOfDay - a.nanosecondOfDay) / nanosecondsPerDay
    let shift = Double(Int(a.offsetMinutes ?? 0) - Int(b.offsetMinutes ?? 0)) / 1440
    return wall + shift
  }
}

/// Which steps of the timeline are pauses: longer than eight times the usual step.
struct Pauses: Equatable, Sendable {
  /// The longest step, in days, that is not a pause.
  let limit: Double
  /// The usual step in days: the median; 0 where there is none.
  let usualStep: Double
  private let dates: DateColumn

  static let factor = 8.0
  /// Steps looked at for the median; a longer history is sampled evenly.
  static let sampleSize = 4096

  init(dates: DateColumn) {
    self.dates = dates
    let steps = dates.count - 1
    guard steps > 1, dates[0].precision != .ordinal else {
      limit = .infinity
      usualStep = steps == 1 ? max(DateOrder.days(from: dates[0], to: dates[1]), 0) : 0
      return
    }
    let samples = min(steps, Pauses.sampleSize)
    var lengths: [Double] = []
    lengths.reserveCapacity(samples)
    for sample in 0..<samples {
      let index = Int(Double(sample) / Double(samples) * Double(steps))
      let length = DateOrder.days(from: dates[index], to: dates[index + 1])
      if length > 0 { lengths.append(length) }
    }
    lengths.sort()
    usualStep = lengths.isEmpty ? 0 : lengths[lengths.count / 2]
    limit = lengths.isEmpty ? .infinity : usualStep * Pauses.factor
  }

  /// Whether a pause lies between column `index` and the one after it.
  func isPause(after index: Int) -> Bool {
    guard limit.isFinite, index >= 0, index + 1 < dates.count else { return false }
    return DateOrder.days(from: dates[index], to: dates[index + 1]) > limit
  }
}
