/// Gives the bytes of a cell in a form that dates and numbers can be read from.
///
/// The result of a call is valid until the next call.
final class CellText {
  private var unquoted: [UInt8] = []
  private var folded: [UInt8] = []
  private var unquotedCopy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 256)
  private var foldedCopy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 256)

  deinit {
    unquotedCopy.deallocate()
    foldedCopy.deallocate()
  }

  /// The cell's text, trimmed, with doubled quotes made single.
  func text(_ cell: Cell, in bytes: Bytes) -> Bytes {
    let raw = bytes.part(cell.start..<cell.end)
    guard cell.hasDoubledQuotes else { return raw }
    unquoted.removeAll(keepingCapacity: true)
    var index = 0
    while index < raw.count {
      unquoted.append(raw[index])
      index += raw[index] == UInt8(ascii: "\"") && index + 1 < raw.count && raw[index + 1] == UInt8(ascii: "\"") ? 2 : 1
    }
    return Self.store(unquoted, in: &unquotedCopy)
  }

  /// The cell's text as ``fold(_:)`` leaves it.
  func folded(_ cell: Cell, in bytes: Bytes) -> Bytes { fold(text(cell, in: bytes)) }

  /// The text without guards against spreadsheet formulas (`'-9`, `="12"`), with wide and Arabic digits, signs, marks
  /// and blanks as ASCII has them; other characters stay.
  func fold(_ text: Bytes) -> Bytes {
    var text = text.trimmed
    if text.count > 3, text[0] == UInt8(ascii: "="), text[1] == UInt8(ascii: "\""),
      text[text.count - 1] == UInt8(ascii: "\"")
    {
      text = text.part(2..<text.count - 1).trimmed
    } else if text.count > 1, text[0] == UInt8(ascii: "'") {
      text = text.from(1).trimmed
    }
    guard text.contains(where: { $0 >= 0x80 }) else { return text }
    folded.removeAll(keepingCapacity: true)
    var index = 0
    while index < text.count {
      let (code, length) = scalar(in: text, at: index)
      if let ascii = Self.ascii(code) {
        folded.append(ascii)
      } else {
        folded.append(contentsOf: text.part(index..<index + length))
      }
      index += length
    }
    return Self.store(folded, in: &foldedCopy).trimmed
  }

  private static func store(_ bytes: [UInt8], in copy: inout UnsafeMutableBufferPointer<UInt8>) -> Bytes {
    if bytes.count > copy.count {
      copy.deallocate()
      copy = .allocate(capacity: bytes.count * 2)
    }
    _ = copy.update(fromContentsOf: bytes)
    return Bytes(rebasing: UnsafeBufferPointer(copy)[..<bytes.count])
  }

  private func scalar(in text: Bytes, at index: Int) -> (code: UInt32, length: Int) {
    let lead = text[index]
    func rest(_ place: Int) -> UInt32 { index + place < text.count ? UInt32(text[index + place] & 0x3F) : 0 }
    let left = text.count - index
    if lead < 0x80 || left < 2 { return (UInt32(lead), 1) }
    if lead < 0xE0 { return (UInt32(lead & 0x1F) << 6 | rest(1), 2) }
    if lead < 0xF0 { return (UInt32(lead & 0x0F) << 12 | rest(1) << 6 | rest(2), min(3, left)) }
    return (UInt32(lead & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), min(4, left))
  }

  /// What an input method's variant of an ASCII character stands for.
  private static func ascii(_ code: UInt32) -> UInt8? {
    switch code {
    case 0xFF01...0xFF5E: UInt8(code - 0xFF01 + 0x21)
    case 0x0660...0x0669: UInt8(code - 0x0660 + 0x30)
    case 0x06F0...0x06F9: UInt8(code - 0x06F0 + 0x30)
    case 0x066A: UInt8(ascii: "%")
    case 0x066B: UInt8(ascii: ".")
    case 0x066C: UInt8(ascii: ",")
    case 0x2010...0x2013, 0x2212: UInt8(ascii: "-")
    case 0x2019: UInt8(ascii: "'")
    case 0x2215, 0x2044: UInt8(ascii: "/")
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: 0x20
    default: nil
    }
  }
}
