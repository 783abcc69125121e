/// Bytes made text: UTF-8 without byte order mark.
struct DecodedText {
  var encoding: TextEncoding
  /// Where the text starts in the original bytes, if those already are UTF-8.
  var skipped = 0
  /// The text, if the original bytes are not UTF-8.
  var converted: [UInt8]?
  /// The line whose bytes made a guess necessary.
  var guessedAtLine: Int?
}

/// Finds out how bytes are text, and makes it UTF-8.
enum TextDecoding {
  /// - Throws: `ParseError` `bad-encoding` when an encoding that the user insists on does not fit.
  static func decode(_ bytes: Bytes, as wanted: TextEncoding?, isGrowing: Bool) throws(ParseError) -> DecodedText {
    if let wanted { return try decode(bytes, insistingOn: wanted, isGrowing: isGrowing) }
    let start = endOfMarks(bytes)
    if let (form, mark) = UnicodeForm.marked(bytes) {
      return DecodedText(encoding: form.encoding, converted: form.decode(bytes.from(mark)).text)
    }
    if start == 0, let form = UnicodeForm.guess(bytes) {
      return DecodedText(encoding: form.encoding, converted: form.decode(bytes).text, guessedAtLine: 1)
    }
    guard let odd = validUTF8(bytes, isGrowing: isGrowing) else { return DecodedText(encoding: .utf8, skipped: start) }
    let line = line(of: odd, in: bytes)
    // The mark says what was meant, whatever a damaged name in between is.
    if start > 0 {
      return DecodedText(encoding: .utf8, converted: Array(bytes.from(start).string.utf8), guessedAtLine: line)
    }
    return DecodedText(
      encoding: .windows1252, converted: SingleByteText.decode(bytes, .windows1252), guessedAtLine: line)
  }

  /// Where the text starts if the bytes are UTF-8, which their beginning does not tell for sure; nil if they are something else.
  static func startOfUTF8(_ bytes: Bytes, wanted: TextEncoding?) -> Int? {
    guard wanted == nil || wanted == .utf8 else { return nil }
    let start = endOfMarks(bytes)
    guard wanted == nil, start == 0 else { return start }
    return UnicodeForm.marked(bytes) == nil && UnicodeForm.guess(bytes) == nil ? 0 : nil
  }

  static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Where the text starts behind the byte order marks of UTF-8; programs that add one to a file that has one leave two.
  static func endOfMarks(_ bytes: Bytes) -> Int {
    var start = 0
    while bytes.from(start).starts(with: utf8Mark) { start += utf8Mark.count }
    return start
  }

  private static func decode(
    _ bytes: Bytes, insistingOn encoding: TextEncoding, isGrowing: Bool
  ) throws(ParseError) -> DecodedText {
    if let form = UnicodeForm(encoding, bytes) {
      let mark = UnicodeForm.marked(bytes)
      if let mark, mark.form != form {
        throw misfit(encoding, line: 1, found: "the byte order mark of \(mark.form.encoding.rawValue)")
      }
      let (text, oddAt) = form.decode(bytes.from(mark?.length ?? 0))
      if let oddAt, !(isGrowing && oddAt == text.count) {
        let place = text.withUnsafeBufferPointer { line(of: oddAt, in: $0) }
        throw misfit(encoding, line: place, found: "half a character")
      }
      return DecodedText(encoding: form.encoding, converted: text)
    }
    if encoding == .utf8 || encoding.needsConversion {
      if let odd = validUTF8(bytes, isGrowing: isGrowing) {
        throw misfit(encoding, line: line(of: odd, in: bytes), found: "byte 0x\(hex(bytes[odd]))")
      }
      return DecodedText(encoding: encoding, skipped: endOfMarks(bytes))
    }
    return DecodedText(encoding: encoding, converted: SingleByteText.decode(bytes, encoding))
  }

  private static func misfit(_ encoding: TextEncoding, line: Int, found: String) -> ParseError {
    ParseError(
      .badEncoding, line: line,
      "the file is not \(encoding.rawValue) as --encoding says: found \(found); leave the option out or name another")
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// The 1-based line that a byte is in.
  static func line(of offset: Int, in bytes: Bytes) -> Int {
    var line = 1
    for index in 0..<min(offset, bytes.count) {
      let byte = bytes[index]
      if byte == 0x0A || byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A) { line += 1 }
    }
    return line
  }

  /// The first byte that is not UTF-8, or nil; a character cut off by the end is one, unless more bytes are to come.
  static func validUTF8(_ bytes: Bytes, isGrowing: Bool) -> Int? {
    var index = 0
    let count = bytes.count
    let raw = UnsafeRawBufferPointer(bytes)
    while index < count {
      while index + 8 <= count, raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 {
        index += 8
      }
      guard index < count else { break }
      let lead = bytes[index]
      if lead < 0x80 {
        index += 1
        continue
      }
      let (length, second): (Int, ClosedRange<UInt8>)
      switch lead {
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return index
      }
      for place in 1..<length {
        guard index + place < count else { return isGrowing ? nil : index }
        guard (place == 1 ? second : 0x80...0xBF).contains(bytes[index + place]) else { return index }
      }
      index += length
    }
    return nil
  }
}

/// Text of one byte a character.
enum SingleByteText {
  static func decode(_ bytes: Bytes, _ encoding: TextEncoding) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 { text.append(byte) } else { text.append(scalar: scalar(byte, encoding)) }
    }
    return text
  }

  private static func scalar(_ byte: UInt8, _ encoding: TextEncoding) -> UInt32 {
    switch encoding {
    case .windows1252 where byte < 0xA0: windows1252[Int(byte) - 0x80]
    case .latin9: latin9[byte] ?? UInt32(byte)
    default: UInt32(byte)
    }
  }

  /// 0x80 … 0x9F as <https://encoding.spec.whatwg.org/index-windows-1252.txt> has them.
  private static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  private static let latin9: [UInt8: UInt32] = [
    0xA4: 0x20AC, 0xA6: 0x0160, 0xA8: 0x0161, 0xB4: 0x017D, 0xB8: 0x017E, 0xBC: 0x0152, 0xBD: 0x0153, 0xBE: 0x0178,
  ]
}
