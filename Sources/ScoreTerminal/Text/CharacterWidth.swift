/// How many terminal cells a text takes.
///
/// Terminals disagree about sequences of emoji; a cluster counts as its widest
/// scalar, which is what those do that cluster at all.
public enum CharacterWidth {
  /// The cells of one user-perceived character: 0, 1 or 2.
  public static func of(_ character: Character) -> Int { of(character.unicodeScalars) }

  static func of(_ cluster: some Sequence<Unicode.Scalar>) -> Int {
    var width = 0
    var flagLetters = 0
    for scalar in cluster {
      width = max(width, of(scalar))
      if (0x1F1E6...0x1F1FF).contains(scalar.value) { flagLetters += 1 }
    }
    // Two letters make a flag.
    return flagLetters == 2 ? 2 : width
  }

  /// The cells of one scalar: 0, 1 or 2; control characters have none.
  public static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    if contains(value, in: zero) { return 0 }
    return contains(value, in: wide) ? 2 : 1
  }

  /// The cells of a one-line text as `VisibleText` writes it; O(length).
  public static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return VisibleText.clusters(of: text).reduce(0) { $0 + $1.width }
  }

  /// Binary search among ranges given by their first and last members.
  private static func contains(_ value: UInt32, in ranges: [UInt32]) -> Bool {
    var low = 0
    var high = ranges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if value > ranges[2 * middle + 1] {
        low = middle + 1
      } else if value < ranges[2 * middle] {
        high = middle
      } else {
        return true
      }
    }
    return false
  }
}
