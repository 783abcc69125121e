/// The symbols of one DEFLATE block before they are coded (RFC 1951, 3.2.5).
struct DeflateBlock {
  /// A literal byte, or a copy: its length from bit 16 on, its distance less one below, and `copyFlag`.
  private var tokens: [UInt32] = []
  private var literalCounts = [Int](repeating: 0, count: 286)
  private var distanceCounts = [Int](repeating: 0, count: 30)

  private static let copyFlag: UInt32 = 1 << 31
  static let longestCopy = 258
  static let greatestDistance = 32768

  var isFull: Bool { tokens.count >= 1 << 16 }

  @inline(__always)
  mutating func literal(_ byte: UInt32) {
    tokens.append(byte & 0xFF)
    literalCounts[Int(byte & 0xFF)] &+= 1
  }

  /// Copies `length` bytes, at least 3, from `distance` bytes back.
  mutating func copy(length: Int, distance: Int) {
    var rest = length
    while rest > 0 {
      // No remainder may be shorter than the shortest copy.
      let part = rest <= Self.longestCopy ? rest : rest < Self.longestCopy + 3 ? rest - 3 : Self.longestCopy
      tokens.append(Self.copyFlag | UInt32(part) << 16 | UInt32(distance - 1))
      literalCounts[Int(DeflateTables.lengthSymbol[part])] &+= 1
      distanceCounts[DeflateTables.distanceSymbol(distance)] &+= 1
      rest -= part
    }
  }

  /// Codes the symbols into `output` and begins a new block.
  mutating func write(to output: inout BitWriter, isLast: Bool) {
    literalCounts[256] = 1
    let literals = HuffmanCode(frequencies: literalCounts, limit: 15)
    let distances = HuffmanCode(frequencies: distanceCounts, limit: 15)
    output.append(isLast ? 1 : 0, 1)
    output.append(2, 2)
    DeflateHeader(literals.lengths, distances.lengths).write(to: &output)
    for token in tokens {
      if token & Self.copyFlag == 0 {
        output.append(UInt64(literals.codes[Int(token)]), Int(literals.lengths[Int(token)]))
      } else {
        let length = Int(token >> 16 & 0x1FF)
        let symbol = Int(DeflateTables.lengthSymbol[length])
        output.append(UInt64(literals.codes[symbol]), Int(literals.lengths[symbol]))
        let lengthBase = Int(DeflateTables.lengthBase[symbol - 257])
        output.append(UInt64(length - lengthBase), Int(DeflateTables.lengthExtraBits[symbol - 257]))
        let distance = Int(token & 0x7FFF) + 1
        let place = DeflateTables.distanceSymbol(distance)
        output.append(UInt64(distances.codes[place]), Int(distances.lengths[place]))
        output.append(
          UInt64(distance - DeflateTables.distanceBase(place)), DeflateTables.distanceExtraBits(place))
      }
    }
    output.append(UInt64(literals.codes[256]), Int(literals.lengths[256]))
    tokens.removeAll(keepingCapacity: true)
    literalCounts = Array(repeating: 0, count: 286)
    distanceCounts = Array(repeating: 0, count: 30)
  }
}

/// Bits in DEFLATE's order, the first in the lowest place of a byte.
struct BitWriter {
  private(set) var bytes: [UInt8]
  private var pending: UInt64 = 0
  private var pendingCount = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Appends the low `count` bits of `bits`, at most 16; the others must be 0.
  @inline(__always)
  mutating func append(_ bits: UInt64, _ count: Int) {
    pending |= bits &<< UInt64(truncatingIfNeeded: pendingCount)
    pendingCount &+= count
    if pendingCount >= 32 {
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: pending).littleEndian) { bytes.append(contentsOf: $0) }
      pending &>>= 32
      pendingCount &-= 32
    }
  }

  /// Fills the last byte up with zeros.
  mutating func alignToByte() {
    while pendingCount > 0 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
    (pending, pendingCount) = (0, 0)
  }

  mutating func append(bytes more: [UInt8]) {
    bytes += more
  }
}
