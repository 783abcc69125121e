internal import ScoreDrawing
internal import ScoreRaster

/// Tells whether two pictures have the same pixels without keeping either.
enum PixelHash {
  /// 64 bits of `rows`' size and pixels; O(pixels), four streams at a time.
  static func of(_ rows: PixelRows) -> UInt64 {
    var lanes = SIMD4<UInt64>(
      0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB, 0x2545_F491_4F6C_DD1D)
    let prime = SIMD4<UInt64>(repeating: 0x0000_0100_0000_01B3)
    let width = rows.size.width
    for y in 0..<rows.size.height {
      let row = rows[y]
      var x = 0
      while x + 4 <= width {
        let four = SIMD4<UInt64>(UInt64(row[x]), UInt64(row[x + 1]), UInt64(row[x + 2]), UInt64(row[x + 3]))
        lanes = (lanes ^ four) &* prime
        x += 4
      }
      while x < width {
        lanes[x & 3] = (lanes[x & 3] ^ UInt64(row[x])) &* prime[0]
        x += 1
      }
    }
    var sum = UInt64(truncatingIfNeeded: width) << 32 ^ UInt64(truncatingIfNeeded: rows.size.height)
    for lane in 0..<4 {
      sum = (sum ^ lanes[lane] ^ lanes[lane] >> 29) &* 0xBF58_476D_1CE4_E5B9
      sum ^= sum >> 32
    }
    return sum
  }
}
