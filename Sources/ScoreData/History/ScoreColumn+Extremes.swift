extension ScoreColumn {
  /// What the scores of `rows` reach; O(rows), one pass over memory.
  public func extremes(in rows: Range<Int>) -> ScoreExtremes {
    var found = ScoreExtremes.none
    forEachBlock(of: rows, size: max(rows.count, 1)) { found = $0 }
    return found
  }

  /// Calls `body` with what each run of `size` rows reaches, in order; the last run may be shorter.
  ///
  /// Small scores are compared as the whole numbers they are kept as, eight and more at a time.
  public func forEachBlock(of rows: Range<Int>, size: Int, _ body: (ScoreExtremes) -> Void) {
    let rows = rows.clamped(to: 0..<count)
    guard size > 0, !rows.isEmpty else { return }
    withStorage(
      small: { values, divisor in
        Self.eachRun(of: rows, size: size) { body(Self.extremes(values, $0, divisor: divisor)) }
      },
      medium: { values, divisor in
        Self.eachRun(of: rows, size: size) { body(Self.extremes(values, $0, divisor: divisor)) }
      },
      exact: { values in
        Self.eachRun(of: rows, size: size) { body(Self.extremes(values, $0)) }
      })
  }

  private static func eachRun(of rows: Range<Int>, size: Int, _ body: (Range<Int>) -> Void) {
    var start = rows.lowerBound
    while start < rows.upperBound {
      let end = rows.upperBound - start > size ? start + size : rows.upperBound
      body(start..<end)
      start = end
    }
  }

  /// A gap is the least value there is: one below it, wrapped around, is the greatest, so that
  /// no comparison has to ask whether a value is a gap.
  @inline(__always)
  private static func extremes<Step: FixedWidthInteger & SignedInteger>(
    _ values: UnsafeBufferPointer<Step>, _ rows: Range<Int>, divisor: Double
  ) -> ScoreExtremes {
    var high = Step.min
    var least = Step.max
    var lowBefore = Step.max
    for value in UnsafeBufferPointer(rebasing: values[rows]) {
      high = max(high, value)
      least = min(least, value)
      lowBefore = min(lowBefore, value &- 1)
    }
    guard high != .min else { return ScoreExtremes(low: .infinity, high: -.infinity, hasGap: true) }
    return ScoreExtremes(
      low: Double(Int64(lowBefore) + 1) / divisor, high: Double(Int64(high)) / divisor, hasGap: least == .min)
  }

  @inline(__always)
  private static func extremes(_ values: UnsafeBufferPointer<Double>, _ rows: Range<Int>) -> ScoreExtremes {
    var found = ScoreExtremes.none
    var gaps = 0
    for value in UnsafeBufferPointer(rebasing: values[rows]) {
      found.low = value < found.low ? value : found.low
      found.high = value > found.high ? value : found.high
      gaps &+= value.isNaN ? 1 : 0
    }
    found.hasGap = gaps > 0
    return found
  }
}
