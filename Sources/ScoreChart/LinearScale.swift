internal import ScoreDrawing

/// An even scale over a nice range: its ends and its 5 to 7 labels are multiples of
/// 1, 2, 2.5 or 5 times a power of ten.
///
/// The lowest label stands at the x-axis, the highest where the best score of the
/// compressed scale would. Lengths are points from the plot's top.
public struct LinearScale: Equatable, Sendable {
  public let plotHeight: Double
  public let topY: Double
  public let low: Double
  public let high: Double
  /// The distance between two labels, in score.
  public let tickStep: Double
  public let tickCount: Int

  /// - Parameter range: the least and the greatest score, finite; equal ends are widened.
  public init(plotHeight: Double, covering range: ClosedRange<Double>) {
    let height = plotHeight > 0 ? plotHeight : 0
    self.plotHeight = height
    let shrink = min(1, height / CompressedScale.comfortableHeight)
    self.topY = (TimelineStyle.topMargin + TimelineStyle.valueLabelHeight / 2) * shrink
    let ticks = NiceTicks(covering: range)
    self.low = ticks.low
    self.tickStep = ticks.step
    self.tickCount = ticks.count
    self.high = ticks.value(at: ticks.count - 1)
  }

  public func y(of score: Double) -> Double {
    let clamped = min(max(score, low), high)
    return plotHeight - fraction(of: clamped) * (plotHeight - topY)
  }

  /// The score that stands at `y`; the inverse of `y(of:)` on low … high.
  public func score(at y: Double) -> Double {
    guard plotHeight > topY else { return low }
    let fraction = min(max((plotHeight - y) / (plotHeight - topY), 0), 1)
    return low * (1 - fraction) + high * fraction
  }

  /// The labelled scores from the top down.
  public var labelledScores: [Double] {
    (0..<tickCount).reversed().map { low + Double($0) * tickStep }
  }

  /// Halves are subtracted, so that the ends of the range of Double do not overflow.
  private func fraction(of score: Double) -> Double {
    let span = high / 2 - low / 2
    return span > 0 ? (score / 2 - low / 2) / span : 0
  }
}

/// The labels of an even scale: `count` values from `low`, `step` apart.
struct NiceTicks: Equatable {
  var low: Double
  var step: Double
  var count: Int

  static let counts = 5...7
  private static let mantissas = [1, 2, 2.5, 5]

  init(covering range: ClosedRange<Double>) {
    var lower = range.lowerBound
    var upper = range.upperBound
    if upper - lower <= abs(upper) * 1e-12 {
      let margin = lower == 0 ? 2 : abs(lower) * 0.02
      lower -= margin
      upper += margin
    }
    // Near the end of what a Double holds, the label above the highest score would be infinite.
    lower = max(min(lower, NiceTicks.limit / 2), -NiceTicks.limit)
    upper = min(max(upper, -NiceTicks.limit / 2), NiceTicks.limit)
    self = NiceTicks.smallestStep(from: lower, to: upper)
    widen(keepingAboveZero: range.lowerBound >= 0)
  }

  private init(low: Double, step: Double, count: Int) {
    self.low = low
    self.step = step
    self.count = count
  }

  func value(at index: Int) -> Double { low + Double(index) * step }

  private static let limit = 4e307

  /// The smallest nice step that needs at most seven labels.
  private static func smallestStep(from lower: Double, to upper: Double) -> NiceTicks {
    var power = powerOfTen(notAbove: (upper - lower) / Double(counts.upperBound))
    while true {
      for mantissa in mantissas {
        let step = mantissa * power
        let first = (lower / step + 1e-9).rounded(.down)
        let last = (upper / step - 1e-9).rounded(.up)
        if last - first < Double(counts.upperBound) {
          return NiceTicks(low: first * step, step: step, count: max(2, Int(last - first) + 1))
        }
      }
      power *= 10
    }
  }

  /// Adds labels at the ends, above and below in turn, until there are at least five.
  private mutating func widen(keepingAboveZero: Bool) {
    var atTop = true
    while count < NiceTicks.counts.lowerBound {
      if atTop || (keepingAboveZero && low - step < 0) {
        count += 1
      } else {
        low -= step
        count += 1
      }
      atTop.toggle()
    }
  }

  private static func powerOfTen(notAbove value: Double) -> Double {
    var power = 1.0
    while power > value && power > 1e-300 { power /= 10 }
    while power * 10 <= value { power *= 10 }
    return power
  }
}
