/// A glide after a release: a place as a function of time, whatever the frame rate.
///
/// Position is x₀ + v · (dᵗ − 1) / ln d, t in milliseconds; the glide is over when less
/// than half a device pixel of it remains.
struct Fling: Equatable {
  /// Offset at the release, in points.
  private(set) var start: Double
  /// Points a millisecond at the release.
  let velocity: Double
  let startTime: Double
  /// Milliseconds until it is over.
  let duration: Double

  /// What remains of the speed after a millisecond.
  static let retention = 0.998
  static let slowest = 0.2
  static let fastest = 7.0
  /// ln 0.998, written out: the standard library has no logarithm.
  private static let logRetention = -0.002002002670673

  /// Nil where the release was too slow to glide.
  ///
  /// - Parameter pixel: the size of a device pixel in points.
  init?(start: Double, velocity: Double, startTime: Double, pixel: Double) {
    guard velocity.isFinite, velocity.magnitude >= Fling.slowest else { return nil }
    self.start = start
    self.velocity = min(max(velocity, -Fling.fastest), Fling.fastest)
    self.startTime = startTime
    self.duration = Fling.duration(speed: self.velocity.magnitude, pixel: pixel)
  }

  func shifted(by points: Double) -> Fling {
    var copy = self
    copy.start += points
    return copy
  }

  var end: Double { position(at: startTime + duration) }

  func position(at time: Double) -> Double {
    let elapsed = min(max(time - startTime, 0), duration)
    return start + velocity * (Fling.remains(after: elapsed) - 1) / Fling.logRetention
  }

  /// v · dᵗ / −ln d is still to go at t; solved for t by halving the interval.
  private static func duration(speed: Double, pixel: Double) -> Double {
    let target = (pixel > 0 ? pixel : 1) / 2 * -logRetention / speed
    var (low, high) = (0.0, 20_000.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if remains(after: middle) > target { low = middle } else { high = middle }
    }
    return high
  }

  /// dᵗ by squaring for the whole milliseconds and a short series for the rest.
  static func remains(after time: Double) -> Double {
    var whole = Int(time)
    let x = (time - Double(whole)) * logRetention
    var result = 1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4)))
    var factor = retention
    while whole > 0 {
      if whole & 1 == 1 { result *= factor }
      factor *= factor
      whole >>= 1
    }
    return result
  }
}

/// How fast the pointer was at the end of a drag.
struct VelocityTracker: Equatable {
  private var samples: [Sample] = []

  struct Sample: Equatable {
    var time: Double
    var x: Double
  }

  static let capacity = 4
  /// Moves shorter than this are dropped, in points.
  static let leastMove = 15.0
  /// A last sample older than this, in milliseconds, is a pointer that rested.
  static let longestRest = 50.0

  init(time: Double, x: Double) { samples = [Sample(time: time, x: x)] }

  mutating func add(time: Double, x: Double) {
    guard let last = samples.last, x.isFinite, abs(x - last.x) >= VelocityTracker.leastMove else { return }
    if time <= last.time {
      // Several moves of one moment are one move.
      samples[samples.count - 1].x = x
      return
    }
    samples.append(Sample(time: time, x: x))
    if samples.count > VelocityTracker.capacity { samples.removeFirst() }
  }

  /// Points a millisecond, the mean of the last steps in one direction weighted by their length; nil at rest.
  func velocity(at time: Double) -> Double? {
    guard let last = samples.last, samples.count > 1, time - last.time <= VelocityTracker.longestRest else {
      return nil
    }
    var (weighted, total, direction) = (0.0, 0.0, 0.0)
    for index in stride(from: samples.count - 1, to: 0, by: -1) {
      let step = samples[index].x - samples[index - 1].x
      let sign: Double = step < 0 ? -1 : 1
      if direction == 0 { direction = sign }
      guard sign == direction else { break }
      weighted += step / (samples[index].time - samples[index - 1].time) * step.magnitude
      total += step.magnitude
    }
    return total > 0 ? weighted / total : nil
  }
}
