/// Something that happened on a surface, and when.
///
/// Time is part of the event, in milliseconds of a steady clock, so a recorded
/// session replays exactly, on any surface and at any frame rate.
public struct InputEvent: Equatable, Sendable {
  public var time: Double
  public var kind: Kind

  public init(time: Double, _ kind: Kind) {
    self.time = time
    self.kind = kind
  }

  public enum Kind: Equatable, Sendable {
    case pointerDown(ViewPoint, PointerDevice)
    case pointerMoved(ViewPoint)
    case pointerUp(ViewPoint)
    /// The pointer left the surface.
    case pointerLeft
    /// Notches, possibly fractions of one: `dy` > 0 turns the wheel away from the user, `dx` > 0 to the right.
    case wheel(dx: Double, dy: Double, at: ViewPoint, Modifiers)
    /// Two fingers moved apart (`factor` > 1) or together, about a place.
    case pinch(factor: Double, at: ViewPoint)
    case key(Key, Modifiers, isRepeat: Bool)
    /// The surface's size in points and its device pixels a point.
    case resized(ViewSize, scale: Double)
    /// The desktop or the terminal became dark or light, or it became known that it is.
    case surroundings(isDark: Bool)
    /// Time went on; sent once a frame while something moves by itself.
    case tick
    /// A file was dropped on the surface; the path as the system gave it.
    case dropped(String)
    /// The user asked the surface to close.
    case closed
  }
}

public enum PointerDevice: UInt8, Sendable {
  case mouse
  case touch
}

/// Keys that mean something to the chart; anything that types a character is `character`.
public enum Key: Equatable, Sendable {
  case left, right, up, down
  case pageUp, pageDown, home, end
  case tab, space, enter, escape
  case f11
  case character(Unicode.Scalar)
}

public struct Modifiers: OptionSet, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let shift = Modifiers(rawValue: 1)
  public static let control = Modifiers(rawValue: 2)
  public static let alt = Modifiers(rawValue: 4)
}
