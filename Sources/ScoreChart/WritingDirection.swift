/// Which way a text runs, told by its first letter, as Unicode's bidirectional algorithm (UAX #9, P2) does.
enum WritingDirection {
  /// Whether the first letter belongs to a script that is written from right to left.
  static func isRightToLeft(_ text: String) -> Bool {
    for scalar in text.unicodeScalars {
      if isRightToLeft(scalar) { return true }
      if scalar.properties.isAlphabetic { return false }
    }
    return false
  }

  /// Hebrew, Arabic, Syriac, Thaana, N'Ko and their relatives, with the blocks that Unicode keeps for more of them.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      scalar.properties.isAlphabetic
    default: false
    }
  }

  /// A name with numbers behind it; behind a name that runs to the left, they stay in their own order.
  static func joined(_ name: String, numbers: String) -> String {
    isRightToLeft(name) ? "\(name) \u{2066}\(numbers)\u{2069}" : "\(name) \(numbers)"
  }
}
