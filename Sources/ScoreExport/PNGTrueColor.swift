internal import ScoreDrawing

/// Rows of 24-bit colour with the filter that leaves most zeros, ready to be compressed.
struct PNGTrueColor: ~Copyable {
  static let level: Int32 = 1

  let memory: ByteMemory
  private let width: Int
  private let pitch: Int
  private var nextRow = 0
  private var above: [UInt32]

  init?(size: PixelSize) {
    width = size.width
    pitch = 1 + 3 * size.width
    guard let memory = ByteMemory(count: pitch * size.height) else { return nil }
    self.memory = memory
    above = Array(repeating: 0, count: size.width)
  }

  /// Adds a row of opaque pixels.
  mutating func append(_ row: UnsafePointer<UInt32>) {
    let target = memory.base + nextRow * pitch
    let width = width
    above.withUnsafeMutableBufferPointer { above in
      guard let above = above.baseAddress else { return }
      // Filter 1 subtracts the pixel to the left, filter 2 the one above: the one that more pixels equal wins.
      var (leftDiffers, aboveDiffers) = (0, 0)
      for x in 1..<max(width, 1) {
        leftDiffers &+= row[x] == row[x &- 1] ? 0 : 1
        aboveDiffers &+= row[x] == above[x] ? 0 : 1
      }
      let usesAbove = aboveDiffers <= leftDiffers
      target[0] = usesAbove ? 2 : 1
      if usesAbove {
        for x in 0..<width where row[x] != above[x] { Self.store(target + 1 + 3 * x, row[x], above[x]) }
      } else {
        Self.store(target + 1, row[0], 0)
        for x in 1..<max(width, 1) where row[x] != row[x &- 1] { Self.store(target + 1 + 3 * x, row[x], row[x &- 1]) }
      }
      above.update(from: row, count: width)
    }
    nextRow += 1
  }

  @inline(__always)
  private static func store(_ target: UnsafeMutablePointer<UInt8>, _ pixel: UInt32, _ base: UInt32) {
    target[0] = UInt8(truncatingIfNeeded: pixel &>> 16) &- UInt8(truncatingIfNeeded: base &>> 16)
    target[1] = UInt8(truncatingIfNeeded: pixel &>> 8) &- UInt8(truncatingIfNeeded: base &>> 8)
    target[2] = UInt8(truncatingIfNeeded: pixel) &- UInt8(truncatingIfNeeded: base)
  }
}
