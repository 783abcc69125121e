/// Where a colour channel lies in a pixel, counted in bits from the least significant one.
struct ChannelField: Equatable, Sendable {
  var offset: Int
  var length: Int

  static let absent = ChannelField(offset: 0, length: 0)

  var end: Int { offset + length }
}

/// How a display stores a pixel.
enum PixelFormat: Equatable, Sendable {
  /// Channels side by side in `bytes` bytes, least significant first; a channel of length 0 is not there.
  case packed(bytes: Int, red: ChannelField, green: ChannelField, blue: ChannelField, alpha: ChannelField)
  /// One byte that counts `PalettedColor.cube`, which is loaded into the display.
  case colorCube
  /// One byte that counts a palette that the display does not let us change; 256 colours, 0xRRGGBB.
  case fixedPalette([UInt32])
  /// One byte from black to white.
  case grey

  /// What DRM calls XRGB8888: the format that painters paint.
  static let xrgb8888 = PixelFormat.packed(
    bytes: 4, red: ChannelField(offset: 16, length: 8), green: ChannelField(offset: 8, length: 8),
    blue: ChannelField(offset: 0, length: 8), alpha: .absent)

  /// What DRM calls RGB565.
  static let rgb565 = PixelFormat.packed(
    bytes: 2, red: ChannelField(offset: 11, length: 5), green: ChannelField(offset: 5, length: 6),
    blue: ChannelField(offset: 0, length: 5), alpha: .absent)

  var bytesPerPixel: Int {
    switch self {
    case .packed(let bytes, _, _, _, _): bytes
    case .colorCube, .fixedPalette, .grey: 1
    }
  }

  /// Whether the painter's 32-bit pixels can be copied as they are.
  ///
  /// Their top byte is 255, which is right for an alpha field there and ignored without one.
  var isPainterFormat: Bool {
    guard case .packed(4, let red, let green, let blue, let alpha) = self else { return false }
    guard case .packed(_, red, green, blue, _) = PixelFormat.xrgb8888 else { return false }
    return alpha.length == 0 || alpha == ChannelField(offset: 24, length: 8)
  }
}

/// The palette for 8-bit displays: 6 × 7 × 6 evenly spaced levels of red, green and blue.
///
/// With ordered dithering it shows the theme's hues and greys; green has a level more because the
/// eye sees it best. The four entries left over are black.
enum PalettedColor {
  static let redLevels = 6
  static let greenLevels = 7
  static let blueLevels = 6

  /// 256 colours, 0xRRGGBB.
  static let cube: [UInt32] = (0..<256).map { index in
    guard index < redLevels * greenLevels * blueLevels else { return 0 }
    let red = index / (greenLevels * blueLevels)
    let green = index / blueLevels % greenLevels
    let blue = index % blueLevels
    func value(_ level: Int, _ count: Int) -> UInt32 { UInt32((level * 255 + (count - 1) / 2) / (count - 1)) }
    return value(red, redLevels) << 16 | value(green, greenLevels) << 8 | value(blue, blueLevels)
  }

  /// 256 greys, 0xRRGGBB.
  static let greys: [UInt32] = (0..<256).map { UInt32($0) * 0x010101 }

  /// The entry of `palette` nearest to a colour 0xRRGGBB.
  static func nearest(to color: UInt32, in palette: [UInt32]) -> Int {
    func channel(_ value: UInt32, _ shift: UInt32) -> Int { Int(value >> shift & 0xFF) }
    func distance(_ other: UInt32) -> Int {
      let red = channel(color, 16) - channel(other, 16)
      let green = channel(color, 8) - channel(other, 8)
      let blue = channel(color, 0) - channel(other, 0)
      return 2 * red * red + 4 * green * green + 3 * blue * blue
    }
    return palette.indices.min { distance(palette[$0]) < distance(palette[$1]) } ?? 0
  }
}
