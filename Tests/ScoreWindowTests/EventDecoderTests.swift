import CSDL2
import Testing

@testable import ScoreDrawing
@testable import ScoreWindow

@Suite struct MouseDecoding {
  @Test func `a drag is told in points`() {
    var decoder = EventDecoder.sample
    let kinds = decoder.inputs([
      Synthetic.motion(100, 50), Synthetic.button(SDL_MOUSEBUTTONDOWN, 100, 50), Synthetic.motion(-40, 501),
      Synthetic.button(SDL_MOUSEBUTTONUP, -40, 501), Synthetic.window(SDL_WINDOWEVENT_LEAVE),
    ])
    #expect(
      kinds == [
        .pointerMoved(ViewPoint(x: 50, y: 25)), .pointerDown(ViewPoint(x: 50, y: 25), .mouse),
        .pointerMoved(ViewPoint(x: -20, y: 250.5)), .pointerUp(ViewPoint(x: -20, y: 250.5)), .pointerLeft,
      ])
  }

  @Test func `on Wayland a unit is already a point`() {
    var decoder = EventDecoder.sample
    decoder.geometry = WindowGeometry(
      unitWidth: 400, unitHeight: 200, pixels: PixelSize(width: 800, height: 400), scale: 2)
    #expect(decoder.inputs([Synthetic.motion(100, 50)]) == [.pointerMoved(ViewPoint(x: 100, y: 50))])
    #expect(decoder.geometry.size == ViewSize(width: 400, height: 200))
  }

  @Test func `only the left button, only a real mouse, only a release that has a press`() {
    var decoder = EventDecoder.sample
    let kinds = decoder.inputs([
      Synthetic.button(SDL_MOUSEBUTTONUP, 1, 1), Synthetic.button(SDL_MOUSEBUTTONDOWN, 1, 1, button: 3),
      Synthetic.button(SDL_MOUSEBUTTONUP, 1, 1, button: 3), Synthetic.motion(1, 1, which: EventDecoder.touchMouse),
      Synthetic.button(SDL_MOUSEBUTTONDOWN, 1, 1, which: EventDecoder.touchMouse),
      Synthetic.button(SDL_MOUSEBUTTONUP, 1, 1, which: EventDecoder.touchMouse),
    ])
    #expect(kinds.isEmpty)
  }

  @Test func `wheels turn by fractions, at the pointer, with the keys that are held`() {
    var decoder = EventDecoder.sample
    _ = decoder.inputs([Synthetic.motion(20, 40)])
    let place = ViewPoint(x: 10, y: 20)
    #expect(
      decoder.inputs([Synthetic.wheel(0, 0, precise: (0, 0.25))], modifiers: .control)
        == [.wheel(dx: 0, dy: 0.25, at: place, .control)])
    #expect(decoder.inputs([Synthetic.wheel(0, -1)]) == [.wheel(dx: 0, dy: -1, at: place, [])])
    #expect(decoder.inputs([Synthetic.wheel(2, 0, precise: (1.5, 0))]) == [.wheel(dx: 1.5, dy: 0, at: place, [])])
    #expect(decoder.inputs([Synthetic.wheel(0, 0)]).isEmpty)
    #expect(decoder.inputs([Synthetic.wheel(0, 1, precise: (0, .nan))]) == [.wheel(dx: 0, dy: 1, at: place, [])])
  }

  @Test func `the user's choice of natural scrolling is not undone`() {
    var decoder = EventDecoder.sample
    let turned = Synthetic.wheel(0, 1, precise: (0, 1), flipped: true)
    #expect(decoder.inputs([turned]) == [.wheel(dx: 0, dy: 1, at: ViewPoint(x: 0, y: 0), [])])
  }
}

