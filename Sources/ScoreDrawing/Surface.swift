/// Where frames are shown and input comes from: a window, a terminal, a framebuffer.
///
/// The loop that drives a surface owns everything else; a surface knows neither
/// chart nor file.
public protocol Surface: ~Copyable {
  associatedtype Failure: Error

  /// Milliseconds of the steady clock that events and deadlines are given in.
  static var now: Double { get }

  /// The drawing area in points, and the device pixels that make a point.
  var size: ViewSize { get }
  var scale: Double { get }
  var metrics: TextMetrics { get }
  /// Milliseconds from one picture to the next while something moves.
  var frameInterval: Double { get }
  /// How far beyond both edges of the view, in points, frames are to describe the content: for surfaces that
  /// scroll what they have drawn before.
  var overscan: Double { get }

  /// Waits for input until `deadline` (nil: as long as it takes) and returns what came, oldest first.
  ///
  /// Uses no processor time while waiting. Times are those of `now`.
  mutating func waitForEvents(until deadline: Double?) throws(Failure) -> [InputEvent]

  /// Ends each wait, from now on, as soon as `descriptor` has something to read; the caller then reads it.
  mutating func watch(_ descriptor: Int32) throws(Failure)

  /// Waits for `descriptor` no more; call it before closing the descriptor.
  mutating func unwatch(_ descriptor: Int32)

  /// Shows `frame`; `invalidation` says how much of it differs from the last one shown.
  mutating func present(_ frame: borrowing Frame, _ invalidation: Invalidation) throws(Failure)
}

extension Surface where Self: ~Copyable {
  /// Sixty pictures a second, where the surface does not know better.
  public var frameInterval: Double { 1000.0 / 60 }
  public var overscan: Double { 0 }
}
