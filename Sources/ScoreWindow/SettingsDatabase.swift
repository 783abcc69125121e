/// The file in which GNOME and its relatives keep what the user set (dconf), as it is on the disk.
///
/// The programs of that desktop map the same file; only changes go over the message bus. Its format is GVDB: a hash
/// table of names, each with its parent's number, and values in GVariant's binary form.
struct SettingsDatabase {
  private let bytes: [UInt8]
  /// Where the table's entries are.
  private let entries: Range<Int>

  private static let signature = Array("GVariant".utf8)
  private static let entrySize = 24
  /// A name has no more parents than this; a damaged file might go in circles.
  private static let deepest = 32

  /// Nil for bytes that are no such file.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 24, bytes.starts(with: SettingsDatabase.signature) else { return nil }
    let (start, end) = (Int(Self.word(bytes, 16)), Int(Self.word(bytes, 20)))
    guard start >= 24, start + 8 <= end, end <= bytes.count else { return nil }
    let bloomWords = Int(Self.word(bytes, start) & 0x7FF_FFFF)
    let buckets = Int(Self.word(bytes, start + 4))
    let first = start + 8 + 4 * (bloomWords + buckets)
    guard first <= end else { return nil }
    entries = first..<first + (end - first) / Self.entrySize * Self.entrySize
  }

  /// A text or a truth value by its full name, such as `/org/gnome/desktop/interface/color-scheme`.
  ///
  /// Linear in the number of names.
  func text(_ name: String) -> String? {
    guard let value = value(name), value.suffix(3) == [0, 0, UInt8(ascii: "s")] else { return nil }
    return String(decoding: value.dropLast(3), as: UTF8.self)
  }

  func flag(_ name: String) -> Bool? {
    guard let value = value(name), value.count == 3, value.suffix(2) == [0, UInt8(ascii: "b")] else { return nil }
    return value.first != 0
  }

  /// The bytes of a value, with a zero and its type at the end.
  private func value(_ name: String) -> ArraySlice<UInt8>? {
    let wanted = Array(name.utf8)
    for entry in stride(from: entries.lowerBound, to: entries.upperBound, by: Self.entrySize) {
      guard bytes[entry + 14] == UInt8(ascii: "v"), ends(wanted[...], with: entry) else { continue }
      let (start, end) = (Int(Self.word(bytes, entry + 16)), Int(Self.word(bytes, entry + 20)))
      return start <= end && end <= bytes.count ? bytes[start..<end] : nil
    }
    return nil
  }

  /// Whether a name is that of an entry: its own part at the end, its parents' before.
  private func ends(_ name: ArraySlice<UInt8>, with entry: Int) -> Bool {
    var rest = name
    var entry = entry
    for _ in 0..<Self.deepest {
      let start = Int(Self.word(bytes, entry + 8))
      let size = Int(bytes[entry + 12]) | Int(bytes[entry + 13]) << 8
      guard start + size <= bytes.count, rest.suffix(size).elementsEqual(bytes[start..<start + size]) else {
        return false
      }
      rest = rest.dropLast(size)
      let parent = Self.word(bytes, entry + 4)
      if parent == UInt32.max { return rest.isEmpty }
      guard Int(parent) < entries.count / Self.entrySize else { return false }
      entry = entries.lowerBound + Int(parent) * Self.entrySize
    }
    return false
  }

  /// Little-endian, as the file is written on every machine that this program is built for.
  private static func word(_ bytes: [UInt8], _ start: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * $1) }
  }
}
