/// An upright rectangle in whole device pixels; the right and bottom edges do not belong to it.
///
/// An edge may lie anywhere in `Int`; intersecting and uniting never overflow, and a
/// rectangle whose right edge is not right of its left one is empty.
public struct PixelRect: Equatable, Sendable {
  public var minX: Int
  public var minY: Int
  public var maxX: Int
  public var maxY: Int

  public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The rectangle that a surface of `size` covers.
  public init(_ size: PixelSize) {
    self.init(minX: 0, minY: 0, maxX: max(size.width, 0), maxY: max(size.height, 0))
  }

  /// The smallest rectangle of whole pixels around `rect` at `scale` device pixels a point.
  ///
  /// Lengths beyond 2³⁰ pixels are cut there; what is not a number counts as empty.
  public init(covering rect: ViewRect, scale: Double) {
    func pixel(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
      let limit = 1_073_741_824.0
      return value.isNaN ? 0 : Int(min(max(value, -limit), limit).rounded(rule))
    }
    self.init(
      minX: pixel(rect.x * scale, .down), minY: pixel(rect.y * scale, .down),
      maxX: pixel(rect.maxX * scale, .up), maxY: pixel(rect.maxY * scale, .up))
  }

  public var isEmpty: Bool { maxX <= minX || maxY <= minY }
  /// Width and height in pixels, 0 when the rectangle is empty; for rectangles within ± 2⁶².
  public var width: Int { isEmpty ? 0 : maxX - minX }
  public var height: Int { isEmpty ? 0 : maxY - minY }
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// What both rectangles cover.
  public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  /// The smallest rectangle that covers both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }
}

extension PixelSize {
  /// As `init(_:scale:)`, for sizes of any origin: nothing for what is not a positive number, at most 2³⁰ a side.
  public init(covering size: ViewSize, scale: Double) {
    func pixels(_ points: Double) -> Int {
      let value = (points * scale).rounded()
      return value > 0 ? Int(min(value, 1_073_741_824)) : 0
    }
    self.init(width: pixels(size.width), height: pixels(size.height))
  }
}
