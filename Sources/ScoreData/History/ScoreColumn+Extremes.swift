extension ScoreColumn {
  /// What the scores of `rows` reach; O(rows), one pass over memory.
  public func extremes(in rows: Range<Int>) -> ScoreExtremes {
    let rows = rows.clamped(to: 0..<count)
    guard !rows.isEmpty else { return .none }
    return withStorage(
      small: { StepExtremes(UnsafeBufferPointer(rebasing: $0[rows])).extremes(divisor: $1) },
      medium: { StepExtremes(UnsafeBufferPointer(rebasing: $0[rows])).extremes(divisor: $1) },
      exact: { ScoreExtremes(UnsafeBufferPointer(rebasing: $0[rows])) })
  }
}
