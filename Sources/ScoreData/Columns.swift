/// The dates of a series, oldest first.
public struct DateColumn: Equatable, Sendable {
  private var dates: [ScoreDate] = []

  public init() {}
  public init(_ dates: [ScoreDate]) { self.dates = dates }

  public var count: Int { dates.count }
  public subscript(index: Int) -> ScoreDate { dates[index] }
  public mutating func append(_ date: ScoreDate) { dates.append(date) }
}

/// The scores of a series; a gap is nil.
public struct ScoreColumn: Equatable, Sendable {
  private var scores: [Double] = []

  public init() {}
  public init(_ scores: [Double?]) { self.scores = scores.map { $0 ?? .nan } }

  public var count: Int { scores.count }
  public subscript(index: Int) -> Double? {
    let score = scores[index]
    return score.isNaN ? nil : score
  }
  public mutating func append(_ score: Double?) { scores.append(score ?? .nan) }
}
