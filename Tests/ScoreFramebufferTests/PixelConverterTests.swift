import ScoreDrawing
import ScoreRaster
import Support
import Testing

@testable import ScoreFramebuffer

private func field(_ offset: Int, _ length: Int) -> ChannelField { ChannelField(offset: offset, length: length) }

extension PixelConverter {
  /// Converts one pixel for a place on the display and reads it back as a number, least significant byte first.
  fileprivate func callAsFunction(_ pixel: UInt32, x: Int = 0, y: Int = 0) -> UInt32 {
    var bytes = [UInt8](repeating: 0xEE, count: 8)
    withUnsafePointer(to: pixel) { source in
      bytes.withUnsafeMutableBytes { target in
        if let base = target.baseAddress { convert(source, count: 1, x: x, y: y, into: base) }
      }
    }
    #expect(bytes[format.bytesPerPixel...].allSatisfy { $0 == 0xEE }, "wrote beyond the pixel")
    return bytes[..<format.bytesPerPixel].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// Formats with three channels, with the numbers that red, green, blue and white must have.
private let packedFormats:
  [(name: String, format: PixelFormat, red: UInt32, green: UInt32, blue: UInt32, white: UInt32)] = [
    ("XRGB8888", .xrgb8888, 0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF),
    (
      "ARGB8888", .packed(bytes: 4, red: field(16, 8), green: field(8, 8), blue: field(0, 8), alpha: field(24, 8)),
      0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF
    ),
    (
      "XBGR8888", .packed(bytes: 4, red: field(0, 8), green: field(8, 8), blue: field(16, 8), alpha: .absent),
      0x0000_00FF, 0x0000_FF00, 0x00FF_0000, 0x00FF_FFFF
    ),
    (
      "RGBA8888", .packed(bytes: 4, red: field(24, 8), green: field(16, 8), blue: field(8, 8), alpha: field(0, 8)),
      0xFF00_00FF, 0x00FF_00FF, 0x0000_FFFF, 0xFFFF_FFFF
    ),
    (
      "XRGB2101010", .packed(bytes: 4, red: field(20, 10), green: field(10, 10), blue: field(0, 10), alpha: .absent),
      0x3FF0_0000, 0x000F_FC00, 0x0000_03FF, 0x3FFF_FFFF
    ),
    (
      "RGB888", .packed(bytes: 3, red: field(16, 8), green: field(8, 8), blue: field(0, 8), alpha: .absent),
      0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF
    ),
    (
      "BGR888", .packed(bytes: 3, red: field(0, 8), green: field(8, 8), blue: field(16, 8), alpha: .absent),
      0x0000FF, 0x00FF00, 0xFF0000, 0xFFFFFF
    ),
    ("RGB565", .rgb565, 0xF800, 0x07E0, 0x001F, 0xFFFF),
    (
      "BGR565", .packed(bytes: 2, red: field(0, 5), green: field(5, 6), blue: field(11, 5), alpha: .absent),
      0x001F, 0x07E0, 0xF800, 0xFFFF
    ),
    (
      "XRGB1555", .packed(bytes: 2, red: field(10, 5), green: field(5, 5), blue: field(0, 5), alpha: .absent),
      0x7C00, 0x03E0, 0x001F, 0x7FFF
    ),
    (
      "ARGB1555", .packed(bytes: 2, red: field(10, 5), green: field(5, 5), blue: field(0, 5), alpha: field(15, 1)),
      0xFC00, 0x83E0, 0x801F, 0xFFFF
    ),
    (
      "RGB332", .packed(bytes: 1, red: field(5, 3), green: field(2, 3), blue: field(0, 2), alpha: .absent),
      0xE0, 0x1C, 0x03, 0xFF
    ),
  ]

@Suite struct PixelConverterTests {
  @Test(arguments: packedFormats.indices)
  func primariesAreExact(_ index: Int) {
    let (name, format, red, green, blue, white) = packedFormats[index]
    let convert = PixelConverter(format)
    let black = convert(0xFF00_0000)
    for place in 0..<64 {
      let (x, y) = (place & 7, place >> 3)
      #expect(convert(0xFFFF_0000, x: x, y: y) == red, "\(name) red")
      #expect(convert(0xFF00_FF00, x: x, y: y) == green, "\(name) green")
      #expect(convert(0xFF00_00FF, x: x, y: y) == blue, "\(name) blue")
      #expect(convert(0xFFFF_FFFF, x: x, y: y) == white, "\(name) white")
      #expect(convert(0xFF00_0000, x: x, y: y) == black, "\(name) black")
    }
    #expect(black == red & green & blue, "black has only the alpha field")
  }

  @Test func ditheringKeepsTheMeanAndStaysWithinOneLevel() {
    let convert = PixelConverter(.rgb565)
    for value in stride(from: UInt32(0), through: 255, by: 5) {
      let pixel = 0xFF00_0000 | value << 16
      let levels = (0..<64).map { convert(pixel, x: $0 & 7, y: $0 >> 3) >> 11 }
      let exact = Double(value) * 31 / 255
      #expect(levels.allSatisfy { abs(Double($0) - exact) < 1 })
      let mean = Double(levels.reduce(0, +)) / 64
      #expect(abs(mean - exact) <= 1.0 / 64, "value \(value): \(mean) for \(exact)")
    }
  }

  @Test func depthsOf8BitsAndMoreAreNotDithered() {
    let format = packedFormats.first { $0.name == "BGR888" }?.format ?? .grey
    let convert = PixelConverter(format)
    for place in 0..<64 { #expect(convert(0xFF12_3456, x: place & 7, y: place >> 3) == 0x563412) }
  }

  @Test func theColorCubeShowsAColourWithinItsSteps() {
    let convert = PixelConverter(.colorCube)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let color = UInt32.random(in: 0...0xFFFFFF, using: &generator)
      var sums = (0.0, 0.0, 0.0)
      for place in 0..<64 {
        let entry = PalettedColor.cube[Int(convert(0xFF00_0000 | color, x: place & 7, y: place >> 3))]
        sums.0 += Double(entry >> 16 & 255) / 64
        sums.1 += Double(entry >> 8 & 255) / 64
        sums.2 += Double(entry & 255) / 64
      }
      #expect(abs(sums.0 - Double(color >> 16 & 255)) < 2)
      #expect(abs(sums.1 - Double(color >> 8 & 255)) < 2)
      #expect(abs(sums.2 - Double(color & 255)) < 2)
    }
  }

  @Test func aFixedPaletteGivesTheNearestEntry() {
    var palette = PalettedColor.greys
    palette[200] = 0xFF8000
    let convert = PixelConverter(.fixedPalette(palette))
    #expect(convert(0xFFFF_8000) == 200)
    #expect(palette[Int(convert(0xFF80_8080))] & 0xF0 == 0x80)
  }

  @Test func greyIsLuma() {
    let convert = PixelConverter(.grey)
    #expect(convert(0xFFFF_FFFF) == 255)
    #expect(convert(0xFF00_0000) == 0)
    #expect(convert(0xFF00_FF00) == 182)
  }
}
