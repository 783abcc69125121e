/// The symbols of one DEFLATE block before they are coded (RFC 1951, 3.2.5).
struct DeflateBlock {
  /// A literal byte, or equal copies one behind the other: how many less one from bit 25 on, the length of each from bit 16
  /// on, the distance less one below, and `copyFlag`.
  private var tokens: [UInt32] = []
  private var literalCounts = [Int](repeating: 0, count: 286)
  private var distanceCounts = [Int](repeating: 0, count: 30)

  private static let copyFlag: UInt32 = 1 << 31
  static let longestCopy = 258
  /// How many equal copies one token stands for at most.
  private static let mostCopies = 64
  static let greatestDistance = 32768

  var isFull: Bool { tokens.count >= 1 << 14 }

  @inline(__always)
  mutating func literal(_ byte: UInt32) {
    tokens.append(byte & 0xFF)
    literalCounts[Int(byte & 0xFF)] &+= 1
  }

  /// Copies `length` bytes, at least 3, from `distance` bytes back.
  mutating func copy(length: Int, distance: Int) {
    var rest = length
    // No remainder may be shorter than the shortest copy.
    while rest > Self.longestCopy + 2 {
      let count = min((rest &- 3) / Self.longestCopy, Self.mostCopies)
      add(count, length: Self.longestCopy, distance: distance)
      rest -= count * Self.longestCopy
    }
    if rest > Self.longestCopy {
      add(1, length: rest - 3, distance: distance)
      rest = 3
    }
    add(1, length: rest, distance: distance)
  }

  @inline(__always)
  private mutating func add(_ count: Int, length: Int, distance: Int) {
    let copy = UInt32(truncatingIfNeeded: (count &- 1) &<< 25 | length &<< 16 | (distance &- 1))
    tokens.append(Self.copyFlag | copy)
    literalCounts[Int(DeflateTables.lengthSymbol[length])] &+= count
    distanceCounts[DeflateTables.distanceSymbol(distance)] &+= count
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
        Self.write(token, literals, distances, to: &output)
      }
    }
    output.append(UInt64(literals.codes[256]), Int(literals.lengths[256]))
    tokens.removeAll(keepingCapacity: true)
    literalCounts = Array(repeating: 0, count: 286)
    distanceCounts = Array(repeating: 0, count: 30)
  }

  private static func write(
    _ token: UInt32, _ literals: HuffmanCode, _ distances: HuffmanCode, to output: inout BitWriter
  ) {
    let length = Int(token >> 16 & 0x1FF)
    let symbol = Int(DeflateTables.lengthSymbol[length])
    let lengthBits = Int(literals.lengths[symbol])
    let extraLength = UInt64(length - Int(DeflateTables.lengthBase[symbol - 257]))
    let lengthCode = UInt64(literals.codes[symbol]) | extraLength << UInt64(lengthBits)
    let lengthCount = lengthBits + Int(DeflateTables.lengthExtraBits[symbol - 257])

    let distance = Int(token & 0x7FFF) + 1
    let place = DeflateTables.distanceSymbol(distance)
    let placeBits = Int(distances.lengths[place])
    let extraDistance = UInt64(distance - DeflateTables.distanceBase(place))
    let distanceCode = UInt64(distances.codes[place]) | extraDistance << UInt64(placeBits)
    let distanceCount = placeBits + DeflateTables.distanceExtraBits(place)
    for _ in 0...(token >> 25 & 0x3F) {
      output.append(lengthCode, lengthCount)
      output.append(distanceCode, distanceCount)
    }
  }
}

/// Bits in DEFLATE's order, the first in the lowest place of a byte.
struct BitWriter {
  private(set) var bytes: [UInt8]
  private var pending: UInt64 = 0
  private var pendingCount = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Appends the low `count` bits of `bits`, at most 32; the others must be 0.
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
