internal import ScoreDrawing
internal import ScoreRaster

/// Compresses the pixels of a chart as a zlib stream (RFC 1950 and 1951) of red, green and blue bytes.
///
/// A chart repeats itself in three ways, and only those are looked for: the pixel to the left, the
/// column before (guides stand at equal distances), and the row above. The codes are the fixed
/// ones. That is a fraction of the work of a general compressor.
struct RunDeflate {
  private var output: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingBits: UInt64 = 0
  /// The two sums of Adler-32.
  private var sums: (a: UInt64, b: UInt64) = (1, 0)
  private static let modulus: UInt64 = 65521
  /// The longest match is 258 bytes: so many pixels.
  private static let longestMatch = 86
  private static let farthest = 32768 / 3

  /// The zlib stream of all pixels, row after row; O(pixels).
  ///
  /// - Parameter period: the distance between two guides in pixels; 0 where there is none.
  static func compress(_ rows: PixelRows, period: Int) -> [UInt8] {
    var deflate = RunDeflate()
    deflate.output.reserveCapacity(1 << 17)
    deflate.output += [0x78, 0x01]
    deflate.put(0b011, 3)
    for y in 0..<rows.size.height {
      deflate.add(rows[y], above: y > 0 ? rows[y - 1] : nil, period: period)
    }
    deflate.putReversed(0, 7)
    deflate.flush()
    return deflate.output
  }

  private mutating func add(
    _ row: UnsafeMutableBufferPointer<UInt32>, above: UnsafeMutableBufferPointer<UInt32>?, period: Int
  ) {
    let width = row.count
    var x = 0
    while x < width {
      let (length, distance) = longestMatch(row, above, at: x, period: period)
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
        let part = min(left, RunDeflate.longestMatch)
        match(bytes: 3 * part, distance: 3 * distance)
        left -= part
      }
    }
  }

  /// The most pixels that repeat those to the left, a column before, or above; lengths and distances in pixels.
  private func longestMatch(
    _ row: UnsafeMutableBufferPointer<UInt32>, _ above: UnsafeMutableBufferPointer<UInt32>?, at x: Int, period: Int
  ) -> (length: Int, distance: Int) {
    let width = row.count
    var best = (length: 0, distance: 0)
    func tryDistance(_ distance: Int) {
      guard distance > 0, x >= distance, row[x] == row[x - distance] else { return }
      var end = x + 1
      while end < width, row[end] == row[end - distance] { end += 1 }
      if end - x > best.length { best = (end - x, distance) }
    }
    tryDistance(1)
    if best.length < RunDeflate.longestMatch { tryDistance(period) }
    if best.length < RunDeflate.longestMatch, let above, width <= RunDeflate.farthest, row[x] == above[x] {
      var end = x + 1
      while end < width, row[end] == above[end] { end += 1 }
      // It takes more bits to reach that far.
      if end - x > best.length + 1 { best = (end - x, width) }
    }
    return best
  }

  // MARK: Codes

  private mutating func literal(_ pixel: UInt32) {
    for shift in [UInt32(16), 8, 0] {
      let byte = UInt64(pixel >> shift & 255)
      byte < 144 ? putReversed(0x30 + byte, 8) : putReversed(0x190 + byte - 144, 9)
    }
  }

  private mutating func match(bytes: Int, distance: Int) {
    let length = RunDeflate.lengthCodes[bytes]
    length.code < 280 ? putReversed(UInt64(length.code - 256), 7) : putReversed(UInt64(0xC0 + length.code - 280), 8)
    put(UInt64(bytes - length.base), UInt64(length.extra))
    // Every two codes double the distance they reach.
    var code = distance - 1
    var extra = 0
    if distance > 4 {
      extra = (Int.bitWidth - (distance - 1).leadingZeroBitCount) - 2
      code = 2 * extra + ((distance - 1) >> extra)
    }
    putReversed(UInt64(code), 5)
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

  /// Huffman codes are sent from their highest bit.
  private mutating func putReversed(_ value: UInt64, _ count: UInt64) {
    var reversed: UInt64 = 0
    for bit in 0..<count { reversed |= (value >> bit & 1) << (count - 1 - bit) }
    put(reversed, count)
  }

  private mutating func flush() {
    if pendingBits > 0 { output.append(UInt8(truncatingIfNeeded: pending)) }
    let checksum = sums.b << 16 | sums.a
    for shift in [24, 16, 8, 0] { output.append(UInt8(truncatingIfNeeded: checksum >> UInt64(shift))) }
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
    let each = red + green + blue
    sums.b += 3 * count * sums.a + count * (3 * red + 2 * green + blue) + 3 * each * (count * (count - 1) / 2)
    sums.a += count * each
    sums.a %= RunDeflate.modulus
    sums.b %= RunDeflate.modulus
  }
}
