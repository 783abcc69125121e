/// The parts of a cell that has a number in it: `-1.482,30 bpm`, `17 / 20`, `8.5E+01`.
///
/// What the number is worth depends on the decimal mark of the file, so the parts are found first.
struct NumberText {
  enum Shape: Equatable {
    case plain
    case fraction
    /// Infinite as written.
    case infinite
  }

  /// What a cell says about the decimal mark of its file.
  enum Evidence: Equatable {
    case none
    case only(DecimalMark)
    /// One mark, behind which exactly three digits stand.
    case either(DecimalMark)
  }

  var shape: Shape
  /// Digits, marks and exponent, without sign.
  var number: Bytes
  var isNegative = false
  var denominator: Bytes?
  /// Empty, or what stands behind the number, or a currency sign before it.
  var unit: Bytes
  var evidence: Evidence

  /// `text`: a cell as ``CellText/fold(_:)`` leaves it.
  init?(_ text: Bytes) {
    var start = 0
    guard let first = text.first else { return nil }
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      isNegative = first == UInt8(ascii: "-")
      start = 1
    }
    let currency = Self.currencyLength(text, at: start)
    let currencyStart = start
    start += currency
    if currency > 0, start < text.count, text[start] == 0x20 { start += 1 }
    if currency > 0, !isNegative, start < text.count, text[start] == UInt8(ascii: "-") {
      isNegative = true
      start += 1
    }
    let end = Self.endOfNumber(text, from: start)
    let rest = text.from(end).trimmed
    guard end > start else {
      guard Self.isInfinite(rest) else { return nil }
      (shape, number, unit, evidence) = (.infinite, text.part(start..<start), rest.part(0..<0), .none)
      return
    }
    number = text.part(start..<end)
    guard let found = Self.evidence(number) else { return nil }
    evidence = found
    shape = .plain
    unit = currency > 0 ? text.part(currencyStart..<currencyStart + currency) : rest
    if currency > 0 {
      guard rest.isEmpty else { return nil }
    } else if !readDenominator(rest), !Self.isUnit(unit) {
      return nil
    }
  }

  /// Reads `/ 20` behind a number. False if that is not what stands there.
  private mutating func readDenominator(_ rest: Bytes) -> Bool {
    guard rest.first == UInt8(ascii: "/") else { return false }
    let divisor = rest.from(1).trimmed
    guard !divisor.isEmpty, Self.endOfNumber(divisor, from: 0) == divisor.count, let its = Self.evidence(divisor) else {
      return false
    }
    switch (evidence, its) {
    case (_, .none): break
    case (.none, _): evidence = its
    case (.only(let first), .only(let second)) where first != second: return false
    case (.either, .only): evidence = its
    default: break
    }
    denominator = divisor
    unit = rest.part(0..<0)
    shape = .fraction
    return true
  }

  /// The number's worth when `mark` stands before decimals, or nil if it cannot be read so; a fraction's numerator.
  func value(_ mark: DecimalMark) -> Double? {
    guard shape != .infinite, var decimal = Self.decimal(number, mark: mark) else { return nil }
    decimal.isNegative = isNegative
    return decimal.value
  }

  /// What a fraction is divided by; nil unless it is above zero.
  func denominatorValue(_ mark: DecimalMark) -> Double? {
    guard let denominator, let value = Self.decimal(denominator, mark: mark)?.value, value > 0, value.isFinite else {
      return nil
    }
    return value
  }

  private static func isInfinite(_ text: Bytes) -> Bool {
    text.equalsIgnoringCase("inf") || text.equalsIgnoringCase("infinity") || text.equalsIgnoringCase("+inf")
      || text.elementsEqual([0xE2, 0x88, 0x9E])
  }
}

extension NumberText {
  private static func currencyLength(_ text: Bytes, at start: Int) -> Int {
    guard start < text.count else { return 0 }
    if text[start] == UInt8(ascii: "$") { return 1 }
    // Pound, yen; euro and the others of U+20A0 … U+20BF.
    if text.count >= start + 2, text[start] == 0xC2, text[start + 1] == 0xA3 || text[start + 1] == 0xA5 { return 2 }
    if text.count >= start + 3, text[start] == 0xE2, text[start + 1] == 0x82, text[start + 2] >= 0xA0 { return 3 }
    return 0
  }

