internal import ScoreDrawing

/// A scale that gives the scores from the knee to the top most of the height and
/// squeezes those below into the foot.
///
/// Linear from `top` to `knee` over four label steps, linear again from `knee` to
/// 0 over what remains above the x-axis; continuous, strictly decreasing in y and
/// exactly invertible on 0 … top. Lengths are points from the plot's top.
public struct CompressedScale: Equatable, Sendable {
  public let plotHeight: Double
  public let top: Double
  public let knee: Double
  /// Where the best score stands.
  public let topY: Double
  /// The distance between two labels.
  public let step: Double

  /// The least plot height at which the five labels do not touch; a lower plot shrinks every length alike.
  static let comfortableHeight =
    TimelineStyle.topMargin
    + Double(TimelineStyle.valueLabelCount) * TimelineStyle.valueLabelHeight

  /// - Parameters:
  ///   - top: the best score, finite and above 0.
  ///   - knee: strictly between 0 and `top`; anything else falls back to 0.6 · top.
  public init(plotHeight: Double, top: Double = 100, knee: Double? = nil) {
    let height = plotHeight > 0 ? plotHeight : 0
    let shrink = min(1, height / Self.comfortableHeight)
    self.plotHeight = height
    self.top = top > 0 && top.isFinite ? top : 100
    let wanted = knee ?? CompressedScale.defaultKnee(top: self.top)
    self.knee = wanted > 0 && wanted < self.top ? wanted : CompressedScale.defaultKnee(top: self.top)
    self.topY = (TimelineStyle.topMargin + TimelineStyle.valueLabelHeight / 2) * shrink
    self.step =
      shrink < 1
      ? TimelineStyle.valueLabelHeight * shrink
      : (height - TimelineStyle.topMargin) / Double(TimelineStyle.valueLabelCount)
  }

  public static func defaultKnee(top: Double) -> Double { 0.6 * top }

  /// Where the knee stands.
  public var kneeY: Double { topY + 4 * step }

  public func y(of score: Double) -> Double {
    if score >= top { return topY }
    if score >= knee { return topY + (top - score) / (top - knee) * 4 * step }
    if score > 0 { return kneeY + (knee - score) / knee * (plotHeight - kneeY) }
    return plotHeight
  }

  /// The score that stands at `y`; the inverse of `y(of:)` on 0 … top.
  public func score(at y: Double) -> Double {
    if y <= topY { return top }
    if y <= kneeY { return top - (y - topY) / (4 * step) * (top - knee) }
    if y < plotHeight { return knee - (y - kneeY) / (plotHeight - kneeY) * knee }
    return 0
  }

  /// The labelled scores from the top down: five at equal distances from top to knee.
  public var labelledScores: [Double] {
    (0...4).map { top - Double($0) / 4 * (top - knee) }
  }
}
