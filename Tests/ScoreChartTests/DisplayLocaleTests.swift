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
}
