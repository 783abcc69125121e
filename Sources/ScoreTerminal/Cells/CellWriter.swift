/// Turns cells into a terminal's bytes and changes colours only where they change.
struct CellWriter {
  private(set) var bytes: [UInt8] = []
  let depth: ColorDepth
  private(set) var currentForeground = CellColor.own
  private(set) var currentBackground = CellColor.own
  private(set) var isCurrentlyBold = false

  init(depth: ColorDepth) { self.depth = depth }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
  mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
  mutating func append(_ byte: UInt8) { bytes.append(byte) }
  mutating func append(text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(number: Int) {
    if number >= 10 { append(number: number / 10) }
    bytes.append(UInt8(truncatingIfNeeded: 48 + number % 10))
  }

  /// Writes one cell at the cursor, which moves on by the character's width.
  mutating func write(_ cell: Cell, in grid: CellGrid) {
    let looksBlank = cell.isBlank
    style(
      foreground: looksBlank ? currentForeground : cell.foreground, background: cell.background,
      isBold: looksBlank ? isCurrentlyBold : cell.isBold)
    cell.isCluster ? append(text: grid.text(of: cell)) : append(scalar: cell.glyph)
  }

  mutating func append(scalar value: UInt32) {
    switch value {
    case ..<0x80: bytes.append(UInt8(truncatingIfNeeded: value))
    case ..<0x800:
      bytes.append(UInt8(truncatingIfNeeded: 0xC0 | value >> 6))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value & 63))
    case ..<0x10000:
      bytes.append(UInt8(truncatingIfNeeded: 0xE0 | value >> 12))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 63))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value & 63))
    default:
      bytes.append(UInt8(truncatingIfNeeded: 0xF0 | value >> 18))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value >> 12 & 63))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 63))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value & 63))
    }
  }

  /// Back to the terminal's own colours.
  mutating func resetStyle() { style(foreground: .own, background: .own, isBold: false) }

  mutating func style(foreground newForeground: CellColor, background newBackground: CellColor, isBold newBold: Bool) {
    guard depth > .none,
      newForeground != currentForeground || newBackground != currentBackground || newBold != isCurrentlyBold
    else { return }
    append("\u{1B}[")
    if newForeground.isOwn, newBackground.isOwn, !newBold {
      bytes.append(0x6D)
    } else {
      if newBold != isCurrentlyBold { append(newBold ? "1;" : "22;") }
      if newForeground != currentForeground { append(newForeground, base: 30) }
      if newBackground != currentBackground { append(newBackground, base: 40) }
      bytes[bytes.count - 1] = 0x6D
    }
    (currentForeground, currentBackground, isCurrentlyBold) = (newForeground, newBackground, newBold)
  }

  /// - Parameter base: 30 for the foreground, 40 for the background.
  private mutating func append(_ color: CellColor, base: Int) {
    if color.isOwn {
      append(number: base + 9)
    } else if let index = color.index {
      if index < 8 {
        append(number: base + Int(index))
      } else if index < 16 {
        append(number: base + 60 + Int(index) - 8)
      } else {
        append(number: base + 8)
        append(";5;")
        append(number: Int(index))
      }
    } else {
      append(number: base + 8)
      append(";2;")
      append(number: Int(color.red))
      bytes.append(0x3B)
      append(number: Int(color.green))
      bytes.append(0x3B)
      append(number: Int(color.blue))
    }
    bytes.append(0x3B)
  }
}
