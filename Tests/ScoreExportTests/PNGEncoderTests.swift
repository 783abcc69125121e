import ScoreDrawing
import ScoreRaster
import Support
import Testing

@testable import ScoreExport

@Suite struct PNGEncoderTests {
  private static func encode(_ pixels: [UInt32], width: Int, scale: Double = 1) throws -> [UInt8] {
    var buffer = try PixelBuffer(size: PixelSize(width: width, height: pixels.count / width))
    return try buffer.withRows { rows in
      for index in pixels.indices { rows.base[index] = pixels[index] }
      return try PNGEncoder.encode(rows, scale: scale)
    }
  }

  private static func noise(_ count: Int, colors: Int, seed: UInt64) -> [UInt32] {
    var generator = SeededGenerator(seed: seed)
    let palette = (0..<colors).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &generator) | 0xFF00_0000 }
    return (0..<count).map { _ in palette[Int.random(in: 0..<colors, using: &generator)] }
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (200, 8)])
  func fewColoursAreWrittenWithAPalette(colors: Int, depth: Int) throws {
    for width in [1, 3, 8, 37] {
      var pixels = Self.noise(width * 40, colors: colors, seed: 1)
      // Every colour at least once, where there is room.
      let palette = Array(Set(Self.noise(4000, colors: colors, seed: 1)))
      for index in 0..<min(palette.count, pixels.count) { pixels[index] = palette[index] }
      let picture = try PNGDecoder.decode(try Self.encode(pixels, width: width))
      #expect(picture.pixels == pixels)
      #expect(picture.isIndexed)
      if pixels.count >= colors { #expect(picture.bitDepth == depth) }
    }
  }

  @Test func exactly256ColoursStillFitAPalette() throws {
    for count in [256, 257] {
      let pixels = (0..<1024).map { UInt32($0 % count) &* 0x9E37 & 0xFF_FFFF | 0xFF00_0000 }
      let picture = try PNGDecoder.decode(try Self.encode(pixels, width: 32))
      #expect(picture.pixels == pixels)
      #expect(picture.isIndexed == (count == 256))
    }
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1000, 10_921, 10_923, 40_000])
  func anyPictureComesBackAsItWas(width: Int) throws {
    var generator = SeededGenerator(seed: UInt64(width))
    let height = max(2, min(300, 120_000 / width))
    // Runs, repeated rows, repeated patterns and noise in turn: what a chart is made of.
    var pixels: [UInt32] = []
    for y in 0..<height {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: pixels += Self.noise(width, colors: 5000, seed: UInt64(y))
      case 1: pixels += Array(repeating: 0xFF00_0000 | UInt32(y * 77), count: width)
      case 2 where y > 0: pixels += pixels.suffix(width)
      default: pixels += (0..<width).map { $0 % 42 == 0 ? 0xFFAA_AAAA : 0xFFFF_F000 | UInt32(y % 4096) }
      }
      if y > 0, Bool.random(using: &generator) {
        pixels[Int.random(in: y * width..<(y + 1) * width, using: &generator)] = 0xFF12_3456
      }
    }
    // Enough colours for no palette.
    for index in 0..<min(300, pixels.count) { pixels[index] = 0xFF00_0000 | UInt32(index * 311) }
    let bytes = try Self.encode(pixels, width: width)
    let picture = try PNGDecoder.decode(bytes)
    #expect(picture.pixels == pixels)
    #expect(try Self.encode(pixels, width: width) == bytes)
  }

  @Test(arguments: [(1, 3780), (2, 7559), (1.5, 5669.0)])
  func theScaleIsStoredAsResolution(scale: Double, perMeter: Double) throws {
    let picture = try PNGDecoder.decode(try Self.encode([0xFFFF_FFFF], width: 1, scale: scale))
    #expect(picture.resolution == Int(perMeter))
    #expect(picture.chunks == ["IHDR", "sRGB", "pHYs", "PLTE", "IDAT", "IEND"])
  }

  @Test func aPictureThatCannotBeIsAnError() {
    #expect(throws: ExportError.self) { _ = try PNGEncoder(size: PixelSize(width: 0, height: 5)) }
    #expect(throws: ExportError.self) { _ = try PNGEncoder(size: PixelSize(width: .max, height: .max)) }
    #expect(throws: ExportError.self) { _ = try PNGEncoder(size: PixelSize(width: 1 << 20, height: 1 << 20)) }
    #expect(throws: ExportError.self) { _ = try PNGEncoder(size: PixelSize(width: 2, height: 2)).finish() }
    #expect(throws: ExportError.self) {
      var buffer = try PixelBuffer(size: PixelSize(width: 3, height: 2))
      var encoder = try PNGEncoder(size: PixelSize(width: 2, height: 2))
      try buffer.withRows { (rows) throws(ExportError) in try encoder.append(rows) }
    }
  }

  @Test func theFrameAndItsPixelsGiveTheSameFile() throws {
    let painter = FramePainter(text: try TextEngine())
    let frame = SampleFrames.timeline(width: 375, height: 344, scale: 2, theme: .light)
    var buffer = try PixelBuffer(size: PixelSize(covering: frame.size, scale: frame.scale))
    let fromPixels = try buffer.withRows { (rows) throws(ExportError) in
      painter.paint(frame, into: rows)
      return try PNGEncoder.encode(rows, scale: 2)
    }
    let fromFrame = try PictureExport.png(frame, painter)
    #expect(fromFrame == fromPixels)
    let picture = try PNGDecoder.decode(fromFrame)
    let isSame = buffer.withPixels { $0.elementsEqual(picture.pixels) }
    #expect(isSame)
    // 1.5 MB of pixels: the limit is far from tight, a file that grew tenfold would be a mistake.
    #expect(fromFrame.count < 60_000)
  }

  @Test func anEmptyFrameIsAnError() throws {
    let painter = FramePainter(text: try TextEngine())
    for size in [
      ViewSize(width: 0, height: 0), ViewSize(width: .nan, height: 5), ViewSize(width: .infinity, height: 5),
    ] {
      var frame = SampleFrames.timeline(width: 100, height: 100, scale: 1, theme: .light)
      frame.size = size
      #expect(throws: ExportError.self) { _ = try PictureExport.png(frame, painter) }
    }
  }
}

@Suite struct HuffmanCodeTests {
  private func room(_ code: HuffmanCode, _ limit: Int) -> Int {
    code.lengths.reduce(0) { $0 + ($1 > 0 ? 1 << (limit - Int($1)) : 0) }
  }

  @Test func codesAreCompleteAndWithinTheLimit() {
    var generator = SeededGenerator(seed: 9)
    for limit in [7, 15] {
      for round in 0..<200 {
        let count = limit == 7 ? 19 : 286
        var fibonacci = (1, 1)
        let frequencies = (0..<count).map { index -> Int in
          switch round % 4 {
          case 0:
            // The worst case for the depth of a tree.
            if index > 40 { return 0 }
            fibonacci = (fibonacci.1, fibonacci.0 + fibonacci.1)
            return fibonacci.0
          case 1: return index == round % count ? 5 : 0
          case 2: return Int.random(in: 0...3, using: &generator)
          default: return Int.random(in: 0...100_000, using: &generator)
          }
        }
        let code = HuffmanCode(frequencies: frequencies, limit: limit)
        #expect(code.lengths.allSatisfy { Int($0) <= limit })
        #expect(room(code, limit) == 1 << limit, "not complete: \(code.lengths)")
        for (symbol, frequency) in frequencies.enumerated() where frequency > 0 { #expect(code.lengths[symbol] > 0) }
      }
    }
  }
}
