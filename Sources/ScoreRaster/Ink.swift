internal import ScoreDrawing

/// A colour ready to be blended, and how much of it is laid on.
///
/// Blending happens in sRGB as drawing programs do it, in 13-bit steps of
/// opacity: nothing laid on leaves a pixel exactly as it was, a full layer is
/// exactly the colour, and all between is the nearest 8-bit value.
struct Ink: Equatable {
  /// Red, green and blue in one word, 21 bits apart, so that one multiplication serves all three.
  var color: UInt64
  /// 0 ... `Ink.full`.
  var opacity: Int

  /// The opacity of a full layer: the greatest power of two whose product with 255 fits in 21 bits.
  static let full = 8192

  init(_ color: RGBA, strength: Double = 1) {
    self.color = Ink.spread(UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue))
    let opacity = Double(color.alpha) / 255 * min(max(strength, 0), 1) * Double(Ink.full)
    self.opacity = Int((opacity).rounded())
  }

  /// The same colour with `part` of `Ink.full` of its opacity.
  @inline(__always)
  func opacity(times part: Int) -> Int { (opacity &* part &+ 4096) &>> 13 }

  @inline(__always)
  static func spread(_ pixel: UInt32) -> UInt64 {
    let wide = UInt64(pixel)
    return wide & 0xFF | (wide & 0xFF00) &<< 13 | (wide & 0xFF_0000) &<< 26
  }

  /// `pixel` with a layer of `color` on it, `opacity` being 0 ... `Ink.full`.
  @inline(__always)
  static func blend(_ pixel: UInt32, _ color: UInt64, _ opacity: Int) -> UInt32 {
    let half: UInt64 = 4096 | 4096 &<< 21 | 4096 &<< 42
    let layer = UInt64(truncatingIfNeeded: opacity)
    let sum = spread(pixel) &* (8192 &- layer) &+ color &* layer &+ half
    let low = UInt32(truncatingIfNeeded: sum &>> 13) & 0xFF | UInt32(truncatingIfNeeded: sum &>> 26) & 0xFF00
    return 0xFF00_0000 | low | UInt32(truncatingIfNeeded: sum &>> 39) & 0xFF_0000
  }

  /// The opaque pixel of this colour.
  var pixel: UInt32 { Ink.blend(0, color, Ink.full) }
}
