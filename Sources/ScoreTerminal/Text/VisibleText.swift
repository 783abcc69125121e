/// Text from a file made safe for a terminal: what a file says can be read but never acts.
///
/// Control characters become their pictures (ESC becomes ␛), characters that turn the
/// writing direction of the whole line are left out, and a mark without a base gets one.
///
/// Right-to-left text stays in the order it is stored, as all programs write it: terminals that know
/// writing directions (VTE, Konsole, mlterm) turn it round themselves, and would turn it back if it came
/// turned. The others (xterm, kitty, foot) show it from left to right. There is no question that all of the
/// first answer, and they can be set to be like the second; and what is written into a pipe or a file, or is
/// copied off the screen, is text for others to read and search.
public enum VisibleText {
  /// One user-perceived character and the cells it takes (1 or 2).
  public struct Cluster: Equatable, Sendable {
    public var text: String
    public var width: Int
  }

  /// The clusters of `text`, in the order they are stored.
  public static func clusters(of text: String) -> [Cluster] {
    var clusters: [Cluster] = []
    clusters.reserveCapacity(text.utf8.count)
    for character in text {
      if character == "\r\n" {
        clusters.append(Cluster(text: "␍", width: 1))
        clusters.append(Cluster(text: "␊", width: 1))
        continue
      }
      let safe = visible(character)
      guard !safe.isEmpty else { continue }
      let width = CharacterWidth.of(safe.unicodeScalars)
      // A mark that combines with nothing would combine with whatever was drawn before it.
      clusters.append(width == 0 ? Cluster(text: "◌" + safe, width: 1) : Cluster(text: safe, width: width))
    }
    return clusters
  }

  /// The same in 7-bit characters, for terminals and mails that know no others.
  public static func asciiClusters(of text: String) -> [Cluster] {
    clusters(of: text).flatMap { cluster in
      let plain = cluster.text.utf8.allSatisfy { $0 < 0x80 } ? cluster.text : ascii(cluster.text)
      return plain.map { Cluster(text: String($0), width: 1) }
    }
  }

  private static func visible(_ character: Character) -> String {
    if let byte = character.asciiValue, (0x20..<0x7F).contains(byte) { return String(character) }
    var scalars = String.UnicodeScalarView()
    let isNarrow = character.unicodeScalars.first.map { CharacterWidth.of($0) < 2 } ?? true
    for scalar in character.unicodeScalars {
      switch scalar.value {
      case 0x00..<0x20: scalars.append(picture(0x2400 + scalar.value))
      case 0x7F: scalars.append("␡")
      case 0x80..<0xA0, 0x2028, 0x2029, 0xFFF9...0xFFFB: scalars.append("\u{FFFD}")
      case 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x206F, 0xFEFF, 0xE0000...0xE0FFF: break
      // Whether this selector widens a narrow character is where terminals disagree.
      case 0xFE0F where isNarrow: break
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  private static func picture(_ value: UInt32) -> Unicode.Scalar { Unicode.Scalar(value) ?? "\u{FFFD}" }

  private static func ascii(_ text: String) -> String {
    switch text {
    case "…": "..."
    case "–", "—", "−", "‐", "‑": "-"
    case "→": "->"
    case "·", "•": "*"
    case "×": "x"
    case "‘", "’": "'"
    case "“", "”": "\""
    case "\u{A0}", "\u{2009}", "\u{202F}": " "
    default: "?"
    }
  }
}
