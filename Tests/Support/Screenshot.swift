public import Foundation

/// Pixels of a screen, 0xFFRRGGBB, row after row.
public struct Screenshot: Equatable, Sendable {
  public let width: Int
  public let height: Int
  public let pixels: [UInt32]

  public init(width: Int, height: Int, pixels: [UInt32]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  public subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

  /// Reads what `xwd` writes: a header of big-endian words, a colour map, the rows.
  ///
  /// Pixels of true-colour screens of 16, 24 and 32 bits.
  public init(xwd data: Data) throws {
    let bytes = [UInt8](data)
    func word(_ index: Int) throws -> Int {
      guard bytes.count >= index * 4 + 4 else { throw ChildFailure(description: "a truncated xwd file") }
      return bytes[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let (width, height) = (try word(4), try word(5))
    let (isBigEndian, bits, pitch) = (try word(7) == 1, try word(11), try word(12))
    let masks = [try word(14), try word(15), try word(16)]
    let start = try word(0) + word(19) * 12
    let size = bits / 8
    guard try word(1) == 7, [2, 4].contains(size), bytes.count >= start + pitch * height else {
      throw ChildFailure(description: "an xwd file of \(bits) bits a pixel, \(bytes.count) bytes")
    }
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let place = start + y * pitch + x * size
        var value = 0
        for byte in 0..<size { value |= Int(bytes[place + byte]) << (8 * (isBigEndian ? size - 1 - byte : byte)) }
        pixels.append(masks.reduce(0xFF) { $0 << 8 | Screenshot.channel(value, mask: $1) })
      }
    }
    self.init(width: width, height: height, pixels: pixels)
  }

  private static func channel(_ value: Int, mask: Int) -> UInt32 {
    guard mask != 0 else { return 0 }
    let shift = mask.trailingZeroBitCount
    return UInt32(((value & mask) >> shift) * 255 / (mask >> shift))
  }

  /// How many pixels differ, and the first that does.
  public func difference(from other: Screenshot) -> String? {
    guard width == other.width, height == other.height else {
      return "\(width) × \(height) against \(other.width) × \(other.height)"
    }
    let wrong = pixels.indices.filter { pixels[$0] != other.pixels[$0] }
    guard let first = wrong.first else { return nil }
    let (x, y) = (first % width, first / width)
    return "\(wrong.count) pixels differ, the first at (\(x), \(y)): "
      + "\(String(pixels[first], radix: 16)) against \(String(other.pixels[first], radix: 16))"
  }
}
