import Foundation
import Support
import Testing

/// The sample's picture against the design's numbers, pixel by pixel.
@Suite struct PictureTests {
  private func picture(_ options: String...) throws -> Screenshot {
    let result = try ChildProcess.run(
      Scoreview.path, [Scoreview.sample("scores.csv"), "--format=png", "--select=none"] + options,
      environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
    #expect(result.status == 0, "\(result.errorText)")
    return try Screenshot(png: [UInt8](result.standardOutput))
  }

  static let orange: UInt32 = 0xFFFF_8000
  static let white: UInt32 = 0xFFFF_FFFF

  /// How much of a pixel is pure orange, 0 … 1, by its blue channel (white has all of it, orange none).
  private func orangeness(_ pixel: UInt32) -> Double { 1 - Double(pixel & 0xFF) / 255 }

  @Test(arguments: [1, 2, 3])
  func everyDotStandsWithinHalfAPixel(scale: Int) throws {
    let picture = try picture("--scale=\(scale)")
    #expect(picture.width == 620 * scale && picture.height == 344 * scale)
    for (index, y) in SampleHistories.twelveHeights.enumerated() {
      let center = (x: Double(42 * (index + 1) * scale), y: y * Double(scale))
      #expect(picture[Int(center.x), Int(center.y)] == Self.orange, "dot \(index)")
      let found = centroid(picture, around: center, radius: 4 * Double(scale))
      #expect(abs(found.x - center.x) <= 0.5 && abs(found.y - center.y) <= 0.5, "dot \(index): \(found) for \(center)")
    }
  }

  /// The middle of the solid orange near a place: the dot, without the thin line that runs into it.
  private func centroid(
    _ picture: Screenshot, around center: (x: Double, y: Double), radius: Double
  ) -> (x: Double, y: Double) {
    var sum = (x: 0.0, y: 0.0, weight: 0.0)
    let reach = Int(radius.rounded(.up)) + 1
    for y in Int(center.y) - reach...Int(center.y) + reach {
      for x in Int(center.x) - reach...Int(center.x) + reach {
        let place = (x: Double(x) + 0.5 - center.x, y: Double(y) + 0.5 - center.y)
        guard place.x * place.x + place.y * place.y <= (radius + 0.7) * (radius + 0.7), orangeness(picture[x, y]) > 0.6
        else { continue }
        let weight = orangeness(picture[x, y])
        sum = (sum.x + place.x * weight, sum.y + place.y * weight, sum.weight + weight)
      }
    }
    return (center.x + sum.x / sum.weight, center.y + sum.y / sum.weight)
  }

  @Test func theAreaFadesFromFourTenthsAtTheTopToNothingAtTheAxis() throws {
    let picture = try picture("--scale=2")
    // Between 09-02 (100) and 09-03 (80), well below the line, away from guides.
    let x = Int((42.0 * 5 + 21) * 2)
    for y in stride(from: 220, to: 630, by: 20) {
      let alpha = 0.4 * (1 - (Double(y) + 0.5) / 634)
      #expect(abs(orangeness(picture[x, y]) - alpha) < 0.006, "y \(y)")
    }
    #expect(picture[x, 100] == Self.white)
  }

  @Test func theGuidesAreDashedTwoOnTwoOffFromTheTop() throws {
    let picture = try picture("--scale=2")
    // The guide of 08-29 above its dot, where nothing else is drawn: one device pixel, on for 4, off for 4.
    let columns = (82...85).filter { picture[$0, 1] != Self.white }
    #expect(columns.count == 1)
    guard let x = columns.first else { return }
    for y in 0..<560 {
      #expect((picture[x, y] != Self.white) == (y % 8 < 4), "y \(y)")
    }
    #expect(picture[x, 1] == 0xFFAA_AAAA)
  }

  @Test func theAxisRunsFromHalfAColumnBeforeToOneColumnBehind() throws {
    let picture = try picture("--scale=2")
    let rows = (632...636).filter { picture[200 + 11, $0] != Self.white }
    #expect(rows == [634])
    let inked = (0..<picture.width).filter { picture[$0, 634] != Self.white }
    #expect(inked.first == 42 && inked.last == (42 * 12 + 42) * 2 - 1)
    #expect(inked.count == inked.last.map { $0 - 41 })
  }

  @Test func theValueAxisCoversWhatScrollsBeneathIt() throws {
    let picture = try picture("--size=375x344", "--scale=1", "--at=09-05")
    // Content passes beneath: fading from 323 on, gone from 340 on (labels and dashes aside).
    let clean = (340..<375).allSatisfy { x in (35...70).allSatisfy { picture[x, $0] == Self.white } }
    #expect(clean)
    let below = 300
    #expect(orangeness(picture[321, below - 60]) > orangeness(picture[332, below - 60]))
  }
}
