import ScoreData
import Testing

@Suite struct CalendarTests {
  @Test func everyDayOfTenThousandYearsConvertsBothWays() {
    var expected = Calendar.days(year: 0, month: 1, day: 1)
    for year in 0...9999 {
      for month in 1...12 {
        for day in 1...(Calendar.daysIn(month: month, year: year) ?? 0) {
          let days = Calendar.days(year: year, month: month, day: day)
          guard days == expected, let days, Calendar.civil(days: days) == CivilDate(year: year, month: month, day: day)
          else {
            Issue.record(
              "\(year)-\(month)-\(day): \(String(describing: days)), expected \(String(describing: expected))")
            return
          }
          expected = days + 1
        }
      }
    }
  }

  @Test(arguments: [
    (2023, 2, 29), (2100, 2, 29), (2024, 13, 1), (2024, 0, 1), (2024, 4, 31), (2024, 1, 0), (10000, 1, 1),
  ])
  func daysThatDoNotExistHaveNoNumber(year: Int, month: Int, day: Int) {
    #expect(Calendar.days(year: year, month: month, day: day) == nil)
  }

  @Test func theEpochIsDayZero() {
    #expect(Calendar.days(year: 1970, month: 1, day: 1) == 0)
    #expect(Calendar.days(year: 2000, month: 3, day: 1) == 11017)
  }
}
