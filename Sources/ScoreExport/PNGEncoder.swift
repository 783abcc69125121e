internal import CDeflate
internal import Glibc
public import ScoreDrawing
public import ScoreRaster

/// Encodes opaque pixels as a PNG file (ISO/IEC 15948), band after band from the top.
///
/// A picture of at most 256 colours is written with a palette, any other as
/// 24-bit RGB. The same pixels always give the same bytes.
public struct PNGEncoder: ~Copyable {
  /// The pixels of a picture are at most this many a side and this many in all.
  public static let maximumSide = 1 << 20
  public static let maximumPixels = 1 << 30

  let size: PixelSize
  private let scale: Double
  private var nextRow = 0
  private var palette = PNGPalette()
  /// A palette index a pixel, until there are too many colours.
  private var indices: ZeroedMemory<UInt8>?
  private var trueColor: PNGTrueColor? = nil
  private var changes: RowChanges

  /// - Parameters:
  ///   - size: the picture's size.
  ///   - scale: device pixels a point, 96 points being an inch; stored as the picture's resolution.
  /// - Throws: when the size is empty or too large, or there is no memory.
  public init(size: PixelSize, scale: Double = 1) throws(ExportError) {
    self.size = size
    self.scale = scale
    guard size.width > 0, size.height > 0 else { throw ExportError("a picture of no pixels cannot be written as PNG") }
    guard size.width <= Self.maximumSide, size.height <= Self.maximumSide,
      size.width * size.height <= Self.maximumPixels
    else {
      throw ExportError("a PNG of \(size.width) × \(size.height) pixels is too large; choose a smaller size or scale")
    }
    guard let changes = RowChanges(width: size.width),
      let indices = ZeroedMemory<UInt8>(count: size.width * size.height)
    else { throw Self.outOfMemory(size) }
    self.changes = changes
    self.indices = consume indices
  }

  static func outOfMemory(_ size: PixelSize) -> ExportError {
    ExportError("not enough memory for a PNG of \(size.width) × \(size.height) pixels; choose a smaller size or scale")
  }

  /// Encodes a whole picture.
  public static func encode(_ rows: PixelRows, scale: Double = 1) throws(ExportError) -> [UInt8] {
    var encoder = try PNGEncoder(size: rows.size, scale: scale)
    try encoder.append(rows)
    return try encoder.finish()
  }

  /// Adds the next rows; bands must be as wide as the picture.
  public mutating func append(_ band: PixelRows) throws(ExportError) {
    guard band.size.width == size.width, band.size.height <= size.height - nextRow else {
      throw ExportError("a band of \(band.size.width) × \(band.size.height) pixels does not fit the picture")
    }
    for y in 0..<band.size.height {
      let row = UnsafePointer(band.base + y * band.stride)
      if trueColor == nil, !addIndices(row) { try changeToTrueColor() }
      trueColor?.append(row)
      nextRow += 1
    }
  }

  /// Ends the picture and returns the file's bytes.
  ///
  /// - Throws: when rows are missing, or there is no memory.
  public consuming func finish() throws(ExportError) -> [UInt8] {
    guard nextRow == size.height else { throw ExportError("only \(nextRow) of \(size.height) rows were drawn") }
    var chunks = PNGChunks()
    let isIndexed = trueColor == nil
    let depth = isIndexed ? palette.bitDepth : 8
    let header = PNGChunks.bigEndian(UInt32(size.width)) + PNGChunks.bigEndian(UInt32(size.height))
    chunks.append("IHDR", header + [UInt8(depth), isIndexed ? 3 : 2, 0, 0, 0])
    chunks.append("sRGB", [0])
    let perMeter = (96 * scale / 0.0254).rounded()
    if perMeter >= 1, perMeter < 1e9 {
      let resolution = PNGChunks.bigEndian(UInt32(perMeter))
      chunks.append("pHYs", resolution + resolution + [1])
    }
    if isIndexed {
      chunks.append(
        "PLTE", palette.colors.flatMap { [UInt8($0 >> 16 & 0xFF), UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] })
      let packed = try packedIndices(depth)
      try Self.compress(packed, size, into: &chunks)
    } else if let data = trueColor.take()?.finish() {
      data.withUnsafeBufferPointer { Self.appendData($0, to: &chunks) }
    }
    chunks.append("IEND", [])
    return chunks.bytes
  }

  // MARK: Palette

  /// Stores the palette indices of a row; false when there are too many colours.
  private mutating func addIndices(_ row: UnsafePointer<UInt32>) -> Bool {
    guard let base = indices?.base else { return false }
    let target = base + nextRow * size.width
    changes.find(row)
    for run in 0..<changes.count {
      let start = Int(changes.starts[run])
      guard let index = palette.index(of: row[start]) else { return false }
      (target + start).update(repeating: index, count: Int(changes.starts[run + 1]) - start)
    }
    return true
  }

  private mutating func changeToTrueColor() throws(ExportError) {
    guard var color = PNGTrueColor(size: size) else { throw Self.outOfMemory(size) }
    if let indices = indices.take() {
      var row = [UInt32](repeating: 0, count: size.width)
      for y in 0..<nextRow {
        let source = indices.base + y * size.width
        if y == 0 || memcmp(source, source - size.width, size.width) != 0 {
          for x in 0..<size.width { row[x] = palette.colors[Int(source[x])] }
        }
        row.withUnsafeBufferPointer { if let base = $0.baseAddress { color.append(base) } }
      }
    }
    trueColor = consume color
  }

  /// Rows of indices of `depth` bits, each led by filter 0: neighbouring indices have no arithmetic in common.
  private mutating func packedIndices(_ depth: Int) throws(ExportError) -> ZeroedMemory<UInt8> {
    let pitch = 1 + (size.width * depth + 7) / 8
    guard let indices = indices.take(), let packed = ZeroedMemory<UInt8>(count: pitch * size.height) else {
      throw Self.outOfMemory(size)
    }
    for y in 0..<size.height {
      let source = indices.base + y * size.width
      let target = packed.base + y * pitch + 1
      if depth == 8 {
        target.update(from: source, count: size.width)
        continue
      }
      let perByte = 8 / depth
      for x in 0..<size.width {
        target[x / perByte] |= source[x] << UInt8(8 - depth * (x % perByte + 1))
      }
    }
    return packed
  }

  // MARK: Compression

  private static func compress(
    _ data: borrowing ZeroedMemory<UInt8>, _ size: PixelSize, into chunks: inout PNGChunks
  ) throws(ExportError) {
    guard let compressor = libdeflate_alloc_compressor(3) else { throw outOfMemory(size) }
    defer { libdeflate_free_compressor(compressor) }
    guard let output = ZeroedMemory<UInt8>(count: libdeflate_zlib_compress_bound(compressor, data.count)) else {
      throw outOfMemory(size)
    }
    let count = libdeflate_zlib_compress(compressor, data.base, data.count, output.base, output.count)
    guard count > 0 else { throw outOfMemory(size) }
    appendData(UnsafeBufferPointer(start: output.base, count: count), to: &chunks)
  }

  /// Adds the compressed stream, cut where a chunk's length would not fit in 31 bits.
  private static func appendData(_ data: UnsafeBufferPointer<UInt8>, to chunks: inout PNGChunks) {
    var start = 0
    while start < data.count {
      let end = min(start + 1 << 30, data.count)
      chunks.append("IDAT", UnsafeBufferPointer(rebasing: data[start..<end]))
      start = end
    }
  }
}
