/// Numbers since 1970.
extension SteadyParser {
  /// Reads a whole number with as many digits as the unit has, and its decimals, of which those below a nanosecond are left out.
  func readEpoch(_ position: inout UnsafePointer<UInt8>, _ unit: EpochUnit, _ date: inout SteadyDate) -> Bool {
    var next = position
    var value: Int64 = 0
    while ASCII.isDigit(next.pointee), next - position < 19 {
      let (tens, tooLong) = value.multipliedReportingOverflow(by: 10)
      let (sum, tooGreat) = tens.addingReportingOverflow(Int64(next.pointee &- 0x30))
      guard !tooLong, !tooGreat else { return false }
      value = sum
      next += 1
    }
    guard unit.digits.contains(next - position), position.pointee != UInt8(ascii: "0") else { return false }
    let nanosecondsPerUnit = 1_000_000_000 / unit.perSecond
    let (seconds, rest) = value.quotientAndRemainder(dividingBy: unit.perSecond)
    date.nanosecond = rest * nanosecondsPerUnit
    if next.pointee == UInt8(ascii: ".") || next.pointee == UInt8(ascii: ",") && plan.delimiter != UInt8(ascii: ",") {
      next += 1
      guard ASCII.isDigit(next.pointee) else { return false }
      var place = nanosecondsPerUnit / 10
      while ASCII.isDigit(next.pointee) {
        date.nanosecond += Int64(next.pointee &- 0x30) * place
        place /= 10
        next += 1
      }
      guard next - position <= DateText.longest else { return false }
    }
    let perSecond = plan.form.perSecond
    guard plan.form.reaches(seconds / 86400) else { return false }
    date.tick = seconds * perSecond + date.nanosecond / (1_000_000_000 / perSecond)
    date.traits = DateTraits.universalTime
    date.hasTime = true
    position = next
    return true
  }
}

/// Rows of numbers since 1970 with as many digits as the first of them, which are up to sixteen and have no decimals.
struct EpochDigits {
  let count: Int
  /// Bits of the digits in the last eight that are not among the first eight.
  private let newDigits: UInt64
  private let shift: UInt64
  /// What the unit is divided by, or multiplied with, for the form's.
  private let divisor: Int64
  private let factor: Int64
  /// Nil where steps of any width are kept.
  private let base: Int64?

  /// Nil where the date at `start` is not of this kind, or the form needs a closer look.
  init?(like start: UnsafePointer<UInt8>, _ unit: EpochUnit, _ plan: SteadyPlan) {
    var count = 0
    while count < 17, ASCII.isDigit(start[count]) { count += 1 }
    // A digit that begins a comment is for the other way of reading.
    guard count <= 16, unit.digits.contains(count), plan.commentStart.map(ASCII.isDigit) != true else { return nil }
    let form = plan.form
    self.count = count
    newDigits = UInt64.max << UInt64((16 - count) * 8)
    shift = SteadyParser.wholePowersOfTen(count - 8)
    divisor = max(unit.perSecond / form.perSecond, 1)
    factor = max(form.perSecond / unit.perSecond, 1)
    switch form.dates {
    case .seconds: base = form.base
    case .ticks: base = nil
    case .days, .minutes: return nil
    }
    guard form.perSecond <= 1_000_000, [1, 1000].contains(divisor) else { return nil }
  }

  /// The date in the form's unit; nil for anything else.
  @inline(__always)
  func tick(at start: UnsafePointer<UInt8>) -> Int64? {
    let raw = UnsafeRawPointer(start)
    let first = Self.digits(raw)
    let last = Self.digits(raw + (count &- 8))
    let others =
      (((first & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676) | first)
      | (((last & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676) | last)
    guard others & 0x8080_8080_8080_8080 == 0, first & 0xFF != 0 else { return nil }
    let whole = SteadyNumber.magnitude(ofDigits: first) &* shift &+ SteadyNumber.magnitude(ofDigits: last & newDigits)
    var tick = Int64(truncatingIfNeeded: whole) &* factor
    if divisor == 1000 {
      let quotient = tick / 1000
      guard quotient &* 1000 == tick else { return nil }
      tick = quotient
    }
    if let base {
      let step = tick &- base
      guard Int64(Int32(truncatingIfNeeded: step)) == step else { return nil }
    }
    return tick
  }

  @inline(__always)
  private static func digits(_ start: UnsafeRawPointer) -> UInt64 {
    UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
  }
}
