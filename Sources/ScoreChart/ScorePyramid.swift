package import ScoreData

/// The least and the greatest score of any run of rows, without looking at each of them.
///
/// Rows are summed up in blocks of 256, those in blocks of eight, and so on. A run
/// is put together from O(log rows) blocks and at most 510 rows at its ends.
package struct ScorePyramid: Sendable {
  /// How many rows the first block lacks: rows that come before the others leave the blocks as they are.
  private(set) var phase = 0
  private(set) var count = 0
  /// Blocks of 256 rows, then of eight times as many each.
  private var levels: [[ScoreExtremes]] = [[]]

  static let blockSize = 256
  private static let fanOut = 8

  /// One pass over the rows.
  package init(_ scores: ScoreColumn) { append(scores) }

  /// Takes in the rows of `scores` that are behind those it knows: O(new rows + 256).
  mutating func append(_ scores: ScoreColumn) {
    guard scores.count > count else { return }
    let firstBlock = (count + phase) / Self.blockSize
    levels[0].removeSubrange(min(firstBlock, levels[0].count)...)
    let start = max(firstBlock * Self.blockSize - phase, 0)
    let rest = firstBlock == 0 ? Self.blockSize - phase : Self.blockSize
    addBlocks(of: scores, rows: start..<scores.count, first: rest, to: &levels[0])
    count = scores.count
    rebuild(from: firstBlock)
  }

  /// Takes in `added` rows that came before those it knows: O(added rows + blocks).
  mutating func prepend(_ added: Int, of scores: ScoreColumn) {
    guard added > 0, added + count <= scores.count else { return }
    let whole = added + Self.blockSize - phase
    // The old first block may be short; the rows that now fill it up are summed up with it.
    let newPhase = (Self.blockSize - (added - phase) % Self.blockSize) % Self.blockSize
    let joint = min(phase > 0 ? whole : added, added + count)
    var front: [ScoreExtremes] = []
    addBlocks(of: scores, rows: 0..<joint, first: Self.blockSize - newPhase, to: &front)
    levels[0].replaceSubrange(0..<(phase > 0 ? min(1, levels[0].count) : 0), with: front)
    phase = newPhase
    count += added
    rebuild(from: 0)
  }

  /// What the scores of `rows` reach.
  package func extremes(in rows: Range<Int>, of scores: ScoreColumn) -> ScoreExtremes {
    let rows = rows.clamped(to: 0..<count)
    let first = (rows.lowerBound + phase + Self.blockSize - 1) / Self.blockSize
    let end = rows.upperBound == count ? levels[0].count : (rows.upperBound + phase) / Self.blockSize
    let start = rows.lowerBound == 0 ? 0 : first
    guard start < end else { return scores.extremes(in: rows) }
    var found = blocks(start..<end)
    let head = start * Self.blockSize - phase
    if rows.lowerBound < head { found.merge(scores.extremes(in: rows.lowerBound..<head)) }
    let tail = end * Self.blockSize - phase
    if tail < rows.upperBound { found.merge(scores.extremes(in: tail..<rows.upperBound)) }
    return found
  }

  /// The beginning of the block nearest to `row`, blocks being as large as possible but at most `limit` rows.
  package func alignedRow(near row: Int, limit: Int) -> Int {
    guard limit >= Self.blockSize else { return row }
    var size = Self.blockSize
    while size * Self.fanOut <= limit { size *= Self.fanOut }
    return max((row + phase + size / 2) / size * size - phase, 0)
  }

  private func blocks(_ range: Range<Int>) -> ScoreExtremes {
    var found = ScoreExtremes.none
    var (low, high, level) = (range.lowerBound, range.upperBound, 0)
    while low < high {
      let isTop = level == levels.count - 1
      levels[level].withUnsafeBufferPointer { blocks in
        while low < high, isTop || !low.isMultiple(of: Self.fanOut) {
          found.merge(blocks[low])
          low += 1
        }
        while low < high, !high.isMultiple(of: Self.fanOut) {
          high -= 1
          found.merge(blocks[high])
        }
      }
      low /= Self.fanOut
      high /= Self.fanOut
      level += 1
    }
    return found
  }

  private func addBlocks(of scores: ScoreColumn, rows: Range<Int>, first: Int, to blocks: inout [ScoreExtremes]) {
    let head = rows.lowerBound..<min(rows.lowerBound + first, rows.upperBound)
    if !head.isEmpty { blocks.append(scores.extremes(in: head)) }
    blocks.reserveCapacity(blocks.count + (rows.upperBound - head.upperBound) / Self.blockSize + 1)
    scores.forEachBlock(of: head.upperBound..<rows.upperBound, size: Self.blockSize) { blocks.append($0) }
  }

  /// Sums the blocks from `block` on up into the levels above.
  private mutating func rebuild(from block: Int) {
    var (level, first) = (0, block)
    while levels[level].count > Self.fanOut {
      first /= Self.fanOut
      if level + 1 == levels.count { levels.append([]) }
      levels[level + 1].removeSubrange(min(first, levels[level + 1].count)...)
      for group in first..<(levels[level].count + Self.fanOut - 1) / Self.fanOut {
        var sum = ScoreExtremes.none
        let end = min((group + 1) * Self.fanOut, levels[level].count)
        for index in group * Self.fanOut..<end { sum.merge(levels[level][index]) }
        levels[level + 1].append(sum)
      }
      level += 1
    }
    levels.removeSubrange((level + 1)...)
  }
}
