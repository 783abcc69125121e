/// A run of points in the `points` array of the `DrawList` that holds the command.
public typealias PathRange = Range<Int>

/// One thing to draw, in view points, with colours by role.
public enum DrawCommand: Equatable, Sendable {
  /// Fills a rectangle.
  case fill(ViewRect, ColorRole)
  /// A horizontal line of `thickness` points whose top edge is at `y`, from x `from` to x `to`.
  case rule(y: Double, from: Double, to: Double, thickness: Double, ColorRole)
  /// A vertical dashed line of `thickness` points centred on `x`; the first dash starts at y `from`.
  case dashes(x: Double, from: Double, to: Double, on: Double, off: Double, thickness: Double, ColorRole)
  /// The gradient area between a polyline with strictly increasing x and the line y = `base`.
  ///
  /// The gradient belongs to the plot, not to the shape: it has the role's full alpha at y =
  /// `top` and none at y = `base`.
  case area(PathRange, top: Double, base: Double, ColorRole)
  /// A polyline with strictly increasing x, `thickness` points wide.
  case line(PathRange, thickness: Double, LinePattern, ColorRole)
  /// A band between upper and lower edge: points 2k and 2k + 1 are the two ends at the same x.
  case envelope(PathRange, thickness: Double, ColorRole)
  /// A filled disc of `diameter` points, surrounded by a ring of `ring` points.
  case dot(ViewPoint, diameter: Double, ring: Double, ColorRole, ringColor: ColorRole)
  /// A small triangle that says a score lies beyond the edge of the scale it stands at.
  case offScaleMark(ViewPoint, OffScale, ColorRole)
  /// One line of text.
  case text(TextLine)
  /// A rectangle whose alpha rises from 0 at its left edge to 1 at its right.
  case fade(ViewRect, ColorRole)
  /// The callout's box with its arrow and soft shadow.
  case bubble(Bubble)
}

/// Whether a line shows measured data or only bridges a long pause.
public enum LinePattern: UInt8, Sendable {
  case solid
  case dashed
}

/// On which side of the scale a score lies outside.
public enum OffScale: UInt8, Sendable {
  case above
  case below
}

/// A one-line text: `x` is the place of its `alignment` side, `midline` the y of the middle of its digits.
public struct TextLine: Equatable, Sendable {
  public var string: String
  public var x: Double
  public var midline: Double
  public var alignment: TextAlignment
  public var font: FontRole
  public var color: ColorRole

  public init(
    _ string: String, x: Double, midline: Double, alignment: TextAlignment, font: FontRole, color: ColorRole
  ) {
    self.string = string
    self.x = x
    self.midline = midline
    self.alignment = alignment
    self.font = font
    self.color = color
  }
}

/// A box with an arrow that points at `tip`; the arrow's base lies on the box's nearer edge.
public struct Bubble: Equatable, Sendable {
  public var box: ViewRect
  public var tip: ViewPoint
  public var arrowWidth: Double
  public var shadowRadius: Double
  public var color: ColorRole
  public var shadow: ColorRole

  public init(
    box: ViewRect, tip: ViewPoint, arrowWidth: Double, shadowRadius: Double, color: ColorRole, shadow: ColorRole
  ) {
    self.box = box
    self.tip = tip
    self.arrowWidth = arrowWidth
    self.shadowRadius = shadowRadius
    self.color = color
    self.shadow = shadow
  }

  /// Whether the arrow leaves the box downwards (the box stands above what it points at).
  public var pointsDown: Bool { tip.y > box.midY }
}
