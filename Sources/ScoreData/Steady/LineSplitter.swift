/// Finds ends of lines.
enum LineSplitter {
  /// The bytes of the first line with its LF; all if there is none.
  static func length(ofLineIn text: Bytes) -> Int {
    guard let start = text.baseAddress else { return 0 }
    let raw = UnsafeRawPointer(start)
    var index = 0
    // A byte is LF where the exclusive or is zero; eight are looked at together.
    while index + 8 <= text.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ 0x0A0A_0A0A_0A0A_0A0A
      let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 + 1 }
      index += 8
    }
    while index < text.count {
      index += 1
      if text[index - 1] == 0x0A { return index }
    }
    return index
  }

  /// The first beginning of a line at or behind `offset`, where `start` is the beginning of one.
  static func lineStart(_ text: Bytes, atOrBehind offset: Int, from start: Int) -> Int {
    guard offset > start else { return start }
    guard offset < text.count else { return text.count }
    return offset - 1 + length(ofLineIn: text.from(offset - 1))
  }

  /// Whole lines that begin behind evenly spaced places, without those that are longer than 4,096 bytes.
  ///
  /// `range`: begins where a line does.
  static func samples(_ text: Bytes, of range: Range<Int>, count: Int = 64) -> [Range<Int>] {
    let longest = 4096
    let text = text.part(0..<range.upperBound)
    return (1...count).compactMap { index in
      let place = range.lowerBound + range.count / (count + 1) * index
      let near = text.part(0..<min(place + longest, text.count))
      let start = lineStart(near, atOrBehind: place, from: range.lowerBound)
      guard start < near.count else { return nil }
      let end = start + length(ofLineIn: text.part(start..<min(start + longest, text.count)))
      return text[end - 1] == 0x0A ? start..<end : nil
    }
  }

  /// The last beginning of a line at or before `offset`, at least `start`, which is the beginning of one.
  static func lineStart(_ text: Bytes, atOrBefore offset: Int, from start: Int) -> Int {
    var index = max(min(offset, text.count), start)
    while index > start, text[index - 1] != 0x0A { index -= 1 }
    return index
  }
}
