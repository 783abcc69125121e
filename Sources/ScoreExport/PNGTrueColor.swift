internal import ScoreDrawing

/// Compresses rows of 24-bit colour as they come, whole pixels at a time.
///
/// A chart is mostly runs of one colour, rows that repeat, and edges that repeat
/// from guide to guide. So a copy is looked for in three places only: the pixel
/// to the left, the pixel above, and where the same two pixels began a copy
/// last. That takes a tenth of the time of a search byte by byte, and finds
/// nearly as much. The checksum is carried from row to row by what changed.
struct PNGTrueColor: ~Copyable {
  private let width: Int
  /// Bytes of a row, with its filter's.
  private let pitch: Int
  private var output = BitWriter([0x78, 0x01])
  private var block = DeflateBlock()
  private var row = 0
  /// The last row as it came.
  private let previous: ZeroedMemory<UInt32>
  /// The last rows as they were filtered, as many as a copy may reach back.
  private let history: ZeroedMemory<UInt32>
  private let historyRows: Int
  /// The place where two pixels with this hash were seen last, counted in pixels from the first row, plus 1.
  private var places = [Int](repeating: 0, count: 4096)
  private var checksum: RowChecksum

  /// Nil when there is no memory.
  init?(size: PixelSize) {
    width = size.width
    pitch = 1 + 3 * size.width
    historyRows = min(DeflateBlock.greatestDistance / pitch + 2, 64)
    guard let previous = ZeroedMemory<UInt32>(count: width),
      let history = ZeroedMemory<UInt32>(count: historyRows * width), let checksum = RowChecksum(width: width)
    else { return nil }
    self.previous = previous
    self.history = history
    self.checksum = checksum
  }

  /// Adds a row of opaque pixels.
  mutating func append(_ pixels: UnsafePointer<UInt32>) {
    let filter = chooseFilter(pixels)
    let start = row % historyRows * width
    let above = (row + historyRows - 1) % historyRows * width
    let filtered = history.base + start
    let old = previous.base
    if filter == 2 {
      for x in 0..<width { filtered[x] = PNGTrueColor.difference(pixels[x], old[x]) }
    } else {
      for x in 0..<width { filtered[x] = pixels[x] & 0xFF_FFFF }
    }
    old.update(from: pixels, count: width)
    checksum.append(filter, filtered)
    block.literal(UInt32(filter))
    addTokens(start, above)
    row += 1
    if block.isFull { block.write(to: &output, isLast: false) }
  }

  /// The compressed stream (RFC 1950).
  consuming func finish() -> [UInt8] {
    block.write(to: &output, isLast: true)
    output.alignToByte()
    output.append(bytes: PNGChunks.bigEndian(checksum.value))
    return output.bytes
  }

  /// 2 (subtract the pixel above) where more pixels equal the one above than the one to the left, else 0.
  private func chooseFilter(_ pixels: UnsafePointer<UInt32>) -> UInt8 {
    let old = UnsafePointer(previous.base)
    var (leftDiffers, aboveDiffers) = (0, 0)
    var x = 1
    while x < width {
      if x &+ 8 <= width, PNGTrueColor.areEqual(pixels + x, old + x, pixels + x, pixels + x - 1) {
        x &+= 8
        continue
      }
      let end = min(x &+ 8, width)
      while x < end {
        leftDiffers &+= pixels[x] == pixels[x &- 1] ? 0 : 1
        aboveDiffers &+= pixels[x] == old[x] ? 0 : 1
        x &+= 1
      }
    }
    return aboveDiffers <= leftDiffers ? 2 : 0
  }

  /// Whether eight pixels of `a` equal those of `b`, and those of `c` those of `d`.
  @inline(__always)
  fileprivate static func areEqual(
    _ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, _ c: UnsafePointer<UInt32>, _ d: UnsafePointer<UInt32>
  ) -> Bool {
    @inline(__always) func eight(_ pixels: UnsafePointer<UInt32>) -> SIMD4<UInt64> {
      UnsafeRawPointer(pixels).loadUnaligned(as: SIMD4<UInt64>.self)
    }
    let different = (eight(a) ^ eight(b)) | (eight(c) ^ eight(d))
    let half = different.lowHalf | different.highHalf
    return half.x | half.y == 0
  }

  /// Each channel of `a` less that of `b`, modulo 256.
  @inline(__always)
  private static func difference(_ a: UInt32, _ b: UInt32) -> UInt32 {
    // The top bit of each byte is set aside, so that no borrow crosses into the next byte.
    ((a | 0x8080_8080) &- (b & 0x7F7F_7F7F) ^ (a ^ ~b) & 0x8080_8080) & 0xFF_FFFF
  }

