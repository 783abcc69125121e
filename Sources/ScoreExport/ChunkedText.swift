internal import ScoreData

/// Text in the making that leaves in chunks, so that a history of any length needs little memory.
struct ChunkedText {
  /// Bytes gathered before a chunk is handed out.
  static let chunk = 1 << 16

  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(Self.chunk + 4096) }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(byte: UInt8) { bytes.append(byte) }

  mutating func append(_ date: ScoreDate) { date.appendISOText(to: &bytes) }

  /// Appends the shortest text that gives back the number, without `.0`.
  mutating func append(score: Double?, gap: String) {
    guard let score else { return append(gap) }
    if score == score.rounded(), abs(score) < 1e15, score != 0 || score.sign == .plus {
      return append(String(Int64(score)))
    }
    append(score.description)
  }

  /// Appends a text in double quotes as JSON has it, or null.
  mutating func append(json text: String?) {
    guard let text else { return append("null") }
    append("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case 0x09: append("\\t")
      case 0..<0x20, 0x7F:
        append("\\u00")
        append(byte < 16 ? "0" : "")
        append(String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    append("\"")
  }

  /// Hands out what has gathered, if it is more than `limit` bytes.
  mutating func flush<Failure: Error>(
    keeping limit: Int, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    guard bytes.count > limit else { return }
    let result = bytes.withUnsafeBytes { chunk -> Result<Void, Failure> in
      do throws(Failure) { return .success(try sink(chunk)) } catch { return .failure(error) }
    }
    bytes.removeAll(keepingCapacity: true)
    try result.get()
  }
}
