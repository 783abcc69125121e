/// Where lines end in a text that is still being written.
enum LineEnds: Equatable, Sendable {
  case lineFeed
  /// The old style: no line feed anywhere at the start of the text.
  case carriageReturn
  /// A line feed is two bytes, the second of them zero.
  case utf16LittleEndian

  /// Judged by the first bytes of the text; a few hundred are plenty.
  init(head: UnsafeRawBufferPointer) {
    if head.count >= 2 && (head[0] == 0xFF && head[1] == 0xFE || head[0] != 0 && head[1] == 0) {
      self = .utf16LittleEndian
    } else if !head.contains(0x0A) && head.contains(0x0D) {
      self = .carriageReturn
    } else {
      self = .lineFeed
    }
  }

  init(head: [UInt8]) { self = head.withUnsafeBytes { LineEnds(head: $0) } }

  /// How many bytes the whole lines of `bytes` are, `bytes` standing at an even offset of its
  /// text for UTF-16; 0 if no line is complete.
  func wholeLines(in bytes: UnsafeRawBufferPointer) -> Int {
    var index = bytes.count
    let wanted: UInt8 = self == .carriageReturn ? 0x0D : 0x0A
    while index > 0 {
      index -= 1
      guard bytes[index] == wanted else { continue }
      guard self == .utf16LittleEndian else { return index + 1 }
      if index & 1 == 0, index + 1 < bytes.count, bytes[index + 1] == 0 { return index + 2 }
    }
    return 0
  }
}
