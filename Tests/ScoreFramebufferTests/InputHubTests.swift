import CLinuxDisplay
import ScoreDrawing
import Testing

@testable import ScoreFramebuffer

/// A hub with its devices, spoken to in the kernel's words.
private struct Desk {
  var hub: InputHub
  var events: [InputEvent.Kind] = []

  init(panel: PixelSize = PixelSize(width: 800, height: 480), rotation: Rotation = .none, scale: Double = 1) {
    let transform = ScreenTransform(panel: panel, rotation: rotation)
    hub = InputHub(pointer: ScreenPointer(transform: transform, scale: scale))
  }

  static let keyboard = InputDeviceProfile(name: "keys", keys: Set((1..<120).map(UInt16.init)))
  static let mouse = InputDeviceProfile(
    name: "mouse", keys: [UInt16(BTN_LEFT), UInt16(BTN_RIGHT)],
    relativeAxes: [UInt16(REL_X), UInt16(REL_Y), UInt16(REL_WHEEL)])
  static var fineMouse: InputDeviceProfile {
    var mouse = mouse
    mouse.relativeAxes.formUnion([UInt16(REL_WHEEL_HI_RES), UInt16(REL_HWHEEL), UInt16(REL_HWHEEL_HI_RES)])
    return mouse
  }

  static func touchscreen(_ x: ClosedRange<Int32>, _ y: ClosedRange<Int32>) -> InputDeviceProfile {
    let (x, y) = (
      AxisRange(minimum: x.lowerBound, maximum: x.upperBound), AxisRange(minimum: y.lowerBound, maximum: y.upperBound)
    )
    return InputDeviceProfile(
      name: "panel", keys: [UInt16(BTN_TOUCH)],
      absoluteAxes: [
        UInt16(ABS_X): x, UInt16(ABS_Y): y, UInt16(ABS_MT_SLOT): AxisRange(minimum: 0, maximum: 4),
        UInt16(ABS_MT_POSITION_X): x, UInt16(ABS_MT_POSITION_Y): y,
      ], isDirect: true)
  }

  mutating func send(_ type: Int32, _ code: Int32, _ value: Int32, from device: Int = 0) {
    let event = EvdevEvent(time: 5, type: UInt16(type), code: UInt16(code), value: value)
    events += hub.take(event, from: device).map(\.kind)
  }

  mutating func report(from device: Int = 0) { send(EV_SYN, SYN_REPORT, 0, from: device) }

  mutating func key(_ code: Int32, _ value: Int32, from device: Int = 0) {
    send(EV_KEY, code, value, from: device)
    report(from: device)
  }

  mutating func finger(_ slot: Int32, id: Int32? = nil, _ x: Int32, _ y: Int32) {
    send(EV_ABS, ABS_MT_SLOT, slot)
    if let id { send(EV_ABS, ABS_MT_TRACKING_ID, id) }
    send(EV_ABS, ABS_MT_POSITION_X, x)
    send(EV_ABS, ABS_MT_POSITION_Y, y)
  }

  mutating func lift(_ slot: Int32) {
    send(EV_ABS, ABS_MT_SLOT, slot)
    send(EV_ABS, ABS_MT_TRACKING_ID, -1)
  }

  mutating func taken() -> [InputEvent.Kind] {
    defer { events.removeAll() }
    return events
  }
}

/// Compares what came since the last look.
private func expect(
  _ desk: inout Desk, _ events: [InputEvent.Kind], sourceLocation: SourceLocation = #_sourceLocation
) {
  let taken = desk.taken()
  #expect(taken == events, sourceLocation: sourceLocation)
}

@Suite struct KeyboardTests {
  @Test func keysComeWithModifiersAndRepeat() {
    var desk = Desk()
    desk.hub.add(0, Desk.keyboard)
    desk.key(KEY_RIGHT, 1)
    desk.key(KEY_RIGHT, 2)
    desk.key(KEY_RIGHT, 0)
    expect(&desk, [.key(.right, [], isRepeat: false), .key(.right, [], isRepeat: true)])
    desk.key(KEY_LEFTCTRL, 1)
    desk.key(KEY_Q, 1)
    expect(&desk, [.key(.character("q"), .control, isRepeat: false)])
    desk.key(KEY_LEFTCTRL, 0)
    desk.key(KEY_RIGHTSHIFT, 1)
    desk.key(KEY_SLASH, 1)
    expect(&desk, [.key(.character("?"), .shift, isRepeat: false)])
    desk.key(KEY_KPMINUS, 1)
    expect(&desk, [.key(.character("-"), .shift, isRepeat: false)])
  }

