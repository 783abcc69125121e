import ScoreData
import Support
import Testing

@Suite struct ScoreTableExtensionTests {
  private let three = SampleHistories.daily([70, nil, 71.5])

  @Test func rowsBehindAreCounted() {
    #expect(SampleHistories.daily([70, nil, 71.5]).rowsBehind(three) == [0])
    #expect(SampleHistories.daily([70, nil, 71.5, 80, nil]).rowsBehind(three) == [2])
    #expect(three.rowsBehind(ScoreTable(dateColumn: "date", series: [])) == nil)
  }

  @Test func anyOtherRowMakesAnotherHistory() {
    let others: [[Double?]] = [
      [70, nil], [], [70, nil, 71.4], [70, 0, 71.5, 3], [nil, nil, 71.5], [60, 70, nil, 71.5],
    ]
    for scores in others { #expect(SampleHistories.daily(scores).rowsBehind(three) == nil, "\(scores)") }
    #expect(SampleHistories.daily([70, nil, 71.5, 2], from: (2024, 1, 2)).rowsBehind(three) == nil)
    #expect(SampleHistories.daily([70, nil, 71.5, 2], hasYears: false).rowsBehind(three) == nil)
    var renamed = three
    renamed.series[0].name = "mark"
    #expect(renamed.rowsBehind(three) == nil)
    var noted = three
    noted.series[0].notes = TextColumn(name: "note", ["", "rain", ""])
    #expect(noted.rowsBehind(three) == nil)
  }
}
