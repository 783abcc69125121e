/// How dates and numbers are written for the eye: order and marks of a language.
///
/// Reading a file never depends on it.
public struct DisplayLocale: Equatable, Sendable {
  /// A language, with a region where that makes a difference: `de`, `en-GB`.
  public let identifier: String
  /// A date with its year: y, m, d stand for the numbers, doubled for two digits; everything else for itself.
  let fullDate: String
  /// A date without its year, short enough for the axis.
  let monthDay: String
  public let decimalMark: Character

  /// ISO 8601 dates and a decimal point: 2024-08-29, 162.8.
  public static let iso = DisplayLocale(identifier: "iso", fullDate: "y-mm-dd", monthDay: "mm-dd", decimalMark: ".")

  init(identifier: String, fullDate: String, monthDay: String, decimalMark: Character) {
    self.identifier = identifier
    self.fullDate = fullDate
    self.monthDay = monthDay
    self.decimalMark = decimalMark
  }

  /// The locale of a language tag or of a POSIX name: `de`, `de-AT`, `de_AT.UTF-8`; nil for an unknown one.
  ///
  /// `C`, `POSIX` and `iso` are ISO 8601. A region that is not in the table takes what its language does.
  public init?(identifier: String) {
    let name = identifier.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(whereSeparator: { $0 == "_" || $0 == "-" }).map { $0.lowercased() }
    guard let language = parts.first else { return nil }
    if ["c", "posix", "iso"].contains(language) {
      self = .iso
      return
    }
    let region = parts.dropFirst().first { $0.count == 2 }
    let exact = region.map { "\(language)-\($0)" }
    guard
      let row = DisplayLocale.table.first(where: { $0.tags.contains(exact ?? language) })
        ?? DisplayLocale.table.first(where: { $0.tags.contains(language) })
    else { return nil }
    let tag = region.map { "\(language)-\($0.uppercased())" } ?? language
    self.init(identifier: tag, fullDate: row.fullDate, monthDay: row.monthDay, decimalMark: row.decimalMark)
  }

  /// The languages that the table knows.
  public static var languages: [String] { ["iso"] + table.flatMap(\.tags) }

  private struct Row {
    var tags: [String]
    var fullDate: String
    var monthDay: String
    var decimalMark: Character
  }

  private static let table = [
    Row(tags: ["en", "en-us"], fullDate: "m/d/y", monthDay: "m/d", decimalMark: "."),
    Row(
      tags: ["en-gb", "en-au", "en-nz", "en-ie", "en-in", "en-za", "ar", "th"], fullDate: "dd/mm/y", monthDay: "dd/mm",
      decimalMark: "."),
    Row(tags: ["en-ca", "zh-tw"], fullDate: "y-mm-dd", monthDay: "mm-dd", decimalMark: "."),
    Row(tags: ["de-ch", "he"], fullDate: "dd.mm.y", monthDay: "dd.mm.", decimalMark: "."),
    Row(
      tags: ["de", "fi", "da", "nb", "no", "cs", "pl", "ru", "uk", "tr", "ro", "bg", "sk", "sl", "hr", "et", "lv"],
      fullDate: "dd.mm.y", monthDay: "dd.mm.", decimalMark: ","),
    Row(
      tags: ["fr", "it", "es", "pt", "ca", "el", "id", "vi", "fr-be"], fullDate: "dd/mm/y", monthDay: "dd/mm",
      decimalMark: ","),
    Row(tags: ["fr-ch", "it-ch"], fullDate: "dd.mm.y", monthDay: "dd.mm.", decimalMark: "."),
    Row(tags: ["es-mx"], fullDate: "dd/mm/y", monthDay: "dd/mm", decimalMark: "."),
    Row(tags: ["nl"], fullDate: "dd-mm-y", monthDay: "dd-mm", decimalMark: ","),
    Row(tags: ["sv", "fr-ca", "lt"], fullDate: "y-mm-dd", monthDay: "mm-dd", decimalMark: ","),
    Row(tags: ["hu"], fullDate: "y. mm. dd.", monthDay: "mm.dd.", decimalMark: ","),
    Row(tags: ["ja", "zh"], fullDate: "y年m月d日", monthDay: "m/d", decimalMark: "."),
    Row(tags: ["ko"], fullDate: "y. m. d.", monthDay: "m.d.", decimalMark: "."),
  ]

  /// A number's text with this locale's decimal mark and a minus sign for the eye; `text` has a point and a hyphen.
  public func number(_ text: String) -> String {
    let signed = text.hasPrefix("-") ? "−" + text.dropFirst() : text
    return decimalMark == "." ? signed : String(signed.map { $0 == "." ? decimalMark : $0 })
  }
}
