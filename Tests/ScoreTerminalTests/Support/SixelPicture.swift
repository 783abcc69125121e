/// Sixels read back, by the manual of the VT340: for tests only, and independent of the encoder.
struct SixelPicture {
  private(set) var width = 0
  private(set) var height = 0
  /// 0xRRGGBB; nil where no sixel was set.
  private(set) var pixels: [UInt32?] = []
  private(set) var definitions = 0

  /// - Parameter bytes: from `ESC P` to `ESC \`.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let start = bytes.firstIndex(of: 0x71), bytes.suffix(2) == [0x1B, 0x5C] else { return nil }
    var reader = Reader(bytes: bytes[(start + 1)..<(bytes.endIndex - 2)])
    var colors: [Int: UInt32] = [:]
    var (color, x, band, count) = (0, 0, 0, 1)
    while let byte = reader.next() {
      switch byte {
      case 0x22:
        let numbers = reader.numbers()
        guard numbers.count == 4 else { return nil }
        (width, height) = (numbers[2], numbers[3])
        pixels = Array(repeating: nil, count: width * height)
      case 0x23:
        let numbers = reader.numbers()
        color = numbers[0]
        if numbers.count == 5 {
          definitions += 1
          colors[color] = numbers[2...].reduce(0) { $0 << 8 | UInt32(($1 * 255 + 50) / 100) }
        }
      case 0x21: count = reader.numbers()[0]
      case 0x24: x = 0
      case 0x2D: (x, band) = (0, band + 1)
      case 0x3F...0x7E:
        guard let value = colors[color], x + count <= width else { return nil }
        for _ in 0..<count {
          for row in 0..<6 where (byte - 0x3F) >> row & 1 == 1 {
            guard band * 6 + row < height else { return nil }
            pixels[(band * 6 + row) * width + x] = value
          }
          x += 1
        }
        count = 1
      default: return nil
      }
    }
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>
    mutating func next() -> UInt8? { bytes.popFirst() }
    mutating func numbers() -> [Int] {
      var numbers = [0]
      while let byte = bytes.first {
        if (0x30...0x39).contains(byte) {
          numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte) - 0x30
        } else if byte == 0x3B {
          numbers.append(0)
        } else {
          break
        }
        bytes.removeFirst()
      }
      return numbers
    }
  }
}
