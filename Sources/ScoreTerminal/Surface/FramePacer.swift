/// Decides when the next frame may be sent, so that a slow link never queues frames up.
///
/// Every frame ends with a question; its answer shows that the frame has arrived.
/// Times are milliseconds.
public struct FramePacer: Equatable, Sendable {
  /// At most so many frames are under way.
  public static let mostInFlight = 2
  /// An answer that has not come after this long is lost.
  public static let patience = 1500.0

  public private(set) var inFlight = 0
  private var lastSent = 0.0
  /// Whether the terminal has ever acknowledged a frame.
  private var hasEverAnswered = false
  /// A terminal that never answers is not asked again.
  public private(set) var isAsking = true

  public init() {}

  /// Whether a frame may be sent now.
  public mutating func canSend(at time: Double) -> Bool {
    if inFlight >= FramePacer.mostInFlight, time - lastSent >= FramePacer.patience {
      inFlight = 0
      if !hasEverAnswered { isAsking = false }
    }
    return !isAsking || inFlight < FramePacer.mostInFlight
  }

  /// When `canSend` will be true without an answer; nil where it is true already.
  public var retryTime: Double? {
    isAsking && inFlight >= FramePacer.mostInFlight ? lastSent + FramePacer.patience : nil
  }

  /// Whether a terminal that answers has taken everything.
  public var isIdle: Bool { isAsking && hasEverAnswered && inFlight == 0 }

  public mutating func sent(at time: Double) {
    lastSent = time
    if isAsking { inFlight += 1 }
  }

  public mutating func acknowledged() {
    hasEverAnswered = true
    inFlight = max(0, inFlight - 1)
  }

  /// Frames under way are of no interest any more: the screen was given back.
  public mutating func forget() { inFlight = 0 }
}
