internal import CPixels
internal import ScoreDrawing

/// A band of the frame while it is being painted, in memory small enough to stay in the processor's cache.
///
/// It begins and ends at multiples of `BandCanvas.chunk` pixel columns, so the
/// wide loops need no special case at their ends; every drawing method cuts
/// what it draws to `bounds` once, then writes without further checks.
struct BandCanvas {
  /// Pixel columns that are worked on together.
  static let chunk = 16

  let bounds: PixelRect
  /// The colour that most pixels have; blending over it is worked out once for a whole run.
  let background: UInt32
  private let base: UnsafeMutablePointer<UInt32>
  let pitch: Int

  /// - Parameters:
  ///   - bounds: x limits are multiples of `chunk`.
  ///   - background: the pixel that `clear` leaves.
  ///   - base: `pitch` × height pixels.
  ///   - pitch: from one row to the next, in pixels.
  init(bounds: PixelRect, background: UInt32, base: UnsafeMutablePointer<UInt32>, pitch: Int) {
    self.bounds = bounds
    self.background = background
    self.base = base
    self.pitch = pitch
  }

  /// The pixel (`x`, `y`), which must lie inside `bounds`.
  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
    base + ((y &- bounds.minY) &* pitch &+ (x &- bounds.minX))
  }

  /// Whether the band is a part of `rows` rather than memory of the painter.
  func isInside(_ rows: PixelRows) -> Bool {
    base == rows.base + (bounds.minY * rows.stride + bounds.minX)
  }

  func clear() {
    for y in bounds.minY..<bounds.maxY { set_pixels(pixel(bounds.minX, y), background, bounds.width) }
  }

  /// Lays `ink` on every pixel of `rect`.
  func fill(_ rect: PixelRect, _ ink: Ink) {
    let visible = rect.intersection(bounds)
    guard !visible.isEmpty, ink.opacity > 0 else { return }
    let solid = ink.pixel
    for y in visible.minY..<visible.maxY {
      let row = pixel(visible.minX, y)
      if ink.opacity == Ink.full {
        set_pixels(row, solid, visible.width)
      } else {
        layer(row, visible.width, ink.color, ink.opacity)
      }
    }
  }

  /// Lays the dashes of `guide` on, the first at its top.
  func dashes(_ guide: Guide) {
    let visible = guide.rect.intersection(bounds)
    guard !visible.isEmpty, guide.on > 0, guide.off >= 0 else { return }
    let ink = guide.ink
    var (seen, layered) = (background, Ink.blend(background, ink.color, ink.opacity))
    guide.eachDash(visible.minY..<visible.maxY) { y in
      let row = pixel(visible.minX, y)
      for x in 0..<visible.width {
        if row[x] != seen {
          seen = row[x]
          layered = Ink.blend(seen, ink.color, ink.opacity)
        }
        row[x] = layered
      }
    }
  }

  /// Lays `ink` on where `coverage`, `size` bytes placed with its top left corner at (`x`, `y`), says.
  func mask(_ coverage: [UInt8], _ rect: PixelRect, _ ink: Ink) {
    let visible = rect.intersection(bounds)
    guard !visible.isEmpty, coverage.count >= rect.width * rect.height else { return }
    coverage.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      for y in visible.minY..<visible.maxY {
        let source = first + ((y - rect.minY) * rect.width + (visible.minX - rect.minX))
        let target = pixel(visible.minX, y)
        for x in 0..<visible.width where source[x] != 0 {
          // Round(coverage · opacity / 255), exact at both ends.
          let part = (Int(source[x]) &* ink.opacity &* 0x8081 &+ 0x40_0000) &>> 23
          target[x] = Ink.blend(target[x], ink.color, part)
        }
      }
    }
  }

  /// Lays `ink` on `rect`, each column with its own opacity.
  func fade(_ rect: PixelRect, _ opacities: [Int], _ ink: Ink) {
    let visible = rect.intersection(bounds)
    guard !visible.isEmpty, opacities.count == rect.width else { return }
    for y in visible.minY..<visible.maxY {
      let target = pixel(visible.minX, y)
      for x in 0..<visible.width {
        target[x] = Ink.blend(target[x], ink.color, opacities[x + visible.minX - rect.minX])
      }
    }
  }

  /// Lays `color` on `count` pixels with the same `opacity`.
  @inline(__always)
  func layer(_ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: UInt64, _ opacity: Int) {
    for x in 0..<count { target[x] = Ink.blend(target[x], color, opacity) }
  }

  /// The same for a multiple of sixteen pixels, most of which have the background's colour.
  func layerRun(_ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: UInt64, _ opacity: Int) {
    let plain = SIMD16<UInt32>(repeating: background)
    let layered = SIMD16<UInt32>(repeating: Ink.blend(background, color, opacity))
    // Beside the background there is mostly one other colour, that of the guides.
    var other = plain
    var otherLayered = layered
    var x = 0
    while x < count {
      let raw = UnsafeMutableRawPointer(target + x)
      let old = raw.loadUnaligned(as: SIMD16<UInt32>.self)
      if Self.isZero(old ^ plain) {
        raw.storeBytes(of: layered, as: SIMD16<UInt32>.self)
      } else {
        let isOther = old .== other
        if Self.isZero(old ^ plain.replacing(with: other, where: isOther)) {
          raw.storeBytes(of: layered.replacing(with: otherLayered, where: isOther), as: SIMD16<UInt32>.self)
        } else {
          let seen = layerUnequal(target + x, color, opacity)
          other = SIMD16(repeating: seen)
          otherLayered = SIMD16(repeating: Ink.blend(seen, color, opacity))
        }
      }
      x &+= 16
    }
  }

  /// Lays `color` on sixteen pixels and returns the last colour among them that was not the background's.
  @inline(never)
  private func layerUnequal(_ target: UnsafeMutablePointer<UInt32>, _ color: UInt64, _ opacity: Int) -> UInt32 {
    var seen = background
    for x in 0..<16 {
      if target[x] != background { seen = target[x] }
      target[x] = Ink.blend(target[x], color, opacity)
    }
    return seen
  }

  @inline(__always)
  private static func isZero(_ value: SIMD16<UInt32>) -> Bool {
    let half = value.lowHalf | value.highHalf
    let quarter = half.lowHalf | half.highHalf
    let words = unsafeBitCast(quarter, to: SIMD2<UInt64>.self)
    return words.x | words.y == 0
  }
}
