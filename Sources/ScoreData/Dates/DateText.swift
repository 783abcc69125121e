/// Reads dates in all forms that people and programs write, without asking what day and month are where both fit.
enum DateText {
  /// The longest date that anybody writes out is far below this; notes are not.
  static let longest = 80

  /// - Parameter text: a cell as ``CellText/fold(_:)`` leaves it.
  /// - Returns: Nil where the text is no date, or a day or time that does not exist.
  static func parse(_ text: Bytes) -> RawDate? {
    guard text.count >= 3, text.count <= longest else { return parseShort(text) }
    let first = text[0]
    if first == UInt8(ascii: "#") { return ordinal(text) }
    guard ASCII.isDigit(first) || ASCII.isLetter(first) || first >= 0x80, text.contains(where: ASCII.isDigit) else {
      return nil
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
      return basicDateTime(text) ?? DatePart.parse(text)
    }
    return withTime(text, colon: colon)
  }

  /// `#1`: a number in place of a date.
  private static func ordinal(_ text: Bytes) -> RawDate? {
    let digits = text.from(1)
    guard (1...9).contains(digits.count), let value = DatePart.number(digits), value > 0,
      digits[0] != UInt8(ascii: "0")
    else { return nil }
    return RawDate(.ordinal, value)
  }

  private static func parseShort(_ text: Bytes) -> RawDate? {
    text.count == 2 && text[0] == UInt8(ascii: "#") ? ordinal(text) : nil
  }

  /// `20240829T130500Z`
  private static func basicDateTime(_ text: Bytes) -> RawDate? {
    guard text.count >= 13, ASCII.lower(text[8]) == UInt8(ascii: "t"), text.part(0..<8).allSatisfy(ASCII.isDigit),
      var date = DatePart.parse(text.part(0..<8)), let time = TimeText.parseBasic(text.from(9))
    else { return nil }
    date.time = time
    date.isBareNumber = false
    return date
  }

  private static func withTime(_ text: Bytes, colon: Int) -> RawDate? {
    var start = colon
    while start > 0, ASCII.isDigit(text[start - 1]), colon - start < 2 { start -= 1 }
    guard start < colon, start > 1 else { return nil }
    var end = start
    var half: HalfOfDay?
    if let found = HalfOfDay.behind(text.part(0..<start)) {
      (half, end) = found
    }
    guard end > 1 else { return nil }
    let before = text[end - 1]
    if ASCII.lower(before) == UInt8(ascii: "t"), isDateEnd(text[end - 2]) {
      end -= 1
    } else if !ASCII.isBlank(before), before != UInt8(ascii: ","), half == nil {
      return nil
    }
    while end > 0, ASCII.isBlank(text[end - 1]) || text[end - 1] == UInt8(ascii: ",") { end -= 1 }
    // Apple's "29 August 2024 at 13:05".
    if end > 3, text.part(end - 3..<end).equalsIgnoringCase(" at") { end -= 3 }
    guard var date = DatePart.parse(text.part(0..<end).trimmed),
      let time = TimeText.parse(text.from(start), half: half),
      date.grain == .day, date.form != .ordinal, !date.isBareNumber || end == 8
    else { return withYearLast(text, dateEnd: end, timeStart: start) }
    date.time = time
    date.isBareNumber = false
    return date
  }

  /// `Thu Aug 29 14:00:00 2024`, `… 14:00:00 UTC 2024`, `… 14:00:00 2024 +0200`: as the C library and git write it.
  private static func withYearLast(_ text: Bytes, dateEnd: Int, timeStart: Int) -> RawDate? {
    guard ASCII.isLetter(text[0]) else { return nil }
    let words = text.from(timeStart).split(separator: 0x20).map(Bytes.init(rebasing:))
    guard (2...3).contains(words.count), let year = words.firstIndex(where: isYear), year > 0 else { return nil }
    var date = Array(text.part(0..<dateEnd).trimmed)
    date.append(0x20)
    date.append(contentsOf: words[year])
    var time: [UInt8] = []
    for (index, word) in words.enumerated() where index != year {
      time.append(contentsOf: word)
      time.append(0x20)
    }
    guard var found = date.withUnsafeBufferPointer(NamedDate.parse), found.grain == .day,
      let clock = time.withUnsafeBufferPointer({ TimeText.parse($0.trimmed, half: nil) })
    else { return nil }
    found.time = clock
    return found
  }

  private static func isYear(_ word: Bytes) -> Bool { word.count == 4 && word.allSatisfy(ASCII.isDigit) }

  private static func isDateEnd(_ byte: UInt8) -> Bool { ASCII.isDigit(byte) || byte == UInt8(ascii: ".") }
}
