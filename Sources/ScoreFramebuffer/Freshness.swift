/// Whether the data on the screen can be trusted, and what to say when it cannot.
public struct Freshness: Equatable, Sendable {
  /// Milliseconds without a change after which data counts as stale; nil: never.
  public var staleAfter: Double?
  /// Why the newest data is not on the screen, as users read it; nil when it is.
  public var problem: String?
  private var lastChange: Double?

  public init(staleAfter: Double?) { self.staleAfter = staleAfter }

  /// The data on the screen is of this time, which may be long ago.
  public mutating func changed(at time: Double) { lastChange = time }

  /// The notice that belongs on the picture now, nil when all is well.
  public func notice(at time: Double) -> String? {
    if let problem { return problem }
    guard let staleAfter, let lastChange, time - lastChange >= staleAfter else { return nil }
    return "no new data for \(Self.duration(time - lastChange))"
  }

  /// When the notice may change next.
  public func nextChange(after time: Double) -> Double? {
    guard let staleAfter, let lastChange, problem == nil else { return nil }
    let age = time - lastChange
    if age < staleAfter { return lastChange + staleAfter }
    let unit = Self.unit(age)
    return lastChange + ((age / unit).rounded(.down) + 1) * unit
  }

  private static func unit(_ age: Double) -> Double {
    switch age {
    case ..<60_000: 1_000
    case ..<5_400_000: 60_000
    case ..<172_800_000: 3_600_000
    default: 86_400_000
    }
  }

  private static func duration(_ age: Double) -> String {
    let unit = unit(age)
    let count = Int(min(age / unit, 1e9))
    let name =
      switch unit {
      case 1_000: "s"
      case 60_000: "min"
      case 3_600_000: "h"
      default: count == 1 ? "day" : "days"
      }
    return "\(count) \(name)"
  }

  /// Reads `90`, `90s`, `15m`, `2h` or `1d` as milliseconds; nil for anything else and for nothing and less.
  public static func duration(_ text: String) -> Double? {
    let units: [Character: Double] = ["s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
    guard let last = text.last else { return nil }
    let unit = units[last]
    guard let count = UInt32(unit == nil ? text[...] : text.dropLast()), count > 0 else { return nil }
    return Double(count) * (unit ?? 1_000)
  }
}
