import ScoreData
import Testing

@Suite struct OptionTests {
  private func set(_ option: ReadingOption, _ value: String?) throws -> ReadingOptions {
    var options = ReadingOptions()
    try options.set(option, to: value)
    return options
  }

  @Test func valuesAreUnderstood() throws {
    #expect(try set(.delimiter, ";").delimiter == .semicolon)
    #expect(try set(.delimiter, "tab").delimiter == .tab)
    #expect(try set(.delimiter, "blanks").delimiter == .blanks)
    #expect(try set(.delimiter, "^").delimiter == .character(UInt8(ascii: "^")))
    #expect(try set(.encoding, "UTF-8").encoding == .utf8)
    #expect(try set(.encoding, "latin1").encoding == .latin1)
    #expect(try set(.encoding, "CP1251").encoding == .windows1251)
    #expect(try set(.encoding, "dos 850").encoding == .ibm850)
    #expect(try set(.encoding, "GBK").encoding == .gb18030)
    for encoding in TextEncoding.allCases {
      #expect(try set(.encoding, encoding.rawValue.uppercased()).encoding == encoding)
    }
    #expect(try set(.comment, "none").comment == CommentMark.none)
    #expect(try set(.comment, "//").comment == .text("//"))
    #expect(try set(.dateColumn, "when").dateColumn == "when")
    #expect(try set(.filter, "a=b=c").filters == [RowFilter(column: "a", value: "b=c")])
    #expect(try set(.filter, "a=").filters == [RowFilter(column: "a", value: "")])
    #expect(try set(.dateOrder, "MDY").dateOrder == .monthDayYear)
    #expect(try set(.year, "2024").year == 2024)
    #expect(try set(.today, "2024-02-29").today == CivilDate(year: 2024, month: 2, day: 29))
    #expect(try set(.decimal, ",").decimal == .comma)
    #expect(try set(.duplicates, "mean").duplicates == .mean)
    #expect(try set(.excel1904, nil).excel1904 == true)
    #expect(try set(.numbered, nil).numbered)
    #expect(try set(.byRow, nil).byRow)
    #expect(try set(.grades, "gpa").grades == .gradePointAverage)
    #expect(try set(.grades, "A = 95, b=85.5").grades?["B"] == 85.5)
  }

  @Test(
    arguments: [
      (.delimiter, "ab"), (.delimiter, "\""), (.delimiter, "5"), (.encoding, "klingon"), (.comment, "\n"),
      (.filter, "player"),
      (.filter, "=x"), (.dateOrder, "ydm"), (.year, "24x"), (.year, "0"), (.year, "+24"), (.year, "10000"),
      (.today, "2023-02-29"),
      (.today, "2024-2-1"), (.today, "today"), (.decimal, ";"), (.duplicates, "min"), (.grades, "A"), (.grades, "A=x"),
      (.grades, "A=1,a=2"), (.grades, "A=inf"), (.excel1904, "yes"), (.numbered, ""), (.dateColumn, ""),
      (.dateColumn, nil),
      (.series, nil),
    ] as [(ReadingOption, String?)])
  func otherValuesAreRefused(option: ReadingOption, value: String?) {
    #expect(throws: OptionError.self) { try set(option, value) }
  }

  @Test func refusalsSayWhatIsAllowedAndEscapeWhatWasGiven() {
    var options = ReadingOptions()
    let error = #expect(throws: OptionError.self) { try options.set(.dateOrder, to: "x\u{1B}[31m\u{202E}") }
    #expect(error?.message.contains("dmy, mdy or ymd") == true)
    #expect(error?.message.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E } == false)
    #expect(options == ReadingOptions())
  }

  @Test func namesAreThoseOfTheCommandLine() {
    #expect(ReadingOption(rawValue: "date-column") == .dateColumn)
    #expect(ReadingOption(rawValue: "where") == .filter)
    #expect(ReadingOption.allCases.allSatisfy { $0.takesValue == !$0.allowed.isEmpty })
  }
}
