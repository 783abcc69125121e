import ScoreDrawing
import Support
import Testing

@testable import ScoreRaster

@Suite struct TextEngineTests {
  private func metrics() throws -> TextMetrics { try sharedText.get().metrics }

  @Test func digitsAreAllEquallyWide() throws {
    let metrics = try metrics()
    for font in FontRole.allCases {
      let widths = Set("0123456789".map { metrics.width(of: String(repeating: $0, count: 4), font: font) })
      #expect(widths.count == 1, "\(font): \(widths)")
    }
  }

  @Test func theInterfaceFontIsInter() throws {
    // Inter's tabular digits are 0.6475 em wide; another font would change every picture of text.
    let width = try metrics().width(of: "0000000000", font: .dateLabel)
    #expect(abs(width / 120 - 0.64) < 0.03, "install the package fonts-inter: a digit is \(width / 120) em wide")
  }

  @Test(arguments: [1, 1.25, 1.5, 2, 3.0])
  func digitsStandAroundTheirMidline(scale: Double) throws {
    let height = 60
    for midline in [30.0, 30.3, 30.5, 30.8] {
      var frame = TestCanvas.frame(width: 120, height: height, scale: scale)
      frame.overlay.append(
        .text(
          TextLine("00", x: 5, midline: midline / scale, alignment: .left, font: .callout, color: .title)))
      let buffer = try TestCanvas.paint(frame)
      var (sum, weighted) = (0.0, 0.0)
      for y in 0..<height {
        for x in 0..<120 {
          let ink = 255 - Double(buffer[x, y] & 0xFF)
          sum += ink
          weighted += ink * (Double(y) + 0.5)
        }
      }
      #expect(sum > 0)
      // Half a pixel is what setting the baseline on the pixel grid may move it.
      #expect(abs(weighted / sum - midline) < 0.56, "\(weighted / sum) for \(midline)")
    }
  }

  @Test func theSameTextIsTheSameOnEveryColumn() throws {
    let engine = try sharedText.get()
    let mask = try #require(engine.mask(of: "88888888", font: .dateLabel, scale: 2))
    let digit = mask.advance / 8
    #expect(abs(digit - mask.advance / 8) < 1e-9 && mask.coverage.contains { $0 > 200 })
    let again = try #require(engine.mask(of: "88888888", font: .dateLabel, scale: 2))
    #expect(mask === again)
  }

  @Test(arguments: ["漢字かな", "مرحبا", "שלום 12", "Ωμέγα", "नमस्ते", "e\u{301}", "👍"])
  func anyScriptIsDrawn(text: String) throws {
    let engine = try sharedText.get()
    #expect(engine.metrics.width(of: text, font: .title) > 0)
    let mask = try #require(engine.mask(of: text, font: .title, scale: 2))
    #expect(mask.coverage.contains { $0 > 0 })
  }

  @Test(arguments: ["", "\u{0}", "\n\n", String(repeating: "x", count: 100_000)])
  func oddTextsAreHarmless(text: String) throws {
    let engine = try sharedText.get()
    #expect(engine.metrics.width(of: text, font: .dateLabel) >= 0)
    _ = engine.mask(of: text, font: .dateLabel, scale: 4)
  }

  @Test func aMissingLibraryNamesItsPackage() {
    let result = PangoCairoLibrary.openLibrary(named: "libscoreview-nothing.so.9", package: "some-package")
    guard case .failure(let error) = result else {
      Issue.record("a library that does not exist was opened")
      return
    }
    #expect(error.message.contains("some-package") && error.message.contains("libscoreview-nothing.so.9"))
  }

  @Test func aLoaderMakesTheEngineOnItsOwnThread() throws {
    let engine = try TextEngineLoader().finish()
    #expect(engine.metrics.width(of: "1", font: .title) > 0)
    _ = try TextEngineLoader()  // one that nobody waits for
  }

  @Test func theCacheStaysWithinItsBound() {
    var cache = TwoGenerationCache<Int, Int>(bound: 1000)
    for key in 0..<10_000 {
      cache.insert(key, for: key, cost: 7)
      #expect(cache.value(for: 0) == 0 || key > 0)
      #expect(cache.cost <= 1007)
      if key > 0 { #expect(cache.value(for: key - 1) == key - 1) }
    }
    #expect(cache.value(for: 1) == nil)
  }

  @Test func whatIsUsedAgainStaysInTheCache() {
    var cache = TwoGenerationCache<Int, Int>(bound: 1000)
    cache.insert(-1, for: -1, cost: 10)
    for key in 0..<1000 {
      cache.insert(key, for: key, cost: 10)
      #expect(cache.value(for: -1) == -1)
    }
  }
}
