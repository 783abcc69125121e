/// A file's history as it was understood: dates and scores, oldest first.
public struct ScoreTable: Sendable {
  /// A name the source gave the whole history, where it has one.
  public var title: String?
  public var dateColumn: String
  /// The scores' unit as it stands behind them ("%", "bpm", "/20").
  public var unit: String?
  /// False where the file gave only month and day: no chart may then show a year.
  public var hasYears: Bool
  /// The best possible score where the file says it ("17/20" → 20).
  public var bestPossible: Double?
  public var series: [ScoreSeries]

  public init(
    title: String? = nil, dateColumn: String, unit: String? = nil, hasYears: Bool = true,
    bestPossible: Double? = nil, series: [ScoreSeries]
  ) {
    self.title = title
    self.dateColumn = dateColumn
    self.unit = unit
    self.hasYears = hasYears
    self.bestPossible = bestPossible
    self.series = series
  }
}

/// One line of the chart: a name, and a date and a score (or a gap) for each row.
public struct ScoreSeries: Sendable {
  public var name: String
  public var dates: DateColumn
  public var scores: ScoreColumn
  /// What the file says in words about each row, where it has a column for that.
  public var notes: TextColumn?

  public init(name: String, dates: DateColumn, scores: ScoreColumn, notes: TextColumn? = nil) {
    self.name = name
    self.dates = dates
    self.scores = scores
    self.notes = notes
  }

  public var count: Int { scores.count }
}
