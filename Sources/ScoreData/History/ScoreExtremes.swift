/// What a run of scores reaches: its least and its greatest, and whether a gap is among them.
public struct ScoreExtremes: Equatable, Sendable {
  /// +∞ where there is no score.
  public var low: Double
  /// −∞ where there is no score.
  public var high: Double
  public var hasGap: Bool

  /// Of no rows at all.
  public static let none = ScoreExtremes(low: .infinity, high: -.infinity, hasGap: false)

  public init(low: Double, high: Double, hasGap: Bool) {
    self.low = low
    self.high = high
    self.hasGap = hasGap
  }

  public var hasScore: Bool { low <= high }

  @inlinable
  public mutating func merge(_ other: ScoreExtremes) {
    low = other.low < low ? other.low : low
    high = other.high > high ? other.high : high
    hasGap = hasGap || other.hasGap
  }
}
