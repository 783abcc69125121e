/// Untrusted text made fit to be shown: on one line, without a way to steer a terminal or to reorder what stands around it.
public enum EscapedText {
  /// The text with control characters, line and paragraph ends and bidirectional controls as `\u{…}`, `\n`, `\t`, …
  ///
  /// `limit`: the most characters shown; a longer text ends with `…`.
  public static func escaped(_ text: String, limit: Int = .max) -> String {
    var shown = ""
    var left = limit
    for character in text {
      guard left > 0 else { return shown + "…" }
      left -= 1
      var scalars = 0
      for scalar in character.unicodeScalars {
        // A character may carry any number of combining marks; a few are language, hundreds are mischief.
        scalars += 1
        guard scalars <= 16 else { break }
        append(scalar, to: &shown)
      }
    }
    return shown
  }

  /// A cell as messages show it: escaped, shortened to 40 characters, in double quotes.
  public static func quoted(_ text: String, limit: Int = 40) -> String { "\"\(escaped(text, limit: limit))\"" }

  /// A cell as messages show it, where only the beginning of long bytes is looked at.
  static func quoted(_ bytes: Bytes) -> String { quoted(bytes.part(0..<min(bytes.count, 1024)).string) }

  private static func append(_ scalar: Unicode.Scalar, to shown: inout String) {
    switch scalar.value {
    case 0x09: shown += "\\t"
    case 0x0A: shown += "\\n"
    case 0x0D: shown += "\\r"
    default:
      if needsEscape(scalar) {
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
  }

  /// Whether a terminal would obey a character, or it hides or reorders what stands around it.
  public static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Joiners are harmless, and parts of emoji and of Persian words.
    case 0x200C, 0x200D: false
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }

  /// A text of several lines with all but the ends of lines escaped.
  public static func escapedLines(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
      .joined(separator: "\n")
  }
}
