internal import CLinuxDisplay
internal import ScoreDrawing

/// One mouse, wheel or tablet: what it has said since its last report.
struct MouseDecoder: Equatable, Sendable {
  /// Parts of a notch that a wheel of high resolution counts.
  static let unitsPerNotch = 120.0

  private let hasFineWheel: Bool
  private let hasFineTilt: Bool
  private let absolute: (x: AxisRange, y: AxisRange)?
  private var dx = 0.0
  private var dy = 0.0
  private var place: (u: Double, v: Double) = (0.5, 0.5)
  private var hasPlace = false
  private var wheelX = 0.0
  private var wheelY = 0.0
  /// Whether the left button is down.
  private(set) var isPressed = false
  private var presses: [Bool] = []

  init(_ profile: InputDeviceProfile) {
    hasFineWheel = profile.relativeAxes.contains(UInt16(REL_WHEEL_HI_RES))
    hasFineTilt = profile.relativeAxes.contains(UInt16(REL_HWHEEL_HI_RES))
    if case .pointer(let x, let y) = profile.touch {
      absolute = (x, y)
      place = (x.fraction(x.value), y.fraction(y.value))
    } else {
      absolute = nil
    }
  }

  static func == (a: MouseDecoder, b: MouseDecoder) -> Bool {
    a.isPressed == b.isPressed && a.presses == b.presses && a.dx == b.dx && a.dy == b.dy && a.place == b.place
      && a.wheelX == b.wheelX && a.wheelY == b.wheelY
  }

  mutating func takeRelative(_ code: UInt16, _ value: Int32) {
    switch Int32(code) {
    case REL_X: dx += Double(value)
    case REL_Y: dy += Double(value)
    case REL_WHEEL where !hasFineWheel: wheelY += Double(value)
    case REL_WHEEL_HI_RES: wheelY += Double(value) / Self.unitsPerNotch
    case REL_HWHEEL where !hasFineTilt: wheelX += Double(value)
    case REL_HWHEEL_HI_RES: wheelX += Double(value) / Self.unitsPerNotch
    default: break
    }
  }

  mutating func takeAbsolute(_ code: UInt16, _ value: Int32) {
    guard let absolute else { return }
    switch Int32(code) {
    case ABS_X: place.u = absolute.x.fraction(value)
    case ABS_Y: place.v = absolute.y.fraction(value)
    default: return
    }
    hasPlace = true
  }

  mutating func takeButton(_ code: UInt16, isDown: Bool) {
    guard Int32(code) == BTN_LEFT, isDown != isPressed else { return }
    isPressed = isDown
    presses.append(isDown)
  }

  /// The button counts as up: the mouse was unplugged, or events were lost.
  mutating func releaseAll() {
    (dx, dy, wheelX, wheelY) = (0, 0, 0, 0)
    if isPressed { takeButton(UInt16(BTN_LEFT), isDown: false) }
  }

  /// Ends a report: moves `pointer` and tells what happened.
  mutating func report(pointer: inout ScreenPointer, modifiers: Modifiers) -> [InputEvent.Kind] {
    var events: [InputEvent.Kind] = []
    if dx != 0 || dy != 0 || hasPlace {
      if hasPlace { pointer.move(toFraction: place.u, place.v) } else { pointer.move(by: dx, dy) }
      events.append(.pointerMoved(pointer.point))
    }
    for isDown in presses {
      events.append(isDown ? .pointerDown(pointer.point, .mouse) : .pointerUp(pointer.point))
    }
    if wheelX != 0 || wheelY != 0 {
      events.append(.wheel(dx: wheelX, dy: wheelY, at: pointer.point, modifiers))
    }
    (dx, dy, wheelX, wheelY, hasPlace) = (0, 0, 0, 0, false)
    presses.removeAll()
    return events
  }
}

/// Where the mouse pointer is; all mice move the same one.
struct ScreenPointer: Equatable, Sendable {
  /// How the picture lies on the panel, and the pixels that make a point.
  var transform: ScreenTransform { didSet { clamp() } }
  var scale: Double
  /// In picture pixels.
  private(set) var x: Double
  private(set) var y: Double
  /// Hidden until it first moves, and again when nothing moved it for long.
  var isVisible = false

  init(transform: ScreenTransform, scale: Double) {
    self.transform = transform
    self.scale = scale
    x = Double(transform.picture.width) / 2
    y = Double(transform.picture.height) / 2
  }

  /// The place in view points.
  var point: ViewPoint { ViewPoint(x: x / scale, y: y / scale) }

  mutating func move(by dx: Double, _ dy: Double) {
    (x, y) = (x + dx, y + dy)
    clamp()
    isVisible = true
  }

  mutating func move(toFraction u: Double, _ v: Double) {
    (x, y) = transform.picturePlace(panelX: u, panelY: v)
    clamp()
    isVisible = true
  }

  /// Where fractions of the panel lie, in view points.
  func place(_ u: Double, _ v: Double) -> ViewPoint {
    let (x, y) = transform.picturePlace(panelX: u, panelY: v)
    return ViewPoint(x: x / scale, y: y / scale)
  }

  private mutating func clamp() {
    x = min(max(x, 0), Double(max(transform.picture.width - 1, 0)))
    y = min(max(y, 0), Double(max(transform.picture.height - 1, 0)))
  }
}