  @Test func modifiersOfTwoKeyboardsCountTogether() {
    var desk = Desk()
    desk.hub.add(0, Desk.keyboard)
    desk.hub.add(1, Desk.keyboard)
    desk.key(KEY_LEFTCTRL, 1, from: 0)
    desk.key(KEY_W, 1, from: 1)
    expect(&desk, [.key(.character("w"), .control, isRepeat: false)])
  }

  @Test func unpluggingWithAKeyHeldLeavesNoneStuck() {
    var desk = Desk()
    desk.hub.add(0, Desk.keyboard)
    desk.hub.add(1, Desk.keyboard)
    desk.key(KEY_LEFTCTRL, 1, from: 0)
    #expect(desk.hub.modifiers == .control)
    let events = desk.hub.remove(0, time: 9)
    #expect(events == [])
    #expect(desk.hub.modifiers == [])
    desk.key(KEY_Q, 1, from: 1)
    expect(&desk, [.key(.character("q"), [], isRepeat: false)])
  }

  @Test func controlAltFunctionKeysAskForAConsole() {
    var desk = Desk()
    desk.hub.add(0, Desk.keyboard)
    desk.key(KEY_LEFTCTRL, 1)
    desk.key(KEY_LEFTALT, 1)
    desk.key(KEY_F2, 1)
    desk.key(KEY_F2, 2)
    desk.key(KEY_F12, 1)
    #expect(desk.hub.wantedConsoles == [2, 12])
    _ = desk.hub.takeWantedConsoles()
    #expect(desk.hub.wantedConsoles == [])
    #expect(desk.events == [])
  }

  @Test func lostEventsReleaseWhatWasHeld() {
    var desk = Desk()
    desk.hub.add(0, Desk.keyboard)
    desk.key(KEY_LEFTSHIFT, 1)
    desk.send(EV_SYN, SYN_DROPPED, 0)
    desk.send(EV_KEY, KEY_A, 1)
    desk.report()
    #expect(desk.events == [], "events up to the next report are not to be believed")
    desk.key(KEY_A, 1)
    expect(&desk, [.key(.character("a"), [], isRepeat: false)])
  }

  @Test func theConsolesMapIsUsedWhereItSaysSomething() {
    // A German keyboard: what says Y on it is where American ones have Z.
    let keymap = Keymap { code, isShifted in
      switch Int32(code) {
      case KEY_Z: 11 << 8 | (isShifted ? 89 : 121)
      case KEY_7: isShifted ? 47 : 55
      case KEY_F1: 1 << 8
      default: nil
      }
    }
    #expect(keymap.character(UInt16(KEY_Z), isShifted: false) == "y")
    #expect(keymap.character(UInt16(KEY_7), isShifted: true) == "/")
    #expect(keymap.character(UInt16(KEY_F1), isShifted: false) == nil)
    #expect(keymap.character(UInt16(KEY_T), isShifted: false) == "t")
    #expect(Keymap.character(UInt16(0xE4) ^ 0xF000) == "ä")
  }
}

@Suite struct MouseTests {
  @Test func motionIsClampedToThePictureInPoints() {
    var desk = Desk(scale: 2)
    desk.hub.add(0, Desk.mouse)
    #expect(!desk.hub.pointer.isVisible)
    desk.send(EV_REL, REL_X, 10)
    desk.send(EV_REL, REL_Y, -4)
    desk.report()
    expect(&desk, [.pointerMoved(ViewPoint(x: 205, y: 118))])
    #expect(desk.hub.pointer.isVisible)
    desk.send(EV_REL, REL_X, 30_000)
    desk.report()
    expect(&desk, [.pointerMoved(ViewPoint(x: 399.5, y: 118))])
  }

  @Test func aPressComesAfterTheMotionOfItsReport() {
    var desk = Desk()
    desk.hub.add(0, Desk.mouse)
    desk.send(EV_KEY, BTN_LEFT, 1)
    desk.send(EV_REL, REL_X, 3)
    desk.report()
    desk.key(BTN_LEFT, 0)
    let place = ViewPoint(x: 403, y: 240)
    expect(&desk, [.pointerMoved(place), .pointerDown(place, .mouse), .pointerUp(place)])
    desk.key(BTN_RIGHT, 1)
    #expect(desk.events == [])
  }

  @Test func unpluggingWithTheButtonHeldLetsGo() {
    var desk = Desk()
    desk.hub.add(0, Desk.mouse)
    desk.key(BTN_LEFT, 1)
    let events = desk.hub.remove(0, time: 77)
    #expect(events == [InputEvent(time: 77, .pointerUp(ViewPoint(x: 400, y: 240)))])
  }

