import Testing

@testable import ScoreTerminal

@Suite struct GlyphSetTests {
  /// From the names in the code charts: BLOCK OCTANT-3, -23, -123, -4, … -2345678, and the old blocks.
  @Test(
    arguments: [
      (0b0000_0100, 0x1CD00), (0b0000_0110, 0x1CD01), (0b0000_0111, 0x1CD02), (0b0000_1000, 0x1CD03),
      (0b1111_1110, 0x1CDE5), (0b1111_1101, 0x1CDE4), (0b0000_1111, 0x2580), (0b1111_0000, 0x2584),
      (0b0101_0101, 0x258C), (0b1111_1111, 0x2588), (0b1100_0000, 0x2582),
    ] as [(UInt8, UInt32)])
  func octants(mask: UInt8, glyph: UInt32) {
    #expect(GlyphSet.octant.glyph(mask: mask) == glyph)
  }

  @Test(
    arguments: [
      (0b000001, 0x1FB00), (0b000010, 0x1FB01), (0b010100, 0x1FB13), (0b010110, 0x1FB14), (0b010101, 0x258C),
      (0b101010, 0x2590), (0b111110, 0x1FB3B), (0b111111, 0x2588),
    ] as [(UInt8, UInt32)])
  func sextants(mask: UInt8, glyph: UInt32) {
    #expect(GlyphSet.sextant.glyph(mask: mask) == glyph)
  }

  @Test(arguments: [GlyphSet.octant, .sextant, .half, .braille])
  func everyMaskHasAGlyphOfItsOwn(glyphs: GlyphSet) {
    let (across, down) = glyphs.parts
    let all = (0..<(1 << (across * down))).map { glyphs.glyph(mask: UInt8($0)) }
    #expect(Set(all).count == all.count)
    #expect(all.allSatisfy { Unicode.Scalar($0).map { CharacterWidth.of($0) } == 1 })
  }
}
