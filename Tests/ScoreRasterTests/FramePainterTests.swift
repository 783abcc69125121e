import ScoreDrawing
import ScoreRaster
import Support
import Testing

@Suite struct FramePainterTests {
  private static func random(_ generator: inout SeededGenerator) -> Frame {
    let scales: [Double] = [1, 1.25, 1.5, 2, 3]
    let scale = scales.randomElement(using: &generator) ?? 1
    let theme = Bool.random(using: &generator) ? Theme.light : Theme.dark
    let width = Double.random(in: 80...220, using: &generator)
    let height = Double.random(in: 80...150, using: &generator)
    var frame: Frame = SampleFrames.timeline(width: width, height: height, scale: scale, theme: theme)
    let start = frame.curve.points.count
    var x = Double.random(in: -20...20, using: &generator)
    while x < 300 {
      frame.curve.addPoint(ViewPoint(x: x, y: Double.random(in: -30...220, using: &generator)))
      x += Double.random(in: 0.2...40, using: &generator)
    }
    let path = frame.curve.pathRange(from: start)
    frame.curve.append(.line(path, thickness: 1, .dashed, .crosshair))
    frame.curve.append(.envelope(path, thickness: 0.5, .dateLabel))
    frame.curve.append(.offScaleMark(ViewPoint(x: 40, y: 20), .above, .offScaleMark))
    frame.curve.append(.offScaleMark(ViewPoint(x: 90, y: 60), .below, .offScaleMark))
    frame.overlay.append(.dashes(x: 60, from: 3, to: 150, on: 4, off: 4, thickness: 1, .crosshair))
    return frame
  }

