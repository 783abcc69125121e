internal import ScoreDrawing
internal import ScoreRaster

/// Compresses the pixels of a chart as a zlib stream (RFC 1950 and 1951) of red, green and blue bytes, or with alpha behind.
///
/// A chart repeats itself in three ways, and only those are looked for: the pixel to the left, the
/// column before (guides stand at equal distances), and the row above. That is a fraction of the
/// work of a general compressor.
struct RunDeflate {
  /// Literal bytes, and matches as their length and distance in bytes above bit 31.
  private var tokens: [UInt32] = []
  private var literalCounts = [UInt32](repeating: 0, count: 286)
  private var distanceCounts = [UInt32](repeating: 0, count: 30)
  private var output: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingBits: UInt64 = 0
  /// The two sums of Adler-32.
  private var sums: (a: UInt64, b: UInt64) = (1, 0)
  private static let modulus: UInt64 = 65521
  /// Bytes a pixel: 3, or 4 with alpha.
  private let channels: Int
  /// The longest match is 258 bytes: so many pixels.
  private let longestMatch: Int
  private let farthest: Int
  private static let endOfBlock = 256
  private static let matchFlag: UInt32 = 1 << 31

  /// The zlib stream of all pixels, row after row; O(pixels).
  ///
  /// - Parameter period: the distance between two guides in pixels; 0 where there is none.
  static func compress(_ rows: PixelRows, period: Int, hasAlpha: Bool = false) -> [UInt8] {
    var deflate = RunDeflate(channels: hasAlpha ? 4 : 3)
    deflate.tokens.reserveCapacity(1 << 16)
    for y in 0..<rows.size.height {
      deflate.add(rows[y], above: y > 0 ? rows[y - 1] : nil, period: period)
    }
    return deflate.finished()
  }

  private init(channels: Int) {
    self.channels = channels
    longestMatch = 258 / channels
    farthest = 32768 / channels
  }

  private mutating func add(
    _ row: UnsafeMutableBufferPointer<UInt32>, above: UnsafeMutableBufferPointer<UInt32>?, period: Int
  ) {
    let width = row.count
    var x = 0
    while x < width {
      let (length, distance) = bestMatch(row, above, at: x, period: period)
      guard length > 0 else {
        literal(row[x])
        sum(row[x], 1)
        x += 1
        continue
      }
      sum(row, x, x + length)
      x += length
      var left = length
      while left > 0 {
        let part = min(left, longestMatch)
        match(bytes: channels * part, distance: channels * distance)
        left -= part
      }
    }
  }

  /// What takes the fewest bits a pixel: to repeat the pixel to the left, a column before, or the row above;
  /// lengths and distances in pixels.
  private func bestMatch(
    _ row: UnsafeMutableBufferPointer<UInt32>, _ above: UnsafeMutableBufferPointer<UInt32>?, at x: Int, period: Int
  ) -> (length: Int, distance: Int) {
    let width = row.count
    var best = (length: 0, distance: 0, bits: 1)
    func consider(_ length: Int, _ distance: Int, bits: Int) {
      let parts = (length + longestMatch - 1) / longestMatch
      let all = parts * bits
      if all * best.length < best.bits * length || best.length == 0 { best = (length, distance, all) }
    }
    func tryDistance(_ distance: Int, bits: Int) {
      guard distance > 0, x >= distance, row[x] == row[x - distance] else { return }
      var end = x + 1
      while end < width, row[end] == row[end - distance] { end += 1 }
      consider(end - x, distance, bits: bits)
    }
    tryDistance(1, bits: RunDeflate.nearBits)
    if best.length < longestMatch { tryDistance(period, bits: RunDeflate.columnBits) }
    if best.length < longestMatch, let above, width <= farthest, row[x] == above[x] {
      var end = x + 1
      while end < width, row[end] == above[end] { end += 1 }
      consider(end - x, width, bits: RunDeflate.rowBits)
    }
    return (best.length, best.distance)
  }

  /// About what a match takes at each of the three distances.
  private static let nearBits = 13
  private static let columnBits = 18
  private static let rowBits = 26

  // MARK: Codes

  private mutating func literal(_ pixel: UInt32) {
    literal(byte: pixel >> 16 & 255)
    literal(byte: pixel >> 8 & 255)
    literal(byte: pixel & 255)
    if channels == 4 { literal(byte: pixel >> 24) }
  }

  private mutating func literal(byte: UInt32) {
    tokens.append(byte)
    literalCounts[Int(byte)] += 1
  }

  private mutating func match(bytes: Int, distance: Int) {
    tokens.append(RunDeflate.matchFlag | UInt32(bytes) << 16 | UInt32(distance - 1))
    literalCounts[RunDeflate.lengthCodes[bytes].code] += 1
    distanceCounts[RunDeflate.distanceCode(distance).code] += 1
  }

