/// A number in decimal, exactly as written: sign, digits, power of ten.
struct DecimalNumber: Equatable {
  var isNegative = false
  /// The digits as a whole number, as far as they fit.
  var mantissa: UInt64 = 0
  /// The power of ten that the mantissa is multiplied by.
  var exponent = 0
  /// Digits that did not fit the mantissa, as a text that can be converted exactly; nil in nearly every case.
  var longText: String?

  static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// The nearest 64-bit floating-point number; infinite where it is too great. Zero has no sign.
  ///
  /// Up to 2^53 and 10^22 both factors are exact, so one operation rounds once (Clinger 1990). Beyond,
  /// the standard library's conversion rounds correctly and knows no locale.
  var value: Double {
    let magnitude: Double
    if let longText {
      magnitude = Double(longText) ?? .nan
    } else if mantissa == 0 {
      return 0
    } else if mantissa <= 1 << 53, abs(exponent) <= 22 {
      let digits = Double(mantissa)
      magnitude = exponent < 0 ? digits / Self.powersOfTen[-exponent] : digits * Self.powersOfTen[exponent]
    } else {
      magnitude = Double("\(mantissa)e\(exponent)") ?? .nan
    }
    return magnitude == 0 ? 0 : isNegative ? -magnitude : magnitude
  }

  /// Appends a digit before or behind the decimal mark.
  @inline(__always)
  mutating func append(digit: UInt8, isDecimal: Bool) {
    let (tens, tooLong) = mantissa.multipliedReportingOverflow(by: 10)
    let (sum, tooGreat) = tens.addingReportingOverflow(UInt64(digit))
    if longText == nil, !tooLong, !tooGreat {
      mantissa = sum
    } else {
      longText = (longText ?? String(mantissa)) + String(digit)
    }
    if isDecimal { exponent -= 1 }
  }

  /// Ends the number: the power of ten behind its `E` is added, and long digits get their exponent.
  mutating func finish(exponent written: Int) {
    exponent += written
    if let text = longText { longText = text + "e\(exponent)" }
  }

  /// A number with a dot or without decimals and nothing else: `-12.5e3`.
  static func plain(_ bytes: Bytes) -> DecimalNumber? {
    var number = DecimalNumber()
    var index = 0
    var digits = 0
    var seenDot = false
    if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      number.isNegative = first == UInt8(ascii: "-")
      index = 1
    }
    while index < bytes.count {
      let byte = bytes[index]
      if ASCII.isDigit(byte) {
        number.append(digit: byte &- 0x30, isDecimal: seenDot)
        digits += 1
      } else if byte == UInt8(ascii: "."), !seenDot {
        seenDot = true
      } else {
        break
      }
      index += 1
    }
    guard digits > 0 else { return nil }
    var written = 0
    if index < bytes.count {
      guard let (exponent, end) = exponentPart(bytes, at: index), end == bytes.count else { return nil }
      written = exponent
    }
    number.finish(exponent: written)
    return number
  }

  /// The exponent that starts with `E` at `start`, and where it ends; nil if there is none.
  static func exponentPart(_ bytes: Bytes, at start: Int) -> (exponent: Int, end: Int)? {
    guard start < bytes.count, bytes[start] | 0x20 == UInt8(ascii: "e") else { return nil }
    var index = start + 1
    var isNegative = false
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    let firstDigit = index
    var exponent = 0
    while index < bytes.count, ASCII.isDigit(bytes[index]) {
      // Far beyond what any number can have; more digits change nothing.
      if exponent < 100_000 { exponent = exponent * 10 + Int(bytes[index] &- 0x30) }
      index += 1
    }
    return index > firstDigit ? (isNegative ? -exponent : exponent, index) : nil
  }
}
