import ScoreData
import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

@Suite struct CalloutTextTests {
  private func two(_ first: [Double?], _ second: [Double?]) -> ScoreTable {
    var table = SampleHistories.daily(first, from: (2024, 8, 29))
    table.series[0].name = "maths"
    table.series.append(ScoreSeries(name: "art", dates: table.series[0].dates, scores: ScoreColumn(second)))
    return table
  }

  @Test func oneLineIsEnoughWhereThereIsNothingElseToSay() {
    let chart = Chart(table: SampleHistories.twelve)
    #expect(chart.calloutLines(at: 0, isDetailed: false) == ["08-29 20"])
    // The first score has no change to tell.
    #expect(chart.calloutLines(at: 0, isDetailed: true) == ["08-29 20"])
    #expect(chart.calloutLines(at: 1, isDetailed: true) == ["08-30 60 (+40)"])
    #expect(chart.calloutLines(at: 2, isDetailed: true) == ["08-31 40 (−20)"])
    #expect(chart.calloutLines(at: 99, isDetailed: true).isEmpty)
  }

  @Test func changesAreExactAndReachAcrossGaps() {
    let chart = Chart(table: SampleHistories.daily([0.3, nil, 0.1, 0.1, 1e-12, 100]))
    #expect((0..<6).map { chart.changeText(at: $0) } == [nil, nil, "−0.2", "±0", "−0.1", "+100"])
    #expect(chart.calloutLines(at: 1, isDetailed: true) == ["2024-01-02 –"])
    #expect(Chart(table: SampleHistories.daily([1e-12, 3e-12])).changeText(at: 1)?.hasPrefix("+2") == true)
  }

  @Test func severalSeriesHaveALineEachTheActiveOneFirst() {
    let chart = Chart(table: two([50, 60], [80, 70]))
    #expect(chart.sharesTimeline && chart.seriesCount == 2)
    #expect(chart.calloutEntries(at: 1, isDetailed: false).map(\.mark) == [nil, .dot, .line2])
    #expect(chart.showing(series: 1).calloutEntries(at: 1, isDetailed: false).map(\.mark) == [nil, .line2, .dot])
    #expect(chart.calloutLines(at: 1, isDetailed: true) == ["2024-08-30", "maths 60 (+10)", "art 70 (−10)"])
    #expect(chart.showing(series: 1).calloutLines(at: 1, isDetailed: false) == ["2024-08-30", "art 70", "maths 60"])
  }

  @Test func theFilesNoteHasALineOfItsOwn() {
    var table = SampleHistories.daily([1, 2])
    table.series[0].notes = TextColumn(name: "note", ["felt\u{7}well", ""])
    let chart = Chart(table: table)
    #expect(chart.calloutLines(at: 0, isDetailed: false) == ["2024-01-01 1", "felt well"])
    #expect(chart.calloutLines(at: 1, isDetailed: false) == ["2024-01-02 2"])
  }

  @Test func aNoteIsShownWhicheverSeriesIsInFront() {
    var table = two([50, 60], [80, 70])
    table.series[0].notes = TextColumn(name: "note", ["late", "early"])
    let chart = Chart(table: table)
    #expect(chart.calloutLines(at: 1, isDetailed: false).last == "early")
    #expect(chart.showing(series: 1).calloutLines(at: 1, isDetailed: false).last == "early")
  }

  @Test func datesAndNumbersFollowTheLocale() throws {
    func line(_ locale: String) throws -> String {
      let options = ChartOptions(locale: try #require(DisplayLocale(identifier: locale)))
      return Chart(table: SampleHistories.daily([0.5, 1.75], from: (2024, 8, 29)), options: options)
        .calloutLines(at: 1, isDetailed: true)[0]
    }
    #expect(try line("de_DE.UTF-8") == "30.08.2024 1,75 (+1,25)")
    #expect(try line("en-US") == "8/30/2024 1.75 (+1.25)")
    #expect(try line("en_GB") == "30/08/2024 1.75 (+1.25)")
    #expect(try line("fr") == "30/08/2024 1,75 (+1,25)")
    #expect(try line("nl") == "30-08-2024 1,75 (+1,25)")
    #expect(try line("ja") == "2024年8月30日 1.75 (+1.25)")
    #expect(try line("zh-CN") == "2024年8月30日 1.75 (+1.25)")
    #expect(try line("C") == "2024-08-30 1.75 (+1.25)")
    #expect(DisplayLocale(identifier: "tlh") == nil && DisplayLocale(identifier: "") == nil)
    for tag in DisplayLocale.languages { #expect(DisplayLocale(identifier: tag) != nil, "\(tag)") }
  }

  @Test func longNotesAreBrokenIntoLines() {
    let width = { (text: String) in Double(text.count) }
    #expect(TextWrap.lines("one two three four", room: 9, limit: 4, width: width) == ["one two", "three", "four"])
    #expect(TextWrap.lines("abcdefghij kl", room: 4, limit: 9, width: width) == ["abcd", "efgh", "ij", "kl"])
    #expect(TextWrap.lines("a b c d e f", room: 3, limit: 2, width: width) == ["a b", "c …"])
    #expect(TextWrap.lines("", room: 3, limit: 2, width: width).isEmpty)
    #expect(TextWrap.lines("wide", room: 0, limit: 3, width: width).isEmpty)
  }

  @Test func severalLinesStayInsideTheAreaAtAllFourCorners() throws {
    let area = ViewRect(x: 0, y: 0, width: 375, height: 344)
    for x in [0.0, 5, 370, 375] {
      for y in [0.0, 3, 160, 300, 317] {
        let callout = try #require(
          Callout(
            lines: ["a", "b", "c", "d"].map { CalloutLine($0) }, textWidth: 120, target: ViewPoint(x: x, y: y),
            targetRadius: 5, area: area))
        let box = callout.bubble.box
        #expect(box.x >= 0 && box.maxX <= 375 && box.y >= 0 && box.maxY <= 344)
        #expect(box.height == 21 + 3 * 18)
        #expect(box.maxY <= y - 5 || box.y >= y + 5)
      }
    }
  }
}
