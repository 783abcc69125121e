/// Cells that say that there is no score.
enum MissingMark {
  /// `text`: a cell as ``CellText/fold(_:)`` leaves it.
  static func matches(_ text: Bytes) -> Bool {
    switch text.count {
    case 0: return true
    case 1: return text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: ".") || text[0] == UInt8(ascii: "?")
    case 15...: return false
    default: break
    }
    guard !ASCII.isDigit(text[0]) else { return false }
    return words.contains { text.equalsIgnoringCase($0) } || text.elementsEqual(emDash)
  }

  private static let emDash: [UInt8] = [0xE2, 0x80, 0x94]

  private static let words: [StaticString] = [
    "--", "n/a", "na", "#n/a", "n.a.", "null", "none", "nil", "nan", "absent", "abs", "ex", "excused", "missing",
    "pending", "not graded", "dns", "dnf", "tbd",
  ]
}
