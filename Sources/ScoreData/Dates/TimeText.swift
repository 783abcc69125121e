/// Which half of the day a clock of twelve hours means.
enum HalfOfDay {
  case morning
  case afternoon

  /// The half that a text ends with as Chinese, Japanese and Korean say it before the time, and where that word begins.
  static func behind(_ text: Bytes) -> (half: HalfOfDay, start: Int)? {
    var end = text.count
    while end > 0, ASCII.isBlank(text[end - 1]) { end -= 1 }
    guard end > 6, text[end - 1] >= 0x80 else { return nil }
    for (word, half) in words where text.part(end - 6..<end).elementsEqual(word) { return (half, end - 6) }
    return nil
  }

  private static let words: [(word: [UInt8], half: HalfOfDay)] = [
    (Array("上午".utf8), .morning), (Array("下午".utf8), .afternoon), (Array("午前".utf8), .morning),
    (Array("午後".utf8), .afternoon), (Array("오전".utf8), .morning), (Array("오후".utf8), .afternoon),
  ]
}

/// Reads times of day: `13:05`, `1:05:00.250 PM`, `13:05:00+02:00`, `24:00 UTC`.
enum TimeText {
  /// Nil for a time that does not exist; nothing may stand behind it.
  ///
  /// `half`: what stood before the time to say which half of the day it is in.
  static func parse(_ text: Bytes, half: HalfOfDay?) -> RawTime? {
    var cursor = Cursor(text)
    guard var hour = cursor.number(digits: 1...2), cursor.skip(":"), let minute = cursor.number(digits: 2...2) else {
      return nil
    }
    var second = 0
    var nanosecond = 0
    if cursor.skip(":") {
      guard let written = cursor.number(digits: 2...2) else { return nil }
      second = written
      if cursor.skip(".") || cursor.skip(",") {
        guard let fraction = cursor.fraction() else { return nil }
        nanosecond = fraction
      }
    }
    cursor.skipBlanks()
    let written = cursor.halfOfDay()
    if let half = half ?? written {
      // Japan's clocks begin each half with 0.
      guard (1...12).contains(hour) || written == nil && hour == 0 else { return nil }
      hour = hour % 12 + (half == .afternoon ? 12 : 0)
      cursor.skipBlanks()
    }
    guard let offset = cursor.zone(), cursor.isAtEnd else { return nil }
    guard minute < 60, second < 60 else { return nil }
    let isNextDay = hour == 24
    guard hour < 24 || isNextDay && minute == 0 && second == 0 && nanosecond == 0 else { return nil }
    let seconds = isNextDay ? 0 : hour * 3600 + minute * 60 + second
    return RawTime(
      nanosecondOfDay: Int64(seconds) * 1_000_000_000 + Int64(nanosecond), offsetMinutes: offset.minutes,
      isNextDay: isNextDay)
  }

  /// A time without colons: `1305` or `130500`, with zone.
  static func parseBasic(_ text: Bytes) -> RawTime? {
    let digits = text.prefix { ASCII.isDigit($0) }.count
    guard digits == 4 || digits == 6 else { return nil }
    var spread: [UInt8] = []
    for index in 0..<digits {
      if index == 2 || index == 4 { spread.append(UInt8(ascii: ":")) }
      spread.append(text[index])
    }
    spread.append(contentsOf: text.from(digits))
    return spread.withUnsafeBufferPointer { parse($0, half: nil) }
  }

  /// Walks over the bytes of a time.
  private struct Cursor {
    private let text: Bytes
    private var index = 0

    init(_ text: Bytes) { self.text = text }

    var isAtEnd: Bool { index == text.count }

    private var next: UInt8? { index < text.count ? text[index] : nil }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard next == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }

    mutating func skipBlanks() {
      while let byte = next, ASCII.isBlank(byte) { index += 1 }
    }

    mutating func number(digits: ClosedRange<Int>) -> Int? {
      var value = 0
      var count = 0
      while let byte = next, ASCII.isDigit(byte), count < digits.upperBound {
        value = value * 10 + Int(byte &- 0x30)
        count += 1
        index += 1
      }
      guard count >= digits.lowerBound else { return nil }
      if let byte = next, ASCII.isDigit(byte) { return nil }
      return value
    }

    /// Decimals of a second in nanoseconds; more than nine digits are read only if nothing is lost.
    mutating func fraction() -> Int? {
      var value = 0
      var count = 0
      while let byte = next, ASCII.isDigit(byte) {
        if count < 9 {
          value = value * 10 + Int(byte &- 0x30)
        } else if byte != 0x30 {
          return nil
        }
        count += 1
        index += 1
      }
      guard count > 0 else { return nil }
      for _ in min(count, 9)..<9 { value *= 10 }
      return value
    }

    mutating func halfOfDay() -> HalfOfDay? {
      guard let letter = next.map(ASCII.lower), letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else {
        return nil
      }
      var end = index + 1
      if end < text.count, text[end] == UInt8(ascii: ".") { end += 1 }
      guard end < text.count, ASCII.lower(text[end]) == UInt8(ascii: "m") else { return nil }
      end += 1
      if end < text.count, text[end] == UInt8(ascii: ".") { end += 1 }
      index = end
      return letter == UInt8(ascii: "p") ? .afternoon : .morning
    }

    /// The zone that stands here, if any: `Z`, `UTC`, `GMT+0200`, `+02:00`, `-06`; nil for anything else.
    mutating func zone() -> (minutes: Int16?, Void)? {
      guard let first = next else { return (nil, ()) }
      var isNamed = false
      if ASCII.lower(first) == UInt8(ascii: "z") {
        index += 1
        return (0, ())
      }
      if text.from(index).starts(ignoringCase: "utc") || text.from(index).starts(ignoringCase: "gmt") {
        index += 3
        isNamed = true
      }
      guard let sign = next, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
        return isNamed ? (0, ()) : nil
      }
      index += 1
      guard let minutes = offset() else { return nil }
      skipNameOfZone()
      return (Int16(sign == UInt8(ascii: "-") ? -minutes : minutes), ())
    }

    private mutating func offset() -> Int? {
      let digits = text.from(index).prefix { ASCII.isDigit($0) }.count
      var minutes = 0
      var hours = 0
      if digits == 4 {
        hours = Int(text[index] &- 0x30) * 10 + Int(text[index + 1] &- 0x30)
        minutes = Int(text[index + 2] &- 0x30) * 10 + Int(text[index + 3] &- 0x30)
        index += 4
      } else {
        guard let written = number(digits: 1...2) else { return nil }
        hours = written
        if skip(":") {
          guard let written = number(digits: 2...2) else { return nil }
          minutes = written
        }
      }
      guard hours <= 18, minutes < 60 else { return nil }
      return hours * 60 + minutes
    }

    /// Browsers write `GMT+0200 (CEST)`.
    private mutating func skipNameOfZone() {
      skipBlanks()
      guard next == UInt8(ascii: "("), text[text.count - 1] == UInt8(ascii: ")") else { return }
      index = text.count
    }
  }
}
