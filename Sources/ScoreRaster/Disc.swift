internal import ScoreDrawing

extension BandCanvas {
  /// Lays `ink` on the disc around `center` (device pixels).
  func disc(_ center: ViewPoint, radius: Double, _ ink: Ink) {
    let reach = radius + 1
    let box = PixelRect(
      covering: ViewRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach), scale: 1)
    let visible = box.intersection(bounds)
    guard !visible.isEmpty, radius > 0 else { return }
    let inner = max(radius - 0.75, 0)
    let solid = ink.pixel
    for y in visible.minY..<visible.maxY {
      let dy = Double(y) + 0.5 - center.y
      for x in visible.minX..<visible.maxX {
        let dx = Double(x) + 0.5 - center.x
        let square = dx * dx + dy * dy
        if square >= (radius + 0.75) * (radius + 0.75) { continue }
        let target = pixel(x, y)
        if square <= inner * inner, ink.opacity == Ink.full {
          target.pointee = solid
          continue
        }
        let covered = square <= inner * inner ? 1 : discCoverage(dx, dy, square.squareRoot(), radius)
        target.pointee = Ink.blend(
          target.pointee, ink.color, ink.opacity(times: Int(covered * Double(Ink.full) + 0.5)))
      }
    }
  }
}

/// How much of the unit square around (`dx`, `dy`) lies in a disc of `radius` around the origin.
///
/// The edge is taken as a parabola across the pixel: the half-plane's exact
/// area, moved in by the edge's mean bulge.
private func discCoverage(_ dx: Double, _ dy: Double, _ distance: Double, _ radius: Double) -> Double {
  guard distance > 1e-9 else { return min(3.14159265358979 * radius * radius, 1) }
  let (a, b) = (max(abs(dx), abs(dy)) / distance, min(abs(dx), abs(dy)) / distance)
  let bulge = 1 / (24 * max(radius, 0.5))
  let depth = radius - bulge - distance
  let (flat, reach) = ((a - b) / 2, (a + b) / 2)
  if depth <= -reach { return 0 }
  if depth >= reach { return 1 }
  if abs(depth) <= flat { return 0.5 + depth / a }
  let rest = reach - abs(depth)
  let corner = rest * rest / (2 * a * b)
  return depth < 0 ? corner : 1 - corner
}
