import ScoreDrawing
import ScoreRaster
import Support
import Testing

@testable import ScoreFramebuffer

/// A picture in which every pixel differs, and memory of a display with room around it.
private struct Bench {
  var picture: [UInt32]
  let transform: ScreenTransform
  let format: PixelFormat
  let pitch: Int
  var memory: [UInt8]

  init(_ transform: ScreenTransform, format: PixelFormat = .xrgb8888, padding: Int = 12) {
    self.transform = transform
    self.format = format
    let size = transform.picture
    picture = (0..<size.width * size.height).map { 0xFF00_0000 | UInt32($0 + 1) }
    pitch = transform.panel.width * format.bytesPerPixel + padding
    memory = [UInt8](repeating: 0xAB, count: pitch * transform.panel.height)
  }

  mutating func copy(_ damage: PixelRect? = nil) {
    let blit = Blit(transform: transform, converter: PixelConverter(format))
    let (size, panel, pitch) = (transform.picture, transform.panel, pitch)
    picture.withUnsafeMutableBufferPointer { picture in
      memory.withUnsafeMutableBytes { memory in
        guard let pixels = picture.baseAddress, let target = memory.baseAddress else { return }
        blit.copy(
          damage ?? PixelRect(size), of: PixelRows(base: pixels, size: size, stride: size.width),
          to: ScanoutMemory(base: target, size: panel, pitch: pitch))
      }
    }
  }

  func panel(_ x: Int, _ y: Int) -> UInt32 {
    let at = y * pitch + x * format.bytesPerPixel
    return memory[at..<at + format.bytesPerPixel].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  func isPaddingUntouched() -> Bool {
    (0..<transform.panel.height).allSatisfy { y in
      memory[(y * pitch + transform.panel.width * format.bytesPerPixel)..<((y + 1) * pitch)].allSatisfy { $0 == 0xAB }
    }
  }
}

@Suite struct BlitTests {
  static let panel = PixelSize(width: 37, height: 21)

  @Test(arguments: Rotation.allCases)
  func turnsThePictureClockwise(_ rotation: Rotation) {
    var bench = Bench(ScreenTransform(panel: Self.panel, rotation: rotation))
    bench.copy()
    let last = Self.panel.width * Self.panel.height
    // Where the picture's top left pixel is, and its bottom right one.
    let (first, end): ((Int, Int), (Int, Int)) =
      switch rotation {
      case .none: ((0, 0), (36, 20))
      case .quarter: ((36, 0), (0, 20))
      case .half: ((36, 20), (0, 0))
      case .threeQuarters: ((0, 20), (36, 0))
      }
    #expect(bench.panel(first.0, first.1) == 0xFF00_0001)
    #expect(bench.panel(end.0, end.1) == 0xFF00_0000 | UInt32(last))
    #expect(bench.isPaddingUntouched())
  }

  /// What a finger touches is the pixel that is shown there: the blit and the touch transform agree on every pixel.
  @Test(arguments: Rotation.allCases)
  func touchLandsOnThePixelThatIsShown(_ rotation: Rotation) {
    for shift in [(0, 0), (3, -2), (-4, 5)] {
      let transform = ScreenTransform(panel: Self.panel, rotation: rotation, shiftX: shift.0, shiftY: shift.1)
      var bench = Bench(transform)
      bench.copy()
      for y in 0..<Self.panel.height {
        for x in 0..<Self.panel.width {
          let place = transform.picturePlace(
            panelX: (Double(x) + 0.5) / Double(Self.panel.width), panelY: (Double(y) + 0.5) / Double(Self.panel.height))
          let size = transform.picture
          let column = min(max(Int(place.x.rounded(.down)), 0), size.width - 1)
          let row = min(max(Int(place.y.rounded(.down)), 0), size.height - 1)
          #expect(bench.panel(x, y) == 0xFF00_0000 | UInt32(row * size.width + column + 1))
        }
      }
    }
  }

  @Test(arguments: Rotation.allCases)
  func damageGivesThePixelsOfAWholeCopyAndTouchesNoOthers(_ rotation: Rotation) {
    var generator = SeededGenerator(seed: 3)
    for round in 0..<40 {
      let shift = round % 2 == 0 ? 0 : 2
      let transform = ScreenTransform(panel: Self.panel, rotation: rotation, shiftX: shift, shiftY: -shift)
      let size = transform.picture
      let minX = Int.random(in: -3..<size.width, using: &generator)
      let minY = Int.random(in: -3..<size.height, using: &generator)
      let damage = PixelRect(
        minX: minX, minY: minY, maxX: Int.random(in: minX..<size.width + 4, using: &generator),
        maxY: Int.random(in: minY..<size.height + 4, using: &generator))
      var whole = Bench(transform)
      whole.copy()
      var part = Bench(transform)
      part.copy(damage)
      let area = transform.panelRect(of: damage)
      for y in 0..<Self.panel.height {
        for x in 0..<Self.panel.width {
          let isInside = x >= area.minX && x < area.maxX && y >= area.minY && y < area.maxY
          #expect(part.panel(x, y) == (isInside ? whole.panel(x, y) : 0xABAB_ABAB))
        }
      }
    }
  }

  @Test func paddedRowsDoNotShearInAnyDepth() {
    let formats: [PixelFormat] = [.xrgb8888, .rgb565, .grey]
    for format in formats {
      for padding in [0, 1, 2, 3, 64] {
        var bench = Bench(ScreenTransform(panel: Self.panel), format: format, padding: padding)
        for y in 0..<Self.panel.height {
          for x in 0..<Self.panel.width { bench.picture[y * 37 + x] = x == 5 ? 0xFFFF_FFFF : 0xFF00_0000 }
        }
        bench.copy()
        let white = format == .xrgb8888 ? 0xFFFF_FFFF : format == .grey ? 0xFF : 0xFFFF as UInt32
        for y in 0..<Self.panel.height {
          for x in 0..<Self.panel.width { #expect((bench.panel(x, y) == white) == (x == 5)) }
        }
        #expect(bench.isPaddingUntouched())
      }
    }
  }

  @Test func degenerateSizesAreHarmless() {
    for (width, height) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 2)] {
      for rotation in Rotation.allCases {
        var bench = Bench(
          ScreenTransform(panel: PixelSize(width: width, height: height), rotation: rotation), padding: 8)
        bench.memory += [UInt8](repeating: 0, count: 8)
        bench.picture += [0]
        bench.copy()
        if width * height == 1 { #expect(bench.panel(0, 0) == 0xFF00_0001) }
      }
    }
  }
}
