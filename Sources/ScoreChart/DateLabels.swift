import ScoreData
internal import ScoreDrawing

/// Dates as text: short under the axis, in full in the callout.
///
/// A file that gave only month and day never shows a year.
struct DateLabels: Equatable, Sendable {
  private let dates: DateColumn
  private let hasYears: Bool
  private let locale: DisplayLocale
  private let hasSeconds: Bool
  private let hasTimes: Bool
  /// The usual distance of two rows in days, 0 where there is none.
  private let usualStep: Double

  /// Which changes stand out, being rarer than the labels are.
  struct Emphasis: Equatable {
    var months: Bool
    var years: Bool
  }

  /// Labels this many days apart or more would make every one the first of its month (year).
  private static let monthlyStep = 15.0
  private static let yearlyStep = 200.0

  /// - Parameter usualStep: the median distance of two rows, in days.
  init(dates: DateColumn, hasYears: Bool, usualStep: Double, locale: DisplayLocale) {
    self.dates = dates
    self.hasYears = hasYears
    self.usualStep = usualStep
    self.locale = locale
    let sample = stride(from: 0, to: dates.count, by: max(1, dates.count / 512)).map { dates[$0] }
    hasTimes = sample.contains { $0.precision == .time }
    hasSeconds = sample.contains { $0.precision == .time && $0.second != 0 }
  }

  var count: Int { dates.count }

  func date(at index: Int) -> ScoreDate { dates[index] }

  func emphasis(rowsPerLabel: Int) -> Emphasis {
    let days = usualStep * Double(rowsPerLabel)
    return Emphasis(months: days < DateLabels.monthlyStep, years: hasYears && days < DateLabels.yearlyStep)
  }

  /// The label of column `index` behind the label of column `previous`: no more than what changed.
  func label(at index: Int, after previous: Int?, _ emphasis: Emphasis) -> DateLabel {
    let date = dates[index]
    guard date.precision != .ordinal else { return DateLabel("#\(date.day)") }
    guard let unit = unit(at: index, after: previous) else {
      // The first column of all: nothing has changed yet.
      return DateLabel(hasYears && !emphasis.years ? DateText.year(date) : DateText.monthDay(date, locale))
    }
    switch unit {
    case .year where hasYears: return DateLabel(DateText.year(date), isStrong: emphasis.years)
    case .year, .month: return DateLabel(DateText.monthDay(date, locale), isStrong: emphasis.months)
    case .day: return DateLabel(DateText.monthDay(date, locale))
    case .second where hasSeconds && date.precision == .time: return DateLabel(DateText.seconds(date))
    case .hour, .minute, .second, .none:
      return DateLabel(date.precision == .time ? DateText.time(date, seconds: false) : DateText.monthDay(date, locale))
    }
  }

  /// What changed since the label before; where that is far off, since the column before.
  private func unit(at index: Int, after previous: Int?) -> LabelWeight.Unit? {
    if let previous {
      let before = dates[previous]
      return before.precision == .ordinal ? nil : LabelLadder.unit(from: before, to: dates[index])
    }
    guard index > 0, dates[index - 1].precision != .ordinal else { return nil }
    return max(LabelLadder.unit(from: dates[index - 1], to: dates[index]), .day)
  }

  /// The width that is enough for every label of this file, in points.
  func widestLabel(metrics: TextMetrics) -> Double {
    samples.map { metrics.width(of: $0, font: .dateLabel) }.max() ?? 0
  }

  private var samples: [String] {
    guard count > 0 else { return [] }
    let ends = [dates[0], dates[count - 1]]
    let greatest = ends.filter { $0.precision == .ordinal }.map { Int($0.day.magnitude) }.max()
    let number = greatest.map { "#" + String(repeating: "8", count: String($0).count) }
    let late = ScoreDate(year: 2028, month: 12, day: 28) ?? ends[0]
    let day = greatest == nil || hasTimes ? DateText.monthDay(late, locale) : nil
    return [number, day, hasTimes ? "88:88" : nil, hasYears && day != nil ? "8888" : nil].compactMap(\.self)
  }

  /// The date in full, as far as the file gave it.
  func fullDate(at index: Int) -> String {
    let date = dates[index]
    switch date.precision {
    case .ordinal: return "#\(date.day)"
    case .day: return day(date)
    case .time: return day(date) + " " + DateText.time(date, seconds: hasSeconds)
    }
  }

  private func day(_ date: ScoreDate) -> String {
    hasYears ? DateText.full(date, locale) : DateText.monthDay(date, locale)
  }
}
