internal import Glibc

/// What the terminal database says about colours.
public struct Terminfo: Equatable, Sendable {
  /// The number of colours, where the entry has one.
  public var colors: Int?
  /// Whether it has the extended capability RGB or Tc: colours of 24 bits.
  public var hasTrueColor = false

  /// An entry that says nothing of colours.
  public init() {}

  /// The entry of `term`, looked for where ncurses looks; nil where there is none.
  public static func load(term: String, variables: [String: String]) -> Terminfo? {
    guard let first = term.utf8.first, !term.contains("/") else { return nil }
    let hex = String(first, radix: 16)
    for folder in folders(variables) {
      for letter in [String(UnicodeScalar(first)), hex] {
        if let bytes = read("\(folder)/\(letter)/\(term)"), let entry = Terminfo(bytes) { return entry }
      }
    }
    return nil
  }

  private static func folders(_ variables: [String: String]) -> [String] {
    var folders: [String] = []
    if let own = variables["TERMINFO"], !own.isEmpty { folders.append(own) }
    if let home = variables["HOME"], !home.isEmpty { folders.append(home + "/.terminfo") }
    folders += (variables["TERMINFO_DIRS"] ?? "").split(separator: ":").map(String.init)
    return folders + ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"]
  }

  /// No entry is larger.
  private static let largest = 1 << 16

  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: largest)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  // MARK: Format (term(5))

  private static let maxColorsIndex = 13

  /// A compiled entry; nil for anything else.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let magic = reader.short(), magic == 0o432 || magic == 0o1036, let sizes = reader.shorts(5) else {
      return nil
    }
    let numberSize = magic == 0o1036 ? 4 : 2
    guard sizes.allSatisfy({ $0 >= 0 }), reader.skip(sizes[0] + sizes[1]), reader.align() else { return nil }
    for index in 0..<sizes[2] {
      guard let number = reader.number(numberSize) else { return nil }
      if index == Terminfo.maxColorsIndex, number > 0 { colors = number }
    }
    guard reader.skip(2 * sizes[3] + sizes[4]) else { return nil }
    hasTrueColor = (colors ?? 0) >= 1 << 24
    readExtension(&reader, numberSize)
  }

  /// What users added: counts, values, and the names of all of them behind the text.
  private mutating func readExtension(_ reader: inout Reader, _ numberSize: Int) {
    guard reader.align(), let counts = reader.shorts(5), counts.allSatisfy({ $0 >= 0 }) else { return }
    let (flags, numbers, strings) = (counts[0], counts[1], counts[2])
    guard let flagBytes = reader.take(flags), reader.align() else { return }
    var values: [Int] = []
    for _ in 0..<numbers {
      guard let number = reader.number(numberSize) else { return }
      values.append(number)
    }
    guard let stringOffsets = reader.shorts(strings), let nameOffsets = reader.shorts(flags + numbers + strings) else {
      return
    }
    let text = reader.rest
    // Names begin where the last value ends.
    var start = 0
    for offset in stringOffsets where offset >= 0 && offset < text.count {
      let end = text[offset...].firstIndex(of: 0) ?? text.count
      start = max(start, end + 1)
    }
    for (index, offset) in nameOffsets.enumerated() {
      guard offset >= 0, start + offset < text.count else { continue }
      let name = String(decoding: text[(start + offset)...].prefix { $0 != 0 }, as: UTF8.self)
      guard name == "RGB" || name == "Tc" else { continue }
      let isSet: Bool
      if index < flags {
        isSet = flagBytes[index] == 1
      } else if index < flags + numbers {
        isSet = values[index - flags] > 0
      } else {
        isSet = stringOffsets[index - flags - numbers] >= 0
      }
      if isSet { hasTrueColor = true }
    }
  }

  /// Little-endian numbers, one after the other; nil behind the end.
  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var rest: [UInt8] { place <= bytes.count ? Array(bytes[place...]) : [] }

    mutating func skip(_ count: Int) -> Bool {
      guard count >= 0, count <= bytes.count - place else { return false }
      place += count
      return true
    }

    mutating func take(_ count: Int) -> [UInt8]? {
      let start = place
      return skip(count) ? Array(bytes[start..<place]) : nil
    }

    /// Goes on at an even place.
    mutating func align() -> Bool { place.isMultiple(of: 2) || skip(1) }

    mutating func short() -> Int? {
      take(2).map { Int(Int16(bitPattern: UInt16($0[0]) | UInt16($0[1]) << 8)) }
    }

    mutating func shorts(_ count: Int) -> [Int]? {
      var list: [Int] = []
      for _ in 0..<count {
        guard let value = short() else { return nil }
        list.append(value)
      }
      return list
    }

    mutating func number(_ size: Int) -> Int? {
      if size == 2 { return short() }
      return take(4).map { bytes in
        Int(Int32(bitPattern: bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }))
      }
    }
  }
}
