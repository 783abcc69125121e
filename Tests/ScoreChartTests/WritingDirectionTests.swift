import ScoreData
import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

@Suite struct WritingDirectionTests {
  @Test(arguments: [
    ("ציון", true), ("درجات", true), ("12 ציון", true), ("(+3) درجة", true), ("ߒߞߏ", true), ("", false),
    ("79 (+1)", false), ("note ציון", false), ("成绩", false), ("Ärger", false), ("–", false), ("١٢", false),
  ])
  func theFirstLetterDecides(text: String, isRightToLeft: Bool) {
    #expect(WritingDirection.isRightToLeft(text) == isRightToLeft)
  }

  private func lines(_ names: [String], note: String?) -> [TextLine] {
    var table = SampleHistories.daily([70, 75, 80])
    table.series[0].name = names[0]
    table.series[0].notes = note.map { TextColumn(name: "note", ["", "", $0]) }
    for name in names.dropFirst() {
      table.series.append(
        ScoreSeries(name: name, dates: table.series[0].dates, scores: ScoreColumn([60, 61, 62])))
    }
    var bench = ChartBench(table, size: ViewSize(width: 375, height: 344))
    bench.apply(.pointerMoved(ViewPoint(x: bench.state.viewport.viewX(of: 2), y: 10)))
    return bench.frame().overlay.commands.compactMap { command in
      if case .text(let line) = command, line.color == .calloutText { line } else { nil }
    }
  }

  @Test func linesBeginWhereTheirScriptDoes() throws {
    let shown = lines(["ציון", "maths"], note: "طالب ممتاز")
    #expect(shown.map(\.alignment) == [.left, .right, .left, .right])
    // Numbers behind a name that runs to the left keep their own order.
    #expect(shown[1].string == "ציון \u{2066}80 (+5)\u{2069}")
    #expect(shown[2].string == "maths 62 (+1)")
    // What tells of a series stands behind its mark.
    #expect(shown[3].x - shown[1].x == Callout.markRoom && shown[2].x - shown[0].x == Callout.markRoom)
    #expect(try #require(shown.map(\.x).min()) < #require(shown.map(\.x).max()) - 80)
  }

  @Test func oneLineStandsInTheMiddle() {
    #expect(lines(["ציון"], note: nil).map(\.alignment) == [.center])
  }

  @Test func aTitleBeginsWhereItsScriptDoes() {
    for (title, alignment) in [("Sleep", TextAlignment.left), ("שינה", .right), ("نوم جيد", .right), ("睡眠", .left)] {
      for width in [160.0, 620] {
        var bench = ChartBench(
          SampleHistories.twelve, options: ChartOptions(title: title), size: ViewSize(width: width, height: 344))
        let lines = bench.frame().overlay.commands.compactMap { command -> TextLine? in
          if case .text(let line) = command, line.font == .title { line } else { nil }
        }
        #expect(lines.map(\.alignment) == [alignment] && lines.map(\.string) == [title])
        #expect(lines.map(\.x) == [alignment == .right ? width - 21 : 21])
      }
    }
  }
}
