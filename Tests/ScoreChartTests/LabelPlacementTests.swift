import ScoreData
import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

@Suite struct LabelPlacementTests {
  static let size = ViewSize(width: 900, height: 344)

  /// Every label of a history at a column width.
  private func placed(_ table: ScoreTable, columnWidth: Double) -> [PlacedLabel] {
    let chart = Chart(table: table)
    let placement = LabelPlacement(labels: chart.labels, columnWidth: columnWidth, metrics: SampleHistories.metrics)
    guard !placement.isEveryColumn else {
      return (0..<chart.count).map { PlacedLabel(column: $0, label: placement.columnLabel(at: $0)) }
    }
    return placement.placed(in: 0..<chart.count)
  }

  private func texts(_ table: ScoreTable, columnWidth: Double) -> [String] {
    placed(table, columnWidth: columnWidth).map { $0.label.isStrong ? "*\($0.label.text)" : $0.label.text }
  }

  private func days(_ count: Int, from first: (Int, Int, Int), step: Int32 = 1, hasYears: Bool = true) -> ScoreTable {
    let start = Calendar.days(year: first.0, month: first.1, day: first.2) ?? 0
    return SampleHistories.table(
      (0..<count).map { ScoreDate(day: start + Int32($0) * step) }, Array(repeating: 50, count: count),
      hasYears: hasYears)
  }

  private func times(_ count: Int, every minutes: Int) -> ScoreTable {
    let dates = (0..<count).map { index in
      let minute = 1380 + index * minutes
      return ScoreDate(
        day: 19_722 + Int32(minute / 1440), nanosecondOfDay: Int64(minute % 1440) * 60_000_000_000, precision: .time)
    }
    return SampleHistories.table(dates, Array(repeating: 50, count: count))
  }

  /// Histories of all kinds of dates.
  private var tables: [(String, ScoreTable)] {
    var random = SeededGenerator(seed: 77)
    var day: Int32 = -9000
    let ragged: [ScoreDate] = (0..<900).map { _ in
      day += [0, 0, 1, 1, 1, 2, 7, 30, 400].randomElement(using: &random) ?? 1
      return ScoreDate(day: day)
    }
    let ordinals = (0..<6000).map { ScoreDate(day: Int32($0 + 1), precision: .ordinal) }
    let sameDay = [ScoreDate](repeating: ScoreDate(day: 10_000), count: 700)
    let rows = { (dates: [ScoreDate]) in
      SampleHistories.table(dates, Array(repeating: 50, count: dates.count))
    }
    return [
      ("daily", days(2000, from: (2019, 8, 29))), ("no years", days(800, from: (2024, 8, 29), hasYears: false)),
      ("weekly", days(700, from: (2010, 1, 4), step: 7)), ("before 1970", days(1000, from: (1960, 5, 5))),
      ("monthly", days(400, from: (1990, 1, 15), step: 30)), ("yearly", days(300, from: (1700, 7, 1), step: 365)),
      ("minutes", times(2000, every: 1)), ("quarter hours", times(1500, every: 15)),
      ("ragged", rows(ragged)), ("ordinals", rows(ordinals)), ("one day", rows(sameDay)),
    ]
  }

  private static let widths = [168, 42, 33, 23.9, 12.3, 6, 5.9, 1.7, 0.4, 0.03]

  @Test func labelsNeverOverlapAndTheNewestIsKept() {
    for (name, table) in tables {
      for width in Self.widths {
        let labels = placed(table, columnWidth: width)
        #expect(labels.last?.column == table.series[0].count - 1, "\(name) at \(width)")
        for (a, b) in zip(labels, labels.dropFirst()) {
          let room =
            (SampleHistories.metrics.width(of: a.label.text, font: .dateLabel)
              + SampleHistories.metrics.width(of: b.label.text, font: .dateLabel)) / 2
          #expect(Double(b.column - a.column) * width >= room + 2, "\(name) at \(width): \(a) \(b)")
        }
      }
    }
  }

  @Test func placementDependsOnContentAndNotOnWhatIsInView() {
    for (name, table) in tables {
      let labels = Chart(table: table).labels
      for width in Self.widths {
        let placement = LabelPlacement(labels: labels, columnWidth: width, metrics: SampleHistories.metrics)
        guard !placement.isEveryColumn else { continue }
        let all = placement.placed(in: 0..<labels.count)
        let view = max(Int(400 / width), 1)
        for start in stride(from: 0, to: labels.count, by: max(labels.count / 5, 1)) {
          let rows = start..<min(start + view, labels.count)
          #expect(placement.placed(in: rows) == all.filter { rows.contains($0.column) }, "\(name) at \(width), \(rows)")
        }
      }
    }
  }