  @Test func severalThreadsPaintWhatOnePaints() throws {
    let painter = try TestCanvas.painter()
    // The widths come and go, so that the threads have memory for bands of unlike heights.
    for (width, scale) in [(800.0, 1.0), (803, 1), (1300, 1), (430, 2), (760, 1), (1500, 1), (790, 1)] {
      var frame = SampleFrames.timeline(width: width, height: 700, scale: scale, theme: .light)
      // An axis across the area, and a second area over the first: neither may be painted as if it lay on the background.
      frame.backdrop.append(.rule(y: 500, from: 0, to: width, thickness: 1, .axis))
      let start = frame.curve.points.count
      for x in stride(from: -5.0, to: width, by: 31) { frame.curve.addPoint(ViewPoint(x: x, y: 300 + x / 3)) }
      frame.curve.append(.area(frame.curve.pathRange(from: start), top: 0, base: 640.5, .area))
      var whole = try PixelBuffer(size: PixelSize(covering: frame.size, scale: scale))
      whole.withRows { painter.paint(frame, into: $0) }
      var wrong = 0
      painter.paintBands(frame) { band, top in
        for y in 0..<band.size.height {
          let row = band[y]
          for x in 0..<band.size.width where row[x] != whole[x, top + y] { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(wrong) pixels at \(width) × \(scale)")
      whole.withRows { painter.paint(frame, into: $0, clip: PixelRect(minX: 3, minY: 3, maxX: 40, maxY: 40)) }
    }
  }

  @Test func aGuideUnderAnAreaIsTheSameHoweverItIsPainted() throws {
    let painter = try TestCanvas.painter()
    var frame = SampleFrames.timeline(width: 220, height: 150, scale: 1.5, theme: .dark)
    let expected = try TestCanvas.paint(frame, with: painter)
    // A rule in the background's own colour changes no pixel, but takes the short way from the painter.
    for y in stride(from: 0.0, to: frame.plot.rect.maxY - 1, by: 1) {
      frame.backdrop.append(.rule(y: y, from: 0, to: 0.5, thickness: 0.1, .background))
    }
    let actual = try TestCanvas.paint(frame, with: painter)
    var wrong = 0
    for y in 0..<expected.size.height {
      for x in 0..<expected.size.width where expected[x, y] != actual[x, y] { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test func paintingAPartGivesThePixelsOfTheWhole() throws {
    var generator = SeededGenerator(seed: 3)
    let painter = try TestCanvas.painter()
    for _ in 0..<8 {
      let frame = Self.random(&generator)
      let whole = try TestCanvas.paint(frame, with: painter)
      let size = whole.size
      for _ in 0..<4 {
        let left = Int.random(in: 0..<size.width, using: &generator)
        let top = Int.random(in: 0..<size.height, using: &generator)
        let clip = PixelRect(
          minX: left, minY: top, maxX: left + Int.random(in: 1...size.width, using: &generator),
          maxY: top + Int.random(in: 1...size.height, using: &generator))
        var part = try PixelBuffer(size: size)
        part.withRows { rows in
          for index in 0..<size.width * size.height { rows.base[index] = 0xFF12_3456 }
          painter.paint(frame, into: rows, clip: clip)
        }
        let wrong = part.withPixels { part in
          whole.withPixels { whole in
            part.indices.count { index in
              let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
              let isInside = x >= clip.minX && x < clip.maxX && y >= clip.minY && y < clip.maxY
              return part[index] != (isInside ? whole[index] : 0xFF12_3456)
            }
          }
        }
        #expect(wrong == 0, "clip \(clip) of \(size) at \(frame.scale)")
      }
    }
  }

  @Test func bandsAndMemoryThatIsOnlyWrittenGiveTheSamePixels() throws {
    let painter = try TestCanvas.painter()
    let frame = SampleFrames.timeline(width: 310, height: 344, scale: 2, theme: .light)
    let whole = try TestCanvas.paint(frame, with: painter)
    var wrong = 0
    var nextRow = 0
    painter.paintBands(frame) { band, top in
      #expect(top == nextRow)
      for y in 0..<band.size.height {
        for x in 0..<band.size.width where band[y][x] != whole[x, top + y] { wrong += 1 }
      }
      nextRow = top + band.size.height
    }
    #expect(nextRow == whole.size.height)
    var copy = try PixelBuffer(size: whole.size)
    let size = whole.size
    copy.withRows { rows in
      painter.paint(frame, into: PixelRows(base: rows.base, size: size, stride: size.width, isWriteOnly: true))
    }
    for y in 0..<size.height { for x in 0..<size.width where copy[x, y] != whole[x, y] { wrong += 1 } }
    #expect(wrong == 0)
  }

  @Test func nothingOutsideTheRowsIsTouched() throws {
    let painter = try TestCanvas.painter()
    let frame = SampleFrames.timeline(width: 100, height: 90, scale: 1, theme: .light)
    for width in [1, 15, 16, 17, 64, 99] {
      var memory = try PixelBuffer(size: PixelSize(width: 128, height: 92))
      memory.withRows { rows in
        for index in 0..<128 * 92 { rows.base[index] = 0xDEAD_BEEF }
        painter.paint(
          frame, into: PixelRows(base: rows.base + 128, size: PixelSize(width: width, height: 90), stride: 128))
      }
      var touched = 0
      for y in 0..<92 {
        for x in 0..<128 where !(x < width && y >= 1 && y < 91) && memory[x, y] != 0xDEAD_BEEF { touched += 1 }
      }
      #expect(touched == 0, "width \(width)")
    }
  }

  /// Numbers that break careless arithmetic.
  private static let oddNumbers: [Double] = [
    .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, -0.0,
    1e9, -1e9, 1e18, -1e18, 0.5, 15.999999, 16, -16, 1e-300,
  ]

  private static func oddFrame(_ generator: inout SeededGenerator) -> Frame {
    func number() -> Double {
      Int.random(in: 0..<3, using: &generator) == 0
        ? oddNumbers.randomElement(using: &generator) ?? 0 : Double.random(in: -50...150, using: &generator)
    }
    func point() -> ViewPoint { ViewPoint(x: number(), y: number()) }
    func rect() -> ViewRect { ViewRect(x: number(), y: number(), width: number(), height: number()) }
    func role() -> ColorRole { ColorRole.allCases.randomElement(using: &generator) ?? .line }
    var frame = TestCanvas.frame(width: 60, height: 50)
    frame.scale = [1.0, 2.0, number()].randomElement(using: &generator) ?? 1
    frame.plot = PlotArea(rect: rect(), axisLeft: number(), labelMidline: number())
    frame.columns = (0..<4).map { index in
      ColumnTile(
        slot: index, generation: 0, index: index, x: number(), hasGuide: true, label: DateLabel("0\(index)"),
        dot: ColumnDot(y: number(), offScale: index == 0 ? nil : index == 1 ? .above : .below))
    }
    for _ in 0..<12 {
      let start = frame.overlay.points.count
      for _ in 0..<Int.random(in: 0...6, using: &generator) { frame.overlay.addPoint(point()) }
      let path = Bool.random(using: &generator) ? frame.overlay.pathRange(from: start) : start..<start + 9
      let text = TextLine(
        ["", "a\u{0}b", "84", "مرحبا 12", "日本", "\n\t"].randomElement(using: &generator) ?? "", x: number(),
        midline: number(), alignment: .right, font: .title, color: role())
      let bubble = Bubble(
        box: rect(), tip: point(), arrowWidth: number(), shadowRadius: number(), color: role(), shadow: role())
      let commands: [DrawCommand] = [
        .fill(rect(), role()), .rule(y: number(), from: number(), to: number(), thickness: number(), role()),
        .dashes(x: number(), from: number(), to: number(), on: number(), off: number(), thickness: number(), role()),
        .area(path, top: number(), base: number(), role()), .line(path, thickness: number(), .solid, role()),
        .line(path, thickness: number(), .dashed, role()), .envelope(path, thickness: number(), role()),
        .dot(point(), diameter: number(), ring: number(), role(), ringColor: role()),
        .offScaleMark(point(), .above, role()), .text(text), .fade(rect(), role()), .bubble(bubble),
      ]
      if let command = commands.randomElement(using: &generator) { frame.overlay.append(command) }
    }
    return frame
  }

  @Test func noFrameIsAReasonToTrap() throws {
    var generator = SeededGenerator(seed: 2026)
    let painter = try TestCanvas.painter()
    for size in [PixelSize(width: 0, height: 0), PixelSize(width: 1, height: 1), PixelSize(width: 60, height: 50)] {
      for _ in 0..<50 {
        var buffer = try PixelBuffer(size: size)
        let frame = Self.oddFrame(&generator)
        buffer.withRows { painter.paint(frame, into: $0) }
        let opaque = buffer.withPixels { $0.allSatisfy { $0 >> 24 == 0xFF } }
        #expect(opaque)
      }
    }
  }

  @Test func anEmptyFrameIsAllBackground() throws {
    for theme in Theme.allCases {
      let buffer = try TestCanvas.paint(TestCanvas.frame(width: 33, height: 7, theme: theme))
      let color = theme.color(.background)
      let pixel = 0xFF00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
      let isPlain = buffer.withPixels { $0.allSatisfy { $0 == pixel } }
      #expect(isPlain)
    }
  }

  @Test func memoryThatIsNotToBeHadIsAnError() {
    #expect(throws: RasterError.self) { _ = try PixelBuffer(size: PixelSize(width: .max, height: 2)) }
    #expect(throws: RasterError.self) { _ = try PixelBuffer(size: PixelSize(width: 1 << 30, height: 1 << 30)) }
    #expect(throws: RasterError.self) { _ = try PixelBuffer(size: PixelSize(width: -1, height: 2)) }
  }
}