  /// Where the digits, marks, grouping blanks and exponent that start at `start` end; `start` itself if there is no digit.
  private static func endOfNumber(_ text: Bytes, from start: Int) -> Int {
    var index = start
    var digits = 0
    while index < text.count {
      let byte = text[index]
      if ASCII.isDigit(byte) {
        digits += 1
      } else if byte == 0x20 || byte == UInt8(ascii: "'") {
        guard digits > 0, ASCII.isDigit(text[index - 1]), isGroup(text, at: index + 1) else { break }
      } else if byte != UInt8(ascii: "."), byte != UInt8(ascii: ",") {
        break
      }
      index += 1
    }
    guard digits > 0 else { return start }
    if let (_, end) = DecimalNumber.exponentPart(text, at: index) { return end }
    // A full stop behind a number that a unit follows belongs to neither.
    return index
  }

  /// Whether exactly three digits stand here.
  private static func isGroup(_ text: Bytes, at start: Int) -> Bool {
    guard start + 3 <= text.count, text.part(start..<start + 3).allSatisfy(ASCII.isDigit) else { return false }
    return start + 3 == text.count || !ASCII.isDigit(text[start + 3])
  }

  /// Nil if the text is a number with neither mark.
  private static func evidence(_ number: Bytes) -> Evidence? {
    guard let mark = number.first(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }) else {
      return decimal(number, mark: .dot) == nil ? nil : Evidence.none
    }
    switch (decimal(number, mark: .dot) != nil, decimal(number, mark: .comma) != nil) {
    case (true, true): return .either(mark == UInt8(ascii: ".") ? .dot : .comma)
    case (true, false): return .only(.dot)
    case (false, true): return .only(.comma)
    case (false, false): return nil
    }
  }

  /// The number when `mark` stands before decimals and the other mark, blanks or `'` between groups of three digits.
  private static func decimal(_ text: Bytes, mark: DecimalMark) -> DecimalNumber? {
    let decimalByte = UInt8(ascii: mark == .dot ? "." : ",")
    var number = DecimalNumber()
    var digits = 0
    /// Digits since the last group mark; the separator of groups, once seen.
    var inGroup = 0
    var separator: UInt8?
    var startsWithZero = false
    var seenDecimal = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      if ASCII.isDigit(byte) {
        if digits == 0 { startsWithZero = byte == UInt8(ascii: "0") }
        number.append(digit: byte &- 0x30, isDecimal: seenDecimal)
        digits += 1
        inGroup += 1
      } else if byte == decimalByte {
        guard !seenDecimal, separator == nil || inGroup == 3 else { return nil }
        seenDecimal = true
      } else if byte | 0x20 == UInt8(ascii: "e") {
        break
      } else {
        // A group mark: one kind only, never among decimals, behind one to three digits at first and three later.
        guard !seenDecimal, separator == nil ? (1...3).contains(inGroup) && !startsWithZero : inGroup == 3,
          separator == nil || separator == byte
        else { return nil }
        separator = byte
        inGroup = 0
      }
      index += 1
    }
    guard digits > 0, separator == nil || seenDecimal || inGroup == 3 else { return nil }
    var exponent = 0
    if index < text.count {
      // Nobody groups the digits of a number with an exponent.
      guard separator == nil, let (written, end) = DecimalNumber.exponentPart(text, at: index), end == text.count else {
        return nil
      }
      exponent = written
    }
    number.finish(exponent: exponent)
    return number
  }

  /// Whether what stands behind a number can be its unit: one word or sign, without digits.
  private static func isUnit(_ text: Bytes) -> Bool {
    guard text.count <= 24 else { return false }
    var hasName = text.isEmpty
    for byte in text {
      switch byte {
      case UInt8(ascii: "%"), 0x80...: hasName = true
      case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "\""), UInt8(ascii: "'"),
        UInt8(ascii: "$"):
        if byte == UInt8(ascii: "$") { hasName = true }
      default:
        guard ASCII.isLetter(byte) else { return false }
        hasName = true
      }
    }
    return text.isEmpty || hasName && !isMonth(text)
  }

  /// `29 Aug` is a day, and `1310 mar.` no number of anything.
  private static func isMonth(_ text: Bytes) -> Bool {
    guard let first = text.first, ASCII.isLetter(first) || first >= 0x80 else { return false }
    return DateTokens(text)?.month != nil
  }
}
