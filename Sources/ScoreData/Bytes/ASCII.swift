/// Bytes of the text being read; valid only during the call that they were handed to.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer<UInt8> {
  /// The bytes of a part, counted from 0.
  @inline(__always)
  func part(_ range: Range<Int>) -> Bytes { Bytes(rebasing: self[range]) }

  /// The bytes from `start` on.
  @inline(__always)
  func from(_ start: Int) -> Bytes { Bytes(rebasing: self[start...]) }

  /// Without blanks and tabs at both ends.
  var trimmed: Bytes {
    var low = startIndex
    var high = endIndex
    while low < high, ASCII.isBlank(self[low]) { low += 1 }
    while low < high, ASCII.isBlank(self[high - 1]) { high -= 1 }
    return part(low..<high)
  }

  /// Whether the bytes are those of an ASCII text in lower case, whatever their own case.
  func equalsIgnoringCase(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in indices where ASCII.lower(self[index]) != text.utf8Start[index] { return false }
    return true
  }

  func starts(ignoringCase text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount && part(0..<text.utf8CodeUnitCount).equalsIgnoringCase(text)
  }

  /// The text, with U+FFFD where the bytes are not UTF-8.
  var string: String { String(decoding: self, as: UTF8.self) }

  func equals(_ other: [UInt8]) -> Bool { other.withUnsafeBufferPointer(equals) }

  func equals(_ other: Bytes) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}

/// Questions about single bytes of ASCII; the C library's answers depend on the locale.
enum ASCII {
  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inline(__always)
  static func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  @inline(__always)
  static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// Without blanks and tabs at both ends.
  static func trimmed(_ text: String) -> String {
    var text = text
    return text.withUTF8 { $0.trimmed.string }
  }
}
