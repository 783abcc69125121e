internal import CDeflate
public import ScoreDrawing

/// A picture read from a PNG file: opaque pixels, 0xFFRRGGBB.
public struct DecodedPicture: Equatable, Sendable {
  public var size: PixelSize
  public var pixels: [UInt32]
  /// The chunks in order.
  public var chunks: [String]
  public var bitDepth: Int
  public var isIndexed: Bool
  /// Pixels a metre, from pHYs.
  public var resolution: Int?

  public init(size: PixelSize, pixels: [UInt32]) {
    self.size = size
    self.pixels = pixels
    chunks = []
    bitDepth = 8
    isIndexed = false
  }
}

/// What is wrong with a file that should be a PNG.
public struct PNGDecodingError: Error, CustomStringConvertible {
  public var description: String

  init(_ description: String) { self.description = description }
}

/// Reads PNG files with 24-bit colour or a palette, written independently of the encoder.
public enum PNGDecoder {
  public static func decode(_ file: [UInt8]) throws -> DecodedPicture {
    guard file.starts(with: [137, 80, 78, 71, 13, 10, 26, 10]) else { throw PNGDecodingError("no PNG signature") }
    var picture: DecodedPicture?
    var palette: [UInt32] = []
    var data: [UInt8] = []
    var offset = 8
    while offset < file.count {
      guard offset + 12 <= file.count else { throw PNGDecodingError("chunk head cut off at \(offset)") }
      let length = number(file, offset)
      guard offset + 12 + length <= file.count else { throw PNGDecodingError("chunk cut off at \(offset)") }
      let name = String(decoding: file[offset + 4..<offset + 8], as: UTF8.self)
      let body = Array(file[offset + 8..<offset + 8 + length])
      let sum = file[offset + 4..<offset + 8 + length].withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
      guard Int(sum) == number(file, offset + 8 + length) else { throw PNGDecodingError("wrong checksum of \(name)") }
      switch name {
      case "IHDR": picture = try header(body)
      case "PLTE":
        palette = stride(from: 0, to: length - 2, by: 3).map {
          0xFF00_0000 | UInt32(body[$0]) << 16 | UInt32(body[$0 + 1]) << 8 | UInt32(body[$0 + 2])
        }
      case "pHYs": picture?.resolution = number(body, 0)
      case "IDAT": data += body
      default: break
      }
      picture?.chunks.append(name)
      offset += 12 + length
    }
    guard var picture, picture.chunks.last == "IEND" else { throw PNGDecodingError("no IHDR or IEND") }
    try fill(&picture, data, palette)
    return picture
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func header(_ body: [UInt8]) throws -> DecodedPicture {
    guard body.count == 13, body[9] == 2 || body[9] == 3, body[10] == 0, body[11] == 0, body[12] == 0 else {
      throw PNGDecodingError("unexpected IHDR \(body)")
    }
    let size = PixelSize(width: number(body, 0), height: number(body, 4))
    guard size.width > 0, size.height > 0, size.width * size.height < 1 << 28 else {
      throw PNGDecodingError("size \(size)")
    }
    var picture = DecodedPicture(size: size, pixels: [])
    picture.bitDepth = Int(body[8])
    picture.isIndexed = body[9] == 3
    return picture
  }

  private static func fill(_ picture: inout DecodedPicture, _ data: [UInt8], _ palette: [UInt32]) throws {
    let (width, height) = (picture.size.width, picture.size.height)
    let bitsPerPixel = picture.isIndexed ? picture.bitDepth : 24
    let pitch = (width * bitsPerPixel + 7) / 8
    let raw = try inflate(data, count: (pitch + 1) * height)
    let bytesPerPixel = max(bitsPerPixel / 8, 1)
    var above = [UInt8](repeating: 0, count: pitch)
    picture.pixels.reserveCapacity(width * height)
    for y in 0..<height {
      let start = y * (pitch + 1)
      var row = Array(raw[start + 1..<start + 1 + pitch])
      try unfilter(&row, above, raw[start], bytesPerPixel)
      for x in 0..<width {
        if picture.isIndexed {
          let bit = x * picture.bitDepth
          let index = Int(row[bit / 8]) >> (8 - picture.bitDepth - bit % 8) & (1 << picture.bitDepth - 1)
          guard index < palette.count else { throw PNGDecodingError("index \(index) of \(palette.count)") }
          picture.pixels.append(palette[index])
        } else {
          picture.pixels.append(
            0xFF00_0000 | UInt32(row[3 * x]) << 16 | UInt32(row[3 * x + 1]) << 8 | UInt32(row[3 * x + 2]))
        }
      }
      above = row
    }
  }

  private static func inflate(_ data: [UInt8], count: Int) throws -> [UInt8] {
    guard let decompressor = libdeflate_alloc_decompressor() else { throw PNGDecodingError("no memory") }
    defer { libdeflate_free_decompressor(decompressor) }
    var raw = [UInt8](repeating: 0, count: count)
    var written = 0
    let result = libdeflate_zlib_decompress(decompressor, data, data.count, &raw, count, &written)
    guard result == LIBDEFLATE_SUCCESS, written == count else {
      throw PNGDecodingError("inflate: \(result), \(written) of \(count) bytes")
    }
    return raw
  }

  private static func unfilter(_ row: inout [UInt8], _ above: [UInt8], _ filter: UInt8, _ distance: Int) throws {
    for x in row.indices {
      let left = x >= distance ? row[x - distance] : 0
      switch filter {
      case 0: break
      case 1: row[x] &+= left
      case 2: row[x] &+= above[x]
      case 3: row[x] &+= UInt8((Int(left) + Int(above[x])) / 2)
      case 4: row[x] &+= paeth(Int(left), Int(above[x]), x >= distance ? Int(above[x - distance]) : 0)
      default: throw PNGDecodingError("filter \(filter)")
      }
    }
  }

  private static func paeth(_ left: Int, _ above: Int, _ corner: Int) -> UInt8 {
    let estimate = left + above - corner
    let (a, b, c) = (abs(estimate - left), abs(estimate - above), abs(estimate - corner))
    return UInt8(a <= b && a <= c ? left : b <= c ? above : corner)
  }
}
