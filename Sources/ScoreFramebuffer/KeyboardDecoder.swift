internal import CLinuxDisplay
internal import ScoreDrawing

/// One keyboard: which keys it holds down, and what a press means.
struct KeyboardDecoder: Equatable, Sendable {
  /// Keys that are down now. They go with the keyboard, so unplugging it leaves none of them stuck.
  private(set) var held: Set<UInt16> = []

  enum Press: Equatable, Sendable {
    case key(Key, isRepeat: Bool)
    /// Ctrl-Alt-Fn: that console is wanted.
    case console(Int)
  }

  var modifiers: Modifiers {
    var modifiers: Modifiers = []
    func isHeld(_ codes: Int32...) -> Bool { codes.contains { held.contains(UInt16($0)) } }
    if isHeld(KEY_LEFTSHIFT, KEY_RIGHTSHIFT) { modifiers.insert(.shift) }
    if isHeld(KEY_LEFTCTRL, KEY_RIGHTCTRL) { modifiers.insert(.control) }
    if isHeld(KEY_LEFTALT, KEY_RIGHTALT) { modifiers.insert(.alt) }
    return modifiers
  }

  /// Takes a key event in: 1 pressed, 2 repeated, 0 released.
  ///
  /// - Parameter modifiers: those held on all keyboards, this one included.
  mutating func take(_ code: UInt16, value: Int32, modifiers: (Modifiers) -> Modifiers, keymap: Keymap) -> Press? {
    // Codes from BTN_MISC to the end of the buttons are mice, pads and pens.
    guard code < UInt16(BTN_MISC) || code >= UInt16(KEY_OK) else { return nil }
    guard value != 0 else {
      held.remove(code)
      return nil
    }
    held.insert(code)
    let modifiers = modifiers(self.modifiers)
    if modifiers.isSuperset(of: [.control, .alt]), let console = Self.console(code) {
      return value == 1 ? .console(console) : nil
    }
    return Self.key(code, modifiers, keymap).map { .key($0, isRepeat: value == 2) }
  }

  /// Forgets what is held: events were lost.
  mutating func releaseAll() { held.removeAll() }

  /// The console that F1 to F12 stand for.
  private static func console(_ code: UInt16) -> Int? {
    switch Int32(code) {
    case KEY_F1...KEY_F10: Int(code) - Int(KEY_F1) + 1
    case KEY_F11: 11
    case KEY_F12: 12
    default: nil
    }
  }

  private static let named: [Int32: Key] = [
    KEY_LEFT: .left, KEY_RIGHT: .right, KEY_UP: .up, KEY_DOWN: .down, KEY_PAGEUP: .pageUp, KEY_PAGEDOWN: .pageDown,
    KEY_HOME: .home, KEY_END: .end, KEY_TAB: .tab, KEY_SPACE: .space, KEY_ENTER: .enter, KEY_KPENTER: .enter,
    KEY_OK: .enter, KEY_SELECT: .enter, KEY_ESC: .escape, KEY_F11: .f11,
  ]

  private static func key(_ code: UInt16, _ modifiers: Modifiers, _ keymap: Keymap) -> Key? {
    if let key = named[Int32(code)] { return key }
    return keymap.character(code, isShifted: modifiers.contains(.shift)).map { .character($0) }
  }
}
