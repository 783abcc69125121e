internal import Glibc

/// The window's picture: the chart's orange line with its gradient on a rounded white square.
struct WindowIcon {
  let side: Int
  /// 0xAARRGGBB with straight alpha, row after row.
  let pixels: [UInt32]

  /// Where the line bends, in fractions of the side.
  private static let line: [(x: Double, y: Double)] = [
    (0.13, 0.66), (0.30, 0.41), (0.47, 0.55), (0.64, 0.29), (0.81, 0.37),
  ]
  private static let base = 0.82
  private static let top = 0.22

  /// - Parameter side: width and height in pixels.
  init(side: Int = 64) {
    self.side = side
    var pixels: [UInt32] = []
    pixels.reserveCapacity(side * side)
    for y in 0..<side {
      for x in 0..<side { pixels.append(WindowIcon.pixel(Double(x) + 0.5, Double(y) + 0.5, Double(side))) }
    }
    self.pixels = pixels
  }

  private static func pixel(_ x: Double, _ y: Double, _ side: Double) -> UInt32 {
    let (u, v) = (x / side, y / side)
    var green = 255.0
    var blue = 255.0
    func blend(_ alpha: Double) {
      green += (128 - green) * alpha
      blue += (0 - blue) * alpha
    }
    if let height = height(at: u), v > height, v < base {
      blend(0.55 * (base - v) / (base - top))
    }
    let reach = side * 0.032
    blend(coverage(reach - distanceToLine(u, v) * side))
    let last = line[line.count - 1]
    blend(coverage(side * 0.075 - hypot(u - last.x, v - last.y) * side))
    let alpha = coverage(-distanceToSquare(u, v) * side)
    return UInt32((alpha * 255).rounded()) << 24 | 255 << 16 | UInt32(green.rounded()) << 8 | UInt32(blue.rounded())
  }

  /// How much of a pixel lies inside when its centre is `depth` pixels inside the edge.
  private static func coverage(_ depth: Double) -> Double { min(max(depth + 0.5, 0), 1) }

  private static func height(at u: Double) -> Double? {
    for (a, b) in zip(line, line.dropFirst()) where u >= a.x && u <= b.x {
      return a.y + (b.y - a.y) * (u - a.x) / (b.x - a.x)
    }
    return nil
  }

  private static func distanceToLine(_ u: Double, _ v: Double) -> Double {
    var nearest = Double.infinity
    for (a, b) in zip(line, line.dropFirst()) {
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let along = min(max(((u - a.x) * dx + (v - a.y) * dy) / (dx * dx + dy * dy), 0), 1)
      nearest = min(nearest, hypot(u - a.x - along * dx, v - a.y - along * dy))
    }
    return nearest
  }

  /// Negative inside the rounded square.
  private static func distanceToSquare(_ u: Double, _ v: Double) -> Double {
    let (half, radius) = (0.47, 0.18)
    let dx = max(abs(u - 0.5) - (half - radius), 0)
    let dy = max(abs(v - 0.5) - (half - radius), 0)
    return hypot(dx, dy) - radius
  }
}