@Suite struct TouchDecoding {
  @Test func `one finger is the pointer`() {
    var decoder = EventDecoder.sample
    let kinds = decoder.inputs([
      Synthetic.finger(SDL_FINGERDOWN, 7, 0.5, 0.5), Synthetic.finger(SDL_FINGERMOTION, 7, 0.25, 0.5),
      Synthetic.finger(SDL_FINGERUP, 7, 0.25, 0.5), Synthetic.finger(SDL_FINGERUP, 7, 0.25, 0.5),
    ])
    #expect(
      kinds == [
        .pointerDown(ViewPoint(x: 200, y: 100), .touch), .pointerMoved(ViewPoint(x: 100, y: 100)),
        .pointerUp(ViewPoint(x: 100, y: 100)),
      ])
  }

  @Test func `two fingers pinch at their middle and then let go without a throw`() {
    var decoder = EventDecoder.sample
    let kinds = decoder.inputs([
      Synthetic.finger(SDL_FINGERDOWN, 1, 0.25, 0.5), Synthetic.finger(SDL_FINGERDOWN, 2, 0.5, 0.5),
      Synthetic.finger(SDL_FINGERMOTION, 2, 0.75, 0.5), Synthetic.finger(SDL_FINGERUP, 1, 0.25, 0.5),
      Synthetic.finger(SDL_FINGERMOTION, 2, 0.9, 0.5), Synthetic.finger(SDL_FINGERUP, 2, 0.9, 0.5),
      Synthetic.finger(SDL_FINGERDOWN, 3, 0.5, 0.5),
    ])
    #expect(
      kinds == [
        .pointerDown(ViewPoint(x: 100, y: 100), .touch), .pinch(factor: 1, at: ViewPoint(x: 150, y: 100)),
        .pinch(factor: 2, at: ViewPoint(x: 200, y: 100)),
        .pointerDown(ViewPoint(x: 200, y: 100), .touch),
      ])
  }

  @Test func `fingers on one spot and lost fingers do no harm`() {
    var decoder = EventDecoder.sample
    let kinds = decoder.inputs([
      Synthetic.finger(SDL_FINGERMOTION, 9, 0.5, 0.5), Synthetic.finger(SDL_FINGERDOWN, 1, .nan, 0.5),
      Synthetic.finger(SDL_FINGERDOWN, 1, 0.5, 0.5), Synthetic.finger(SDL_FINGERDOWN, 2, 0.5, 0.5),
      Synthetic.finger(SDL_FINGERMOTION, 2, 0.5, 0.5),
    ])
    #expect(kinds.count == 2)
  }
}

@Suite struct KeyDecoding {
  static let keys: [(SDL_KeyCode, Key)] = [
    (SDLK_LEFT, .left), (SDLK_RIGHT, .right), (SDLK_UP, .up), (SDLK_DOWN, .down), (SDLK_PAGEUP, .pageUp),
    (SDLK_PAGEDOWN, .pageDown), (SDLK_HOME, .home), (SDLK_END, .end), (SDLK_TAB, .tab), (SDLK_SPACE, .space),
    (SDLK_RETURN, .enter), (SDLK_KP_ENTER, .enter), (SDLK_ESCAPE, .escape), (SDLK_F11, .f11), (SDLK_KP_4, .left),
    (SDLK_KP_7, .home), (SDLK_KP_9, .pageUp),
  ]

