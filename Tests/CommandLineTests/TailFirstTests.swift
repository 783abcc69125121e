import Foundation
import ScoreChart
import ScoreData
import ScoreDrawing
import Support
import Testing

@testable import scoreview

/// Huge files, whose newest end is on screen before the rest has been read.
@Suite struct TailFirstTests {
  private let folder: TemporaryFolder
  private let rows = 430_000

  init() throws { folder = try TemporaryFolder() }

  private func settings(_ arguments: String...) throws -> Settings {
    try ArgumentParser(table: OptionTable.all).parse(arguments.map { Argument($0) })
  }

  /// How the dates of a table are written.
  enum Writing: CaseIterable {
    case yearFirst, monthFirst, milliseconds
  }

  /// A row each minute; more than eight megabytes.
  private func table(_ oddRow: String? = nil, _ writing: Writing = .yearFirst) -> String {
    var text = "date,score\n"
    for day in 0..<(rows / 1440 + 1) {
      let date = ScoreDate(day: 18_000 + Int32(day))
      let written =
        writing == .monthFirst ? "\(two(date.civil.month))/\(two(date.civil.day))/\(date.civil.year)" : date.isoText
      for minute in 0..<1440 where day * 1440 + minute < rows {
        if day == 100, minute == 0, let oddRow { text += oddRow + "\n" }
        text +=
          writing == .milliseconds
          ? "\((Int(date.day) * 1440 + minute) * 60_000 + 250),\(minute % 90).\(1000 + minute)\n"
          : "\(written) \(two(minute / 60)):\(two(minute % 60)),\(minute % 90)\n"
      }
    }
    return text
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func open(_ path: String) throws -> (live: LiveHistory, shown: ShownHistory, state: ChartState) {
    let live = try LiveHistory.open(Argument(path), settings(path))
    let state = ChartState(
      chart: live.chart, size: ViewSize(width: 620, height: 344), scale: 1, theme: .light,
      metrics: SampleHistories.metrics)
    return (live, ShownHistory(live.chart, feed: live.feed) { _ in }, state)
  }

  @Test(arguments: Writing.allCases) func theRestComesWithoutMovingWhatIsInView(_ writing: Writing) throws {
    var (live, shown, state) = try open(try folder.file("a.csv", table(nil, writing)))
    #expect(!live.isWhole)
    let before = live.chart.count
    #expect(before > 5000 && before < rows / 4)
    let newest = live.chart.series.dates[before - 1]
    let axis = state.viewport.maximumOffset - state.viewport.offset
    _ = try eventually("the rest") {
      _ = shown.takeNews(&state, metrics: SampleHistories.metrics)
      return shown.chart.count == rows ? true : nil
    }
    #expect(shown.chart.series.dates[rows - 1] == newest)
    #expect(state.viewport.maximumOffset - state.viewport.offset == axis)
    #expect(state.selection == rows - 1 && shown.notice == nil)
  }

  @Test func aWrongTailIsCorrectedAndSaid() throws {
    var (live, shown, state) = try open(try folder.file("b.csv", table("2050-01-01 00:00,99")))
    #expect(!live.isWhole)
    _ = try eventually("the correction") {
      _ = shown.takeNews(&state, metrics: SampleHistories.metrics)
      return shown.chart.count == rows + 1 ? true : nil
    }
    #expect(shown.notice == "corrected: the file is not sorted by date")
    #expect(shown.chart.series.scores[rows] == 99)
  }

  @Test func otherWishesNeedTheWhole() throws {
    let path = try folder.file("c.csv", table())
    for option in ["--at=2020-01-01", "--zoom=all", "--select=2020-01-01"] {
      #expect(try LiveHistory.open(Argument(path), settings(option, path)).isWhole, "\(option)")
    }
  }

  @Test func progressIsToldNowAndThen() {
    let progress = ReadingProgress(start: 0, patience: 150)
    func read(_ rows: Int, _ share: Double, at time: Double) -> String? {
      progress.note(.read(0..<1, rows: rows, share: share), at: time)
    }
    #expect(progress.note(.began, at: 0) == nil)
    #expect(read(5000, 0.1, at: 100) == nil && !progress.hasTold)
    #expect(read(7000, 0.1, at: 200) == "12 k rows, 20 %, 1 s left" && progress.hasTold)
    #expect(read(1, 0.1, at: 250) == nil)
    #expect(read(3_400_000, 0.1, at: 8000) == "3.4 M rows, 40 %, 12 s left")
    #expect(read(0, 0.9, at: 9000) == "3.4 M rows, 100 %, 0 s left")
    // A reading that begins anew counts from there.
    #expect(progress.note(.began, at: 10_000) == nil)
    #expect(read(0, 0.001, at: 11_000) == "0 %, 17 min left")
    #expect(ReadingProgress.short(999) == "999" && ReadingProgress.short(123_456_789) == "123 M")
    #expect(ReadingProgress.duration(seconds: 1e30) == "more than a day")
  }
}
