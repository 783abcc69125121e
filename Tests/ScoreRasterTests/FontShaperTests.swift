import ScoreDrawing
import Support
import Testing

@testable import ScoreRaster

/// What is drawn without Pango is what Pango would draw.
@Suite struct FontShaperTests {
  private static let texts =
    [
      "0", "100", "01-02", "2024-12-31 23:59", "−12,5", "83.4 %", "3x4", "10:30", "a-b -> c", "AVATAR To. Ty, fi ffl",
      "Weekly score (all classes)", "Größe der Übung", "Žluťoučký kůň", "İstanbul ığüşöç", "l’été – 1 234,5 €",
      "Việt Nam", "a b", "…", "“quoted”", "x", "  two  spaces  ", "naïve café №", "1/2 ½ ² °",
    ] + (0..<40).map { random(seed: $0) }

  private struct Missing: Error {}

  private func openedFont() throws -> FontShaper {
    guard let shaper = FontShaper() else {
      Issue.record("install the package fonts-inter")
      throw Missing()
    }
    return shaper
  }

  private func openedPango() throws -> PangoShaper {
    guard let shaper = PangoShaper(try PangoCairoLibrary.open()) else { throw Missing() }
    return shaper
  }

  private static func random(seed: UInt64) -> String {
    var generator = SeededGenerator(seed: seed)
    let characters = Array(" -.,:/%+()0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZäöüßéèñçøåœŁşğ–…€")
    return String(
      (0..<Int.random(in: 1...30, using: &generator)).map { _ in
        characters[Int.random(in: characters.indices, using: &generator)]
      })
  }

  @Test(arguments: FontRole.allCases)
  func textsAreAsWideAsPangoMakesThem(font: FontRole) throws {
    let plain = try openedFont()
    let general = try openedPango()
    for text in Self.texts where plain.canDraw(text) {
      let (width, other) = (plain.width(of: text, font: font), general.width(of: text, font: font))
      #expect(abs(width - other) < 0.002, "\(text)")
    }
    let (half, other) = (plain.halfDigit, general.halfDigit)
    #expect(abs(half - other) < 0.0005)
  }

  @Test(arguments: [1, 1.5, 2, 3.7])
  func textsLookAsPangoMakesThem(scale: Double) throws {
    let plain = try openedFont()
    let general = try openedPango()
    for text in Self.texts where plain.canDraw(text) {
      let mask = plain.mask(of: text, font: .title, scale: scale)
      guard let other = general.mask(of: text, font: .title, scale: scale)
      else { throw Missing() }
      #expect(abs(mask.advance - other.advance) < 0.01)
      guard !mask.coverage.isEmpty, !other.coverage.isEmpty else {
        #expect(mask.coverage.allSatisfy { $0 == 0 } && other.coverage.allSatisfy { $0 == 0 }, "\(text)")
        continue
      }
      let box = Self.box(mask).union(Self.box(other))
      var worst = 0
      for y in box.minY..<box.maxY {
        for x in box.minX..<box.maxX { worst = max(worst, abs(Self.coverage(mask, x, y) - Self.coverage(other, x, y))) }
      }
      // Cairo samples a pixel in 15 rows, which may be wrong by 17 of 255 at each edge of a thin stroke.
      #expect(worst <= 48, "\(text) at \(scale): a pixel differs by \(worst) of 255")
    }
  }

  @Test func aPixelIsCoveredAsFarAsTheLettersCoverIt() throws {
    let plain = try openedFont()
    let general = try openedPango()
    let fine = 8
    var (ours, cairos, pixels, worst) = (0, 0, 0, 0)
    for text in Self.texts.prefix(12) where plain.canDraw(text) {
      let mask = plain.mask(of: text, font: .title, scale: 1)
      let large = plain.mask(of: text, font: .title, scale: Double(fine))
      guard let other = general.mask(of: text, font: .title, scale: 1) else { throw Missing() }
      let box = Self.box(mask)
      for y in box.minY..<box.maxY {
        for x in box.minX..<box.maxX {
          var sum = 0
          for row in y * fine..<(y + 1) * fine {
            for column in x * fine..<(x + 1) * fine { sum += Self.coverage(large, column, row) }
          }
          let exact = sum / (fine * fine)
          worst = max(worst, abs(Self.coverage(mask, x, y) - exact))
          ours += abs(Self.coverage(mask, x, y) - exact)
          cairos += abs(Self.coverage(other, x, y) - exact)
          pixels += exact > 0 ? 1 : 0
        }
      }
    }
    #expect(worst <= 10)
    #expect(ours < pixels * 2 && ours < cairos, "\(ours) and \(cairos) in \(pixels) pixels")
  }

  private static func box(_ mask: TextMask) -> PixelRect {
    PixelRect(minX: mask.left, minY: mask.top, maxX: mask.left + mask.width, maxY: mask.top + mask.height)
  }

  private static func coverage(_ mask: TextMask, _ x: Int, _ y: Int) -> Int {
    let (column, row) = (x - mask.left, y - mask.top)
    guard column >= 0, column < mask.width, row >= 0, row < mask.height else { return 0 }
    return Int(mask.coverage[row * mask.width + column])
  }

  @Test(arguments: [
    "漢字", "مرحبا", "שלום 12", "Ωμέγα", "नमस्ते", "e\u{301}", "👍", "1\u{FE0F}\u{20E3}", "a\u{AD}b", "\u{200F}1",
  ])
  func otherScriptsAreLeftToPango(text: String) throws {
    let plain = try openedFont()
    let (canDraw, width) = (plain.canDraw(text), plain.width(of: text, font: .title))
    #expect(!canDraw)
    // It draws its mark for missing characters, should there be no Pango.
    #expect(width >= 0)
    _ = plain.mask(of: text, font: .title, scale: 2)
  }

  @Test func datesAndNumbersNeedNoPango() throws {
    let plain = try openedFont()
    for text in ["01-02", "100", "2024-12-31 23:59  83.4", "−0.5", "12,5 %", "Score"] {
      let canDraw = plain.canDraw(text)
      #expect(canDraw, "\(text)")
    }
  }
}
