/// What a run of rows reaches, in whatever numbers their column keeps.
protocol RunSummary: Sendable, SendableMetatype {
  /// Of no rows at all.
  static var none: Self { get }
  mutating func merge(_ other: Self)
}

extension ScoreExtremes: RunSummary {}

/// What a run of scores reaches that are kept as whole numbers, the least number being a gap.
struct StepExtremes<Step: FixedWidthInteger & SignedInteger & Sendable & SendableMetatype>: RunSummary {
  private var high = Step.min
  /// The least of all, a gap among them.
  private var least = Step.max
  /// One below the least score: a gap, wrapped around, is the greatest number there is, so that no comparison
  /// has to ask whether a number is one.
  private var lowBefore = Step.max

  static var none: Self { Self() }

  private init() {}

  /// Eight numbers and more at a time.
  @inline(__always)
  init(_ values: UnsafeBufferPointer<Step>) {
    var (high, least, lowBefore) = (Step.min, Step.max, Step.max)
    for value in values {
      high = max(high, value)
      least = min(least, value)
      lowBefore = min(lowBefore, value &- 1)
    }
    (self.high, self.least, self.lowBefore) = (high, least, lowBefore)
  }

  @inline(__always)
  mutating func merge(_ other: Self) {
    high = max(high, other.high)
    least = min(least, other.least)
    lowBefore = min(lowBefore, other.lowBefore)
  }

  /// As scores, the numbers being multiples of 1 / `divisor`.
  func extremes(divisor: Double) -> ScoreExtremes {
    guard high != .min else { return ScoreExtremes(low: .infinity, high: -.infinity, hasGap: least == .min) }
    return ScoreExtremes(
      low: Double(Int64(lowBefore) + 1) / divisor, high: Double(Int64(high)) / divisor, hasGap: least == .min)
  }
}

extension ScoreExtremes {
  /// What scores reach, NaN being a gap.
  @inline(__always)
  init(_ values: UnsafeBufferPointer<Double>) {
    self = .none
    var gaps = 0
    for value in values {
      low = value < low ? value : low
      high = value > high ? value : high
      gaps &+= value.isNaN ? 1 : 0
    }
    hasGap = gaps > 0
  }
}
