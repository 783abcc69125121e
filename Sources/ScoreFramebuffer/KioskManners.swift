public import ScoreDrawing

/// How a chart behaves on a screen that stands alone: it walks through the history, spares the screen,
/// sleeps at night and says when its data is old.
///
/// Pure state; the times are handed in: milliseconds of the steady clock, and the clock on the wall.
public struct KioskManners: Sendable {
  /// What a kiosk shall do; all of it off but the pixel shift.
  public struct Options: Equatable, Sendable {
    public var ticker = false
    public var pixelShift = true
    public var sleep: SleepSchedule?
    /// Milliseconds.
    public var staleAfter: Double?
    public var clock = false

    public init() {}
  }

  /// What the loop does now.
  public struct Step: Equatable, Sendable {
    /// To be applied to the chart like any other input.
    public var events: [InputEvent] = []
    public var shift = PixelShift.none
    public var isAsleep = false
    /// A few words for a corner of the picture.
    public var notice: String?
    /// `HH:MM`, when the clock is wanted.
    public var clock: String?
    /// When to ask again, if nothing happens before.
    public var deadline: Double?
  }

  /// Input during the hours of sleep wakes the display for this long.
  public static let wakeTime = 300_000.0
  public let options: Options
  public var freshness: Freshness
  private var ticker = Ticker()
  private let start: Double
  private var awakeUntil: Double?

  /// - Parameter start: now.
  public init(_ options: Options, start: Double) {
    self.options = options
    self.start = start
    freshness = Freshness(staleAfter: options.staleAfter)
    freshness.changed(at: start)
  }

  /// Takes note of what the user did. True when the input only woke the display and shall do nothing else.
  public mutating func note(_ events: [InputEvent], time: Double, wall: TimeOfDay) -> Bool {
    guard events.contains(where: { $0.kind.isByUser }) else { return false }
    let wasAsleep = isAsleep(at: time, wall)
    ticker.pause(at: time)
    awakeUntil = time + Self.wakeTime
    return wasAsleep
  }

  /// - Parameters:
  ///   - offset: the viewport's offset in points, and its greatest.
  ///   - pointsPerNotch: how far one notch of a wheel scrolls the chart now; the ticker speaks in notches.
  ///   - scale: device pixels a point.
  public mutating func step(
    time: Double, wall: TimeOfDay, offset: Double, maximumOffset: Double,
    pointsPerNotch: Double = 2 * TimelineStyle.columnWidth, scale: Double
  ) -> Step {
    var step = Step()
    var deadlines: [Double] = []
    step.isAsleep = isAsleep(at: time, wall)
    if let sleep = options.sleep {
      // The clock on the wall may be set meanwhile.
      deadlines.append(time + Double(min(sleep.secondsToChange(from: wall), 60)) * 1000)
      if let awakeUntil, awakeUntil > time { deadlines.append(awakeUntil) }
    }
    if options.pixelShift {
      step.shift = PixelShift(at: time - start)
      deadlines.append(start + PixelShift.nextStep(after: time - start))
    }
    step.notice = freshness.notice(at: time)
    if let next = freshness.nextChange(after: time) { deadlines.append(next) }
    if options.clock {
      step.clock = wall.text
      deadlines.append(time + Double(60 - wall.seconds % 60) * 1000)
    }
    if options.ticker, !step.isAsleep {
      let distance = ticker.step(at: time, offset: offset, maximumOffset: maximumOffset, scale: scale)
      if distance != 0 {
        let notches = distance / pointsPerNotch
        step.events.append(InputEvent(time: time, .wheel(dx: notches, dy: 0, at: ViewPoint(x: 0, y: 0), [])))
      }
      if let next = ticker.nextStep(after: time, maximumOffset: maximumOffset, scale: scale) { deadlines.append(next) }
    }
    // Asleep, nothing is seen: only waking matters.
    step.deadline = deadlines.min()
    return step
  }

  private func isAsleep(at time: Double, _ wall: TimeOfDay) -> Bool {
    guard let sleep = options.sleep, sleep.covers(wall) else { return false }
    return awakeUntil.map { $0 <= time } ?? true
  }
}

extension InputEvent.Kind {
  /// Whether somebody did something, rather than something having happened.
  fileprivate var isByUser: Bool {
    switch self {
    case .pointerDown, .pointerMoved, .pointerUp, .wheel, .pinch, .key: true
    default: false
    }
  }
}
