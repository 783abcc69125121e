internal import Glibc
internal import ScoreDrawing
internal import ScoreRaster

/// The arrow that shows where the mouse is, drawn into the picture and taken out again.
final class PointerSprite {
  /// Corners of the arrow in points, its tip at (0, 0).
  private static let outline: [(x: Double, y: Double)] = [
    (0, 0), (0, 16.5), (3.9, 12.9), (6.6, 19), (9.4, 17.8), (6.8, 11.8), (11.9, 11.8),
  ]
  private static let border = 1.1
  private static let samples = 4

  let size: PixelSize
  /// The pixel of the sprite that stands at the pointer's place.
  private let origin: Int
  /// Coverage of the light border and of the dark body, 0 ... 255.
  private let lightMask: [UInt8]
  private let darkMask: [UInt8]
  private var saved: [UInt32] = []
  private var savedRect = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// - Parameter scale: device pixels a point.
  init(scale: Double) {
    let margin = Int((Self.border * scale).rounded(.up)) + 1
    origin = margin
    size = PixelSize(
      width: Int((12 * scale).rounded(.up)) + 2 * margin, height: Int((19 * scale).rounded(.up)) + 2 * margin)
    var light: [UInt8] = []
    var dark: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        var (inside, near) = (0, 0)
        for sample in 0..<Self.samples * Self.samples {
          let dx = (Double(sample % Self.samples) + 0.5) / Double(Self.samples)
          let dy = (Double(sample / Self.samples) + 0.5) / Double(Self.samples)
          let place = ((Double(x - margin) + dx) / scale, (Double(y - margin) + dy) / scale)
          let isInside = Self.contains(place)
          inside += isInside ? 1 : 0
          near += isInside || Self.distance(place) <= Self.border ? 1 : 0
        }
        dark.append(UInt8(inside * 255 / (Self.samples * Self.samples)))
        light.append(UInt8(near * 255 / (Self.samples * Self.samples)))
      }
    }
    lightMask = light
    darkMask = dark
  }

  /// The picture pixels that the arrow covers with its tip at a place.
  func rect(x: Double, y: Double) -> PixelRect {
    let (left, top) = (Int(x.rounded(.down)) - origin, Int(y.rounded(.down)) - origin)
    return PixelRect(minX: left, minY: top, maxX: left + size.width, maxY: top + size.height)
  }

  /// Draws the arrow and keeps what was beneath it.
  func draw(into rows: PixelRows, x: Double, y: Double) {
    let whole = rect(x: x, y: y)
    savedRect = whole.intersection(PixelRect(rows.size))
    saved.removeAll(keepingCapacity: true)
    guard !savedRect.isEmpty else { return }
    for row in savedRect.minY..<savedRect.maxY {
      for column in savedRect.minX..<savedRect.maxX {
        let place = rows.base + row * rows.stride + column
        saved.append(place.pointee)
        let index = (row - whole.minY) * size.width + column - whole.minX
        place.pointee = Self.mix(
          Self.mix(place.pointee, with: 0xFFFF_FFFF, lightMask[index]), with: 0xFF20_2022, darkMask[index])
      }
    }
  }

  /// Puts back what `draw` covered.
  func erase(from rows: PixelRows) {
    guard !savedRect.isEmpty else { return }
    for row in savedRect.minY..<savedRect.maxY {
      for column in savedRect.minX..<savedRect.maxX {
        let index = (row - savedRect.minY) * savedRect.width + column - savedRect.minX
        rows.base[row * rows.stride + column] = saved[index]
      }
    }
  }

  private static func mix(_ below: UInt32, with above: UInt32, _ coverage: UInt8) -> UInt32 {
    let (a, b) = (UInt32(coverage), 255 - UInt32(coverage))
    return [16, 8, 0].reduce(0xFF00_0000) { pixel, shift in
      pixel | (((above >> shift & 0xFF) * a + (below >> shift & 0xFF) * b + 127) / 255) << shift
    }
  }

  private static func contains(_ point: (Double, Double)) -> Bool {
    var isInside = false
    for (a, b) in zip(outline, outline.dropFirst() + outline.prefix(1)) where (a.y > point.1) != (b.y > point.1) {
      if point.0 < (b.x - a.x) * (point.1 - a.y) / (b.y - a.y) + a.x { isInside.toggle() }
    }
    return isInside
  }

  /// How far a place is from the outline, in points.
  private static func distance(_ point: (Double, Double)) -> Double {
    zip(outline, outline.dropFirst() + outline.prefix(1)).map { a, b in
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let t = min(max(((point.0 - a.x) * dx + (point.1 - a.y) * dy) / (dx * dx + dy * dy), 0), 1)
      let (ex, ey) = (a.x + t * dx - point.0, a.y + t * dy - point.1)
      return (ex * ex + ey * ey).squareRoot()
    }
    .min() ?? .infinity
  }
}
