import CSDL2

@testable import ScoreDrawing
@testable import ScoreWindow

/// Events as SDL would send them.
enum Synthetic {
  static func motion(_ x: Int32, _ y: Int32, which: UInt32 = 0) -> SDL_Event {
    var event = SDL_Event()
    event.motion.type = SDL_MOUSEMOTION.rawValue
    event.motion.which = which
    event.motion.x = x
    event.motion.y = y
    return event
  }

  static func button(
    _ type: SDL_EventType, _ x: Int32, _ y: Int32, button: UInt8 = UInt8(SDL_BUTTON_LEFT), which: UInt32 = 0
  ) -> SDL_Event {
    var event = SDL_Event()
    event.button.type = type.rawValue
    event.button.which = which
    event.button.button = button
    event.button.x = x
    event.button.y = y
    return event
  }

  static func wheel(_ x: Int32, _ y: Int32, precise: (Float, Float) = (0, 0), flipped: Bool = false) -> SDL_Event {
    var event = SDL_Event()
    event.wheel.type = SDL_MOUSEWHEEL.rawValue
    event.wheel.x = x
    event.wheel.y = y
    event.wheel.preciseX = precise.0
    event.wheel.preciseY = precise.1
    event.wheel.direction = (flipped ? SDL_MOUSEWHEEL_FLIPPED : SDL_MOUSEWHEEL_NORMAL).rawValue
    return event
  }

  static func key(
    _ symbol: SDL_KeyCode, scancode: SDL_Scancode = SDL_SCANCODE_UNKNOWN, held: SDL_Keymod = KMOD_NONE,
    isRepeat: Bool = false
  ) -> SDL_Event {
    key(Int32(bitPattern: symbol.rawValue), scancode: scancode, held: held, isRepeat: isRepeat)
  }

  static func key(
    _ symbol: Int32, scancode: SDL_Scancode, held: SDL_Keymod = KMOD_NONE, isRepeat: Bool = false
  ) -> SDL_Event {
    var event = SDL_Event()
    event.key.type = SDL_KEYDOWN.rawValue
    event.key.keysym.sym = symbol
    event.key.keysym.scancode = scancode
    event.key.keysym.mod = UInt16(held.rawValue)
    event.key.repeat = isRepeat ? 1 : 0
    return event
  }

  static func text(_ string: String) -> SDL_Event {
    var event = SDL_Event()
    event.text.type = SDL_TEXTINPUT.rawValue
    withUnsafeMutableBytes(of: &event.text.text) { $0.copyBytes(from: Array(string.utf8.prefix(31))) }
    return event
  }

  static func finger(_ type: SDL_EventType, _ id: Int64, _ x: Float, _ y: Float) -> SDL_Event {
    var event = SDL_Event()
    event.tfinger.type = type.rawValue
    event.tfinger.fingerId = id
    event.tfinger.x = x
    event.tfinger.y = y
    return event
  }

  static func window(_ kind: SDL_WindowEventID) -> SDL_Event {
    var event = SDL_Event()
    event.window.type = SDL_WINDOWEVENT.rawValue
    event.window.event = UInt8(kind.rawValue)
    return event
  }
}

extension EventDecoder {
  /// At 2 pixels a point on a screen whose units are pixels: 400 × 200 points.
  static var sample: EventDecoder {
    EventDecoder(
      geometry: WindowGeometry(
        unitWidth: 800, unitHeight: 400, pixels: PixelSize(width: 800, height: 400), scale: 2),
      wakeEvent: SDL_USEREVENT.rawValue)
  }

  /// The chart's events of a sequence, in order.
  mutating func inputs(_ events: [SDL_Event], modifiers: Modifiers = []) -> [InputEvent.Kind] {
    events.compactMap { if case .input(let kind) = decode($0, modifiers: modifiers) { kind } else { nil } }
  }
}
