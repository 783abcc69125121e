internal import CDeflate

/// The bytes of a PNG file, chunk after chunk.
struct PNGChunks {
  private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  mutating func append(_ type: StaticString, _ data: [UInt8]) {
    data.withUnsafeBufferPointer { append(type, $0) }
  }

  mutating func append(_ type: StaticString, _ data: UnsafeBufferPointer<UInt8>) {
    bytes.reserveCapacity(bytes.count + data.count + 24)
    append(UInt32(truncatingIfNeeded: data.count))
    let start = bytes.count
    type.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: data)
    let checksum = bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress.map { $0 + start }, $0.count - start) }
    append(checksum)
  }

  private mutating func append(_ value: UInt32) {
    bytes.append(contentsOf: PNGChunks.bigEndian(value))
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
  }
}
