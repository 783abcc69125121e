/// How much of the last frame is out of date; merging takes the greater.
public enum Invalidation: UInt8, Comparable, Sendable {
  case none
  /// Only the overlay changed: callout, crosshair.
  case overlay
  /// The content moved sideways; every cell shows what it showed.
  case scrolled
  case full

  public static func < (a: Invalidation, b: Invalidation) -> Bool { a.rawValue < b.rawValue }

  public mutating func merge(_ other: Invalidation) { self = max(self, other) }
}
