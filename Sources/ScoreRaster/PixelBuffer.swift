public import ScoreDrawing

/// Opaque 32-bit pixels, 0xFFRRGGBB in memory order of the machine, row after row without padding.
public struct PixelBuffer: Equatable, Sendable {
  public let size: PixelSize
  public private(set) var pixels: [UInt32]

  public init(size: PixelSize) {
    self.size = size
    self.pixels = Array(repeating: 0xFF00_0000, count: size.width * size.height)
  }
}
