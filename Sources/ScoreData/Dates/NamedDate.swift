/// Reads dates with letters in them: `29 août 2024`, `Aug 29, 2024`, `2024-W35`, `2024-Q3`, `2024年8月29日`.
enum NamedDate {
  static func parse(_ text: Bytes) -> RawDate? {
    week(text) ?? quarter(text) ?? eastAsian(text) ?? written(text)
  }

  /// `2024-W35`, `2024W35`, `2024-W35-4`: a day of an ISO 8601 week, Monday if none is named.
  private static func week(_ text: Bytes) -> RawDate? {
    guard text.count >= 7, let year = DatePart.number(text.part(0..<4)) else { return nil }
    var index = text[4] == UInt8(ascii: "-") ? 5 : 4
    guard ASCII.lower(text[index]) == UInt8(ascii: "w"), index + 3 <= text.count,
      let week = DatePart.number(text.part(index + 1..<index + 3))
    else { return nil }
    index += 3
    var weekday = 1
    if index < text.count {
      if text[index] == UInt8(ascii: "-") { index += 1 }
      guard index + 1 == text.count, let day = DatePart.number(text.from(index)) else { return nil }
      weekday = day
    }
    guard (1...7).contains(weekday), (1...53).contains(week), let start = firstMonday(of: year) else { return nil }
    if week == 53 {
      guard let next = firstMonday(of: year + 1), next - start == 53 * 7 else { return nil }
    }
    let civil = Calendar.civil(days: start + Int32((week - 1) * 7 + weekday - 1))
    guard (0...9999).contains(civil.year) else { return nil }
    return RawDate(.calendar, civil.year, civil.month, civil.day)
  }

  /// The Monday of the week that has January 4th in it.
  private static func firstMonday(of year: Int) -> Int32? {
    guard let fourth = Calendar.days(year: year, month: 1, day: 4) else { return nil }
    // 1970-01-01 was a Thursday, which is 3 behind Monday.
    let weekday = ((Int(fourth) + 3) % 7 + 7) % 7
    return fourth - Int32(weekday)
  }

  /// `2024-Q3`, `2024 Q3`, `2024Q3`, `Q3 2024`
  private static func quarter(_ text: Bytes) -> RawDate? {
    let q = UInt8(ascii: "q")
    if ASCII.lower(text[0]) == q, text.count == 7, text[2] == 0x20 || text[2] == UInt8(ascii: "-") {
      return quarter(year: text.part(3..<7), quarter: text[1])
    }
    guard text.count == 6 || text.count == 7, ASCII.lower(text[text.count - 2]) == q,
      text.count == 6 || text[4] == UInt8(ascii: "-") || text[4] == 0x20 || text[4] == UInt8(ascii: "/")
    else { return nil }
    return quarter(year: text.part(0..<4), quarter: text[text.count - 1])
  }

  private static func quarter(year: Bytes, quarter: UInt8) -> RawDate? {
    guard let year = DatePart.number(year), (UInt8(ascii: "1")...UInt8(ascii: "4")).contains(quarter) else {
      return nil
    }
    return DatePart.month(year: year, month: Int(quarter - UInt8(ascii: "1")) * 3 + 1)
  }

  /// `2024年8月29日`, `2024年8月`, and the same in Korean.
  private static func eastAsian(_ text: Bytes) -> RawDate? {
    var numbers: [Int] = []
    var index = 0
    for marks in eastAsianMarks {
      while index < text.count, text[index] == 0x20 { index += 1 }
      let start = index
      while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
      guard index > start else { break }
      guard index + 3 <= text.count, marks.contains(where: { text.part(index..<index + 3).elementsEqual($0) }),
        let number = DatePart.number(text.part(start..<index)), index - start <= (numbers.isEmpty ? 4 : 2)
      else { return nil }
      numbers.append(number)
      index += 3
    }
    guard index == text.count || numbers.count == 3 && isWeekday(text.from(index)), numbers.count >= 2, numbers[0] > 99
    else { return nil }
    guard numbers.count == 3 else { return DatePart.month(year: numbers[0], month: numbers[1]) }
    guard Calendar.days(year: numbers[0], month: numbers[1], day: numbers[2]) != nil else { return nil }
    return RawDate(.calendar, numbers[0], numbers[1], numbers[2])
  }

