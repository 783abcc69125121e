/// The least and the greatest score of any run of rows, without looking at each of them.
///
/// Rows are summed up in blocks of 256, those in blocks of eight, and so on, in the numbers that the column keeps: six bytes
/// a block where it keeps two a score. A run is put together from O(log rows) blocks and at most 510 rows at its ends.
package struct ScorePyramid: Sendable {
  private var form = ScoreColumn.Storage.small(divisor: 1)
  /// Only the levels of the form have blocks; inside an enum each change would copy them.
  private var small = BlockLevels<StepExtremes<Int16>>()
  private var medium = BlockLevels<StepExtremes<Int32>>()
  private var exact = BlockLevels<ScoreExtremes>()

  package static let blockSize = BlockLevels<ScoreExtremes>.size

  /// One pass over the rows, on as many threads as `work` has: one alone is slower than memory.
  package init(_ scores: ScoreColumn, work: ParallelWork = .sequential) { append(scores, work: work) }

  package var count: Int {
    switch form {
    case .small: small.count
    case .medium: medium.count
    case .exact: exact.count
    }
  }

  private var phase: Int {
    switch form {
    case .small: small.phase
    case .medium: medium.phase
    case .exact: exact.phase
    }
  }

  /// Takes in the rows of `scores` that are behind those it knows: O(new rows + 256), or O(rows) where the column keeps
  /// its scores in another form by now.
  package mutating func append(_ scores: ScoreColumn, work: ParallelWork = .sequential) {
    follow(scores)
    scores.withStorage(
      small: { values, _ in small.append(Self.rows(values), work) },
      medium: { values, _ in medium.append(Self.rows(values), work) },
      exact: { values in exact.append(Self.rows(values), work) })
  }

  /// Takes in `added` rows that came before those it knows: O(added rows + blocks), or O(rows) as ``append(_:work:)``.
  package mutating func prepend(_ added: Int, of scores: ScoreColumn, work: ParallelWork = .sequential) {
    guard added > 0, added + count <= scores.count else { return }
    let known = count
    follow(scores)
    guard count == known else { return append(scores, work: work) }
    scores.withStorage(
      small: { values, _ in small.prepend(added, of: Self.rows(values), work) },
      medium: { values, _ in medium.prepend(added, of: Self.rows(values), work) },
      exact: { values in exact.prepend(added, of: Self.rows(values), work) })
  }

  /// Forgets blocks that are not in the numbers of `scores`.
  private mutating func follow(_ scores: ScoreColumn) {
    guard form != scores.storage else { return }
    self = ScorePyramid(form: scores.storage)
  }

  private init(form: ScoreColumn.Storage) { self.form = form }

  private static func rows<Step>(_ values: UnsafeBufferPointer<Step>) -> BlockLevels<StepExtremes<Step>>.Rows<Step> {
    .init(values: values) { StepExtremes($0) }
  }

  private static func rows(_ values: UnsafeBufferPointer<Double>) -> BlockLevels<ScoreExtremes>.Rows<Double> {
    .init(values: values) { ScoreExtremes($0) }
  }

  /// What the scores of `rows` reach.
  package func extremes(in rows: Range<Int>, of scores: ScoreColumn) -> ScoreExtremes {
    switch form {
    case .small(let divisor): extremes(in: rows, of: scores, small) { $0.extremes(divisor: divisor) }
    case .medium(let divisor): extremes(in: rows, of: scores, medium) { $0.extremes(divisor: divisor) }
    case .exact: extremes(in: rows, of: scores, exact) { $0 }
    }
  }

  private func extremes<Summary>(
    in rows: Range<Int>, of scores: ScoreColumn, _ levels: BlockLevels<Summary>, _ extremes: (Summary) -> ScoreExtremes
  ) -> ScoreExtremes {
    let rows = rows.clamped(to: 0..<levels.count)
    let blocks = levels.blocks(in: rows)
    guard !blocks.isEmpty else { return scores.extremes(in: rows) }
    var found = extremes(levels.summary(ofBlocks: blocks))
    let head = levels.start(ofBlock: blocks.lowerBound)
    if rows.lowerBound < head { found.merge(scores.extremes(in: rows.lowerBound..<head)) }
    let tail = levels.start(ofBlock: blocks.upperBound)
    if tail < rows.upperBound { found.merge(scores.extremes(in: tail..<rows.upperBound)) }
    return found
  }

  /// The beginning of the block nearest to `row`, blocks being as large as possible but at most `limit` rows.
  package func alignedRow(near row: Int, limit: Int) -> Int {
    guard limit >= Self.blockSize else { return row }
    var size = Self.blockSize
    while size * BlockLevels<ScoreExtremes>.fanOut <= limit { size *= BlockLevels<ScoreExtremes>.fanOut }
    return max((row + phase + size / 2) / size * size - phase, 0)
  }
}
