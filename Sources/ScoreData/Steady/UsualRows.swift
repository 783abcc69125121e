/// Rows that look just like the first of them: the same day, ` HH:MM:SS`, a number with as many decimals as usual.
///
/// All that must hold of a row is gathered in one word and asked once, so a row costs some eighty instructions and
/// no branch that could be foreseen wrongly.
struct UsualRows {
  /// The first eight bytes of the day; its last two, and what stands between day and time.
  private let head: UInt64
  private let join: UInt64
  private let dayTick: Int64
  private let delimiter: UInt64
  /// What is added to hours, minutes and seconds so that those that there are not get a high bit.
  private let clockRange: UInt64
  private let lineEnds: UInt64
  /// CR LF, not LF.
  private let hasReturn: Bool
  private let number: FixedPoint
  private let limit: UInt64

  private static let lowBits: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Nil where the row at `start`, which begins with a day, is not of this kind; `tick` is the day's.
  init?(
    like start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, tick: Int64, _ plan: SteadyPlan, lastSecond: UInt64,
    limit: UInt64
  ) {
    guard let number = FixedPoint(decimals: plan.form.scale, mark: plan.decimal),
      start[10] == UInt8(ascii: " ") || start[10] == UInt8(ascii: "T") && plan.writing == .yearFirst, start < end
    else { return nil }
    let raw = UnsafeRawPointer(start)
    head = raw.loadUnaligned(as: UInt64.self)
    join = Self.join(raw)
    dayTick = tick
    delimiter = UInt64(plan.delimiter)
    clockRange = (0x80 - 24) | (0x80 - 60) << 24 | (0x80 - 1 - lastSecond) << 48
    let length = LineSplitter.length(ofLineIn: Bytes(start: start, count: end - start))
    hasReturn = length > 1 && start[length - 2] == 0x0D
    lineEnds = (hasReturn ? 0x0D : 0x0A) &* Self.lowBits
    self.number = number
    self.limit = limit
  }

  @inline(__always)
  private static func join(_ row: UnsafeRawPointer) -> UInt64 {
    UInt64(UInt32(littleEndian: row.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) & 0xFF_FFFF)
  }

  /// Parses rows up to one that is anything else, or for which there is no room.
  ///
  /// - Returns: how many of them have scores.
  @inline(never)
  func parse(
    _ position: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, into rows: SteadyRows, _ slot: inout Int
  ) -> Int {
    let (ticks, scores, capacity) = (rows.ticks, rows.scores, rows.capacity)
    var row = position
    var index = slot
    var gaps = 0
    while row < end, index < capacity {
      let raw = UnsafeRawPointer(row)
      let (second, wrongClock) = clock(raw)
      let wrong =
        wrongClock | (raw.loadUnaligned(as: UInt64.self) ^ head) | (Self.join(raw) ^ join)
        | (UInt64(row[19]) ^ delimiter)
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 20, as: UInt64.self))
      let ends = word ^ lineEnds
      let marks = (ends &- Self.lowBits) & ~ends & Self.highBits
      // Eight where there is no end.
      let length = UInt64(truncatingIfNeeded: marks.trailingZeroBitCount &>> 3)
      guard wrong == 0 else { break }
      var score = SteadyRows.gap
      if length != 0 {
        guard let magnitude = number.read(word, length: length), magnitude <= limit else { break }
        score = Int64(truncatingIfNeeded: magnitude)
      } else {
        gaps &+= 1
      }
      var next = row + (21 &+ Int(truncatingIfNeeded: length))
      if hasReturn {
        guard next.pointee == 0x0A else {
          gaps &-= length == 0 ? 1 : 0
          break
        }
        next += 1
      }
      ticks[index] = dayTick &+ second
      scores[index] = score
      index &+= 1
      row = next
    }
    defer { (position, slot) = (row, index) }
    return index &- slot &- gaps
  }

  /// The second of the day, and bits where bytes 11 ..< 19 are not `HH:MM:SS` within the form's range.
  @inline(__always)
  private func clock(_ row: UnsafeRawPointer) -> (Int64, wrong: UInt64) {
    let digits = SteadyParser.clockDigits((row + 11).assumingMemoryBound(to: UInt8.self))
    let pairs = (digits &* 10 &+ (digits &>> 8)) & 0x00FF_0000_FF00_00FF
    let second = (pairs & 0xFF) &* 3600 &+ (pairs &>> 24 & 0xFF) &* 60 &+ (pairs &>> 48)
    let wrong = SteadyParser.wrongClockBytes(digits) | ((pairs &+ clockRange) & Self.highBits)
    return (Int64(truncatingIfNeeded: second), wrong)
  }
}

/// A number of at most seven bytes with as many decimals as usual.
private struct FixedPoint {
  /// Digits `0` and the mark, the last in the highest byte.
  private let pattern: UInt64
  /// What is added to the bytes so that those that are no digits, or not the mark, get a high bit.
  private let range: UInt64
  /// Bits of the decimals' bytes and of those before the mark, in a word that ends with the number.
  private let decimals: UInt64
  private let whole: UInt64
  private let shortest: UInt64

  /// Nil for numbers that need a closer look: those with three decimals could be thousands.
  init?(decimals count: Int, mark: DecimalMark) {
    guard count >= 0, count <= 5, count != 3 else { return nil }
    let (zeros, digits): (UInt64, UInt64) = (0x3030_3030_3030_3030, 0x7676_7676_7676_7676)
    guard count > 0 else {
      (pattern, range, decimals, whole, shortest) = (zeros, digits, .max, 0, 1)
      return
    }
    let place = UInt64(56 - count * 8)
    let byte: UInt64 = mark == .dot ? 0x2E : 0x2C
    pattern = zeros ^ (0x30 ^ byte) << place
    range = digits ^ (0x76 ^ 0x7F) << place
    decimals = ~(UInt64.max >> (UInt64(count) * 8))
    whole = (1 << place) - 1
    shortest = UInt64(count) + 1
  }

  /// The digits as a whole number; nil where the first `length` bytes are anything else, or too many.
  @inline(__always)
  func read(_ word: UInt64, length: UInt64) -> UInt64? {
    let shift = 64 &- length &* 8
    let bytes = (word ^ (pattern &>> shift)) &<< shift
    let others = ((bytes & 0x7F7F_7F7F_7F7F_7F7F) &+ range) | bytes
    guard length &- shortest <= 7 &- shortest, others & 0x8080_8080_8080_8080 == 0 else { return nil }
    // The whole digits move over the mark.
    return SteadyNumber.magnitude(ofDigits: (bytes & decimals) | (bytes & whole) &<< 8)
  }
}
