internal import ScoreDrawing

/// Compresses rows of 24-bit colour as they come.
struct PNGTrueColor: ~Copyable {
  private let width: Int
  private var output = BitWriter([0x78, 0x01])
  private var matcher: PixelMatcher
  private var checksum = RowChecksum()
  private var isFirst = true
  /// The last row as it came.
  private let previous: ZeroedMemory<UInt32>
  private var changes: RowChanges
  private var filteredChanges: RowChanges

  /// Nil when there is no memory.
  init?(size: PixelSize) {
    width = size.width
    guard let previous = ZeroedMemory<UInt32>(count: width), let matcher = PixelMatcher(width: width),
      let changes = RowChanges(width: width), let filteredChanges = RowChanges(width: width)
    else { return nil }
    self.previous = previous
    self.matcher = matcher
    self.changes = changes
    self.filteredChanges = filteredChanges
  }

  /// Adds a row of opaque pixels.
  mutating func append(_ pixels: UnsafePointer<UInt32>) {
    let filtered = matcher.nextRow
    let old = UnsafePointer(previous.base)
    changes.find(pixels)
    // Subtracting the pixel above makes two edges where one moved, so it has to leave clearly fewer.
    let differences = isFirst ? nil : changes.differences(pixels, old, limit: changes.count * 4 / 5)
    isFirst = false
    if let differences {
      if differences == 0 {
        filtered.update(repeating: 0, count: width)
        filteredChanges.setEven()
      } else {
        for x in 0..<width { filtered[x] = PNGTrueColor.difference(pixels[x], old[x]) }
        filteredChanges.find(filtered)
      }
      checksum.append(2, filtered, filteredChanges, width: width)
      matcher.encodeRow(filter: 2, filteredChanges, into: &output)
    } else {
      filtered.update(from: pixels, count: width)
      checksum.append(0, filtered, changes, width: width)
      matcher.encodeRow(filter: 0, changes, into: &output)
    }
    previous.base.update(from: pixels, count: width)
  }

  /// The compressed stream (RFC 1950).
  consuming func finish() -> [UInt8] {
    matcher.finish(into: &output)
    output.alignToByte()
    output.append(bytes: PNGChunks.bigEndian(checksum.value))
    return output.bytes
  }

  /// Each channel of `a` less that of `b`, modulo 256.
  @inline(__always)
  private static func difference(_ a: UInt32, _ b: UInt32) -> UInt32 {
    // The top bit of each byte is set aside, so that no borrow crosses into the next byte.
    ((a | 0x8080_8080) &- (b & 0x7F7F_7F7F) ^ (a ^ ~b) & 0x8080_8080) & 0xFF_FFFF
  }
}
