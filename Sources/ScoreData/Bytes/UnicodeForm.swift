/// Unicode in units of two or four bytes.
struct UnicodeForm: Equatable {
  var isWide: Bool
  var isBig: Bool

  private init(isWide: Bool, isBig: Bool) {
    self.isWide = isWide
    self.isBig = isBig
  }

  /// The form that an encoding is, where the bytes leave it to a mark; nil for other encodings.
  init?(_ encoding: TextEncoding, _ bytes: Bytes) {
    switch encoding {
    case .utf16LittleEndian: self.init(isWide: false, isBig: false)
    case .utf16BigEndian: self.init(isWide: false, isBig: true)
    case .utf32LittleEndian: self.init(isWide: true, isBig: false)
    case .utf32BigEndian: self.init(isWide: true, isBig: true)
    case .utf16, .utf32:
      let isWide = encoding == .utf32
      let marks = Self.marks.filter { $0.form.isWide == isWide }
      let marked = marks.first { bytes.starts(with: $0.bytes) }?.form
      let guess = Self.guess(bytes).flatMap { $0.isWide == isWide ? $0 : nil }
      self = marked ?? guess ?? Self(isWide: isWide, isBig: false)
    default: return nil
    }
  }

  var encoding: TextEncoding {
    isWide
      ? isBig ? .utf32BigEndian : .utf32LittleEndian
      : isBig ? .utf16BigEndian : .utf16LittleEndian
  }

  /// Byte order marks; that of UTF-32LE begins like that of UTF-16LE.
  private static let marks: [(bytes: [UInt8], form: UnicodeForm)] = [
    ([0xFF, 0xFE, 0, 0], UnicodeForm(isWide: true, isBig: false)),
    ([0, 0, 0xFE, 0xFF], UnicodeForm(isWide: true, isBig: true)),
    ([0xFF, 0xFE], UnicodeForm(isWide: false, isBig: false)),
    ([0xFE, 0xFF], UnicodeForm(isWide: false, isBig: true)),
  ]

  /// The form that a mark at the beginning says, and the mark's length.
  static func marked(_ bytes: Bytes) -> (form: UnicodeForm, length: Int)? {
    marks.first { bytes.starts(with: $0.bytes) }.map { ($0.form, $0.bytes.count) }
  }

  /// What bytes without a mark look like: in UTF-16 nearly every other byte of most texts is NUL, in UTF-32 three of four.
  static func guess(_ bytes: Bytes) -> UnicodeForm? {
    let groups = min(bytes.count, 65536) / 4
    // Where in each group of four bytes NULs stand.
    var zeros = [0, 0, 0, 0]
    for index in 0..<groups * 4 where bytes[index] == 0 { zeros[index % 4] += 1 }
    func isMost(_ count: Int, of all: Int) -> Bool { count * 5 > all * 2 }
    if groups >= 2 {
      let are = zeros.map { isMost($0, of: groups) }
      if are == [false, true, true, true] { return UnicodeForm(isWide: true, isBig: false) }
      if are == [true, true, true, false] { return UnicodeForm(isWide: true, isBig: true) }
    }
    let pairs = min(bytes.count, 65536) / 2
    guard pairs >= 2 else { return nil }
    var even = zeros[0] + zeros[2]
    var odd = zeros[1] + zeros[3]
    if pairs > groups * 2 {
      if bytes[groups * 4] == 0 { even += 1 }
      if bytes[groups * 4 + 1] == 0 { odd += 1 }
    }
    let (isEven, isOdd) = (isMost(even, of: pairs), isMost(odd, of: pairs))
    return isEven == isOdd ? nil : UnicodeForm(isWide: false, isBig: isEven)
  }

  /// The text in UTF-8 with U+FFFD for halves and numbers that are no character, and where in it the first of those is.
  func decode(_ bytes: Bytes) -> (text: [UInt8], firstOdd: Int?) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 2 + 16)
    var firstOdd: Int?
    var index = 0
    let width = isWide ? 4 : 2
    while index + width <= bytes.count {
      var code = unit(bytes, at: index)
      index += width
      if !isWide, (0xD800...0xDBFF).contains(code), index + 1 < bytes.count {
        let low = unit(bytes, at: index)
        if (0xDC00...0xDFFF).contains(low) {
          code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
          index += 2
        }
      }
      if Unicode.Scalar(code) == nil {
        if firstOdd == nil { firstOdd = text.count }
        code = 0xFFFD
      }
      text.append(scalar: code)
    }
    if index < bytes.count, firstOdd == nil { firstOdd = text.count }
    return (text, firstOdd)
  }

  private func unit(_ bytes: Bytes, at index: Int) -> UInt32 {
    let pair = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
    guard isWide else { return isBig ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0 }
    let other = (UInt32(bytes[index + 2]), UInt32(bytes[index + 3]))
    return isBig
      ? pair.0 << 24 | pair.1 << 16 | other.0 << 8 | other.1 : other.1 << 24 | other.0 << 16 | pair.1 << 8 | pair.0
  }
}

extension [UInt8] {
  /// Appends a Unicode scalar in UTF-8.
  mutating func append(scalar code: UInt32) {
    switch code {
    case 0..<0x80: append(UInt8(code))
    case 0x80..<0x800:
      append(UInt8(0xC0 | code >> 6))
      append(UInt8(0x80 | code & 0x3F))
    case 0x800..<0x10000:
      append(UInt8(0xE0 | code >> 12))
      append(UInt8(0x80 | code >> 6 & 0x3F))
      append(UInt8(0x80 | code & 0x3F))
    default:
      append(UInt8(truncatingIfNeeded: 0xF0 | code >> 18 & 0x07))
      append(UInt8(0x80 | code >> 12 & 0x3F))
      append(UInt8(0x80 | code >> 6 & 0x3F))
      append(UInt8(0x80 | code & 0x3F))
    }
  }
}
