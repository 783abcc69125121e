/// A plain number at the beginning of some bytes: `-12.5`, with at most 18 digits.
struct SteadyNumber {
  /// The digits as a whole number.
  var magnitude: UInt64 = 0
  var isNegative = false
  /// Digits behind the decimal mark.
  var decimals = 0
  /// Bytes with sign and mark; 0 if this is no such number.
  var length = 0
  /// Whether the mark could as well stand between groups of three digits.
  var hasDoubtfulMark = false

  /// Reads at most 20 bytes, and 8 where the number is as short as most are.
  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, mark: DecimalMark) {
    let isNegative = start.pointee == UInt8(ascii: "-")
    let digits = isNegative ? start + 1 : start
    let markByte: UInt64 = mark == .dot ? 0x2E : 0x2C
    // Eight bytes at once: digits are 0 ... 9 behind the exclusive or, and everything else sets a high bit.
    let word =
      UInt64(littleEndian: UnsafeRawPointer(digits).loadUnaligned(as: UInt64.self))
      ^ 0x3030_3030_3030_3030
    let others =
      (((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080
    guard others != 0 else {
      readLong(digits, isNegative, UInt8(truncatingIfNeeded: markByte))
      return
    }
    let whole = others.trailingZeroBitCount &>> 3
    let packed: UInt64
    if (word &>> UInt64(truncatingIfNeeded: whole &* 8)) & 0xFF == markByte ^ 0x30 {
      let behind = others & (others &- 1)
      guard behind != 0 else {
        readLong(digits, isNegative, UInt8(truncatingIfNeeded: markByte))
        return
      }
      let end = behind.trailingZeroBitCount &>> 3
      decimals = end &- whole &- 1
      guard whole > 0, decimals > 0 else { return }
      // The whole digits move over the mark.
      let low = word & Self.lowBytes(whole)
      let high = word & (Self.lowBytes(end) ^ Self.lowBytes(whole &+ 1))
      packed = (low &<< 8 | high) &<< UInt64(truncatingIfNeeded: (8 &- end) &* 8)
      length = end
      hasDoubtfulMark = decimals == 3 && whole <= 3 && word & 0xFF != 0
    } else {
      guard whole > 0 else { return }
      packed = (word & Self.lowBytes(whole)) &<< UInt64(truncatingIfNeeded: (8 &- whole) &* 8)
      length = whole
    }
    magnitude = Self.magnitude(ofDigits: packed)
    if isNegative {
      self.isNegative = true
      length &+= 1
    }
  }

  /// The number of eight digits, the first in the lowest byte, in three multiplications: pairs, fours, all.
  @inline(__always)
  static func magnitude(ofDigits digits: UInt64) -> UInt64 {
    let pairs = (digits &* 2561) &>> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 6_553_601) &>> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* 42_949_672_960_001) &>> 32
  }

  @inline(__always)
  private static func lowBytes(_ count: Int) -> UInt64 {
    (1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1
  }

  @inline(never)
  private mutating func readLong(_ digits: UnsafePointer<UInt8>, _ isNegative: Bool, _ mark: UInt8) {
    var index = 0
    var count = 0
    var markAt: Int?
    while true {
      let byte = digits[index]
      if ASCII.isDigit(byte) {
        guard count < 18 else { return }
        magnitude = magnitude * 10 + UInt64(byte &- 0x30)
        count += 1
      } else if byte == mark, markAt == nil {
        markAt = index
      } else {
        break
      }
      index += 1
    }
    let whole = markAt ?? index
    decimals = markAt.map { index - $0 - 1 } ?? 0
    guard whole > 0, markAt == nil || decimals > 0 else { return }
    hasDoubtfulMark = decimals == 3 && whole <= 3 && digits[0] != 0x30
    self.isNegative = isNegative
    length = index + (isNegative ? 1 : 0)
  }
}
