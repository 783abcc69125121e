/// The hours of the day during which the display is off: `22:00-07:00`.
public struct SleepSchedule: Equatable, Sendable {
  /// Minutes since midnight; `end` may come before `start`, then midnight lies between.
  public var start: Int
  public var end: Int

  /// Reads `HH:MM-HH:MM`; nil for anything else, and when both times are the same.
  public init?(_ text: String) {
    let times = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.minutes)
    guard times.count == 2, let start = times[0], let end = times[1], start != end else { return nil }
    self.start = start
    self.end = end
  }

  private static func minutes(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      let hour = UInt8(parts[0]), let minute = UInt8(parts[1]), hour < 24, minute < 60
    else { return nil }
    return Int(hour) * 60 + Int(minute)
  }

  /// Whether the display sleeps at `time`.
  public func covers(_ time: TimeOfDay) -> Bool {
    let minute = time.seconds / 60
    return start < end ? (start..<end).contains(minute) : minute >= start || minute < end
  }

  /// Seconds from `time` until sleep begins or ends next, 1 to 86,400.
  public func secondsToChange(from time: TimeOfDay) -> Int {
    [start, end].map { bound in
      let seconds = bound * 60 - time.seconds
      return seconds > 0 ? seconds : seconds + 86_400
    }
    .min() ?? 86_400
  }
}

/// A time on the clock on the wall.
public struct TimeOfDay: Equatable, Sendable {
  /// Since midnight, 0 ..< 86,400.
  public var seconds: Int

  public init(seconds: Int) { self.seconds = ((seconds % 86_400) + 86_400) % 86_400 }

  public init(hour: Int, minute: Int, second: Int = 0) {
    self.init(seconds: hour * 3600 + minute * 60 + second)
  }

  /// `HH:MM`.
  public var text: String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(two(seconds / 3600)):\(two(seconds / 60 % 60))"
  }
}
