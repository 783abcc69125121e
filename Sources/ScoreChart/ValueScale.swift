public import ScoreDrawing

/// Where a score stands in the plot: the compressed scale for marks, the even one for everything else.
public enum ValueScale: Equatable, Sendable {
  case compressed(CompressedScale)
  case linear(LinearScale)
  /// On the way from one scale to another; `progress` goes from 0 to 1.
  indirect case between(ValueScale, ValueScale, progress: Double)

  /// Whether it is the scale of marks, or on its way there.
  var isCompressed: Bool {
    switch self {
    case .compressed: true
    case .linear: false
    case .between(_, let to, _): to.isCompressed
    }
  }

  /// Points from the plot's top; a score outside the scale stands at its edge.
  public func y(of score: Double) -> Double {
    switch self {
    case .compressed(let scale): scale.y(of: score)
    case .linear(let scale): scale.y(of: score)
    case .between(let from, let to, let progress): from.y(of: score) * (1 - progress) + to.y(of: score) * progress
    }
  }

  /// The score at a distance from the plot's top.
  public func score(at y: Double) -> Double {
    switch self {
    case .compressed(let scale): scale.score(at: y)
    case .linear(let scale): scale.score(at: y)
    case .between(_, let to, _): to.score(at: y)
    }
  }

  /// On which side `score` lies outside, if it does.
  public func offScale(_ score: Double) -> OffScale? {
    let (low, high): (Double, Double)
    switch self {
    case .compressed(let scale): (low, high) = (0, scale.top)
    case .linear(let scale): (low, high) = (scale.low, scale.high)
    case .between(_, let to, _): return to.offScale(score)
    }
    return score > high ? .above : score < low ? .below : nil
  }

  /// The labels that fit: every one, else every second, else the ends, else none.
  ///
  /// - Parameter labelHeight: the least distance between two labels, in points.
  public func ticks(labelHeight: Double) -> [ValueTick] {
    let scores: [Double]
    let decimals: Int
    switch self {
    case .compressed(let scale):
      scores = scale.labelledScores
      decimals = DecimalText.decimals(of: (scale.top - scale.knee) / 4, or: scale.top)
    case .linear(let scale):
      scores = scale.labelledScores
      decimals = DecimalText.decimals(of: scale.tickStep, or: scale.low)
    case .between(_, let to, _):
      return to.ticks(labelHeight: labelHeight).map { ValueTick(score: $0.score, y: y(of: $0.score), text: $0.text) }
    }
    guard scores.count > 1 else { return [] }
    let distance = abs(y(of: scores[1]) - y(of: scores[0]))
    let strides = [1, 2, scores.count - 1].filter { (scores.count - 1).isMultiple(of: $0) || $0 == 2 }
    guard let stride = strides.first(where: { distance * Double($0) >= labelHeight }) else { return [] }
    return Swift.stride(from: scores.count - 1, through: 0, by: -stride).reversed().map { index in
      ValueTick(
        score: scores[index], y: y(of: scores[index]), text: DecimalText.fixed(scores[index], decimals: decimals))
    }
  }
}

/// A labelled place on the value axis; `y` in points from the plot's top.
public struct ValueTick: Equatable, Sendable {
  public var score: Double
  public var y: Double
  public var text: String
}
