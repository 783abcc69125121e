import ScoreChart
import Support
import Testing

@testable import scoreview

@Suite struct HistoryUpdateTests {
  private func chart(_ count: Int) -> Chart { Chart(table: SampleHistories.daily(Array(repeating: 70, count: count))) }

  private func text(_ change: HistoryUpdate.Change) -> String {
    switch change {
    case .none: "none"
    case .extended(let chart, let prepended, let appended): "\(prepended) + \(appended) = \(chart.count)"
    case .replaced(let chart): "replaced by \(chart.count)"
    }
  }

  @Test func updatesThatNobodyTookAddUp() {
    var update = HistoryUpdate(messages: ["a"], notice: .text("gone"))
    update.merge(HistoryUpdate(change: .extended(chart(5), prepended: 0, appended: [2]), messages: ["b"]))
    #expect(text(update.change) == "0 + [2] = 5" && update.notice == .text("gone") && update.messages == ["a", "b"])
    update.merge(HistoryUpdate(change: .extended(chart(9), prepended: 3, appended: [1]), notice: .none))
    #expect(text(update.change) == "3 + [3] = 9" && update.notice == .none)
    update.merge(HistoryUpdate())
    #expect(text(update.change) == "3 + [3] = 9")
    update.merge(HistoryUpdate(change: .replaced(chart(1))))
    #expect(text(update.change) == "replaced by 1")
    update.merge(HistoryUpdate(change: .extended(chart(2), prepended: 0, appended: [1])))
    #expect(text(update.change) == "replaced by 2")
  }

  @Test func anotherNumberOfSeriesIsAnotherHistory() {
    let one = HistoryUpdate.Change.extended(chart(3), prepended: 0, appended: [1])
    let two = HistoryUpdate.Change.extended(chart(4), prepended: 0, appended: [1, 1])
    #expect(text(one.followed(by: two)) == "replaced by 4")
  }
}
