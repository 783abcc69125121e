/// Where a row of pixels changes its colour: the places where runs begin, in order.
///
/// Most of a chart's rows are a few runs, so all that comes after is done run by run.
struct RowChanges: ~Copyable {
  private let width: Int
  /// Room for the list and for what the search writes behind it.
  private let memory: ZeroedMemory<UInt32>
  /// How many runs the row has.
  private(set) var count = 0

  /// Nil when there is no memory; the row is even at first.
  init?(width: Int) {
    guard width > 0, let memory = ZeroedMemory<UInt32>(count: width + 2) else { return nil }
    self.width = width
    self.memory = memory
    setEven()
  }

  /// The first pixels of the runs, from 0 on; behind them comes the row's width.
  var starts: UnsafePointer<UInt32> { UnsafePointer(memory.base) }

  /// Makes it a row of one colour.
  mutating func setEven() {
    memory.base[0] = 0
    memory.base[1] = UInt32(truncatingIfNeeded: width)
    count = 1
  }

  /// Finds the runs of a row.
  mutating func find(_ pixels: UnsafePointer<UInt32>) {
    let starts = memory.base
    starts[0] = 0
    var found = 1
    var x = 1
    while x < width {
      if x &+ 16 <= width, Self.areEqual(pixels + x, pixels + (x &- 1)) {
        x &+= 16
        continue
      }
      let end = min(x &+ 16, width)
      while x < end {
        starts[found] = UInt32(truncatingIfNeeded: x)
        found &+= pixels[x] == pixels[x &- 1] ? 0 : 1
        x &+= 1
      }
    }
    starts[found] = UInt32(truncatingIfNeeded: width)
    count = found
  }

  /// How many pixels of two rows differ; nil when that is more than `limit`.
  func differences(_ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, limit: Int) -> Int? {
    var found = 0
    var x = 0
    while x < width, found <= limit {
      if x &+ 16 <= width, Self.areEqual(a + x, b + x) {
        x &+= 16
        continue
      }
      let end = min(x &+ 16, width)
      while x < end {
        found &+= a[x] == b[x] ? 0 : 1
        x &+= 1
      }
    }
    return found <= limit ? found : nil
  }

  /// Whether sixteen pixels are equal.
  @inline(__always)
  static func areEqual(_ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>) -> Bool {
    @inline(__always) func half(_ pixels: UnsafePointer<UInt32>, _ offset: Int) -> SIMD4<UInt64> {
      UnsafeRawPointer(pixels + offset).loadUnaligned(as: SIMD4<UInt64>.self)
    }
    let different = (half(a, 0) ^ half(b, 0)) | (half(a, 8) ^ half(b, 8))
    let quarter = different.lowHalf | different.highHalf
    return quarter.x | quarter.y == 0
  }
}

/// The Adler-32 sum (RFC 1950) of filtered rows, run by run.
struct RowChecksum {
  private var low = 1
  private var high = 0

  var value: UInt32 { UInt32(truncatingIfNeeded: high << 16 | low) }

  /// Adds a filter byte and a row of pixels of three bytes each.
  mutating func append(_ filter: UInt8, _ row: UnsafePointer<UInt32>, _ changes: borrowing RowChanges, width: Int) {
    let starts = changes.starts
    // The sum of all bytes, and that of each byte times the bytes from it to the row's end.
    var (sum, weighted) = (0, 0)
    for index in 0..<changes.count {
      let start = Int(starts[index])
      let pixel = row[start]
      let length = Int(starts[index &+ 1]) &- start
      let (red, green, blue) = (Int(pixel >> 16 & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel & 0xFF))
      let all = red &+ green &+ blue
      // Pixels from each one of the run to the row's end, added up.
      let rest = length &* (2 &* (width &- start) &- length &+ 1) / 2
      sum &+= all &* length
      weighted &+= 3 &* all &* rest &- (green &+ 2 &* blue) &* length
    }
    let pitch = 1 + 3 * width
    high = (high + pitch * low + Int(filter) * pitch + weighted) % 65521
    low = (low + Int(filter) + sum) % 65521
  }
}
