internal import CLinuxDisplay

/// Which character a key types: the console's own map where it can be read, an American keyboard otherwise.
struct Keymap: Equatable, Sendable {
  private var plain: [UInt16: Unicode.Scalar] = [:]
  private var shifted: [UInt16: Unicode.Scalar] = [:]

  /// - Parameter entry: the kernel's map entry for a key code, with or without Shift; nil when there is none.
  init(entry: (_ code: UInt16, _ isShifted: Bool) -> UInt16?) {
    self = .american
    for code in UInt16(1)..<UInt16(128) {
      if let scalar = entry(code, false).flatMap(Self.character) { plain[code] = scalar }
      if let scalar = entry(code, true).flatMap(Self.character) { shifted[code] = scalar }
    }
  }

  private init(plain: [UInt16: Unicode.Scalar], shifted: [UInt16: Unicode.Scalar]) {
    self.plain = plain
    self.shifted = shifted
  }

  func character(_ code: UInt16, isShifted: Bool) -> Unicode.Scalar? {
    (isShifted ? shifted[code] : plain[code]) ?? plain[code]
  }

  /// What a kernel map entry types: its upper byte is the kind (0 Latin, 11 letter), its lower one the character;
  /// kinds from 16 up hold a Unicode scalar, with its bits flipped by 0xF000.
  static func character(_ entry: UInt16) -> Unicode.Scalar? {
    let kind = entry >> 8
    let value: UInt32? =
      if kind == 0 || kind == 11 { UInt32(entry & 0xFF) } else if kind >= 16 { UInt32(entry ^ 0xF000) } else { nil }
    guard let value, value > 32, value != 127 else { return nil }
    return Unicode.Scalar(value)
  }

  static let american: Keymap = {
    let rows: [(first: Int32, plain: String, shifted: String)] = [
      (KEY_1, "1234567890-=", "!@#$%^&*()_+"),
      (KEY_Q, "qwertyuiop[]", "QWERTYUIOP{}"),
      (KEY_A, "asdfghjkl;'`", "ASDFGHJKL:\"~"),
      (KEY_BACKSLASH, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
      (KEY_KP7, "789-456+1230.", "789-456+1230."),
      (KEY_KPASTERISK, "*", "*"),
      (KEY_KPSLASH, "/", "/"),
      (KEY_KPPLUS, "+", "+"),
    ]
    var plain: [UInt16: Unicode.Scalar] = [:]
    var shifted: [UInt16: Unicode.Scalar] = [:]
    for row in rows {
      for (offset, scalar) in row.plain.unicodeScalars.enumerated() {
        plain[UInt16(row.first) + UInt16(offset)] = scalar
      }
      for (offset, scalar) in row.shifted.unicodeScalars.enumerated() {
        shifted[UInt16(row.first) + UInt16(offset)] = scalar
      }
    }
    return Keymap(plain: plain, shifted: shifted)
  }()
}
