import ScoreDrawing
import ScoreRaster
import Support
import Testing

@Suite struct MarksTests {
  @Test(arguments: [1, 1.25, 1.5, 2, 3, 4.0])
  func dashesAreAllAlikeAndBeginAtTheTop(scale: Double) throws {
    var frame = TestCanvas.frame(width: 40, height: 200, scale: scale)
    frame.backdrop.append(
      .dashes(x: 20 / scale, from: 0, to: 200 / scale, on: 2, off: 2, thickness: 0.5, .guide))
    let buffer = try TestCanvas.paint(frame)
    let columns = (0..<40).filter { buffer[$0, 0] != 0xFFFF_FFFF }
    #expect(columns.count == max(Int((0.5 * scale).rounded()), 1))
    let x = try #require(columns.first)
    let length = Int((2 * scale).rounded())
    for y in 0..<200 - length {
      #expect((buffer[x, y] != 0xFFFF_FFFF) == (y / length % 2 == 0), "row \(y)")
    }
    // Crisp: one colour only.
    var colors = Set<UInt32>()
    for y in 0..<200 { colors.insert(buffer[x, y]) }
    #expect(colors.count == 2)
  }

  @Test(arguments: [(1.0, 0.5), (1.5, 0.75), (2, 1), (3, 0.75), (4, 1)])
  func aHairlineIsCrispAndEquallyLightAtEveryScale(scale: Double, strength: Double) throws {
    var frame = TestCanvas.frame(width: 20, height: 20, scale: scale)
    frame.backdrop.append(.rule(y: 10 / scale, from: 0, to: 20 / scale, thickness: 0.5, .axis))
    let buffer = try TestCanvas.paint(frame)
    let drawn = TestCanvas.strength(buffer[10, 10], of: Theme.light.color(.axis))
    #expect(abs(drawn - strength) < 0.01)
    #expect(buffer[10, 9] == 0xFFFF_FFFF)
  }

  @Test func aDotIsAsLargeAsACircleWhereverItsCentreLies() throws {
    var generator = SeededGenerator(seed: 5)
    let painter = try TestCanvas.painter()
    for diameter in [8.0, 12, 16, 24] {
      for _ in 0..<10 {
        var frame = TestCanvas.frame(width: 40, height: 40)
        let center = ViewPoint(
          x: Double.random(in: 18...22, using: &generator), y: Double.random(in: 18...22, using: &generator))
        frame.overlay.append(.dot(center, diameter: diameter, ring: 0, .line, ringColor: .background))
        let buffer = try TestCanvas.paint(frame, with: painter)
        var (area, momentX, momentY) = (0.0, 0.0, 0.0)
        for y in 0..<40 {
          for x in 0..<40 {
            let strength = TestCanvas.strength(buffer[x, y], of: Theme.light.color(.line))
            area += strength
            momentX += strength * (Double(x) + 0.5)
            momentY += strength * (Double(y) + 0.5)
          }
        }
        let exact = Double.pi * diameter * diameter / 4
        #expect(abs(area / exact - 1) < 0.006, "\(area) of \(exact)")
        #expect(abs(momentX / area - center.x) < 0.02 && abs(momentY / area - center.y) < 0.02)
      }
    }
  }

  @Test func aFadeRisesEvenlyAndEndsExactly() throws {
    var frame = TestCanvas.frame(width: 40, height: 4)
    frame.backdrop.append(.fill(ViewRect(x: 0, y: 0, width: 40, height: 4), .line))
    frame.overlay.append(.fade(ViewRect(x: 10, y: 0, width: 17, height: 4), .background))
    frame.overlay.append(.fill(ViewRect(x: 27, y: 0, width: 13, height: 4), .background))
    let buffer = try TestCanvas.paint(frame)
    let blues = (0..<40).map { Int(buffer[$0, 1] & 0xFF) }
    #expect(blues[9] == 0 && blues[27] == 255)
    for x in 10..<27 { #expect(abs(Double(blues[x]) - 255 * (Double(x) - 9.5) / 17) <= 1) }
  }

  @Test func aBubbleHasASoftShadowAndItsTipInPlace() throws {
    var frame = TestCanvas.frame(width: 160, height: 80)
    frame.overlay.append(
      .bubble(
        Bubble(
          box: ViewRect(x: 30, y: 20, width: 102, height: 21), tip: ViewPoint(x: 80, y: 47), arrowWidth: 10,
          shadowRadius: 4, color: .calloutBox, shadow: .shadow)))
    let buffer = try TestCanvas.paint(frame)
    let orange: UInt32 = 0xFFFF_8000
    #expect(buffer[80, 30] == orange && buffer[30, 30] == orange && buffer[131, 30] == orange)
    #expect(buffer[79, 42] == orange && buffer[80, 42] == orange)
    // The arrow narrows to its tip at y = 47.
    #expect(TestCanvas.strength(buffer[80, 46], of: RGBA(255, 128, 0)) > 0.2)
    let greys = (41..<52).map { Int(buffer[50, $0] & 0xFF) }
    #expect(greys.first.map { $0 < 235 } == true && greys.last == 255)
    #expect(zip(greys, greys.dropFirst()).allSatisfy { $0 <= $1 }, "\(greys)")
  }

  @Test func layersLeaveNoTraceWhereTheyAreEmpty() throws {
    var frame = TestCanvas.frame(width: 64, height: 64, theme: .dark)
    for x in [0.0, 64] { frame.curve.addPoint(ViewPoint(x: x, y: 10)) }
    for _ in 0..<50 { frame.curve.append(.area(0..<2, top: -1e12, base: 64, .background)) }
    let buffer = try TestCanvas.paint(frame)
    let isPlain = buffer.withPixels { $0.allSatisfy { $0 == 0xFF16_1618 } }
    #expect(isPlain)
  }
}