  /// Every two codes double the distance they reach.
  private static func distanceCode(_ distance: Int) -> (code: Int, extra: Int) {
    guard distance > 4 else { return (distance - 1, 0) }
    let extra = Int.bitWidth - (distance - 1).leadingZeroBitCount - 2
    return (2 * extra + ((distance - 1) >> extra), extra)
  }

  /// One block with codes of its own.
  private mutating func finished() -> [UInt8] {
    literalCounts[RunDeflate.endOfBlock] = 1
    let literals = HuffmanCode(counts: literalCounts)
    let distances = HuffmanCode(counts: distanceCounts)
    output.reserveCapacity(tokens.count * 2 + 1024)
    output += [0x78, 0x01]
    putHeader(literals, distances)
    for token in tokens { put(token, literals, distances) }
    put(UInt64(literals.codes[RunDeflate.endOfBlock]), UInt64(literals.lengths[RunDeflate.endOfBlock]))
    if pendingBits > 0 { output.append(UInt8(truncatingIfNeeded: pending)) }
    let checksum = sums.b << 16 | sums.a
    for shift in [24, 16, 8, 0] { output.append(UInt8(truncatingIfNeeded: checksum >> UInt64(shift))) }
    return output
  }

  /// The lengths of all codes, four bits each: what run lengths would save is not worth the trouble.
  private mutating func putHeader(_ literals: HuffmanCode, _ distances: HuffmanCode) {
    put(0b101, 3)
    put(UInt64(literals.lengths.count - 257), 5)
    put(UInt64(distances.lengths.count - 1), 5)
    put(19 - 4, 4)
    // In the order of RFC 1951, 3.2.7: the three symbols for repetition are not used, the sixteen others have four bits.
    for symbol in 0..<19 { put(symbol < 3 ? 0 : 4, 3) }
    for length in literals.lengths + distances.lengths {
      var reversed: UInt64 = 0
      for bit in 0..<4 { reversed |= (UInt64(length) >> UInt64(bit) & 1) << UInt64(3 - bit) }
      put(reversed, 4)
    }
  }

  private mutating func put(_ token: UInt32, _ literals: HuffmanCode, _ distances: HuffmanCode) {
    guard token & RunDeflate.matchFlag != 0 else {
      return put(UInt64(literals.codes[Int(token)]), UInt64(literals.lengths[Int(token)]))
    }
    let bytes = Int(token >> 16 & 0x7FFF)
    let distance = Int(token & 0xFFFF) + 1
    let length = RunDeflate.lengthCodes[bytes]
    put(UInt64(literals.codes[length.code]), UInt64(literals.lengths[length.code]))
    put(UInt64(bytes - length.base), UInt64(length.extra))
    let (code, extra) = RunDeflate.distanceCode(distance)
    put(UInt64(distances.codes[code]), UInt64(distances.lengths[code]))
    if extra > 0 { put(UInt64((distance - 1) & ((1 << extra) - 1)), UInt64(extra)) }
  }

  /// For every length from 3 to 258: its code, the least length of that code, and the bits that tell the rest.
  private static let lengthCodes: [(code: Int, base: Int, extra: Int)] = {
    var codes = Array(repeating: (code: 0, base: 0, extra: 0), count: 259)
    var base = 3
    for code in 257..<285 {
      let extra = code < 265 ? 0 : (code - 261) / 4
      for length in base..<min(base + (1 << extra), 259) { codes[length] = (code, base, extra) }
      base += 1 << extra
    }
    codes[258] = (285, 258, 0)
    return codes
  }()

  private mutating func put(_ value: UInt64, _ count: UInt64) {
    pending |= value << pendingBits
    pendingBits += count
    while pendingBits >= 8 {
      output.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits -= 8
    }
  }

  // MARK: Checksum

  private mutating func sum(_ row: UnsafeMutableBufferPointer<UInt32>, _ start: Int, _ end: Int) {
    var x = start
    while x < end {
      var next = x + 1
      while next < end, row[next] == row[x] { next += 1 }
      sum(row[x], UInt64(next - x))
      x = next
    }
  }

  /// What `count` equal pixels add to the sums, in closed form.
  private mutating func sum(_ pixel: UInt32, _ count: UInt64) {
    let (red, green, blue) = (UInt64(pixel >> 16 & 255), UInt64(pixel >> 8 & 255), UInt64(pixel & 255))
    let alpha = channels == 4 ? UInt64(pixel >> 24) : 0
    let each = red + green + blue + alpha
    let places = UInt64(channels)
    let weighted = places * red + (places - 1) * green + (places - 2) * blue + alpha
    sums.b += places * count * sums.a + count * weighted + places * each * (count * (count - 1) / 2)
    sums.a += count * each
    sums.a %= RunDeflate.modulus
    sums.b %= RunDeflate.modulus
  }
}
