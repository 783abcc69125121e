internal import ScoreDrawing

/// How high the area stands in every column of cells, sampled at four places a column.
struct CurveCoverage {
  static let samples = 4
  /// The area's top edge at every sample, in points; infinite where there is no area.
  private(set) var tops: [Double] = []
  private(set) var columns = 0
  private(set) var top = 0.0
  private(set) var base = 0.0

  mutating func reset(columns: Int) {
    self.columns = columns
    tops.removeAll(keepingCapacity: true)
    tops.append(contentsOf: repeatElement(.infinity, count: columns * CurveCoverage.samples))
    base = 0
  }

  /// Adds one area of a frame's curve.
  ///
  /// - Parameter shift: how far to the right the area is moved, in points.
  mutating func add(_ points: ArraySlice<ViewPoint>, top: Double, base: Double, shift: Double) {
    guard top.isFinite, base.isFinite, base > top else { return }
    self.top = top
    self.base = base
    let step = CellGeometry.width / Double(CurveCoverage.samples)
    let origin = -CellGeometry.width / 2 + step / 2 - shift
    PolylineSampler(points: points, origin: origin, step: step, count: tops.count).forEach { index, y in
      tops[index] = min(tops[index], y)
    }
  }

  /// The highest and the lowest place of the area's edge in a column; nil without area.
  func edge(column: Int) -> (high: Double, low: Double)? {
    let range = column * CurveCoverage.samples..<(column + 1) * CurveCoverage.samples
    var high = Double.infinity
    var low = -Double.infinity
    for index in range {
      high = min(high, tops[index])
      low = max(low, tops[index])
    }
    return high.isFinite ? (high, low) : nil
  }

  /// The share of a column's cells between two heights that lies in the area.
  func share(column: Int, from upper: Double, to lower: Double) -> Double {
    var sum = 0.0
    for index in column * CurveCoverage.samples..<(column + 1) * CurveCoverage.samples {
      sum += min(max(lower - max(tops[index], upper), 0), lower - upper)
    }
    return sum / (Double(CurveCoverage.samples) * (lower - upper))
  }
}

/// The heights of a polyline at evenly spaced places.
struct PolylineSampler {
  let points: ArraySlice<ViewPoint>
  let origin: Double
  let step: Double
  let count: Int

  /// Calls `body` with the number of each place that lies within the polyline and the height there.
  func forEach(_ body: (Int, Double) -> Void) {
    guard count > 0, var left = points.first else { return }
    for right in points.dropFirst() {
      defer { left = right }
      guard left.x.isFinite, right.x.isFinite, left.y.isFinite, right.y.isFinite, right.x > left.x else { continue }
      let first = max(CellGeometry.whole(((left.x - origin) / step).rounded(.up)), 0)
      let last = min(CellGeometry.whole(((right.x - origin) / step).rounded(.down)), count - 1)
      guard first <= last else { continue }
      let slope = (right.y - left.y) / (right.x - left.x)
      for index in first...last {
        body(index, left.y + (origin + Double(index) * step - left.x) * slope)
      }
    }
  }
}
