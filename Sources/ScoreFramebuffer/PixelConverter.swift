internal import Glibc

/// Turns the painter's 32-bit pixels into a display's.
///
/// Channels of fewer than 8 bits are dithered with an 8 × 8 Bayer matrix fixed to the display, so that a
/// gradient shows no bands and a still picture does not crawl. Black and white stay exact.
struct PixelConverter: Sendable {
  let format: PixelFormat
  /// For each threshold (y & 7) << 3 | (x & 7), 256 values in place: what to add up for a channel's value.
  private let red: [UInt32]
  private let green: [UInt32]
  private let blue: [UInt32]
  /// For `fixedPalette`: the nearest entry for the upper four bits of red, green and blue.
  private let nearest: [UInt8]
  private let opaque: UInt32

  init(_ format: PixelFormat) {
    self.format = format
    var nearest: [UInt8] = []
    var opaque: UInt32 = 0
    switch format {
    case .packed where format.isPainterFormat: (red, green, blue) = ([], [], [])
    case .packed(_, let red, let green, let blue, let alpha):
      self.red = Self.channelTable(red)
      self.green = Self.channelTable(green)
      self.blue = Self.channelTable(blue)
      opaque = Self.mask(alpha)
    case .colorCube:
      let (green, blue) = (PalettedColor.greenLevels, PalettedColor.blueLevels)
      self.red = Self.table(levels: PalettedColor.redLevels) { $0 * UInt32(green * blue) }
      self.green = Self.table(levels: green) { $0 * UInt32(blue) }
      self.blue = Self.table(levels: blue) { $0 }
    case .fixedPalette(let palette):
      (red, green, blue) = ([], [], [])
      nearest = (0..<4096).map { index in
        let color = UInt32(index >> 8 & 15) << 16 | UInt32(index >> 4 & 15) << 8 | UInt32(index & 15)
        return UInt8(truncatingIfNeeded: PalettedColor.nearest(to: color * 17, in: palette))
      }
    case .grey:
      (red, green, blue) = ([], [], [])
    }
    self.nearest = nearest
    self.opaque = opaque
  }

  /// Writes `count` pixels for the places from (`x`, `y`) to the right on the display.
  ///
  /// - Parameter target: room for `count` pixels of the format; need not be aligned.
  func convert(
    _ source: UnsafePointer<UInt32>, count: Int, x: Int, y: Int, into target: UnsafeMutableRawPointer
  ) {
    switch format {
    case .packed where format.isPainterFormat: memcpy(target, source, count * 4)
    case .packed(let bytes, _, _, _, _): convertByTable(source, count, x, y, target, bytes: bytes)
    case .colorCube: convertByTable(source, count, x, y, target, bytes: 1)
    case .fixedPalette: convertToPalette(source, count, target)
    case .grey: convertToGrey(source, count, target)
    }
  }

  private func convertByTable(
    _ source: UnsafePointer<UInt32>, _ count: Int, _ x: Int, _ y: Int, _ target: UnsafeMutableRawPointer,
    bytes: Int
  ) {
    let row = (y & 7) << 3
    red.withUnsafeBufferPointer { red in
      green.withUnsafeBufferPointer { green in
        blue.withUnsafeBufferPointer { blue in
          for i in 0..<count {
            let pixel = source[i]
            let threshold = (row | ((x + i) & 7)) << 8
            let value =
              opaque &+ red[threshold | Int(pixel >> 16 & 0xFF)] &+ green[threshold | Int(pixel >> 8 & 0xFF)]
              &+ blue[threshold | Int(pixel & 0xFF)]
            Self.store(value, at: target + i * bytes, bytes: bytes)
          }
        }
      }
    }
  }

  @inline(__always)
  private static func store(_ value: UInt32, at target: UnsafeMutableRawPointer, bytes: Int) {
    switch bytes {
    case 4: target.storeBytes(of: value.littleEndian, as: UInt32.self)
    case 2: target.storeBytes(of: UInt16(truncatingIfNeeded: value).littleEndian, as: UInt16.self)
    case 1: target.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
    default:
      target.storeBytes(of: UInt16(truncatingIfNeeded: value).littleEndian, as: UInt16.self)
      (target + 2).storeBytes(of: UInt8(truncatingIfNeeded: value >> 16), as: UInt8.self)
    }
  }

  private func convertToPalette(
    _ source: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer
  ) {
    for i in 0..<count {
      let pixel = source[i]
      let key = pixel >> 12 & 0xF00 | pixel >> 8 & 0xF0 | pixel >> 4 & 0xF
      target.storeBytes(of: nearest[Int(key)], toByteOffset: i, as: UInt8.self)
    }
  }

  private func convertToGrey(_ source: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer) {
    for i in 0..<count {
      let pixel = source[i]
      // Luma of ITU-R BT.709 in 256ths.
      let luma = (pixel >> 16 & 0xFF) * 54 + (pixel >> 8 & 0xFF) * 183 + (pixel & 0xFF) * 19
      target.storeBytes(of: UInt8(truncatingIfNeeded: luma >> 8), toByteOffset: i, as: UInt8.self)
    }
  }
}

extension PixelConverter {
  /// All bits of a field set.
  private static func mask(_ field: ChannelField) -> UInt32 {
    guard field.length > 0 else { return 0 }
    return UInt32(truncatingIfNeeded: ((UInt64(1) << UInt64(field.length)) - 1) << UInt64(field.offset))
  }

  private static func channelTable(_ field: ChannelField) -> [UInt32] {
    guard field.length > 0 else { return [UInt32](repeating: 0, count: 64 * 256) }
    guard field.length < 8 else {
      // 8 bits and more hold every value: the lower bits repeat the upper ones, so that white is all ones.
      let values = (0..<256).map { (value: UInt32) -> UInt32 in
        let wide = UInt64(value) << 56 | UInt64(value) << 48
        return UInt32(truncatingIfNeeded: wide >> UInt64(64 - field.length)) << UInt32(field.offset)
      }
      return Array(repeatElement(values, count: 64).joined())
    }
    return table(levels: 1 << field.length) { $0 << UInt32(field.offset) }
  }

  /// 64 × 256 values: the channel's level under each threshold of the Bayer matrix, put in place.
  private static func table(levels: Int, place: (UInt32) -> UInt32) -> [UInt32] {
    var table: [UInt32] = []
    table.reserveCapacity(64 * 256)
    for index in 0..<64 {
      let threshold = 2 * bayer(x: index & 7, y: index >> 3) + 1
      for value in 0..<256 {
        let exact = value * (levels - 1)
        let isRoundedUp = exact % 255 * 128 > threshold * 255
        table.append(place(UInt32(exact / 255 + (isRoundedUp ? 1 : 0))))
      }
    }
    return table
  }

  /// The 8 × 8 Bayer matrix, 0 ... 63: the bits of x ^ y and y, interleaved in reverse.
  private static func bayer(x: Int, y: Int) -> Int {
    (0..<3).reduce(0) { value, bit in
      value << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1)
    }
  }
}
