import ScoreData

/// Parts of a date as text.
enum DateText {
  static func year(_ date: ScoreDate) -> String { fourDigits(date.civil.year) }

  static func monthDay(_ date: ScoreDate, _ locale: DisplayLocale = .iso) -> String {
    filled(locale.monthDay, date.civil)
  }

  static func full(_ date: ScoreDate, _ locale: DisplayLocale = .iso) -> String {
    filled(locale.fullDate, date.civil)
  }

  static func time(_ date: ScoreDate, seconds: Bool) -> String {
    let minutes = twoDigits(date.hour) + ":" + twoDigits(date.minute)
    return seconds ? minutes + ":" + twoDigits(date.second) : minutes
  }

  static func seconds(_ date: ScoreDate) -> String { ":" + twoDigits(date.second) }

  private static func filled(_ pattern: String, _ civil: CivilDate) -> String {
    var text = ""
    var letters = pattern[...]
    while let letter = letters.popFirst() {
      let isDoubled = letters.first == letter
      switch letter {
      case "y": text += fourDigits(civil.year)
      case "m": text += isDoubled ? twoDigits(civil.month) : String(civil.month)
      case "d": text += isDoubled ? twoDigits(civil.day) : String(civil.day)
      default: text.append(letter)
      }
      if isDoubled, letter == "m" || letter == "d" { letters.removeFirst() }
    }
    return text
  }

  private static func fourDigits(_ year: Int) -> String {
    let text = String(year)
    return String(repeating: "0", count: max(0, 4 - text.count)) + text
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
