/// The colours of a picture in the order they first appear, as long as there are at most 256.
struct PNGPalette {
  private(set) var colors: [UInt32] = []
  /// Open addressing: a colour (never 0, being opaque) and its index.
  private var keys = [UInt32](repeating: 0, count: 1024)
  private var indices = [UInt8](repeating: 0, count: 1024)

  /// The index of `color`, which is added when it is new; nil when it would be the 257th.
  mutating func index(of color: UInt32) -> UInt8? {
    var slot = Int((color &* 0x9E37_79B1) >> 22)
    while keys[slot] != 0 {
      if keys[slot] == color { return indices[slot] }
      slot = (slot + 1) & 1023
    }
    guard colors.count < 256 else { return nil }
    keys[slot] = color
    indices[slot] = UInt8(colors.count)
    colors.append(color)
    return indices[slot]
  }

  /// The bits an index needs: 1, 2, 4 or 8.
  var bitDepth: Int {
    switch colors.count {
    case ...2: 1
    case ...4: 2
    case ...16: 4
    default: 8
    }
  }
}
