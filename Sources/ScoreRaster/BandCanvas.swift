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
  ///   - base: `pitch` × height pixels.
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

  func clear() {
    for y in bounds.minY..<bounds.maxY { pixel(bounds.minX, y).update(repeating: background, count: bounds.width) }
  }

  /// Lays `ink` on every pixel of `rect`.
  func fill(_ rect: PixelRect, _ ink: Ink) {
    let visible = rect.intersection(bounds)
    guard !visible.isEmpty, ink.opacity > 0 else { return }
    let solid = ink.pixel
    for y in visible.minY..<visible.maxY {
      let row = pixel(visible.minX, y)
      if ink.opacity == Ink.full {
        row.update(repeating: solid, count: visible.width)
      } else {
        layer(row, visible.width, ink.color, ink.opacity)
      }
    }
  }

  /// Lays `ink` on rows of `rect` in dashes of `on` rows with gaps of `off` rows, the first at `rect.minY`.
  func dashes(_ rect: PixelRect, on: Int, off: Int, _ ink: Ink) {
    let visible = rect.intersection(bounds)
    guard !visible.isEmpty, on > 0, off >= 0 else { return }
    let period = on + off
    var dash = rect.minY + (visible.minY - rect.minY) / period * period
    while dash < visible.maxY {
      fill(PixelRect(minX: rect.minX, minY: dash, maxX: rect.maxX, maxY: min(dash + on, rect.maxY)), ink)
      dash += period
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

  /// The same for a multiple of eight pixels, most of which have the background's colour.
  func layerRun(_ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: UInt64, _ opacity: Int) {
    let plain = SIMD8<UInt32>(repeating: background)
    let layered = SIMD8<UInt32>(repeating: Ink.blend(background, color, opacity))
    var seen = background
    var seenLayered = layered[0]
    var x = 0
    while x < count {
      let raw = UnsafeMutableRawPointer(target + x)
      let old = raw.loadUnaligned(as: SIMD8<UInt32>.self)
      let different = old ^ plain
      let half = different.lowHalf | different.highHalf
      let quarter = half.lowHalf | half.highHalf
      if quarter.x | quarter.y == 0 {
        raw.storeBytes(of: layered, as: SIMD8<UInt32>.self)
      } else {
        for lane in x..<x &+ 8 {
          if target[lane] != seen {
            seen = target[lane]
            seenLayered = Ink.blend(seen, color, opacity)
          }
          target[lane] = seenLayered
        }
      }
      x &+= 8
    }
  }
}
