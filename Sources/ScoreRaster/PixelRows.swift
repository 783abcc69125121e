public import ScoreDrawing

/// A view on rows of opaque 32-bit pixels, 0xFFRRGGBB in the machine's byte order, that somebody else owns.
///
/// The same view serves memory of our own, an SDL surface and a mapped DRM
/// buffer. It is valid only as long as that memory is: use it where it is made
/// and never keep it.
public struct PixelRows {
  /// The top left pixel.
  public let base: UnsafeMutablePointer<UInt32>
  public let size: PixelSize
  /// The distance from one row to the next, in pixels; at least `size.width`.
  public let stride: Int
  /// Whether reading is slow, as from memory mapped from a graphics card: a painter then only writes,
  /// each pixel once, in order.
  public let isWriteOnly: Bool

  /// - Parameters:
  ///   - base: `stride` × (`height` − 1) + `width` writable pixels.
  ///   - size: the pixels that may be touched.
  ///   - stride: the distance from one row to the next, in pixels; a size that does not fit it is cut to it.
  ///   - isWriteOnly: whether reading is slow.
  public init(base: UnsafeMutablePointer<UInt32>, size: PixelSize, stride: Int, isWriteOnly: Bool = false) {
    self.isWriteOnly = isWriteOnly
    self.base = base
    self.size = PixelSize(width: max(0, min(size.width, stride)), height: max(0, size.height))
    self.stride = max(0, stride)
  }

  /// The pixels of row `y`, which must be one of 0 ..< height.
  public subscript(y: Int) -> UnsafeMutableBufferPointer<UInt32> {
    precondition(y >= 0 && y < size.height, "row \(y) of \(size.height)")
    return UnsafeMutableBufferPointer(start: base + y * stride, count: size.width)
  }
}
