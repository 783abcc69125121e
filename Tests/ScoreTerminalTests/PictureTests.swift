import Foundation
import ScoreDrawing
import ScoreRaster
import Support
import Testing

@testable import ScoreTerminal

@Suite struct PictureTests {
  private static func frame(_ width: Double, _ height: Double, theme: Theme, scale: Double = 1) -> Frame {
    SampleFrames.timeline(width: width, height: height, scale: scale, theme: theme)
  }

  private static func painted(_ frame: Frame) throws -> PixelBuffer {
    var buffer = try PixelBuffer(size: PixelSize(covering: frame.size, scale: frame.scale))
    let painter = FramePainter(text: try TextEngine())
    buffer.withRows { painter.paint(frame, into: $0) }
    return buffer
  }

  private static func expectRoundTrip(_ buffer: consuming PixelBuffer, period: Int) {
    var expected: [UInt8] = []
    buffer.withPixels { pixels in
      for pixel in pixels { expected += [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255)] }
    }
    let stream = buffer.withRows { RunDeflate.compress($0, period: period) }
    #expect(Zlib.inflated(stream, count: expected.count) == expected)
    var withAlpha: [UInt8] = []
    buffer.withPixels { pixels in
      for pixel in pixels {
        withAlpha += [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255), UInt8(pixel >> 24)]
      }
    }
    let layer = buffer.withRows { RunDeflate.compress($0, period: period, hasAlpha: true) }
    #expect(Zlib.inflated(layer, count: withAlpha.count) == withAlpha)
  }

  @Test func zlibReadsRandomPixels() throws {
    var generator = SeededGenerator(seed: 12)
    for round in 0..<150 {
      let size = PixelSize(
        width: Int.random(in: 1...300, using: &generator), height: Int.random(in: 1...12, using: &generator))
      var buffer = try PixelBuffer(size: size)
      let colors = Int.random(in: 1...5, using: &generator)
      let run = Int.random(in: 1...200, using: &generator)
      buffer.withRows { rows in
        for y in 0..<size.height {
          var pixel: UInt32 = 0
          for x in 0..<size.width {
            if x % run == 0 || round % 3 == 0 {
              pixel = 0xFF00_0000 | UInt32.random(in: 0..<UInt32(colors), using: &generator) &* 0x3F_71C5
            }
            rows[y][x] = pixel
          }
        }
      }
      Self.expectRoundTrip(buffer, period: Int.random(in: 0...50, using: &generator))
    }
  }

  @Test func zlibReadsWidePictures() throws {
    for width in [1, 85, 86, 87, 258, 5461, 10_922, 10_923, 12_000] {
      var buffer = try PixelBuffer(size: PixelSize(width: width, height: 3))
      buffer.withRows { rows in
        for y in 0..<3 { for x in 0..<width { rows[y][x] = UInt32(x % 7) << 24 | UInt32(x * x % 251) } }
      }
      Self.expectRoundTrip(buffer, period: 42)
    }
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
  ])
  func base64(text: String, encoded: String) {
    #expect(String(decoding: KittyEncoder.base64(Array(text.utf8)), as: UTF8.self) == encoded)
  }

  @Test(arguments: [Theme.light, .dark])
  func sixelsAreThePictureWithinThePalettesError(theme: Theme) throws {
    try Self.expectSixels(of: Self.frame(1600, 800, theme: theme), theme)
  }

  /// A restless history, which no chart of a thousand days has more of.
  @Test(arguments: Theme.allCases)
  func sixelsOfADenseChartAreFew(theme: Theme) throws {
    var bench = ChartBench(CellBench.walk(1000, seed: 42), size: ViewSize(width: 1600, height: 800), theme: theme)
    bench.apply(.wheel(dx: 0, dy: 3.7, at: ViewPoint(x: 300, y: 100), []))
    bench.settle()
    try Self.expectSixels(of: bench.frame(), theme)
  }

  private static func expectSixels(of frame: Frame, _ theme: Theme) throws {
    var buffer = try painted(frame)
    var output: [UInt8] = []
    var encoder = SixelEncoder(theme: theme, area: .area, registers: 256)
    buffer.withRows { encoder.encode($0, PixelArea(x: 0, y: 0, width: 1600, height: 800), into: &output) }
    #expect(output.count <= 100_000, "\(output.count) bytes")
    let picture = try #require(SixelPicture(output[...]))
    #expect(picture.width == 1600 && picture.height == 800 && picture.definitions <= 256)
    var (sum, worst, unset) = (0, 0, 0)
    buffer.withPixels { pixels in
      for (index, pixel) in pixels.enumerated() {
        guard let seen = picture.pixels[index] else {
          unset += 1
          continue
        }
        let error = ColorError.between(pixel, seen)
        sum += error
        worst = max(worst, error)
      }
    }
    #expect(unset == 0)
    #expect(Double(sum) / Double(1600 * 800) < 1.5)
    #expect(worst <= 48, "\(worst)")
  }

  /// Down the middle of the area every step of the gradient is as small as the eye needs it.
  @Test(arguments: [Theme.light, .dark])
  func sixelGradientDoesNotBand(theme: Theme) {
    let palette = SixelPalette(theme: theme, area: .area, registers: 256)
    #expect(palette.colors.count <= 256 && palette.colors.count >= 200)
    var copy = palette
    let (ground, area) = (theme.color(.background), theme.color(.area))
    var registers: Set<UInt8> = []
    for step in 0...400 {
      let color = area.over(ground, alpha: 0.4 * Double(step) / 400)
      let pixel = UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
      let register = copy.registers(of: pixel).all
      registers.insert(register)
      let seen = palette.colors[Int(register)]
      #expect(abs(Int(seen.red) - Int(color.red)) <= 2 && abs(Int(seen.blue) - Int(color.blue)) <= 2)
    }
    #expect(registers.count >= 80)
  }

  /// However few there are, they reach from the background to the area at its strongest.
  @Test(arguments: [16, 64, 256])
  func fewRegistersSpanTheGradient(registers: Int) {
    let theme = Theme.light
    let colors = SixelPalette(theme: theme, area: .area, registers: registers).colors
    let area = theme.color(.area)
    let strongest = area.over(theme.color(.background), alpha: Double(area.alpha) / 255)
    #expect(colors.count <= registers && colors[SixelPalette.ground] == theme.color(.background))
    #expect(colors.contains(strongest) && colors.contains(theme.color(.line)))
  }

  @Test func oddSizesAndFewRegisters() throws {
    for (width, height) in [(1, 1), (7, 5), (50, 6), (33, 13)] {
      for registers in [2, 16, 256] {
        var buffer = try Self.painted(Self.frame(Double(width), Double(height), theme: .light))
        var output: [UInt8] = []
        var encoder = SixelEncoder(theme: .light, area: .area, registers: registers)
        buffer.withRows { encoder.encode($0, PixelArea(x: 0, y: 0, width: width, height: height), into: &output) }
        let picture = try #require(SixelPicture(output[...]))
        #expect(!picture.pixels.contains(nil) && picture.definitions <= registers)
      }
    }
  }

  @Test(arguments: [
    (TerminalFixture.xterm, "cells"), (.xtermSixel, "sixel"), (.kitty, "kitty"), (.konsole, "kitty"),
    (.mlterm, "sixel"), (.tmux, "cells"), (.linuxConsole, "cells"),
  ])
  func everyTerminalGetsWhatItCan(fixture: TerminalFixture, expected: String) {
    let questions = String(decoding: TerminalQueries.bytes(fixture.environment), as: UTF8.self)
    var decoder = InputDecoder()
    var traits = TerminalTraits()
    for case .reply(let reply) in decoder.feed(Array(fixture.replies(to: questions).utf8)) { traits.note(reply) }
    let mode = GraphicsMode(.auto, traits: traits, environment: fixture.environment)
    #expect("\(mode)".hasPrefix(expected))
    #expect(GraphicsMode(.cells, traits: traits, environment: fixture.environment) == .cells)
  }

  @Test func onlyWhatChangedIsSentAgain() throws {
    let cells = CellSize(columns: 100, rows: 29)
    let renderer = try PixelRenderer(
      mode: .sixel(limit: PixelSize(width: 1000, height: 1000), registers: nil), cell: PixelSize(width: 8, height: 16))
    var frame = Self.frame(800, 464, theme: .light)
    let first = try renderer.update(to: frame, cells: cells)
    #expect(first.count > 10_000)
    #expect(try renderer.update(to: frame, cells: cells).isEmpty)
    frame.columns[3].dot = ColumnDot(y: 100)
    let second = try renderer.update(to: frame, cells: cells)
    #expect(!second.isEmpty && second.count < 8_000)
    #expect(!String(decoding: second, as: UTF8.self).contains("[2J"))
  }

  @Test func picturesAreCutToTheTerminalsLimit() {
    let tiles = PixelRenderer.tiles(
      of: PixelArea(x: 16, y: 32, width: 2500, height: 1100), largest: PixelSize(width: 992, height: 992))
    #expect(tiles.count == 6)
    #expect(tiles.reduce(0) { $0 + $1.width * $1.height } == 2500 * 1100)
    #expect(tiles.allSatisfy { $0.width <= 992 && $0.height <= 992 })
  }
}
