import Glibc
import ScoreDrawing
import ScoreExport
import ScoreRaster
import ScoreThreads

/// What reading costs at least: the file mapped, each row parsed as what it is known to be, nothing checked.
struct ReadFloor: ~Copyable {
  /// Seconds since 1970, and tenths of a score or `UInt16.max`; in one piece for each thread.
  private var pieces: [Piece] = []

  struct Piece: @unchecked Sendable {
    var seconds: UnsafeMutablePointer<Int64>
    var scores: UnsafeMutablePointer<UInt16>
    var capacity: Int
    var count = 0
  }

  var count: Int { pieces.reduce(0) { $0 + $1.count } }

  /// Nil if there is no such file, or not of `YYYY-MM-DD HH:MM:SS,dd.d`.
  init?(_ path: String) {
    let file = open(path, O_RDONLY)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0, status.st_size > 64 else { return nil }
    defer { close(file) }
    let size = Int(status.st_size)
    // A page more, so that the last row can be read eight bytes at a time.
    guard let base = mmap(nil, size + 4096, PROT_READ, MAP_PRIVATE, file, 0), base != MAP_FAILED else { return nil }
    defer { munmap(base, size + 4096) }
    madvise(base, size, MADV_SEQUENTIAL)
    let bytes = base.assumingMemoryBound(to: UInt8.self)
    guard let head = memchr(bytes, 10, size) else { return nil }
    let threads = WorkerThread.processorCount
    let start = head - UnsafeMutableRawPointer(bytes) + 1
    let bounds = (0...threads).map { part -> Int in
      guard part > 0, part < threads else { return part == 0 ? start : size }
      let rough = start + (size - start) / threads * part
      return memchr(bytes + rough, 10, size - rough).map { $0 - UnsafeMutableRawPointer(bytes) + 1 } ?? size
    }
    pieces = (0..<threads).map { Self.piece(rows: (bounds[$0 + 1] - bounds[$0]) / 21 + 1) }
    let results = UnsafeMutableBufferPointer<Piece>.allocate(capacity: threads)
    _ = results.initialize(from: pieces)
    let shared = Shared(bytes: bytes, bounds: bounds, pieces: results)
    WorkerThread.perform(threads) { index in
      shared.pieces[index].count = Self.parse(
        shared.bytes + shared.bounds[index], end: shared.bytes + shared.bounds[index + 1], shared.pieces[index])
    }
    pieces = Array(results)
    results.deallocate()
  }

  deinit {
    for piece in pieces {
      munmap(piece.seconds, piece.capacity * 8)
      munmap(piece.scores, piece.capacity * 2)
    }
  }

  private struct Shared: @unchecked Sendable {
    let bytes: UnsafeMutablePointer<UInt8>
    let bounds: [Int]
    let pieces: UnsafeMutableBufferPointer<Piece>
  }

  private static func piece(rows: Int) -> Piece {
    func room(_ size: Int) -> UnsafeMutableRawPointer {
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      guard let memory, memory != MAP_FAILED else { exit(1) }
      madvise(memory, size, Int32(MADV_HUGEPAGE))
      return memory
    }
    return Piece(
      seconds: room(rows * 8).assumingMemoryBound(to: Int64.self),
      scores: room(rows * 2).assumingMemoryBound(to: UInt16.self), capacity: rows)
  }

  private static func parse(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, _ piece: Piece) -> Int {
    var row = start
    var count = 0
    var day: Int64 = 0
    var dayBytes: (UInt64, UInt16) = (0, 0)
    while row < end {
      let raw = UnsafeRawPointer(row)
      let head = (raw.loadUnaligned(as: UInt64.self), raw.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
      if head != dayBytes {
        dayBytes = head
        day = days(row)
      }
      // HH:MM:SS in bytes 0, 3 and 6.
      let clock = raw.loadUnaligned(fromByteOffset: 11, as: UInt64.self) & 0x0F0F_000F_0F00_0F0F
      let pairs = clock &* 10 &+ (clock &>> 8)
      piece.seconds[count] =
        day &+ Int64((pairs & 255) &* 3600 &+ (pairs &>> 24 & 255) &* 60 &+ (pairs &>> 48 & 255))
      let cell = raw.loadUnaligned(fromByteOffset: 20, as: UInt64.self)
      let ends = cell ^ 0x0A0A_0A0A_0A0A_0A0A
      let lineFeed = (ends &- 0x0101_0101_0101_0101) & ~ends & 0x8080_8080_8080_8080
      let length = lineFeed.trailingZeroBitCount &>> 3
      // Tenths in the highest byte, then the dot, ones, tens, hundreds.
      let digits = (cell &<< UInt64(64 &- length &* 8)) & 0x0F00_0F0F_0F00_0000
      let high = (digits &>> 56) &+ (digits &>> 40 & 15) &* 10
      let tenths = high &+ (digits &>> 32 & 15) &* 100 &+ (digits &>> 24 & 15) &* 1000
      piece.scores[count] = length == 0 ? .max : UInt16(truncatingIfNeeded: tenths)
      count &+= 1
      row += 21 &+ length
    }
    return count
  }

  /// Seconds from 1970 to the day, in the calendar of Gauss.
  private static func days(_ text: UnsafePointer<UInt8>) -> Int64 {
    func number(_ places: Range<Int>) -> Int64 { places.reduce(0) { $0 * 10 + Int64(text[$1] & 15) } }
    let month = number(5..<7)
    let year = number(0..<4) - (month <= 2 ? 1 : 0)
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + number(8..<10) - 1
    return (year * 365 + year / 4 - year / 100 + year / 400 + ofYear - 719_468) * 86400
  }

  /// The scores as an area of 1,920 columns of their least and greatest, as a PNG.
  func picture() throws -> [UInt8] {
    let (width, height) = (1920, 1080)
    var buffer = try PixelBuffer(size: PixelSize(width: width, height: height))
    let rows = count
    var highest = [UInt16](repeating: 0, count: width)
    var row = 0
    var column = 0
    var columnEnd = 0
    for piece in pieces {
      for index in 0..<piece.count {
        if row >= columnEnd {
          column = min(row * width / max(rows, 1), width - 1)
          columnEnd = (column + 1) * rows / width
        }
        // A score that is missing becomes the least.
        highest[column] = max(highest[column] &+ 1, piece.scores[index] &+ 1) &- 1
        row += 1
      }
    }
    let tops = highest.map { height - 1 - Int($0) * (height - 1) / 1000 }
    var png: [UInt8] = []
    try buffer.withRows { rows in
      for y in 0..<height {
        let line = rows[y]
        for x in 0..<width { line[x] = y > tops[x] ? 0xFFFF_C080 : y == tops[x] ? 0xFFFF_8000 : 0xFFFF_FFFF }
      }
      png = try PNGEncoder.encode(rows)
    }
    return png
  }
}
