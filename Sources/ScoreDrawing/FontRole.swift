/// What a text is for; it fixes the size, so that layout and every renderer agree on it.
public enum FontRole: UInt8, CaseIterable, Sendable {
  case dateLabel
  case valueLabel
  case callout
  case title

  /// The size of the type in points (the em, not the height of a letter).
  public var pointSize: Double {
    switch self {
    case .dateLabel: 12
    case .valueLabel: 15
    case .callout: 14
    case .title: 15
    }
  }
}

/// Which side of a text stands at the place given for it.
public enum TextAlignment: UInt8, Sendable {
  case left
  case center
  case right
}

/// How wide texts are on the surface that will draw them: pango's measure on
/// pixels, whole cells on a terminal.
///
/// Layout asks this value and never meets a renderer.
public struct TextMetrics: Sendable {
  private let measure: @Sendable (String, FontRole) -> Double

  /// - Parameter measure: the advance width of a one-line text, in points.
  public init(measure: @escaping @Sendable (String, FontRole) -> Double) {
    self.measure = measure
  }

  /// The advance width of `text` in points.
  public func width(of text: String, font: FontRole) -> Double { measure(text, font) }
}
