internal import CSDL2
internal import ScoreDrawing

/// Keys and the text they type, told apart.
///
/// A key press says where the key is, the text that follows says what it types in the user's
/// layout. Keys that move something are taken from the press; characters from the text, so "+" and
/// "?" are found wherever a layout has them. Where the text is not Latin (Cyrillic, Greek), a
/// letter key counts as the letter that a Latin keyboard has in its place.
struct TypingTracker {
  private var scancode = SDL_SCANCODE_UNKNOWN
  private var isRepeat = false

  mutating func key(_ event: SDL_KeyboardEvent) -> InputEvent.Kind? {
    scancode = event.keysym.scancode
    isRepeat = event.repeat != 0
    let held = UInt32(event.keysym.mod)
    let modifiers = Modifiers(sdl: held)
    // The desktop's own combinations.
    guard held & KMOD_GUI.rawValue == 0 else { return nil }
    if let key = TypingTracker.key(SDL_KeyCode(rawValue: UInt32(bitPattern: event.keysym.sym)), held) {
      return .key(key, modifiers, isRepeat: isRepeat)
    }
    guard modifiers.contains(.control) || modifiers.contains(.alt),
      let character = combined(UInt32(bitPattern: event.keysym.sym))
    else { return nil }
    return .key(.character(character), modifiers, isRepeat: isRepeat)
  }

  mutating func text(_ event: SDL_TextInputEvent, _ modifiers: Modifiers) -> InputEvent.Kind? {
    // Reported by the key press already.
    guard !modifiers.contains(.control), !modifiers.contains(.alt) else { return nil }
    guard let typed = TypingTracker.firstScalar(of: event), typed.value > 0x20, typed.value != 0x7F else { return nil }
    let character = typed.isASCII ? typed : (latinLetter(upper: typed.properties.isUppercase) ?? typed)
    // Shift is already in the character.
    return .key(.character(character), [], isRepeat: isRepeat)
  }

  private static func firstScalar(of event: SDL_TextInputEvent) -> Unicode.Scalar? {
    withUnsafeBytes(of: event.text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).unicodeScalars.first
    }
  }

  /// What Ctrl or Alt with a key means: no text follows these.
  private func combined(_ symbol: UInt32) -> Unicode.Scalar? {
    switch SDL_KeyCode(rawValue: symbol) {
    // Nobody holds shift as well to zoom in.
    case SDLK_KP_PLUS, SDLK_EQUALS: return "+"
    case SDLK_KP_MINUS: return "-"
    case SDLK_KP_0: return "0"
    default: break
    }
    guard symbol > 0x20, symbol < 0x11_0000, symbol != 0x7F, let scalar = Unicode.Scalar(symbol) else { return nil }
    return scalar.isASCII ? scalar : latinLetter(upper: false)
  }

  private func latinLetter(upper: Bool) -> Unicode.Scalar? {
    let letters = SDL_SCANCODE_A.rawValue...SDL_SCANCODE_Z.rawValue
    guard letters.contains(scancode.rawValue) else { return nil }
    return Unicode.Scalar(UInt8(scancode.rawValue - letters.lowerBound) + (upper ? 65 : 97))
  }

  // MARK: Keys that are no characters

  private static func key(_ symbol: SDL_KeyCode, _ held: UInt32) -> Key? {
    switch symbol {
    case SDLK_LEFT: .left
    case SDLK_RIGHT: .right
    case SDLK_UP: .up
    case SDLK_DOWN: .down
    case SDLK_PAGEUP: .pageUp
    case SDLK_PAGEDOWN: .pageDown
    case SDLK_HOME: .home
    case SDLK_END: .end
    case SDLK_TAB: .tab
    case SDLK_SPACE: .space
    case SDLK_RETURN, SDLK_RETURN2, SDLK_KP_ENTER: .enter
    case SDLK_ESCAPE: .escape
    case SDLK_F11: .f11
    default: held & KMOD_NUM.rawValue == 0 ? keypad(symbol) : nil
    }
  }

  /// The number pad without Num Lock.
  private static func keypad(_ symbol: SDL_KeyCode) -> Key? {
    switch symbol {
    case SDLK_KP_4: .left
    case SDLK_KP_6: .right
    case SDLK_KP_8: .up
    case SDLK_KP_2: .down
    case SDLK_KP_9: .pageUp
    case SDLK_KP_3: .pageDown
    case SDLK_KP_7: .home
    case SDLK_KP_1: .end
    default: nil
    }
  }
}
