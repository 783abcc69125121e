import Foundation
import ScoreChart
import ScoreData
import ScoreDrawing
import ScoreSources
import Support
import Testing

@testable import scoreview

/// Histories that change while one looks, through real files and pipes.
@Suite struct HistoryFeedTests {
  private let folder: TemporaryFolder
  private static let head = "date,score\n2024-08-29,70\n2024-08-30,74\n"

  init() throws { folder = try TemporaryFolder() }

  private func settings(_ arguments: String...) throws -> Settings {
    try ArgumentParser(table: OptionTable.all).parse(arguments.map { Argument($0) })
  }

  /// A history on a surface that is not there.
  private final class Shown {
    var history: ShownHistory
    var state: ChartState
    let told = Told()

    final class Told { var lines: [String] = [] }

    init(_ input: String, _ settings: Settings) throws {
      let live = try LiveHistory.open(Argument(input), settings)
      let told = told
      history = ShownHistory(live.chart, feed: live.feed) { told.lines += $0 }
      state = ChartState(
        chart: live.chart, size: ViewSize(width: 620, height: 344), scale: 1, theme: .light,
        metrics: SampleHistories.metrics)
    }

    var isLive: Bool { history.descriptor != nil }
    var scores: [Double?] { (0..<history.chart.count).map { history.chart.series.scores[$0] } }

    /// Waits until `condition` holds, taking in what comes.
    func wait(_ what: String, _ condition: () -> Bool) throws {
      _ = try eventually(what) {
        _ = history.takeNews(&state, metrics: SampleHistories.metrics)
        return condition() ? true : nil
      }
    }
  }

  private static func append(_ text: String, to path: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  @Test func aFollowedFileGrowsByWholeLines() throws {
    let path = try folder.file("a.csv", Self.head + "2024-08-31,8")
    let shown = try Shown(path, settings("--follow", path))
    #expect(shown.scores == [70, 74])
    #expect(shown.state.selection == 1)
    try Self.append("5\n2024-09-01,", to: path)
    try shown.wait("the whole line") { shown.scores == [70, 74, 85] }
    #expect(shown.state.selection == 2)
    try Self.append("90\n", to: path)
    try shown.wait("the next line") { shown.scores == [70, 74, 85, 90] }
    #expect(shown.told.lines.isEmpty)
  }

  @Test func aFileThatIsReplacedCutOrGoneNeverLosesTheChart() throws {
    let path = try folder.file("a.csv", Self.head)
    let shown = try Shown(path, settings("--follow", path))
    let other = try folder.file("b.csv", "date,score\n2024-08-29,70\n2024-08-30,75\n2024-09-03,61\n")
    #expect(rename(other, path) == 0)
    try shown.wait("the other file") { shown.scores == [70, 75, 61] }
    #expect(unlink(path) == 0)
    try shown.wait("word that it is gone") { shown.history.notice?.contains("not there any more") == true }
    #expect(shown.scores == [70, 75, 61])
    #expect(shown.told.lines.count == 1 && shown.told.lines[0].hasSuffix("[file-gone]"), "\(shown.told.lines)")
    _ = try folder.file("a.csv", Self.head)
    try shown.wait("the file that is back") { shown.scores == [70, 74] && shown.history.notice == nil }
    try Data("no scores here\n".utf8).write(to: URL(fileURLWithPath: path))
    try shown.wait("word that it cannot be read") { shown.history.notice?.hasPrefix("not updated: ") == true }
    #expect(shown.scores == [70, 74])
  }

  @Test func aWarningIsToldOnce() throws {
    let path = try folder.file("a.csv", Self.head + "rubbish,1\n")
    let shown = try Shown(path, settings("--follow", path))
    try Self.append("2024-09-01,80\n", to: path)
    try shown.wait("a row") { shown.scores.count == 3 }
    #expect(shown.told.lines.isEmpty)
    try Self.append("more rubbish,1\n2024-09-02,81\n", to: path)
    try shown.wait("another row") { shown.scores.count == 4 }
    #expect(shown.told.lines.count == 1 && shown.told.lines[0].contains(":6:1:"), "\(shown.told.lines)")
  }

  @Test func rowsInBetweenKeepTheViewOnItsDates() throws {
    let days = (10...30).map { "2024-05-\($0),\(50 + $0)\n" }
    let path = try folder.file("a.csv", "date,score\n" + days.joined())
    let shown = try Shown(path, settings("--follow", path))
    shown.state.show(
      newest: ScoreDate(day: try #require(Calendar.days(year: 2024, month: 5, day: 28))), chart: shown.history.chart)
    let before = shown.state.viewport.maximumOffset - shown.state.viewport.offset
    try Self.append("2024-05-09,99\n", to: path)
    try shown.wait("the older row") { shown.scores.first == 99 }
    #expect(shown.state.viewport.maximumOffset - shown.state.viewport.offset == before)
  }

  @Test func aPipeIsShownAsFarAsItHasCome() throws {
    let path = try folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let writer = open(path, O_RDWR)
    defer { close(writer) }
    func write(_ text: String) { _ = text.withCString { Glibc.write(writer, $0, strlen($0)) } }
    write(Self.head)
    let shown = try Shown(path, settings(path))
    #expect(shown.scores == [70, 74] && shown.isLive)
    write("2024-08-31,8")
    write("1\n")
    try shown.wait("the line") { shown.scores == [70, 74, 81] }
  }

  @Test func aPipeThatHasEndedIsAFile() throws {
    let path = try folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let writing = DispatchQueue.global()
    writing.async {
      let writer = open(path, O_WRONLY)
      let text = Self.head + "2024-08-31,8"
      _ = text.withCString { Glibc.write(writer, $0, strlen($0)) }
      close(writer)
    }
    let shown = try Shown(path, settings(path))
    try shown.wait("the last line, which has no end") { shown.scores == [70, 74, 8] }
  }

  @Test func aFollowedFileWithoutScoresIsWaitedFor() throws {
    let path = try folder.file("a.csv", "date,score\n")
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { try? Self.append("2024-08-29,70\n", to: path) }
    #expect(try Shown(path, settings("--follow", path)).scores == [70])
  }

  @Test func aFileThatIsNotFollowedStaysAsItWas() throws {
    let path = try folder.file("a.csv", Self.head)
    #expect(try !Shown(path, settings(path)).isLive)
  }

  @Test func followingNeedsAFileAndRefreshingAnAddress() {
    #expect(throws: UsageError.self) { try settings("--follow", "http://localhost/a.csv") }
    #expect(throws: UsageError.self) { try settings("--refresh=5", "a.csv") }
    #expect(throws: UsageError.self) { try settings("--refresh=5", "-") }
    #expect(throws: UsageError.self) { try settings("--refresh=0.1", "http://localhost/a.csv") }
  }
}
