/// Moves the whole picture by a pixel or so a minute, so that nothing burns in.
///
/// Walks around a square of `2 × reach` points; the place depends on the time alone.
public struct PixelShift: Equatable, Sendable {
  /// How far the picture is moved at most in each direction, in points.
  public static let reach = 3
  /// Milliseconds between two steps.
  public static let interval = 60_000.0

  /// Right and down, in points.
  public var x: Int
  public var y: Int

  public static let none = PixelShift(x: 0, y: 0)

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The shift `time` milliseconds after the start; none during the first minute.
  public init(at time: Double) {
    let steps = time.isFinite && time > 0 ? Int(min(time / Self.interval, 1e15)) : 0
    guard steps > 0 else { self = .none; return }
    // From the middle to the right edge, and then around.
    let reach = Self.reach
    guard steps > reach else { self.init(x: steps, y: 0); return }
    let side = 2 * reach
    let around = steps % (4 * side)
    let (edge, place) = (around / side, around % side - reach)
    switch edge {
    case 0: self.init(x: reach, y: place)
    case 1: self.init(x: -place, y: reach)
    case 2: self.init(x: -reach, y: -place)
    default: self.init(x: place, y: -reach)
    }
  }

  /// When the next step is due.
  static func nextStep(after time: Double) -> Double { ((time / interval).rounded(.down) + 1) * interval }
}
