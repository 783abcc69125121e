/// How far two pixels are apart.
enum ColorError {
  /// The largest difference in one channel of two 0xRRGGBB values; what is above them is ignored.
  static func between(_ a: UInt32, _ b: UInt32) -> Int {
    var worst = 0
    for shift: UInt32 in [16, 8, 0] {
      let (first, second) = (Int(a >> shift & 255), Int(b >> shift & 255))
      worst = max(worst, abs(first - second))
    }
    return worst
  }
}
