/// Moves the view slowly through the whole history and back, for screens that nobody touches.
///
/// Pauses while somebody uses the chart, and rests at both ends. Positions are offsets in points, times are
/// milliseconds of the steady clock.
public struct Ticker: Equatable, Sendable {
  /// Points a second; a column goes by in two seconds.
  public static let speed = 21.0
  /// After an input it goes on when nothing happened for this long.
  public static let pause = 20_000.0
  /// It stands still this long at each end.
  public static let rest = 8_000.0

  /// More pictures a second than this only cost; on dense screens a step is several pixels.
  private static let greatestRate = 30.0

  private var isGoingBack = true
  private var restsUntil: Double?
  private var lastTime: Double?
  /// What was asked for but is less than a pixel.
  private var position: Double?

  public init() {}

  /// Somebody used the chart.
  public mutating func pause(at time: Double) {
    restsUntil = max(restsUntil ?? time, time + Self.pause)
    lastTime = nil
    position = nil
  }

  /// Steps a second: as few as move by the same whole number of device pixels each.
  public static func rate(scale: Double) -> Double {
    let pixels = speed * max(scale, 0.1)
    return pixels / max((pixels / greatestRate).rounded(.up), 1)
  }

  /// When it moves next: nil without anything to scroll.
  public func nextStep(after time: Double, maximumOffset: Double, scale: Double) -> Double? {
    guard maximumOffset > 0 else { return nil }
    if let restsUntil, restsUntil > time { return restsUntil }
    return time + 1000 / Self.rate(scale: scale)
  }

  /// By how many points to scroll now, forward in time counting positive; whole device pixels.
  ///
  /// - Parameters:
  ///   - offset: where the view is, 0 to `maximumOffset`.
  ///   - scale: device pixels a point.
  public mutating func step(at time: Double, offset: Double, maximumOffset: Double, scale: Double) -> Double {
    guard maximumOffset > 0, offset.isFinite, scale > 0 else { return 0 }
    if restsUntil == nil {
      // The newest score is seen for a while before the first walk.
      restsUntil = time + Self.rest
    }
    if let until = restsUntil, time < until {
      lastTime = nil
      return 0
    }
    guard let before = lastTime else {
      lastTime = time
      position = offset
      return 0
    }
    lastTime = time
    // A late wake-up does not jump.
    let elapsed = min(max(time - before, 0), 250)
    let target = (position ?? offset) + (isGoingBack ? -1 : 1) * Self.speed * elapsed / 1000
    let clamped = min(max(target, 0), maximumOffset)
    position = clamped
    if clamped == (isGoingBack ? 0 : maximumOffset) {
      isGoingBack.toggle()
      restsUntil = time + Self.rest
      return clamped - offset
    }
    let pixels = ((clamped - offset) * scale).rounded(.towardZero)
    return pixels / scale
  }
}
