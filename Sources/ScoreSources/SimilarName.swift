internal import Glibc

/// Names that somebody may have meant.
enum SimilarName {
  /// The one name in the folder of `path` that differs from its last name by capitals, by how
  /// accents are encoded, or by one or two letters; nil if none does or several do.
  static func beside(_ path: [UInt8]) -> [UInt8]? {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let wanted = String(decoding: path[start...], as: UTF8.self).lowercased()
    guard wanted.count >= 3 else { return nil }
    let names = names(in: start == 0 ? [UInt8(ascii: ".")] : Array(path[..<start]))
    let lowered = names.map { ($0, String(decoding: $0, as: UTF8.self).lowercased()) }
    // Text is compared by canonical equivalence, so composed and decomposed accents are the same.
    for allowed in 0...(wanted.count >= 6 ? 2 : 1) {
      let close = lowered.filter { distance($0.1, wanted, atMost: allowed) }
      if close.count == 1 { return path[..<start] + close[0].0 }
      if close.count > 1 { return nil }
    }
    return nil
  }

  /// At most a thousand names, without the hidden ones.
  private static func names(in folder: [UInt8]) -> [[UInt8]] {
    guard let handle = folder.withPath({ opendir($0) }) else { return [] }
    defer { _ = closedir(handle) }
    var names: [[UInt8]] = []
    while names.count < 1000, let entry = readdir(handle) {
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: UInt8.self)
      let bytes = Array(
        UnsafeBufferPointer(start: name, count: strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))))
      if bytes.first != UInt8(ascii: ".") { names.append(bytes) }
    }
    return names
  }

  /// Whether at most so many letters have to be changed, added or taken away (Levenshtein).
  private static func distance(_ one: String, _ other: String, atMost allowed: Int) -> Bool {
    let one = Array(one)
    let other = Array(other)
    guard abs(one.count - other.count) <= allowed else { return false }
    var row = Array(0...other.count)
    for (line, letter) in one.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, candidate) in other.enumerated() {
        let replaced = diagonal + (letter == candidate ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[other.count] <= allowed
  }
}
