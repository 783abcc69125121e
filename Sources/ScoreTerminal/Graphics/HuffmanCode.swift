/// A prefix code for deflate, made for how often its symbols occur.
struct HuffmanCode {
  /// The bits of every symbol's code; 0 for a symbol that does not occur.
  private(set) var lengths: [UInt8]
  /// The codes as they are sent: the first bit lowest.
  private(set) var codes: [UInt16]

  private static let longest = 15

  /// - Parameter counts: how often every symbol occurs, less than 2³² in all.
  init(counts: [UInt32]) {
    lengths = HuffmanCode.lengths(counts: counts)
    codes = HuffmanCode.codes(lengths: lengths)
  }

  /// Merges the two rarest until one is left; rare symbols are made more frequent until no code is too long.
  private static func lengths(counts: [UInt32]) -> [UInt8] {
    var weights = counts.map { UInt64($0) }
    let used = weights.indices.filter { weights[$0] > 0 }
    guard used.count > 1 else {
      // A code of one symbol still takes a bit.
      var lengths = [UInt8](repeating: 0, count: counts.count)
      for symbol in used { lengths[symbol] = 1 }
      return lengths
    }
    while true {
      let lengths = unlimitedLengths(weights, used)
      if lengths.max() ?? 0 <= UInt8(longest) { return lengths }
      for symbol in used { weights[symbol] = weights[symbol] / 2 + 1 }
    }
  }

  private static func unlimitedLengths(_ weights: [UInt64], _ used: [Int]) -> [UInt8] {
    // Leaves first, then the inner nodes in the order they are made: both rise in weight.
    let leaves = used.sorted { weights[$0] < weights[$1] }
    var nodeWeights = leaves.map { weights[$0] }
    var parents = [Int](repeating: 0, count: 2 * leaves.count - 1)
    var (nextLeaf, nextInner) = (0, leaves.count)
    func takeRarest() -> Int {
      let hasLeaf = nextLeaf < leaves.count
      if hasLeaf, nextInner >= nodeWeights.count || nodeWeights[nextLeaf] <= nodeWeights[nextInner] {
        nextLeaf += 1
        return nextLeaf - 1
      }
      nextInner += 1
      return nextInner - 1
    }
    for _ in 1..<leaves.count {
      let (first, second) = (takeRarest(), takeRarest())
      parents[first] = nodeWeights.count
      parents[second] = nodeWeights.count
      nodeWeights.append(nodeWeights[first] + nodeWeights[second])
    }
    var depths = [Int](repeating: 0, count: nodeWeights.count)
    for node in (0..<nodeWeights.count - 1).reversed() { depths[node] = depths[parents[node]] + 1 }
    var lengths = [UInt8](repeating: 0, count: weights.count)
    for (leaf, symbol) in leaves.enumerated() { lengths[symbol] = UInt8(truncatingIfNeeded: min(depths[leaf], 255)) }
    return lengths
  }

  /// Codes in the order of their lengths, then of their symbols (RFC 1951, 3.2.2).
  private static func codes(lengths: [UInt8]) -> [UInt16] {
    var next = [UInt16](repeating: 0, count: longest + 2)
    for length in 1...longest {
      let count = UInt16(truncatingIfNeeded: lengths.count { Int($0) == length })
      next[length + 1] = (next[length] + count) << 1
    }
    return lengths.map { length in
      guard length > 0 else { return 0 }
      defer { next[Int(length)] += 1 }
      var (code, reversed) = (next[Int(length)], UInt16(0))
      for _ in 0..<length {
        reversed = reversed << 1 | code & 1
        code >>= 1
      }
      return reversed
    }
  }
}
