/// A place on the surface, in points from its top left corner; x grows right, y grows down.
public struct ViewPoint: Equatable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height in points.
public struct ViewSize: Equatable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Whether nothing can be drawn in it: a minimised window, a terminal that knows no size.
  public var isEmpty: Bool { !(width > 0 && height > 0) }
}

/// An upright rectangle in view points.
public struct ViewRect: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
  public var midX: Double { x + width / 2 }
  public var midY: Double { y + height / 2 }

  /// Whether `point` lies inside; the left and top edges belong to the rectangle, the others do not.
  public func contains(_ point: ViewPoint) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }
}

/// A distance along the whole history, in points from the content's left edge.
///
/// Content does not move; the viewport moves over it. `Viewport` alone converts
/// between content and view.
public struct ContentX: Comparable, Sendable {
  public var points: Double

  public init(_ points: Double) { self.points = points }

  public static func < (a: ContentX, b: ContentX) -> Bool { a.points < b.points }
}

/// A width and a height in whole device pixels.
public struct PixelSize: Equatable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The pixels that `size` covers at `scale` device pixels a point, rounded to the nearest.
  public init(_ size: ViewSize, scale: Double) {
    self.init(width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
  }
}
