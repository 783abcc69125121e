/// A canonical prefix code with bounded lengths, its bits reversed as DEFLATE writes them (RFC 1951, 3.2.2).
struct HuffmanCode {
  private(set) var lengths: [UInt8]
  private(set) var codes: [UInt16]

  /// The best code for symbols that occur `frequencies` times each, no longer than `limit` bits.
  ///
  /// Symbols that do not occur get no code; at least two symbols get one, as some readers expect.
  init(frequencies: [Int], limit: Int) {
    var used = frequencies.indices.filter { frequencies[$0] > 0 }
    for spare in frequencies.indices where used.count < 2 && frequencies[spare] == 0 { used.append(spare) }
    used.sort { (frequencies[$0], $0) < (frequencies[$1], $1) }
    lengths = Array(repeating: 0, count: frequencies.count)
    codes = Array(repeating: 0, count: frequencies.count)
    let counts = HuffmanCode.lengthCounts(used.map { frequencies[$0] }, limit: limit)
    // The rarest symbols get the longest codes.
    var next = 0
    for length in stride(from: limit, to: 0, by: -1) {
      for _ in 0..<counts[length] {
        lengths[used[next]] = UInt8(length)
        next += 1
      }
    }
    assignCodes(counts, limit)
  }

  /// How many symbols have each length, for rising `frequencies`.
  private static func lengthCounts(_ frequencies: [Int], limit: Int) -> [Int] {
    let depths = treeDepths(frequencies)
    var counts = Array(repeating: 0, count: limit + 1)
    for depth in depths { counts[min(depth, limit)] += 1 }
    // Cutting codes to the limit asks for more room than there is: lengthen shorter ones until it fits.
    var room = (1...limit).reduce(0) { $0 + counts[$1] << (limit - $1) } - 1 << limit
    while room > 0 {
      var length = limit - 1
      while length > 0, counts[length] == 0 { length -= 1 }
      if length == 0 { break }
      counts[length] -= 1
      counts[length + 1] += 2
      counts[limit] -= 1
      room -= 1
    }
    return counts
  }

  /// The depth of each leaf of the tree that joins the two rarest nodes again and again.
  private static func treeDepths(_ frequencies: [Int]) -> [Int] {
    let leaves = frequencies.count
    guard leaves > 1 else { return Array(repeating: 1, count: leaves) }
    var weights = frequencies
    var parents = Array(repeating: 0, count: 2 * leaves - 1)
    // Leaves and joined nodes both come in rising order, so the rarest is at the head of either.
    var (leaf, joined) = (0, leaves)
    for node in leaves..<2 * leaves - 1 {
      var weight = 0
      for _ in 0..<2 {
        let takesLeaf = leaf < leaves && (joined >= node || weights[leaf] <= weights[joined])
        let child = takesLeaf ? leaf : joined
        if takesLeaf { leaf += 1 } else { joined += 1 }
        weight += weights[child]
        parents[child] = node
      }
      weights.append(weight)
    }
    var depths = Array(repeating: 0, count: 2 * leaves - 1)
    for node in stride(from: 2 * leaves - 3, through: 0, by: -1) { depths[node] = depths[parents[node]] + 1 }
    return Array(depths[..<leaves])
  }

  private mutating func assignCodes(_ counts: [Int], _ limit: Int) {
    var next = Array(repeating: 0, count: limit + 2)
    for length in 1...limit { next[length + 1] = (next[length] + counts[length]) << 1 }
    for symbol in lengths.indices where lengths[symbol] > 0 {
      let length = Int(lengths[symbol])
      var (code, reversed) = (next[length], 0)
      next[length] += 1
      for _ in 0..<length {
        reversed = reversed << 1 | code & 1
        code >>= 1
      }
      codes[symbol] = UInt16(truncatingIfNeeded: reversed)
    }
  }
}