  @Test(arguments: keys.indices) func `keys that move something`(index: Int) {
    let (symbol, key) = KeyDecoding.keys[index]
    var decoder = EventDecoder.sample
    #expect(decoder.inputs([Synthetic.key(symbol)]) == [.key(key, [], isRepeat: false)])
    #expect(
      decoder.inputs([Synthetic.key(symbol, held: KMOD_RSHIFT, isRepeat: true)])
        == [.key(key, .shift, isRepeat: true)])
  }

  @Test func `characters are what the layout types, once each`() {
    var decoder = EventDecoder.sample
    let kinds = decoder.inputs([
      // "+" is Shift and "=" in the USA, a key of its own in Germany.
      Synthetic.key(SDLK_EQUALS, scancode: SDL_SCANCODE_EQUALS, held: KMOD_LSHIFT), Synthetic.text("+"),
      Synthetic.key(SDLK_q, scancode: SDL_SCANCODE_A, isRepeat: true), Synthetic.text("q"),
      Synthetic.key(SDLK_SPACE), Synthetic.text(" "),
      Synthetic.key(SDLK_KP_7, held: KMOD_NUM), Synthetic.text("7"),
    ])
    #expect(
      kinds == [
        .key(.character("+"), [], isRepeat: false), .key(.character("q"), [], isRepeat: true),
        .key(.space, [], isRepeat: false), .key(.character("7"), [], isRepeat: false),
      ])
  }

  @Test func `letters of other scripts stand for the Latin ones in their place`() {
    var decoder = EventDecoder.sample
    let kinds = decoder.inputs([
      Synthetic.key(0x0439, scancode: SDL_SCANCODE_Q), Synthetic.text("й"),
      Synthetic.key(0x0439, scancode: SDL_SCANCODE_Q, held: KMOD_LSHIFT), Synthetic.text("Й"),
      Synthetic.key(0xE9, scancode: SDL_SCANCODE_2), Synthetic.text("é"),
      Synthetic.key(0x0441, scancode: SDL_SCANCODE_C, held: KMOD_LCTRL),
    ])
    #expect(
      kinds == [
        .key(.character("q"), [], isRepeat: false), .key(.character("Q"), [], isRepeat: false),
        .key(.character("é"), [], isRepeat: false), .key(.character("c"), .control, isRepeat: false),
      ])
  }

  @Test func `Ctrl and Alt combinations come from the key, never twice`() {
    var decoder = EventDecoder.sample
    #expect(
      decoder.inputs([Synthetic.key(SDLK_c, held: KMOD_LCTRL)], modifiers: .control)
        == [.key(.character("c"), .control, isRepeat: false)])
    #expect(
      decoder.inputs([Synthetic.key(SDLK_s, held: KMOD_LALT), Synthetic.text("s")], modifiers: .alt)
        == [.key(.character("s"), .alt, isRepeat: false)])
    #expect(
      decoder.inputs([Synthetic.key(SDLK_EQUALS, held: KMOD_RCTRL)], modifiers: .control)
        == [.key(.character("+"), .control, isRepeat: false)])
    #expect(decoder.inputs([Synthetic.key(SDLK_LCTRL, held: KMOD_LCTRL)], modifiers: .control).isEmpty)
    #expect(decoder.inputs([Synthetic.key(SDLK_LEFT, held: KMOD_LGUI)]).isEmpty, "Super+Left moves the window")
  }

  @Test func `text that is no text is passed over`() {
    var decoder = EventDecoder.sample
    #expect(decoder.inputs([Synthetic.text(""), Synthetic.text("\u{1B}"), Synthetic.text("\u{7F}")]).isEmpty)
  }
}

@Suite struct WindowEventDecoding {
  @Test func `what happens to the window`() {
    var decoder = EventDecoder.sample
    let table: [(SDL_WindowEventID, EventDecoder.Meaning)] = [
      (SDL_WINDOWEVENT_EXPOSED, .exposed), (SDL_WINDOWEVENT_SIZE_CHANGED, .geometryChanged),
      (SDL_WINDOWEVENT_DISPLAY_CHANGED, .scaleMayHaveChanged), (SDL_WINDOWEVENT_ENTER, .scaleMayHaveChanged),
      (SDL_WINDOWEVENT_FOCUS_GAINED, .scaleMayHaveChanged),
      (SDL_WINDOWEVENT_MINIMIZED, .hidden), (SDL_WINDOWEVENT_HIDDEN, .hidden), (SDL_WINDOWEVENT_RESTORED, .shown),
      (SDL_WINDOWEVENT_SHOWN, .shown), (SDL_WINDOWEVENT_LEAVE, .input(.pointerLeft)),
      (SDL_WINDOWEVENT_CLOSE, .input(.closed)), (SDL_WINDOWEVENT_MOVED, .nothing),
    ]
    for (kind, meaning) in table { #expect(decoder.decode(Synthetic.window(kind), modifiers: []) == meaning) }
  }

  @Test func `a dropped file, a wake-up, the end`() {
    var decoder = EventDecoder.sample
    var drop = SDL_Event()
    drop.drop.type = SDL_DROPFILE.rawValue
    "/tmp/ä b.csv".withCString { path in
      drop.drop.file = UnsafeMutablePointer(mutating: path)
      #expect(decoder.decode(drop, modifiers: []) == .input(.dropped("/tmp/ä b.csv")))
    }
    var user = SDL_Event()
    user.type = SDL_USEREVENT.rawValue
    #expect(decoder.decode(user, modifiers: []) == .woken)
    user.type += 1
    #expect(decoder.decode(user, modifiers: []) == .nothing)
    user.type = SDL_QUIT.rawValue
    #expect(decoder.decode(user, modifiers: []) == .input(.closed))
  }

  @Test func `times survive the wrap of SDL's 32 bits`() {
    #expect(EventTime.milliseconds(90, ticks: 100) == 90)
    #expect(EventTime.milliseconds(UInt32.max - 4, ticks: 1 << 32 + 5) == Double(1 << 32 - 5))
    #expect(EventTime.milliseconds(101, ticks: 100) == 100, "an event is never later than now")
  }
}
