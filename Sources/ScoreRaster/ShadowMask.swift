internal import Glibc
internal import ScoreDrawing

/// The soft shadow of a bubble, one coverage byte a pixel.
final class ShadowMask {
  let width: Int
  let height: Int
  /// From the bubble's box to the mask's top left pixel.
  let left: Int
  let top: Int
  let coverage: [UInt8]

  /// Blurs `outline` with a Gaussian of the given standard deviation in pixels; nil when that shows nothing or is huge.
  init?(_ outline: BubbleOutline, deviation: Double) {
    let reach = Int((deviation * 3).rounded(.up))
    let tip = Int(outline.tip.y.rounded(.down))
    // Everything in whole chunks from 0, with room for the blur on all sides.
    let above = max(outline.box.minY - tip, 0) + reach
    let below = max(tip + 1 - outline.box.maxY, 0) + reach
    let local = outline.moved(toX: reach, y: above)
    let width = outline.box.width + 2 * reach
    let height = outline.box.height + above + below
    guard deviation >= 0.1, width <= 4096, height <= 1024 else { return nil }
    let pitch = (width + BandCanvas.chunk - 1) / BandCanvas.chunk * BandCanvas.chunk
    var shape = ShadowMask.coverage(of: local, pitch: pitch, height: height)
    let kernel = ShadowMask.kernel(deviation, reach)
    ShadowMask.blurRows(&shape, pitch: pitch, height: height, kernel)
    ShadowMask.blurColumns(&shape, pitch: pitch, height: height, kernel)
    self.width = width
    self.height = height
    left = -reach
    top = -above
    coverage = (0..<height).flatMap { y in
      shape[y * pitch..<y * pitch + width].map { UInt8(min(max($0 * 255 + 0.5, 0), 255)) }
    }
  }

  private static func coverage(of outline: BubbleOutline, pitch: Int, height: Int) -> [Float] {
    var shape = CurveShape()
    let (upper, lower) = outline.edges
    CurveBuilder(columns: 0..<pitch).addRegion(upper: upper, lower: lower, to: &shape)
    shape.finish()
    var result = [Float](repeating: 0, count: pitch * height)
    var cells = [CoverageCell](repeating: CoverageCell(), count: height)
    for column in shape.columns.indices {
      let pieces = shape.columns.withUnsafeBufferPointer { columns in
        shape.pieces.withUnsafeBufferPointer { CurveShape.pieces(of: column, columns, $0) }
      }
      cells.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        base.update(repeating: CoverageCell(), count: height)
        for piece in shape.pieces[pieces] { piece.accumulate(0..<height, into: base) }
      }
      var sum = CoverageSum()
      for y in 0..<height {
        sum.add(cells[y])
        result[y * pitch + shape.firstColumn + column] = Float(sum.value) / Float(Ink.full << 16)
      }
    }
    return result
  }

  private static func kernel(_ deviation: Double, _ reach: Int) -> [Float] {
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = weights.reduce(0, +)
    return weights.map { Float($0 / sum) }
  }

  private static func blurRows(_ image: inout [Float], pitch: Int, height: Int, _ kernel: [Float]) {
    let reach = kernel.count / 2
    var row = [Float](repeating: 0, count: pitch + 2 * reach)
    for y in 0..<height {
      for x in 0..<pitch { row[x + reach] = image[y * pitch + x] }
      for x in 0..<pitch {
        var sum: Float = 0
        for (index, weight) in kernel.enumerated() { sum += weight * row[x + index] }
        image[y * pitch + x] = sum
      }
    }
  }

  private static func blurColumns(_ image: inout [Float], pitch: Int, height: Int, _ kernel: [Float]) {
    let reach = kernel.count / 2
    let source = image
    for y in 0..<height {
      for x in 0..<pitch { image[y * pitch + x] = 0 }
      for (index, weight) in kernel.enumerated() {
        let from = y + index - reach
        guard from >= 0, from < height else { continue }
        for x in 0..<pitch { image[y * pitch + x] += weight * source[from * pitch + x] }
      }
    }
  }
}

/// The shadows of the last bubbles, by shape.
final class ShadowCache {
  private struct Key: Hashable {
    var outline: BubbleOutline
    var deviation: Double
  }

  private var masks = TwoGenerationCache<Key, ShadowMask>(bound: 4 << 20)

  func mask(of outline: BubbleOutline, deviation: Double) -> ShadowMask? {
    let key = Key(outline: outline.moved(toX: 0, y: 0), deviation: deviation)
    if let known = masks.value(for: key) { return known }
    guard let mask = ShadowMask(key.outline, deviation: deviation) else { return nil }
    masks.insert(mask, for: key, cost: mask.coverage.count + 256)
    return mask
  }
}
