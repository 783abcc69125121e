/// Text that came from outside, as it may be shown on a terminal.
public enum UntrustedText {
  /// Whether a line has nothing in it that a terminal obeys, that ends the line, or that reorders or hides what stands around it.
  public static func isFitToShow(_ line: String) -> Bool { firstUnfit(line) == nil }

  /// The first scalar of a line that must not be shown as it is.
  public static func firstUnfit(_ line: String) -> Unicode.Scalar? { line.unicodeScalars.first(where: isUnfit) }

  /// Control characters, ends of lines and paragraphs, bidirectional controls, invisible characters and tags.
  public static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Texts that a terminal would obey or that would hide what stands around them, if they were shown as they are.
  public static let hostile: [String] = [
    "\u{1B}[2J\u{1B}[31mred", "\u{1B}]0;title\u{7}", "\u{1B}P1;1q\u{1B}\\", "\u{9B}31m", "\u{9D}0;t\u{9C}",
    "\u{90}q\u{9C}",
    "a\u{8}\u{8}b", "a\rb", "a\nb", "a\r\nb", "a\u{85}b", "a\u{B}b\u{C}c", "a\u{2028}b\u{2029}c",
    "\u{7}\u{E}\u{F}\u{5}",
    "\u{7F}\u{7F}", "\u{202E}gnp.exe", "\u{2066}\u{2067}x\u{2069}", "\u{200F}\u{200E}\u{61C}x",
    "\u{FEFF}\u{200B}\u{2060}x",
    "\u{E0041}\u{E007F}x", "e" + String(repeating: "\u{301}", count: 2000),
  ]
}