  /// `(木)`, `(목)`: a day of the week as Japanese and Korean dates have it, in plain or wide brackets.
  private static func isWeekday(_ text: Bytes) -> Bool {
    let characters = Array(text.trimmed.string)
    return characters.count == 3 && characters[0] == "(" && characters[2] == ")"
      && "日月火水木金土일월화수목금토".contains(characters[1])
  }

  /// Year, month and day in Chinese and Japanese, then Korean.
  private static let eastAsianMarks: [[[UInt8]]] = [
    [[0xE5, 0xB9, 0xB4], [0xEB, 0x85, 0x84]], [[0xE6, 0x9C, 0x88], [0xEC, 0x9B, 0x94]],
    [[0xE6, 0x97, 0xA5], [0xEC, 0x9D, 0xBC]],
  ]

  /// A date with a month's or weekday's name.
  private static func written(_ text: Bytes) -> RawDate? {
    guard let tokens = DateTokens(text) else { return nil }
    guard let month = tokens.month else { return tokens.hasWeekday ? numericBehindWeekday(text) : nil }
    let before = tokens.before
    let after = tokens.after
    switch (before.count, after.count) {
    case (1, 1):
      if before[0].digits == 4 { return date(year: before[0], month: month, day: after[0]) }
      return date(year: after[0], month: month, day: before[0])
    case (0, 2): return date(year: after[1], month: month, day: after[0])
    case (0, 1):
      if after[0].digits == 4 { return DatePart.month(year: after[0].value, month: month) }
      // A spreadsheet writes `Aug-24` for a month of a year, and `24-Aug` for a day.
      if after[0].digits == 2, tokens.isYearOfMonth || after[0].value > 31 {
        var date = DatePart.month(year: RawDate.completed(after[0].value), month: month)
        date?.hasTwoDigitYear = true
        return date
      }
      return monthDay(month, after[0])
    case (1, 0):
      if before[0].digits == 4 { return DatePart.month(year: before[0].value, month: month) }
      return monthDay(month, before[0])
    default: return nil
    }
  }

  private static func monthDay(_ month: Int, _ day: DateTokens.Number) -> RawDate? {
    guard day.digits <= 2, DatePart.isMonthDay(month, day.value) else { return nil }
    var date = RawDate(.monthDay, month, day.value)
    date.isNamed = true
    return date
  }

  private static func date(year: DateTokens.Number, month: Int, day: DateTokens.Number) -> RawDate? {
    guard year.digits == 4 || year.digits == 2, day.digits <= 2 else { return nil }
    let full = year.digits == 4 ? year.value : RawDate.completed(year.value)
    guard Calendar.days(year: full, month: month, day: day.value) != nil else { return nil }
    var date = RawDate(.calendar, full, month, day.value)
    date.hasTwoDigitYear = year.digits == 2
    return date
  }

  /// `Mo, 29.08.2024`
  private static func numericBehindWeekday(_ text: Bytes) -> RawDate? {
    guard let start = text.firstIndex(where: ASCII.isDigit) else { return nil }
    let rest = text.from(start)
    guard rest.allSatisfy({ $0 < 0x80 && !ASCII.isLetter($0) }), let date = DatePart.parse(rest), !date.isBareNumber
    else {
      return nil
    }
    return date
  }
}

/// The words and numbers of a written date.
struct DateTokens {
  struct Number {
    var value: Int
    var digits: Int
  }

  private(set) var month: Int?
  private(set) var hasWeekday = false
  /// Numbers in front of the month's name, and behind it.
  private(set) var before: [Number] = []
  private(set) var after: [Number] = []
  /// Written as a month's name, a hyphen or apostrophe, and a number.
  private(set) var isYearOfMonth = false

  private var numbers: [(number: Number, position: Int)] = []
  private var monthPosition = 0
  /// A word that is short for a month in one language and for a weekday in another (`mar`).
  private var doubtful: (month: Int, position: Int)?

