internal import CLinuxDisplay
internal import ScoreDrawing

/// All input devices together: events of the kernel in, events of the chart out.
///
/// Knows no descriptor: devices are numbers that come and go.
struct InputHub: Sendable {
  private struct Device: Sendable {
    var profile: InputDeviceProfile
    var touchKind: InputDeviceProfile.Touch
    var keyboard = KeyboardDecoder()
    var mouse: MouseDecoder
    var touch: TouchDecoder?
    /// Events were lost; nothing counts before the next report.
    var isSkipping = false

    init(_ profile: InputDeviceProfile) {
      self.profile = profile
      touchKind = profile.touch
      mouse = MouseDecoder(profile)
      switch touchKind {
      case .slots(let x, let y): touch = TouchDecoder(x: x, y: y, places: profile.slotPlaces)
      case .single(let x, let y): touch = TouchDecoder(x: x, y: y)
      case .pointer, .none: touch = nil
      }
    }
  }

  private var devices: [Int: Device] = [:]
  var pointer: ScreenPointer
  var keymap: Keymap
  /// Consoles that Ctrl-Alt-Fn asked for, oldest first.
  private(set) var wantedConsoles: [Int] = []

  init(pointer: ScreenPointer, keymap: Keymap = .american) {
    self.pointer = pointer
    self.keymap = keymap
  }

  var deviceNumbers: [Int] { devices.keys.sorted() }

  /// What Shift, Ctrl and Alt are on all keyboards together.
  var modifiers: Modifiers {
    devices.values.reduce(into: []) { $0.formUnion($1.keyboard.modifiers) }
  }

  mutating func add(_ number: Int, _ profile: InputDeviceProfile) { devices[number] = Device(profile) }

  /// The device was unplugged: what it held is released, and the chart hears of it.
  mutating func remove(_ number: Int, time: Double) -> [InputEvent] {
    guard var device = devices.removeValue(forKey: number) else { return [] }
    return release(&device, time: time)
  }

  /// Nothing is held any more: our console was left, and what is released elsewhere is not told to us.
  mutating func releaseAll(time: Double) -> [InputEvent] {
    var events: [InputEvent] = []
    for number in deviceNumbers {
      guard var device = devices[number] else { continue }
      events += release(&device, time: time)
      devices[number] = device
    }
    return events
  }

  private mutating func release(_ device: inout Device, time: Double) -> [InputEvent] {
    device.keyboard.releaseAll()
    device.mouse.releaseAll()
    device.touch?.releaseAll()
    return report(&device, time: time)
  }

  mutating func takeWantedConsoles() -> [Int] {
    defer { wantedConsoles.removeAll() }
    return wantedConsoles
  }

  /// Takes an event of a device in and returns what it means, which is nothing for most until a report ends.
  mutating func take(_ event: EvdevEvent, from number: Int) -> [InputEvent] {
    guard var device = devices[number] else { return [] }
    defer { devices[number] = device }
    if Int32(event.type) == EV_SYN { return synchronize(event, &device) }
    guard !device.isSkipping else { return [] }
    switch Int32(event.type) {
    case EV_REL: device.mouse.takeRelative(event.code, event.value)
    case EV_ABS: takeAxis(event, &device)
    case EV_KEY: return takeKey(event, &device, number)
    default: break
    }
    return []
  }

  private mutating func synchronize(_ event: EvdevEvent, _ device: inout Device) -> [InputEvent] {
    switch Int32(event.code) {
    case SYN_DROPPED:
      device.isSkipping = true
      return release(&device, time: event.time)
    case SYN_REPORT where device.isSkipping:
      device.isSkipping = false
      return []
    case SYN_REPORT: return report(&device, time: event.time)
    default: return []
    }
  }

  private func takeAxis(_ event: EvdevEvent, _ device: inout Device) {
    switch device.touchKind {
    case .slots: device.touch?.takeSlotAxis(event.code, event.value)
    case .single: device.touch?.takeSingleAxis(event.code, event.value)
    case .pointer: device.mouse.takeAbsolute(event.code, event.value)
    case .none: break
    }
  }

  private mutating func takeKey(_ event: EvdevEvent, _ device: inout Device, _ number: Int) -> [InputEvent] {
    if Int32(event.code) == BTN_TOUCH {
      if case .single = device.touchKind { device.touch?.takeSingleButton(isDown: event.value != 0) }
      return []
    }
    device.mouse.takeButton(event.code, isDown: event.value != 0)
    let others = devices.reduce(into: Modifiers()) { if $1.key != number { $0.formUnion($1.value.keyboard.modifiers) } }
    let press = device.keyboard.take(
      event.code, value: event.value, modifiers: { $0.union(others) }, keymap: keymap)
    switch press {
    case .key(let key, let isRepeat):
      let modifiers = device.keyboard.modifiers.union(others)
      return [InputEvent(time: event.time, .key(key, modifiers, isRepeat: isRepeat))]
    case .console(let console): wantedConsoles.append(console)
    case nil: break
    }
    return []
  }

  private mutating func report(_ device: inout Device, time: Double) -> [InputEvent] {
    let modifiers = modifiers.union(device.keyboard.modifiers)
    var kinds = device.mouse.report(pointer: &pointer, modifiers: modifiers)
    let pointer = pointer
    kinds += device.touch?.report { pointer.place($0, $1) } ?? []
    return kinds.map { InputEvent(time: time, $0) }
  }
}
