public import ScoreDrawing

/// What moves by itself: flings, jumps, held keys, zooming.
extension ChartState {
  /// How long a finger rests before it moves the crosshair, in milliseconds.
  static let longPress = 240.0

  /// Whether something moves now, so that a tick is due with every frame.
  public var needsTicks: Bool { motion != nil || scaleTransition != nil }

  /// The next time at which something changes although nothing moves; nil: only with the next input.
  public var nextDeadline: Double? { [crosshairStart, message?.end].compactMap { $0 }.min() }

  /// When a finger that rests takes the crosshair.
  var crosshairStart: Double? {
    guard let press, press.role == .undecided, press.device == .touch else { return nil }
    return press.time + ChartState.longPress
  }

  /// When a surface should send its next tick: the next frame, a deadline, or never (nil).
  public func nextTick(after time: Double, frameInterval: Double) -> Double? {
    needsTicks ? time + frameInterval : nextDeadline
  }

  /// How long a message stays, in milliseconds: time to read a file's name.
  static let messageTime = 4000.0

  /// Lays a few words over the picture for some seconds: what was done that the picture itself does not show.
  public mutating func tell(_ text: String) -> Invalidation {
    message = Message(text: text, end: (now ?? 0) + ChartState.messageTime)
    return .overlay
  }

  /// Lets the time pass until everything that moves has come to rest.
  @discardableResult
  public mutating func settle(chart: Chart, metrics: TextMetrics) -> Invalidation {
    guard let end = lastMovement else { return .none }
    return apply(InputEvent(time: end, .tick), chart: chart, metrics: metrics)
  }

  /// When everything that moves now is at rest.
  var lastMovement: Double? {
    guard needsTicks else { return nil }
    return max(motion?.end ?? -.infinity, scaleTransition?.timing.end ?? -.infinity)
  }

  /// Moves everything to where it is at `time`; clocks that run backwards stand still.
  mutating func advance(to time: Double, chart: Chart, metrics: TextMetrics) -> Invalidation {
    guard time.isFinite, time >= now ?? -.infinity else { return .none }
    now = time
    var invalidation = advanceMotion(to: time)
    if let transition = scaleTransition {
      if time >= transition.timing.end { scaleTransition = nil }
      invalidation.merge(.full)
    }
    if let message, time >= message.end {
      self.message = nil
      invalidation.merge(.overlay)
    }
    invalidation.merge(startCrosshair(at: time, chart: chart, metrics: metrics))
    return invalidation
  }

  private mutating func advanceMotion(to time: Double) -> Invalidation {
    guard let motion else { return .none }
    if time >= motion.end { self.motion = nil }
    switch motion {
    case .fling(let fling): return glide(to: fling.position(at: time))
    case .jump(let jump): return scroll(to: jump.position(at: time))
    case .hold(let hold): return glide(to: hold.position(at: time))
    case .zoom(let glide): return zoom(to: glide.columnWidth(at: time), keeping: glide.anchor)
    }
  }

  /// Scrolls, and stops for good at either end of the history.
  private mutating func glide(to offset: Double) -> Invalidation {
    let invalidation = scroll(to: offset)
    if viewport.offset != offset { motion = nil }
    return invalidation
  }

  /// Scrolls to `offset` within a quarter of a second, or at once where the user wants less motion.
  mutating func jump(to offset: Double) -> Invalidation {
    let target = viewport.clamped(offset)
    motion = nil
    guard target != viewport.offset else { return .none }
    guard !reducesMotion, let now else { return scroll(to: target) }
    motion = .jump(
      Jump(from: viewport.offset, to: target, timing: EaseOut(start: now, duration: EaseOut.jump)))
    return .none
  }

  /// Where the view will be when a jump is over; keys count from there.
  var targetOffset: Double {
    if case .jump(let jump) = motion { jump.to } else { viewport.offset }
  }

  /// Ends what moves, and leaves the view where it is.
  mutating func stopMotion() { motion = nil }

  /// Ends a jump or a zoom at its target, so that the next key counts from there; stops anything else.
  mutating func finishMotion() -> Invalidation {
    defer { motion = nil }
    switch motion {
    case .jump(let jump): return scroll(to: jump.to)
    case .zoom(let glide): return zoom(to: glide.to, keeping: glide.anchor)
    case .fling, .hold, nil: return .none
    }
  }

  mutating func startFling(velocity: Double) -> Invalidation {
    guard let now,
      let fling = Fling(start: viewport.offset, velocity: velocity, startTime: now, pixel: 1 / max(scale, 0.25))
    else { return .none }
    if reducesMotion { return scroll(to: fling.end) }
    motion = .fling(fling)
    return .none
  }
}