  @Test func everyStretchOfTheAxisHasALabelWhereDatesAreEven() {
    for (name, table) in tables where !["ragged", "weekly", "monthly"].contains(name) {
      for width in Self.widths where Double(table.series[0].count) * width > 1500 {
        let labels = placed(table, columnWidth: width)
        let widest = zip(labels, labels.dropFirst()).map { Double($1.column - $0.column) * width }.max() ?? 0
        #expect(widest < 420, "\(name) at \(width): \(widest)")
      }
    }
  }

  @Test func monthsAndYearsStandOut() {
    #expect(
      texts(days(6, from: (2024, 12, 29)), columnWidth: 42) == ["12-29", "12-30", "12-31", "*2025", "01-02", "01-03"])
    #expect(texts(days(4, from: (2024, 8, 30)), columnWidth: 42) == ["08-30", "08-31", "*09-01", "09-02"])
    let wrapped = texts(days(4, from: (2024, 12, 30), hasYears: false), columnWidth: 42)
    #expect(wrapped == ["12-30", "12-31", "*01-01", "01-02"])
  }

  @Test func theUsualStepDoesNotStandOut() {
    let months = (0..<5).map {
      ScoreDate(year: 2024 + (9 + $0) / 12, month: (9 + $0) % 12 + 1, day: 1) ?? ScoreDate(day: 0)
    }
    let monthly = SampleHistories.table(months, Array(repeating: 1, count: 5))
    #expect(texts(monthly, columnWidth: 42) == ["10-01", "11-01", "12-01", "*2025", "02-01"])
    let years = (2019...2022).map { ScoreDate(year: $0, month: 6, day: 30) ?? ScoreDate(day: 0) }
    #expect(
      texts(SampleHistories.table(years, [1, 2, 3, 4]), columnWidth: 42) == ["2019", "2020", "2021", "2022"])
  }

  @Test func timesShowNoMoreThanTheyMust() {
    #expect(
      texts(times(7, every: 30), columnWidth: 42) == ["12-31", "23:30", "*2024", "00:30", "01:00", "01:30", "02:00"])
    let seconds = (0..<3).map {
      ScoreDate(day: 10, nanosecondOfDay: Int64(50_399 + $0) * 1_000_000_000, precision: .time)
    }
    #expect(texts(SampleHistories.table(seconds, [1, 2, 3]), columnWidth: 42) == ["01-11", "14:00", ":01"])
  }

  @Test func aDayOf25HoursShowsBothHalfPastTwos() {
    let dates = [(90, 120), (150, 120), (150, 60), (210, 60)].map { minutes, offset in
      ScoreDate(
        day: 20_023, nanosecondOfDay: Int64(minutes) * 60_000_000_000, precision: .time, offsetMinutes: Int16(offset))
    }
    #expect(
      texts(SampleHistories.table(dates, [1, 2, 3, 4]), columnWidth: 42) == ["10-27", "02:30", "02:30", "03:30"])
  }

  @Test func whatThinsOutLeavesRoundSteps() {
    #expect(
      texts(days(61, from: (2023, 12, 30)), columnWidth: 12)
        == [
          "*2024", "01-06", "01-11", "01-16", "01-21", "01-26", "*02-01", "02-06", "02-11", "02-16", "02-21", "02-28",
        ])
    let years = texts(days(365 * 12, from: (2012, 6, 1)), columnWidth: 0.2)
    #expect(years == ["2013", "2014", "2015", "2016", "2017", "2018", "2019", "2020", "2021", "2022", "2023", "2024"])
    let numbers = SampleHistories.table(
      (1...400).map { ScoreDate(day: $0, precision: .ordinal) }, Array(repeating: 1, count: 400))
    #expect(texts(numbers, columnWidth: 1) == ["#50", "#100", "#150", "#200", "#250", "#300", "#350", "#400"])
  }

  @Test(arguments: [(5.0, false), (6, true), (42, true), (168, true)])
  func narrowColumnsHaveNeitherGuideNorDot(width: Double, hasDots: Bool) {
    var bench = ChartBench(days(500, from: (2024, 1, 1)), size: Self.size)
    bench.state.setColumnWidth(width)
    let frame = bench.frame()
    #expect(!frame.columns.isEmpty)
    #expect(frame.columns.allSatisfy { $0.hasGuide == hasDots && ($0.dot != nil) == hasDots })
    #expect(frame.columns.contains { $0.label != nil })
  }

  @Test func cellsAreRecycledAtEveryWidth() {
    for width in Self.widths {
      var bench = ChartBench(days(3000, from: (2016, 1, 1)), size: Self.size)
      bench.state.setColumnWidth(width)
      var seen: [Int: DateLabel] = [:]
      for _ in 0..<60 {
        let frame = bench.frame()
        #expect(Set(frame.columns.map(\.slot)).count == frame.columns.count)
        for tile in frame.columns {
          guard let label = tile.label else { continue }
          // No flicker: a column's label is the same in every frame.
          #expect(seen.updateValue(label, forKey: tile.index) ?? label == label)
        }
        bench.apply(.wheel(dx: -0.173, dy: 0, at: ViewPoint(x: 0, y: 0), []))
      }
    }
  }
}
