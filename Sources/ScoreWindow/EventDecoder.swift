internal import CSDL2
internal import ScoreDrawing

/// Turns SDL's events into the chart's, one by one, in order.
///
/// It asks SDL nothing: what an event does not carry is handed in, so it can be tested without a display.
struct EventDecoder {
  /// What an SDL event means to the window.
  enum Meaning: Equatable {
    case nothing
    case input(InputEvent.Kind)
    /// The size has changed and must be asked for; the surface's pixels are gone.
    case geometryChanged
    /// The user may have been at the desktop's settings or moved the window to another screen.
    case scaleMayHaveChanged
    /// The pixels on screen are lost, the frame is still the same.
    case exposed
    case hidden
    case shown
    /// Another thread asked the wait to end.
    case woken
  }

  /// SDL's name for a mouse that is really a finger.
  static let touchMouse = UInt32.max

  var geometry: WindowGeometry
  /// The user event that a `SurfaceWaker` pushes.
  let wakeEvent: UInt32
  /// Where the pointer was last seen; a wheel event does not say.
  private(set) var pointer = ViewPoint(x: 0, y: 0)
  private(set) var isPressed = false
  var touch = TouchTracker()
  var typing = TypingTracker()

  init(geometry: WindowGeometry, wakeEvent: UInt32) {
    self.geometry = geometry
    self.wakeEvent = wakeEvent
  }

  /// - Parameter modifiers: the modifier keys held now.
  mutating func decode(_ event: SDL_Event, modifiers: Modifiers) -> Meaning {
    switch SDL_EventType(rawValue: event.type) {
    case SDL_MOUSEMOTION: moved(event.motion)
    case SDL_MOUSEBUTTONDOWN: pressed(event.button)
    case SDL_MOUSEBUTTONUP: released(event.button)
    case SDL_MOUSEWHEEL: turned(event.wheel, modifiers)
    case SDL_FINGERDOWN: meaning(touch.down(event.tfinger, in: geometry))
    case SDL_FINGERMOTION: meaning(touch.moved(event.tfinger, in: geometry))
    case SDL_FINGERUP: meaning(touch.up(event.tfinger, in: geometry))
    case SDL_KEYDOWN: meaning(typing.key(event.key))
    case SDL_TEXTINPUT: meaning(typing.text(event.text, modifiers))
    case SDL_WINDOWEVENT: decode(event.window)
    case SDL_DISPLAYEVENT: .scaleMayHaveChanged
    case SDL_RENDER_TARGETS_RESET, SDL_RENDER_DEVICE_RESET: .exposed
    case SDL_DROPFILE: event.drop.file.map { .input(.dropped(String(cString: $0))) } ?? .nothing
    case SDL_QUIT: .input(.closed)
    default: event.type == wakeEvent ? .woken : .nothing
    }
  }

  private func meaning(_ kind: InputEvent.Kind?) -> Meaning { kind.map { .input($0) } ?? .nothing }

  private func decode(_ event: SDL_WindowEvent) -> Meaning {
    switch SDL_WindowEventID(rawValue: UInt32(event.event)) {
    case SDL_WINDOWEVENT_EXPOSED: .exposed
    case SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_RESIZED: .geometryChanged
    case SDL_WINDOWEVENT_DISPLAY_CHANGED, SDL_WINDOWEVENT_FOCUS_GAINED, SDL_WINDOWEVENT_ENTER: .scaleMayHaveChanged
    case SDL_WINDOWEVENT_MINIMIZED, SDL_WINDOWEVENT_HIDDEN: .hidden
    case SDL_WINDOWEVENT_SHOWN, SDL_WINDOWEVENT_RESTORED, SDL_WINDOWEVENT_MAXIMIZED: .shown
    case SDL_WINDOWEVENT_LEAVE: .input(.pointerLeft)
    case SDL_WINDOWEVENT_CLOSE: .input(.closed)
    default: .nothing
    }
  }

  // MARK: Mouse

  private mutating func moved(_ event: SDL_MouseMotionEvent) -> Meaning {
    guard event.which != EventDecoder.touchMouse else { return .nothing }
    pointer = geometry.point(x: Double(event.x), y: Double(event.y))
    return .input(.pointerMoved(pointer))
  }

  private mutating func pressed(_ event: SDL_MouseButtonEvent) -> Meaning {
    guard event.which != EventDecoder.touchMouse, event.button == UInt8(SDL_BUTTON_LEFT) else { return .nothing }
    pointer = geometry.point(x: Double(event.x), y: Double(event.y))
    isPressed = true
    return .input(.pointerDown(pointer, .mouse))
  }

  private mutating func released(_ event: SDL_MouseButtonEvent) -> Meaning {
    guard event.which != EventDecoder.touchMouse, event.button == UInt8(SDL_BUTTON_LEFT), isPressed else {
      return .nothing
    }
    pointer = geometry.point(x: Double(event.x), y: Double(event.y))
    isPressed = false
    return .input(.pointerUp(pointer))
  }

  /// The deltas are taken as the system gives them: "natural" scrolling is the user's choice, made once
  /// for all programs, and SDL's `direction` says only that it was made.
  private func turned(_ event: SDL_MouseWheelEvent, _ modifiers: Modifiers) -> Meaning {
    guard event.which != EventDecoder.touchMouse else { return .nothing }
    let dx = precise(event.preciseX, event.x)
    let dy = precise(event.preciseY, event.y)
    guard dx != 0 || dy != 0 else { return .nothing }
    return .input(.wheel(dx: dx, dy: dy, at: pointer, modifiers))
  }

  /// Old versions of SDL leave the fraction at 0.
  private func precise(_ fraction: Float, _ whole: Int32) -> Double {
    fraction != 0 && fraction.isFinite ? Double(fraction) : Double(whole)
  }
}

extension Modifiers {
  /// From SDL's bits (`SDL_Keymod`).
  init(sdl bits: UInt32) {
    self = []
    if bits & KMOD_SHIFT.rawValue != 0 { insert(.shift) }
    if bits & KMOD_CTRL.rawValue != 0 { insert(.control) }
    if bits & KMOD_LALT.rawValue != 0 { insert(.alt) }
  }
}
