import ScoreDrawing
import ScoreRaster
import Support
import Testing

/// Area and stroke against a slow renderer that integrates exact vertical sections.
@Suite struct CurveCoverageTests {
  private static let width = 96
  private static let height = 80

  /// Scores between two edges, some close together, some far apart, some steep.
  private static func polyline(_ generator: inout SeededGenerator, spacing: ClosedRange<Double>) -> [ViewPoint] {
    var x = Double.random(in: 1...6, using: &generator)
    var points: [ViewPoint] = []
    while x < Double(width) - 2 {
      points.append(ViewPoint(x: x, y: Double.random(in: 4...Double(height - 4), using: &generator)))
      x += Double.random(in: spacing, using: &generator)
    }
    return points
  }

  private static func height(_ points: [ViewPoint], at x: Double) -> Double? {
    for (a, b) in zip(points, points.dropFirst()) where a.x <= x && x <= b.x {
      return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)
    }
    return nil
  }

  /// The vertical section at `x` of all that lies within `radius` of the polyline.
  private static func section(_ points: [ViewPoint], radius: Double, at x: Double) -> ClosedRange<Double>? {
    var section: ClosedRange<Double>?
    func add(_ low: Double, _ high: Double) {
      section = section.map { min($0.lowerBound, low)...max($0.upperBound, high) } ?? low...high
    }
    for point in points where abs(point.x - x) <= radius {
      let reach = (radius * radius - (point.x - x) * (point.x - x)).squareRoot()
      add(point.y - reach, point.y + reach)
    }
    for (a, b) in zip(points, points.dropFirst()) {
      let slope = (b.y - a.y) / (b.x - a.x)
      let length = (1 + slope * slope).squareRoot()
      let center = a.y + (x - a.x) * slope
      for side in [-1.0, 1] {
        let shift = -side * radius * slope / length
        if x >= a.x + shift, x <= b.x + shift {
          let edge = center + side * radius * length
          add(edge, edge)
        }
      }
    }
    return section
  }

  /// The coverage of each pixel by vertical sections, 64 to a column.
  private static func coverage(_ section: (Double) -> ClosedRange<Double>?) -> [Double] {
    var result = [Double](repeating: 0, count: width * height)
    for column in 0..<width {
      for part in 0..<64 {
        guard let span = section(Double(column) + (Double(part) + 0.5) / 64) else { continue }
        let first = max(Int(span.lowerBound.rounded(.down)), 0)
        for row in first..<max(min(Int(span.upperBound.rounded(.up)), height), first) {
          let covered = min(span.upperBound, Double(row + 1)) - max(span.lowerBound, Double(row))
          result[row * width + column] += max(covered, 0) / 64
        }
      }
    }
    return result
  }

  private static func worst(
    _ buffer: borrowing PixelBuffer, _ expected: [Double], _ ink: RGBA, except: (Int, Int) -> Bool
  ) -> (difference: Double, x: Int, y: Int) {
    var worst = (difference: 0.0, x: 0, y: 0)
    for y in 0..<height {
      for x in 0..<width where !except(x, y) {
        let difference = abs(TestCanvas.strength(buffer[x, y], of: ink) - expected[y * width + x])
        if difference > worst.difference { worst = (difference, x, y) }
      }
    }
    return worst
  }

  @Test(arguments: [5.0...30, 0.9...1.1, 0.3...3], [1.0, 2, 3])
  func aStrokeIsAsThickEverywhereAsAPerfectOne(spacing: ClosedRange<Double>, thickness: Double) throws {
    var generator = SeededGenerator(seed: 7)
    let painter = try TestCanvas.painter()
    for _ in 0..<8 {
      let points = Self.polyline(&generator, spacing: spacing)
      var frame = TestCanvas.frame(width: Self.width, height: Self.height)
      for point in points { frame.curve.addPoint(point) }
      frame.curve.append(.line(0..<points.count, thickness: thickness, .solid, .line))
      let buffer = try TestCanvas.paint(frame, with: painter)
      let expected = Self.coverage { Self.section(points, radius: thickness / 2, at: $0) }
      let ink = Theme.light.color(.line)
      let isSparse = spacing.lowerBound > 4
      let straight = Self.worst(buffer, expected, ink) { x, _ in
        points.contains { abs($0.x - Double(x) - 0.5) < thickness / 2 + 1.5 }
      }
      #expect(straight.difference <= 6 / 255, "\(straight)")
      // Near bends the edges are sampled, closely where bends are few.
      let anywhere = Self.worst(buffer, expected, ink) { _, _ in false }
      #expect(anywhere.difference <= (isSparse ? 0.11 : 0.3), "\(anywhere)")
    }
  }

  @Test(arguments: [5.0...30, 0.9...1.1, 0.3...3])
  func anAreaIsCoveredExactly(spacing: ClosedRange<Double>) throws {
    var generator = SeededGenerator(seed: 11)
    let painter = try TestCanvas.painter()
    for _ in 0..<8 {
      let points = Self.polyline(&generator, spacing: spacing)
      var frame = TestCanvas.frame(width: Self.width, height: Self.height)
      for point in points { frame.curve.addPoint(point) }
      // A base far below: the gradient's alpha is then all but the same in every row.
      frame.curve.append(.area(0..<points.count, top: 0, base: 1e8, .area))
      let buffer = try TestCanvas.paint(frame, with: painter)
      let expected = Self.coverage { x in Self.height(points, at: x).map { $0...1000 } }
      var ink = Theme.light.color(.area)
      // The lightest a fully covered pixel gets, in the blue channel.
      ink.blue = UInt8((255 - 255 * 102 / 255.0).rounded())
      ink.green = 255
      let worst = Self.worst(buffer, expected, ink) { _, _ in false }
      #expect(worst.difference <= 0.02, "\(worst)")
    }
  }

  @Test func anEnvelopeHidesNoExtreme() throws {
    var frame = TestCanvas.frame(width: 64, height: 64)
    for column in 0..<64 {
      let x = Double(column) + 0.5
      frame.curve.addPoint(ViewPoint(x: x, y: column == 31 ? 3.5 : 40.5))
      frame.curve.addPoint(ViewPoint(x: x, y: column == 20 ? 60.5 : 40.5))
    }
    frame.curve.append(.envelope(0..<128, thickness: 1, .line))
    let buffer = try TestCanvas.paint(frame)
    let ink = Theme.light.color(.line)
    #expect(TestCanvas.strength(buffer[31, 3], of: ink) > 0.7)
    #expect(TestCanvas.strength(buffer[20, 60], of: ink) > 0.7)
    for column in 1..<63 { #expect(TestCanvas.strength(buffer[column, 40], of: ink) > 0.95) }
  }

  @Test func theGradientBelongsToThePlot() throws {
    var frame = TestCanvas.frame(width: 32, height: 100)
    for point in [ViewPoint(x: 0, y: 10), ViewPoint(x: 32, y: 10)] { frame.curve.addPoint(point) }
    frame.curve.append(.area(0..<2, top: 0, base: 100, .area))
    let buffer = try TestCanvas.paint(frame)
    for row in 10..<100 {
      let alpha = 0.4 * (100 - Double(row) - 0.5) / 100
      let blue = 255 * (1 - alpha)
      #expect(abs(Double(buffer[16, row] & 0xFF) - blue) <= 0.6, "row \(row)")
    }
    #expect(buffer[16, 9] == 0xFFFF_FFFF)
  }
}
