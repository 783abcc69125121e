import ScoreData
import Testing

@testable import ScoreChart

@Suite struct DisplayLocaleTests {
  @Test(
    arguments: [
      ([:], "y-mm-dd", "."), (["LANG": "C.UTF-8"], "y-mm-dd", "."), (["LANG": "de_DE.UTF-8"], "dd.mm.y", ","),
      (["LANG": "de_DE.UTF-8", "LC_TIME": "en_US.UTF-8"], "m/d/y", ","),
      (["LANG": "de_DE.UTF-8", "LC_NUMERIC": "C"], "dd.mm.y", "."),
      (["LANG": "de_DE.UTF-8", "LC_TIME": "C", "LC_ALL": "fr_FR"], "dd/mm/y", ","),
      (["LANG": "de_DE", "LC_ALL": ""], "dd.mm.y", ","), (["LC_ALL": "tlh", "LANG": "de_DE"], "y-mm-dd", "."),
      (["LC_ALL": "../../etc"], "y-mm-dd", "."),
    ] as [([String: String], String, Character)])
  func theEnvironmentSaysHowDatesAndNumbersLook(environment: [String: String], date: String, mark: Character) {
    let locale = DisplayLocale.user { environment[$0] }
    #expect(locale.fullDate == date)
    #expect(locale.decimalMark == mark)
  }

  @Test func everyLanguageOfTheTableIsFoundByItsName() {
    for tag in DisplayLocale.languages { #expect(DisplayLocale(identifier: tag) != nil, "\(tag)") }
  }

  /// At the default zoom every column has its label, so a day must not be wider than a column in any language.
  @Test func everyLanguagesShortDateFitsAColumn() throws {
    for tag in DisplayLocale.languages {
      let locale = try #require(DisplayLocale(identifier: tag))
      let late = try #require(ScoreDate(year: 2024, month: 12, day: 28))
      let text = DateText.monthDay(late, locale)
      #expect(text.count <= 6 && !text.contains(" "), "\(tag): \(text)")
    }
  }

  @Test func numbersBelowZeroHaveAMinusSign() throws {
    #expect(DisplayLocale.iso.number("-0.5") == "−0.5")
    #expect(try #require(DisplayLocale(identifier: "de")).number("-0.5") == "−0,5")
    #expect(DisplayLocale.iso.number("1e-7") == "1e-7")
  }
}
