/// Rows summed up in blocks of 256, those in blocks of eight, and so on.
struct BlockLevels<Summary: RunSummary>: Sendable {
  /// How many rows the first block lacks: rows that come before the others leave the blocks as they are.
  private(set) var phase = 0
  private(set) var count = 0
  /// Blocks of 256 rows, then of eight times as many each.
  private var levels: [[Summary]] = [[]]

  static var size: Int { 256 }
  static var fanOut: Int { 8 }
  /// Two megabytes of small scores: a huge history is many parts, and one of few rows a single one.
  private static var blocksAtOnce: Int { 4096 }

  /// All rows of a column, which can be read on any thread, and how a run of them is summed up.
  struct Rows<Value: Sendable>: @unchecked Sendable {
    // Unchecked: nobody writes while they are read.
    let values: UnsafeBufferPointer<Value>
    let summary: @Sendable (UnsafeBufferPointer<Value>) -> Summary

    @inline(__always)
    func summary(of rows: Range<Int>) -> Summary { summary(UnsafeBufferPointer(rebasing: values[rows])) }
  }

  /// Takes in the rows that are behind those it knows: O(new rows + 256).
  @inline(__always)
  mutating func append<Value>(_ rows: Rows<Value>, _ work: ParallelWork) {
    guard rows.values.count > count else { return }
    let firstBlock = (count + phase) / Self.size
    levels[0].removeSubrange(min(firstBlock, levels[0].count)...)
    let start = max(firstBlock * Self.size - phase, 0)
    let rest = firstBlock == 0 ? Self.size - phase : Self.size
    Self.addBlocks(of: rows, in: start..<rows.values.count, first: rest, to: &levels[0], work)
    count = rows.values.count
    rebuild(from: firstBlock)
  }

  /// Takes in `added` rows that came before those it knows: O(added rows + blocks).
  @inline(__always)
  mutating func prepend<Value>(_ added: Int, of rows: Rows<Value>, _ work: ParallelWork) {
    let whole = added + Self.size - phase
    // The old first block may be short; the rows that now fill it up are summed up with it.
    let newPhase = (Self.size - (added - phase) % Self.size) % Self.size
    let joint = min(phase > 0 ? whole : added, added + count)
    var front: [Summary] = []
    Self.addBlocks(of: rows, in: 0..<joint, first: Self.size - newPhase, to: &front, work)
    levels[0].replaceSubrange(0..<(phase > 0 ? min(1, levels[0].count) : 0), with: front)
    phase = newPhase
    count += added
    rebuild(from: 0)
  }

  /// The blocks that lie whole in `rows`, as their numbers; empty if there are none.
  func blocks(in rows: Range<Int>) -> Range<Int> {
    let first = rows.lowerBound == 0 ? 0 : (rows.lowerBound + phase + Self.size - 1) / Self.size
    let end = rows.upperBound == count ? levels[0].count : (rows.upperBound + phase) / Self.size
    return first..<max(first, end)
  }

  /// The first row of a block; that of the first block is below zero where the block lacks rows.
  func start(ofBlock block: Int) -> Int { block * Self.size - phase }

  /// What a range of blocks reaches; O(log blocks).
  func summary(ofBlocks range: Range<Int>) -> Summary {
    var found = Summary.none
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

  /// Sums up `range` in blocks, of which the first has `first` rows.
  @inline(__always)
  private static func addBlocks<Value>(
    of rows: Rows<Value>, in range: Range<Int>, first: Int, to blocks: inout [Summary], _ work: ParallelWork
  ) {
    let head = range.lowerBound..<min(range.lowerBound + first, range.upperBound)
    if !head.isEmpty { blocks.append(rows.summary(of: head)) }
    let rest = head.upperBound..<range.upperBound
    guard !rest.isEmpty else { return }
    let added = (rest.count - 1) / size + 1
    let whole = [Summary](unsafeUninitializedCapacity: added) { room, count in
      let room = BlockRoom(blocks: room)
      work.perform((added - 1) / blocksAtOnce + 1) { part in
        for block in part * blocksAtOnce..<min((part + 1) * blocksAtOnce, added) {
          let start = rest.lowerBound + block * size
          room.blocks.initializeElement(
            at: block, to: rows.summary(of: start..<min(start + size, rest.upperBound)))
        }
      }
      count = added
    }
    if blocks.isEmpty { blocks = whole } else { blocks.append(contentsOf: whole) }
  }

  /// Sums the blocks from `block` on up into the levels above.
  private mutating func rebuild(from block: Int) {
    var (level, first) = (0, block)
    while levels[level].count > Self.fanOut {
      first /= Self.fanOut
      if level + 1 == levels.count { levels.append([]) }
      levels[level + 1].removeSubrange(min(first, levels[level + 1].count)...)
      for group in first..<(levels[level].count + Self.fanOut - 1) / Self.fanOut {
        var sum = Summary.none
        let end = min((group + 1) * Self.fanOut, levels[level].count)
        for index in group * Self.fanOut..<end { sum.merge(levels[level][index]) }
        levels[level + 1].append(sum)
      }
      level += 1
    }
    levels.removeSubrange((level + 1)...)
  }
}

/// Where the blocks go that several threads sum up.
private struct BlockRoom<Summary>: @unchecked Sendable {
  // Unchecked: no two threads write the same block.
  let blocks: UnsafeMutableBufferPointer<Summary>
}
