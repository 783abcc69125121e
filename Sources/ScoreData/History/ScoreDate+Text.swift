extension ScoreDate {
  /// The date as ISO 8601 writes it, with the offset that the file wrote and decimals of seconds in groups of three:
  /// `2024-08-29`, `2024-08-29T13:05:00.500+02:00`, `2024-08-29T11:05:00Z`; `#12` for a number in place of a date.
  public var isoText: String {
    var bytes: [UInt8] = []
    appendISOText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends ``isoText`` in ASCII.
  public func appendISOText(to bytes: inout [UInt8]) {
    guard precision != .ordinal else {
      bytes.append(UInt8(ascii: "#"))
      bytes.append(contentsOf: String(day).utf8)
      return
    }
    let civil = civil
    bytes.append(digits: civil.year, width: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(digits: civil.month, width: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(digits: civil.day, width: 2)
    guard precision == .time else { return }
    bytes.append(UInt8(ascii: "T"))
    bytes.append(digits: hour, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(digits: minute, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(digits: second, width: 2)
    appendFraction(to: &bytes)
    appendOffset(to: &bytes)
  }

  private func appendFraction(to bytes: inout [UInt8]) {
    let nanoseconds = Int(nanosecondOfDay % 1_000_000_000)
    guard nanoseconds != 0 else { return }
    bytes.append(UInt8(ascii: "."))
    if nanoseconds % 1_000_000 == 0 {
      bytes.append(digits: nanoseconds / 1_000_000, width: 3)
    } else if nanoseconds % 1000 == 0 {
      bytes.append(digits: nanoseconds / 1000, width: 6)
    } else {
      bytes.append(digits: nanoseconds, width: 9)
    }
  }

  private func appendOffset(to bytes: inout [UInt8]) {
    guard let offsetMinutes else { return }
    guard offsetMinutes != 0 else { return bytes.append(UInt8(ascii: "Z")) }
    bytes.append(UInt8(ascii: offsetMinutes < 0 ? "-" : "+"))
    bytes.append(digits: abs(Int(offsetMinutes)) / 60, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(digits: abs(Int(offsetMinutes)) % 60, width: 2)
  }
}

extension [UInt8] {
  /// Appends a number that is not negative in decimal, with leading zeros.
  fileprivate mutating func append(digits value: Int, width: Int) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
      divisor /= 10
    }
  }
}

extension ScoreDate {
  /// A point on one line of time on which dates are ordered; a date without offset counts as UTC.
  public struct Instant: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public var seconds: Int64
    /// 0 ..< 1,000,000,000
    public var nanoseconds: Int32

    public static func < (first: Self, second: Self) -> Bool {
      first.seconds != second.seconds ? first.seconds < second.seconds : first.nanoseconds < second.nanoseconds
    }
  }

  public var instant: Instant {
    let offset = Int64(offsetMinutes ?? 0) * 60
    return Instant(
      seconds: Int64(day) * 86400 + nanosecondOfDay / 1_000_000_000 - offset,
      nanoseconds: Int32(truncatingIfNeeded: nanosecondOfDay % 1_000_000_000))
  }
}