  @Test func wheelsCountNotchesOnce() {
    let middle = ViewPoint(x: 400, y: 240)
    var desk = Desk()
    desk.hub.add(0, Desk.mouse)
    desk.send(EV_REL, REL_WHEEL, -1)
    desk.report()
    expect(&desk, [.wheel(dx: 0, dy: -1, at: middle, [])])
    desk.hub.add(1, Desk.fineMouse)
    desk.send(EV_REL, REL_WHEEL, 1, from: 1)
    desk.send(EV_REL, REL_WHEEL_HI_RES, 120, from: 1)
    desk.report(from: 1)
    desk.send(EV_REL, REL_WHEEL_HI_RES, 30, from: 1)
    desk.report(from: 1)
    desk.send(EV_REL, REL_HWHEEL_HI_RES, -60, from: 1)
    desk.report(from: 1)
    expect(
      &desk,
      [
        .wheel(dx: 0, dy: 1, at: middle, []), .wheel(dx: 0, dy: 0.25, at: middle, []),
        .wheel(dx: -0.5, dy: 0, at: middle, []),
      ])
  }

  @Test func aTabletPointsAtItsPlace() {
    var desk = Desk()
    let axis = AxisRange(minimum: 0, maximum: 32_767)
    desk.hub.add(
      0,
      InputDeviceProfile(
        name: "tablet", keys: [UInt16(BTN_LEFT)], absoluteAxes: [UInt16(ABS_X): axis, UInt16(ABS_Y): axis]))
    desk.send(EV_ABS, ABS_X, 8192)
    desk.send(EV_ABS, ABS_Y, 32_767)
    desk.report()
    guard case .pointerMoved(let place)? = desk.taken().first else { Issue.record("no motion"); return }
    #expect(abs(place.x - 200) < 0.1)
    #expect(place.y == 479)
  }
}

@Suite struct TouchTests {
  @Test func aFingerIsThePointer() {
    // Powers of two, so that no fraction is rounded.
    var desk = Desk(panel: PixelSize(width: 1024, height: 512))
    desk.hub.add(0, Desk.touchscreen(0...1023, 0...511))
    desk.finger(0, id: 7, 100, 200)
    desk.report()
    desk.finger(0, 110, 200)
    desk.report()
    desk.lift(0)
    desk.report()
    expect(
      &desk,
      [
        .pointerDown(ViewPoint(x: 100.5, y: 200.5), .touch), .pointerMoved(ViewPoint(x: 110.5, y: 200.5)),
        .pointerUp(ViewPoint(x: 110.5, y: 200.5)),
      ])
    #expect(!desk.hub.pointer.isVisible, "a finger shows no pointer")
  }

  /// The panel's range differs from its pixels; the same spot on the glass is the same spot of the picture.
  @Test(arguments: Rotation.allCases)
  func touchIsTurnedWithThePicture(_ rotation: Rotation) {
    var desk = Desk(rotation: rotation)
    desk.hub.add(0, Desk.touchscreen(-2048...2047, 100...1123))
    // A quarter from the panel's left, a quarter from its top.
    desk.finger(0, id: 1, -1024, 356)
    desk.report()
    guard case .pointerDown(let place, .touch)? = desk.taken().first else { Issue.record("no touch"); return }
    let expected =
      switch rotation {
      case .none: (200.0, 120.0)
      case .quarter: (120.0, 600.0)
      case .half: (600.0, 360.0)
      case .threeQuarters: (360.0, 200.0)
      }
    #expect(abs(place.x - expected.0) < 0.5)
    #expect(abs(place.y - expected.1) < 0.5)
  }

  @Test func twoFingersPinchAndTheRestIsQuiet() {
    var desk = Desk()
    desk.hub.add(0, Desk.touchscreen(0...799, 0...479))
    desk.finger(0, id: 1, 300, 200)
    desk.report()
    desk.finger(1, id: 2, 400, 200)
    desk.report()
    expect(
      &desk,
      [
        .pointerDown(ViewPoint(x: 300.5, y: 200.5), .touch), .pinch(factor: 1, at: ViewPoint(x: 350.5, y: 200.5)),
      ])
    desk.finger(0, 250, 200)
    desk.finger(1, 450, 200)
    desk.report()
    expect(&desk, [.pinch(factor: 2, at: ViewPoint(x: 350.5, y: 200.5))])
    desk.lift(1)
    desk.report()
    desk.finger(0, 100, 200)
    desk.report()
    desk.lift(0)
    desk.report()
    #expect(desk.events == [])
    desk.finger(0, id: 3, 10, 10)
    desk.report()
    expect(&desk, [.pointerDown(ViewPoint(x: 10.5, y: 10.5), .touch)])
  }

