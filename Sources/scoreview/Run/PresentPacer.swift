internal import ScoreDrawing

/// Draws at most one frame for each picture that the screen can show, and none while nothing changes.
///
/// The first change after a rest is drawn at once. What comes within the same picture's time waits for the next one
/// and is drawn together, so a pointer is never more than one picture ahead of what it drags.
struct PresentPacer {
  /// How much of the last frame is out of date.
  var pending = Invalidation.none
  private var last = -Double.infinity

  /// When to stop waiting for input: at `deadline`, or when what is pending is due.
  func deadline(_ deadline: Double?, frameInterval: Double) -> Double? {
    guard pending > .none else { return deadline }
    return min(deadline ?? .infinity, last + frameInterval)
  }

  func isDue(at time: Double, frameInterval: Double) -> Bool {
    // Waits end at whole milliseconds; one that ended early is good enough.
    pending > .none && time >= last + frameInterval - 1
  }

  mutating func presented(at time: Double) {
    pending = .none
    last = time
  }
}
