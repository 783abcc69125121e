public import ScoreDrawing

/// A colour as a terminal is told it: its own, one of its palette, or 24 bits of red, green and blue.
public struct CellColor: Equatable, Hashable, Sendable {
  /// The kind in the top byte, its value below.
  let raw: UInt32

  private static let indexKind: UInt32 = 0x0100_0000
  private static let ownKind: UInt32 = 0xFF00_0000

  /// The terminal's own foreground or background.
  public static let own = CellColor(raw: ownKind)

  init(raw: UInt32) { self.raw = raw }

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    raw = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// - Parameter index: an entry of the palette: 0 … 15 are the terminal's named colours.
  public init(index: UInt8) { raw = CellColor.indexKind | UInt32(index) }

  public var isOwn: Bool { raw == CellColor.ownKind }
  var index: UInt8? { raw & 0xFF00_0000 == CellColor.indexKind ? UInt8(truncatingIfNeeded: raw) : nil }
  var red: UInt8 { UInt8(truncatingIfNeeded: raw >> 16) }
  var green: UInt8 { UInt8(truncatingIfNeeded: raw >> 8) }
  var blue: UInt8 { UInt8(truncatingIfNeeded: raw) }
}

/// How many colours a terminal is given.
public enum ColorDepth: UInt8, CaseIterable, Comparable, Sendable {
  case none
  case ansi16
  case ansi256
  case trueColor

  public static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rawValue < b.rawValue }
}

extension RGBA {
  /// This colour with `alpha` (0 … 1) of it laid over the opaque `ground`.
  func over(_ ground: RGBA, alpha: Double) -> RGBA {
    RGBA(
      RGBA.mix(red, ground.red, alpha), RGBA.mix(green, ground.green, alpha), RGBA.mix(blue, ground.blue, alpha))
  }

  private static func mix(_ top: UInt8, _ ground: UInt8, _ alpha: Double) -> UInt8 {
    let share = alpha > 0 ? min(alpha, 1) : 0
    return UInt8((Double(ground) + (Double(top) - Double(ground)) * share).rounded())
  }

  /// Whether light text reads better on it: by its luma (ITU-R BT.601).
  public var isDark: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) < 128_000 }

  /// The nearest of the 6 × 6 × 6 cube and the 24 greys that 256-colour terminals share.
  var nearestOf256: CellColor {
    let levels = [0, 95, 135, 175, 215, 255]
    func level(_ value: UInt8) -> Int { value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40 }
    let (r, g, b) = (level(red), level(green), level(blue))
    let grey = min(max((Int(red) + Int(green) + Int(blue)) / 3 - 3, 0) / 10, 23)
    let greyValue = 8 + 10 * grey
    let cubeError = distance(levels[r], levels[g], levels[b])
    return distance(greyValue, greyValue, greyValue) < cubeError
      ? CellColor(index: UInt8(232 + grey)) : CellColor(index: UInt8(16 + 36 * r + 6 * g + b))
  }

  private func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
    let (dr, dg, db) = (r - Int(red), g - Int(green), b - Int(blue))
    return dr * dr + dg * dg + db * db
  }
}
