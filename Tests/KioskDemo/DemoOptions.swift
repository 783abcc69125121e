import ScoreFramebuffer

/// Why the demo ends, and with which status.
struct DemoError: Error {
  var message: String
  var status: Int32
}

/// What the demo's command line asks for.
struct DemoOptions {
  var display = FramebufferOptions()
  var manners = KioskManners.Options()
  var scores = 60
  /// A pipe with commands: `dump FILE`, `sleep`, `wake`, `stats`.
  var control: String?
  /// Every picture is one flat colour, as fast as the screen goes.
  var isFlashing = false
  var isDark = false
  /// Tells what pictures cost, and ends.
  var isMeasuring = false

  init(_ arguments: [String]) throws(DemoError) {
    var rest = arguments.dropFirst()
    while let option = rest.popFirst() {
      switch option {
      case "--ticker": manners.ticker = true
      case "--clock": manners.clock = true
      case "--flash": isFlashing = true
      case "--dark": isDark = true
      case "--measure": isMeasuring = true
      case "--no-shift": manners.pixelShift = false
      default:
        guard let value = rest.popFirst() else { throw DemoError(message: "\(option) needs a value", status: 2) }
        guard try take(option, value) else { throw DemoError(message: "\(option) \(value): what?", status: 2) }
      }
    }
  }

  private mutating func take(_ option: String, _ value: String) throws(DemoError) -> Bool {
    switch option {
    case "--backend":
      guard let backend = FramebufferOptions.Backend(rawValue: value) else { return false }
      display.backend = backend
    case "--device": display.device = value
    case "--connector": display.connector = value
    case "--mode":
      guard let mode = ModeRequest(value) else { return false }
      display.mode = mode
    case "--rotate":
      guard let rotation = Rotation(degrees: value) else { return false }
      display.rotation = rotation
    case "--scale": display.scale = Double(value)
    case "--scores": scores = Int(value) ?? scores
    case "--control": control = value
    case "--sleep": manners.sleep = SleepSchedule(value)
    case "--stale-after": manners.staleAfter = Freshness.duration(value)
    default: return false
    }
    return true
  }
}
