/// Which characters the chart is drawn with, from the finest to the plainest.
public enum GlyphSet: String, CaseIterable, Sendable {
  /// 2 × 4 blocks a cell (Unicode 16): only for terminals known to draw them.
  case octant
  /// 2 × 3 blocks a cell (Unicode 13): only for terminals known to draw them.
  case sextant
  /// Upper and lower halves: every UTF-8 terminal and font has them.
  case half
  /// 2 × 4 dots a cell: only when asked for, for the dots never join.
  case braille
  /// 7-bit characters.
  case ascii

  /// How many parts a cell is divided into, across and down.
  var parts: (across: Int, down: Int) {
    switch self {
    case .octant, .braille: (2, 4)
    case .sextant: (2, 3)
    case .half: (1, 2)
    case .ascii: (1, 3)
    }
  }

  /// The character that fills the parts of `mask`: bit `row * across + column`.
  func glyph(mask: UInt8) -> UInt32 {
    switch self {
    case .octant: GlyphSet.octants[Int(mask)]
    case .sextant: GlyphSet.sextant(mask & 63)
    case .braille: GlyphSet.braille(mask)
    case .half: [0x20, 0x2580, 0x2584, 0x2588][Int(mask & 3)]
    case .ascii: [0x20, 0x27, 0x2D, 0x2D, 0x5F, 0x7C, 0x2D, 0x7C][Int(mask & 7)]
    }
  }

  private static func sextant(_ mask: UInt8) -> UInt32 {
    switch mask {
    case 0: 0x20
    case 0b010101: 0x258C
    case 0b101010: 0x2590
    case 0b111111: 0x2588
    // The block lists the other 60 by their mask.
    default: 0x1FB00 + UInt32(mask) - 1 - (mask > 0b010101 ? 1 : 0) - (mask > 0b101010 ? 1 : 0)
    }
  }

  private static func braille(_ mask: UInt8) -> UInt32 {
    let dots: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    return dots.indices.reduce(0x2800) { mask & (1 << $1) != 0 ? $0 | dots[$1] : $0 }
  }

  /// Octants by mask: those that Unicode had under other names, and the block that lists the rest by mask.
  private static let octants: [UInt32] = {
    let known: [Int: UInt32] = [
      0x00: 0x20, 0x01: 0x1CEA8, 0x02: 0x1CEAB, 0x03: 0x1FB82, 0x05: 0x2598, 0x0A: 0x259D, 0x0F: 0x2580,
      0x14: 0x1FBE6, 0x28: 0x1FBE7, 0x3F: 0x1FB85, 0x40: 0x1CEA3, 0x50: 0x2596, 0x55: 0x258C, 0x5A: 0x259E,
      0x5F: 0x259B, 0x80: 0x1CEA0, 0xA0: 0x2597, 0xA5: 0x259A, 0xAA: 0x2590, 0xAF: 0x259C, 0xC0: 0x2582,
      0xF0: 0x2584, 0xF5: 0x2599, 0xFA: 0x259F, 0xFC: 0x2586, 0xFF: 0x2588,
    ]
    var next: UInt32 = 0x1CD00
    return (0...255).map { mask in
      if let glyph = known[mask] { return glyph }
      defer { next += 1 }
      return next
    }
  }()

  var isAscii: Bool { self == .ascii }
  var guide: UInt32 { isAscii ? 0x3A : 0x250A }
  var axis: UInt32 { isAscii ? 0x2D : 0x2500 }
  var axisTick: UInt32 { isAscii ? 0x2B : 0x2534 }
  var dot: UInt32 { isAscii ? 0x6F : 0x25CF }
  var emphasisedDot: UInt32 { isAscii ? 0x40 : 0x25C9 }
  var offScaleAbove: UInt32 { isAscii ? 0x5E : 0x25B2 }
  var offScaleBelow: UInt32 { isAscii ? 0x76 : 0x25BC }
}
