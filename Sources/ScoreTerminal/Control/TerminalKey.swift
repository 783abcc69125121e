internal import ScoreDrawing

/// What the keys of real terminals send.
enum TerminalKey {
  static func decode(_ token: ControlToken) -> (Key, Modifiers)? {
    switch token {
    case .escape: return (.escape, [])
    case .character(let scalar, let isAlt):
      let modifiers: Modifiers = isAlt ? .alt : []
      return (scalar == " " ? .space : .character(scalar), modifiers)
    case .control(let byte, let isAlt): return control(byte, isAlt ? .alt : [])
    case .singleShift(let letter): return lettered(letter).map { ($0, []) }
    case .csi(0, let parameters, [], let final):
      let modifiers = parameters.count > 1 ? self.modifiers(parameters[1]) : []
      if final == 0x7E { return numbered(parameters.first.flatMap { $0 }).map { ($0, modifiers) } }
      if final == 0x5A { return (.tab, .shift) }
      if final == 0x75 { return unicode(parameters, modifiers) }
      // Letters without a number, or with the number 1 and modifiers.
      guard parameters.first == .some(nil) || parameters.first == 1 else { return nil }
      return lettered(final).map { ($0, modifiers) }
    default: return nil
    }
  }

  private static func control(_ byte: UInt8, _ modifiers: Modifiers) -> (Key, Modifiers)? {
    switch byte {
    case 0x09: return (.tab, modifiers)
    case 0x0A, 0x0D: return (.enter, modifiers)
    case 0x01...0x1A: return (.character(Unicode.Scalar(byte + 0x60)), modifiers.union(.control))
    default: return nil
    }
  }

  private static func lettered(_ letter: UInt8) -> Key? {
    switch letter {
    case 0x41: .up
    case 0x42: .down
    case 0x43: .right
    case 0x44: .left
    case 0x46: .end
    case 0x48: .home
    case 0x4D: .enter
    default: nil
    }
  }

  private static func numbered(_ number: Int?) -> Key? {
    switch number {
    case 1, 7: .home
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 23: .f11
    default: nil
    }
  }

  /// Keys by their code point (`CSI code ; modifiers u`), where a terminal was set up to send them so.
  private static func unicode(_ parameters: [Int?], _ modifiers: Modifiers) -> (Key, Modifiers)? {
    guard let code = parameters.first.flatMap({ $0 }), let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
    switch code {
    case 9: return (.tab, modifiers)
    case 13: return (.enter, modifiers)
    case 27: return (.escape, modifiers)
    case 32: return (.space, modifiers)
    default: return code > 32 && code != 127 ? (.character(scalar), modifiers) : nil
    }
  }

  /// One more than a sum of 1 for Shift, 2 for Alt, 4 for Control.
  private static func modifiers(_ parameter: Int?) -> Modifiers {
    guard let parameter, parameter > 1 else { return [] }
    var modifiers: Modifiers = []
    if (parameter - 1) & 1 != 0 { modifiers.insert(.shift) }
    if (parameter - 1) & 2 != 0 { modifiers.insert(.alt) }
    if (parameter - 1) & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }
}
