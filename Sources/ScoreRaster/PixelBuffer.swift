import Glibc
public import ScoreDrawing

/// Owned memory for opaque 32-bit pixels, 0xFFRRGGBB in the machine's byte order, rows without padding.
public struct PixelBuffer: ~Copyable {
  public let size: PixelSize
  private let memory: UnsafeMutablePointer<UInt32>

  /// Black pixels.
  ///
  /// - Throws: `RasterError.outOfMemory` when `size` is negative, overflows, or the memory is not to be had.
  public init(size: PixelSize) throws(RasterError) {
    let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard size.width >= 0, size.height >= 0, !overflow, count <= Int.max / 4,
      let memory = malloc(max(count, 1) * 4)
    else { throw RasterError.outOfMemory(size) }
    self.size = size
    self.memory = memory.bindMemory(to: UInt32.self, capacity: max(count, 1))
    self.memory.update(repeating: 0xFF00_0000, count: count)
  }

  deinit { free(memory) }

  /// Lends the pixels for reading and writing; the rows must not be kept.
  public mutating func withRows<Result: ~Copyable, Failure: Error>(
    _ body: (PixelRows) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(PixelRows(base: memory, size: size, stride: size.width))
  }

  /// Lends the pixels for reading, row after row.
  public func withPixels<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: memory, count: size.width * size.height))
  }

  /// The pixel in column `x` of row `y`, which must lie inside.
  public subscript(x: Int, y: Int) -> UInt32 {
    precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "pixel (\(x), \(y))")
    return memory[y * size.width + x]
  }
}