  private mutating func addTokens(_ start: Int, _ above: Int) {
    let base = UnsafePointer(history.base)
    let pixels = base + start
    var x = 0
    while x < width {
      var (length, distance) = (0, 3)
      if x > 0, pixels[x] == pixels[x - 1] { length = PNGTrueColor.run(pixels + x, pixels + x - 1, width - x) }
      // A nearer place costs fewer bits, so a farther one must be worth it.
      if row > 0, pitch <= DeflateBlock.greatestDistance, pixels[x] == base[above + x] {
        let found = PNGTrueColor.run(pixels + x, base + above + x, width - x)
        if found > length + 4 { (length, distance) = (found, pitch) }
      }
      if x + 1 < width { lookUp(base, pixels, x, &length, &distance) }
      if length > 0 {
        block.copy(length: 3 * length, distance: distance)
        x += length
      } else {
        block.literal(pixels[x] >> 16)
        block.literal(pixels[x] >> 8)
        block.literal(pixels[x])
        x += 1
      }
    }
  }

  /// Takes the place where the same two pixels were seen last, if more follows there, and remembers this one.
  private mutating func lookUp(
    _ base: UnsafePointer<UInt32>, _ pixels: UnsafePointer<UInt32>, _ x: Int, _ length: inout Int, _ distance: inout Int
  ) {
    let hash = Int((pixels[x] &* 0x9E37_79B1 ^ pixels[x + 1] &* 0x85EB_CA6B) >> 20)
    let place = places[hash] - 1
    places[hash] = row * width + x + 1
    guard place >= 0 else { return }
    let (placeRow, placeX) = place.quotientAndRemainder(dividingBy: width)
    let back = (row - placeRow) * pitch + 3 * (x - placeX)
    guard row - placeRow < historyRows, back <= DeflateBlock.greatestDistance, back > 0 else { return }
    let source = base + (placeRow % historyRows * width + placeX)
    let found = PNGTrueColor.run(pixels + x, source, min(width - x, width - placeX))
    if found > length + 2 { (length, distance) = (found, back) }
  }

  /// How many pixels from the first on are equal, at most `limit`.
  @inline(__always)
  private static func run(_ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, _ limit: Int) -> Int {
    var count = 0
    while count &+ 8 <= limit {
      if !areEqual(a + count, b + count, a + count, b + count) { break }
      count &+= 8
    }
    while count < limit, a[count] == b[count] { count &+= 1 }
    return count
  }
}

/// The Adler-32 sum (RFC 1950) of rows, each of which changes little from the last one.
private struct RowChecksum: ~Copyable {
  private var low = 1
  private var high = 0
  private let width: Int
  /// The last row that was not filtered; filtered rows are mostly zeros, and are compared with those.
  private let plain: ZeroedMemory<UInt32>
  private let zeros: ZeroedMemory<UInt32>
  private var plainSums = (sum: 0, weighted: 0)

  init?(width: Int) {
    guard let plain = ZeroedMemory<UInt32>(count: width), let zeros = ZeroedMemory<UInt32>(count: width) else {
      return nil
    }
    self.width = width
    self.plain = plain
    self.zeros = zeros
  }

  var value: UInt32 { UInt32(high << 16 | low) }

  mutating func append(_ filter: UInt8, _ row: UnsafePointer<UInt32>) {
    let pitch = 1 + 3 * width
    var sums = filter == 0 ? plainSums : (sum: 0, weighted: 0)
    if filter == 0 {
      add(row, plain.base, to: &sums)
      plain.base.update(from: row, count: width)
      plainSums = sums
    } else {
      add(row, zeros.base, to: &sums)
    }
    high = (high + pitch * low + Int(filter) * pitch + sums.weighted) % 65521
    low = (low + Int(filter) + sums.sum) % 65521
  }

  /// Adds to the sum of pixel bytes, and to the sum of each times the bytes from it to the row's end, what
  /// changed from `old` to `new`.
  private func add(
    _ new: UnsafePointer<UInt32>, _ old: UnsafePointer<UInt32>, to sums: inout (sum: Int, weighted: Int)
  ) {
    var x = 0
    while x < width {
      if x &+ 8 <= width, PNGTrueColor.areEqual(new + x, old + x, new + x, old + x) {
        x &+= 8
        continue
      }
      for x in x..<min(x &+ 8, width) where new[x] != old[x] {
        let red = Int(new[x] >> 16) &- Int(old[x] >> 16)
        let green = Int(new[x] >> 8 & 0xFF) &- Int(old[x] >> 8 & 0xFF)
        let blue = Int(new[x] & 0xFF) &- Int(old[x] & 0xFF)
        let all = red &+ green &+ blue
        sums.sum &+= all
        sums.weighted &+= all &* (3 &* (width &- x)) &- green &- 2 &* blue
      }
      x &+= 8
    }
  }
}
