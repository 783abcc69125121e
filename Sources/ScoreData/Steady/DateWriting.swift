/// How nearly all dates of a steady file are written.
enum DateWriting: Equatable, Sendable {
  /// `YYYY-MM-DD`, perhaps with a time and a zone.
  case yearFirst
  /// `DD.MM.YYYY`, `MM/DD/YYYY` and the like, perhaps with a time; the order is for the whole column to confirm.
  case yearLast(separator: UInt8, order: DateOrder)
  /// Units since 1970 in UTC, perhaps with decimals.
  case epoch(EpochUnit)

  /// The fewest bytes of a date.
  var shortest: Int {
    switch self {
    case .yearFirst, .yearLast: 10
    case .epoch(let unit): unit.digits.lowerBound
    }
  }

  /// The order of day and month, where that could be a question.
  var order: DateOrder? { if case .yearLast(_, let order) = self { order } else { nil } }

  /// The same with day and month exchanged.
  var exchanged: DateWriting {
    guard case .yearLast(let separator, let order) = self else { return self }
    return .yearLast(separator: separator, order: order.exchanged)
  }

  /// Whether a date that the general reader read can be settled without looking at those of all other rows.
  func goesWith(_ raw: RawDate) -> Bool {
    guard raw.grain == .day, !raw.hasTwoDigitYear else { return false }
    switch self {
    case .yearFirst: return raw.form == .calendar && !raw.isBareNumber
    case .yearLast: return raw.form == .calendar && !raw.isBareNumber || raw.form == .yearLast
    case .epoch(let unit): return raw.form == unit.form
    }
  }
}

/// In what a bare number counts the time since 1970, as ``BareNumberDate`` tells from its digits.
enum EpochUnit: Equatable, Sendable {
  case seconds, milliseconds, microseconds, nanoseconds

  init?(_ form: RawDate.Form) {
    switch form {
    case .epochSeconds: self = .seconds
    case .epochMilliseconds: self = .milliseconds
    case .epochMicroseconds: self = .microseconds
    case .epochNanoseconds: self = .nanoseconds
    default: return nil
    }
  }

  var form: RawDate.Form {
    switch self {
    case .seconds: .epochSeconds
    case .milliseconds: .epochMilliseconds
    case .microseconds: .epochMicroseconds
    case .nanoseconds: .epochNanoseconds
    }
  }

  var perSecond: Int64 {
    switch self {
    case .seconds: 1
    case .milliseconds: 1000
    case .microseconds: 1_000_000
    case .nanoseconds: 1_000_000_000
    }
  }

  /// How many digits the whole number has.
  var digits: ClosedRange<Int> {
    switch self {
    case .seconds: 9...10
    case .milliseconds: 12...13
    case .microseconds: 15...16
    case .nanoseconds: 18...19
    }
  }
}

/// What days written with the year last say about the order of day and month.
struct OrderEvidence: OptionSet, Sendable {
  let rawValue: UInt8

  /// The day is above twelve, so that it can be no month.
  static let certain = OrderEvidence(rawValue: 1)
  /// Day and month are not the same number, so that it matters which is which.
  static let unequal = OrderEvidence(rawValue: 2)
}
