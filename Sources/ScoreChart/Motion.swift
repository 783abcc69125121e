/// A movement of the view that goes on by itself.
///
/// Each is a function of time alone, so the view at a moment does not depend on
/// how many frames were drawn until then.
enum Motion: Equatable {
  case fling(Fling)
  case jump(Jump)
  case hold(Hold)
  case zoom(ZoomGlide)

  /// The time at which it is over.
  var end: Double {
    switch self {
    case .fling(let fling): fling.startTime + fling.duration
    case .jump(let jump): jump.timing.end
    case .hold(let hold): hold.lastRepeat + Hold.patience
    case .zoom(let glide): glide.timing.end
    }
  }
}

/// From 0 to 1 in a fixed time: quickly away, gently home.
struct EaseOut: Equatable {
  var start: Double
  var duration: Double

  /// Milliseconds that a jump takes.
  static let jump = 250.0

  var end: Double { start + duration }

  func progress(at time: Double) -> Double {
    guard duration > 0 else { return 1 }
    let rest = 1 - min(max((time - start) / duration, 0), 1)
    return 1 - rest * rest * rest
  }
}

extension Motion {
  /// The same movement in content that has `points` more before it.
  func shifted(by points: Double, columns: Double) -> Motion {
    switch self {
    case .fling(let fling): return .fling(fling.shifted(by: points))
    case .jump(var jump):
      jump.from += points
      jump.to += points
      return .jump(jump)
    case .hold(var hold):
      hold.from += points
      return .hold(hold)
    case .zoom(var glide):
      glide.anchor.column += columns
      return .zoom(glide)
    }
  }
}

/// The change from one value scale to another.
struct ScaleTransition: Equatable {
  var from: ChartOptions.ScaleMode
  var timing: EaseOut
}

/// A scroll to a place that a key or the chip asked for.
struct Jump: Equatable {
  var from: Double
  var to: Double
  var timing: EaseOut

  func position(at time: Double) -> Double {
    let progress = timing.progress(at: time)
    return progress < 1 ? from + (to - from) * progress : to
  }
}

/// A held arrow key: its speed grows evenly from ten to sixty steps a second.
struct Hold: Equatable {
  var from: Double
  /// Points a step, with the direction's sign.
  var step: Double
  var start: Double
  /// The last time the key repeated.
  var lastRepeat: Double

  /// Milliseconds without a repetition after which the key was let go.
  static let patience = 120.0
  /// Steps a millisecond.
  static let slowest = 0.010
  static let fastest = 0.060
  /// How long it takes to become fastest.
  static let rampTime = 2000.0

  func position(at time: Double) -> Double {
    let elapsed = max(min(time, lastRepeat + Hold.patience) - start, 0)
    let ramp = min(elapsed, Hold.rampTime)
    let gain = (Hold.fastest - Hold.slowest) / Hold.rampTime
    let steps = Hold.slowest * ramp + gain * ramp * ramp / 2 + (elapsed - ramp) * Hold.fastest
    return from + step * steps
  }
}

/// A change of the column width about a place that stays.
struct ZoomGlide: Equatable {
  var from: Double
  var to: Double
  /// The place that stays: how many columns from the first score, and where in the view.
  var anchor: ZoomAnchor
  var timing: EaseOut

  /// The width that goes from one to the other by equal factors in equal progress.
  func columnWidth(at time: Double) -> Double {
    let progress = timing.progress(at: time)
    guard progress < 1, from > 0, to > 0 else { return to }
    return from * Exponential.power(to / from, progress)
  }
}

/// What stays in place while zooming.
struct ZoomAnchor: Equatable {
  /// Distance from the first score's centre, in columns.
  var column: Double
  var viewX: Double
}

/// Powers with a fraction as exponent; the standard library has none.
enum Exponential {
  /// `base` (above 0) to `exponent`, by halving the exponent and taking square roots; exact to about 1e-12.
  static func power(_ base: Double, _ exponent: Double) -> Double {
    guard base > 0, base.isFinite, exponent.isFinite else { return 1 }
    if exponent < 0 { return 1 / power(base, -exponent) }
    let whole = min(exponent, 1000).rounded(.down)
    var result = 1.0
    for _ in 0..<Int(whole) { result *= base }
    var rest = min(exponent, 1000) - whole
    var root = base
    for _ in 0..<48 {
      root = root.squareRoot()
      rest *= 2
      if rest >= 1 {
        result *= root
        rest -= 1
      }
    }
    return result
  }
}