  /// Nil if there is anything else than such words and numbers.
  init?(_ text: Bytes) {
    var index = 0
    var wasDigit = false
    var position = 0
    while index < text.count {
      let byte = text[index]
      let start = index
      if ASCII.isDigit(byte) {
        while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
        guard index - start <= 4, numbers.count < 3, let value = DatePart.number(text.part(start..<index)) else {
          return nil
        }
        numbers.append((Number(value: value, digits: index - start), position))
        if month != nil || doubtful != nil, start > 0, [UInt8(ascii: "-"), UInt8(ascii: "'")].contains(text[start - 1])
        {
          isYearOfMonth = numbers.count == 1
        }
        wasDigit = true
      } else if ASCII.isLetter(byte) || byte >= 0x80 {
        while index < text.count, ASCII.isLetter(text[index]) || text[index] >= 0x80 { index += 1 }
        guard index - start <= 30, let word = Self.plainWord(text.part(start..<index)) else { return nil }
        if wasDigit, word.utf8.count == 1, !isSign(text.part(start..<index)) { return nil }
        guard addWord(word, at: position, behindDigit: wasDigit) else { return nil }
        wasDigit = false
      } else {
        guard [0x20, 0x2C, 0x2E, 0x2D, 0x2F, 0x27].contains(byte) else { return nil }
        index += 1
        wasDigit = false
        continue
      }
      position += 1
    }
    settle()
  }

  /// Whether a letter behind the last number is an ordinal sign, and no zero mistyped: `2e`, and `1o` for the first alone.
  private func isSign(_ letter: Bytes) -> Bool {
    letter.elementsEqual([UInt8(ascii: "e")])
      || numbers.last?.number.value == 1 && (letter.elementsEqual("o".utf8) || letter.elementsEqual("a".utf8))
  }

  private mutating func addWord(_ word: String, at position: Int, behindDigit: Bool) -> Bool {
    if behindDigit, CalendarNames.isOrdinalEnding(word) { return true }
    let named = CalendarNames.month(word)
    if let named, CalendarNames.isWeekday(word) {
      // Of two such words the first is the weekday: mar 11 mar 2024.
      hasWeekday = hasWeekday || doubtful != nil
      doubtful = (named, position)
    } else if let named {
      guard month == nil else { return false }
      (month, monthPosition) = (named, position)
    } else if CalendarNames.isWeekday(word) {
      hasWeekday = true
    } else {
      // The ordinal signs of Spanish and Portuguese fold to nothing.
      return word.isEmpty || CalendarNames.isParticle(word)
    }
    return true
  }

  private mutating func settle() {
    if let doubtful {
      if month == nil { (month, monthPosition) = (doubtful.month, doubtful.position) } else { hasWeekday = true }
    }
    before = numbers.filter { $0.position < monthPosition }.map(\.number)
    after = numbers.filter { $0.position >= monthPosition }.map(\.number)
  }

  /// The word in lower case without accents; nil if it has characters that no name has.
  private static func plainWord(_ bytes: Bytes) -> String? {
    var word = ""
    for scalar in bytes.string.unicodeScalars {
      switch scalar.value {
      case 0x41...0x5A: word.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
      case 0x61...0x7A: word.unicodeScalars.append(scalar)
      // Combining accents, and the ordinal signs (a degree sign for those who have none).
      case 0x0300...0x036F, 0xAA, 0xBA, 0xB0: break
      // 1ᵉʳ
      case 0x1D49: word += "e"
      case 0x02B3: word += "r"
      default:
        guard let plain = accents[scalar] else { return nil }
        word.unicodeScalars.append(plain)
      }
    }
    return word
  }

  private static let accents: [Unicode.Scalar: Unicode.Scalar] = [
    "á": "a", "à": "a", "â": "a", "ä": "a", "ã": "a", "é": "e", "è": "e", "ê": "e", "ë": "e", "í": "i", "ì": "i",
    "î": "i",
    "ï": "i", "ó": "o", "ò": "o", "ô": "o", "ö": "o", "õ": "o", "ú": "u", "ù": "u", "û": "u", "ü": "u", "ç": "c",
    "ñ": "n",
    "Á": "a", "À": "a", "Â": "a", "Ä": "a", "Ã": "a", "É": "e", "È": "e", "Ê": "e", "Ë": "e", "Í": "i", "Ì": "i",
    "Î": "i",
    "Ó": "o", "Ò": "o", "Ô": "o", "Ö": "o", "Õ": "o", "Ú": "u", "Ù": "u", "Û": "u", "Ü": "u", "Ç": "c", "Ñ": "n",
  ]
}