  @Test func aNewFingerInTheSameSlotIsANewTouch() {
    var desk = Desk()
    desk.hub.add(0, Desk.touchscreen(0...799, 0...479))
    desk.finger(0, id: 1, 10, 10)
    desk.report()
    desk.finger(0, id: 2, 700, 400)
    desk.report()
    expect(
      &desk,
      [
        .pointerDown(ViewPoint(x: 10.5, y: 10.5), .touch), .pointerUp(ViewPoint(x: 10.5, y: 10.5)),
        .pointerDown(ViewPoint(x: 700.5, y: 400.5), .touch),
      ])
  }

  /// The kernel leaves out what is as it was before, even if that was another finger.
  @Test func aFingerInTheRowOrColumnOfTheLastOneIsWhereItIs() {
    var desk = Desk()
    desk.hub.add(0, Desk.touchscreen(0...799, 0...479))
    desk.finger(0, id: 1, 300, 200)
    desk.report()
    desk.lift(0)
    desk.report()
    _ = desk.taken()
    desk.send(EV_ABS, ABS_MT_TRACKING_ID, 2)
    desk.send(EV_ABS, ABS_MT_POSITION_X, 500)
    desk.report()
    expect(&desk, [.pointerDown(ViewPoint(x: 500.5, y: 200.5), .touch)])
  }

  @Test func placesFromBeforeTheDeviceWasOpenedCount() {
    var desk = Desk()
    var screen = Desk.touchscreen(0...799, 0...479)
    screen.slotPlaces = [TouchPlace(x: 1, y: 2), TouchPlace(x: 600, y: 100)]
    desk.hub.add(0, screen)
    desk.send(EV_ABS, ABS_MT_SLOT, 1)
    desk.send(EV_ABS, ABS_MT_TRACKING_ID, 7)
    desk.send(EV_ABS, ABS_MT_POSITION_Y, 300)
    desk.report()
    expect(&desk, [.pointerDown(ViewPoint(x: 600.5, y: 300.5), .touch)])
    var single = Desk()
    single.hub.add(
      0,
      InputDeviceProfile(
        name: "one", keys: [UInt16(BTN_TOUCH)],
        absoluteAxes: [
          UInt16(ABS_X): AxisRange(minimum: 0, maximum: 799, value: 40),
          UInt16(ABS_Y): AxisRange(minimum: 0, maximum: 479, value: 50),
        ], isDirect: true))
    single.send(EV_KEY, BTN_TOUCH, 1)
    single.send(EV_ABS, ABS_Y, 60)
    single.report()
    expect(&single, [.pointerDown(ViewPoint(x: 40.5, y: 60.5), .touch)])
  }

  @Test func aScreenThatKnowsOneFingerKeepsItsPlace() {
    var desk = Desk()
    let axis = AxisRange(minimum: 0, maximum: 4095)
    desk.hub.add(
      0,
      InputDeviceProfile(
        name: "resistive", keys: [UInt16(BTN_TOUCH)], absoluteAxes: [UInt16(ABS_X): axis, UInt16(ABS_Y): axis]))
    desk.send(EV_ABS, ABS_X, 2048)
    desk.send(EV_ABS, ABS_Y, 1024)
    desk.key(BTN_TOUCH, 1)
    desk.key(BTN_TOUCH, 0)
    // The kernel says only what changed: the next tap is at the same x.
    desk.send(EV_ABS, ABS_Y, 3072)
    desk.key(BTN_TOUCH, 1)
    let events = desk.taken()
    #expect(events.count == 3)
    guard events.count == 3, case .pointerDown(let first, .touch) = events[0],
      case .pointerDown(let second, .touch) = events[2]
    else { return }
    #expect(abs(first.x - 400) < 0.5 && abs(first.y - 120) < 0.5)
    #expect(abs(second.x - 400) < 0.5 && abs(second.y - 360) < 0.5)
  }

  @Test func unpluggingLiftsTheFinger() {
    var desk = Desk()
    desk.hub.add(0, Desk.touchscreen(0...799, 0...479))
    desk.finger(0, id: 1, 10, 10)
    desk.report()
    let events = desk.hub.remove(0, time: 8)
    #expect(events == [InputEvent(time: 8, .pointerUp(ViewPoint(x: 10.5, y: 10.5)))])
  }

  @Test func anEmptyRangeIsTheMiddle() {
    #expect(AxisRange(minimum: 5, maximum: 5).fraction(5) == 0.5)
    #expect(AxisRange(minimum: .min, maximum: .max).fraction(.max) <= 1)
  }
}
