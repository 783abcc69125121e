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

  /// Appends a text in double quotes as JSON has it, or null; what a terminal would obey is escaped.
  mutating func append(json text: String?) {
    guard let text else { return append("null") }
    append("\"")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case "\n": append("\\n")
      case "\r": append("\\r")
      case "\t": append("\\t")
      default:
        if EscapedText.needsEscape(scalar) {
          for unit in scalar.utf16 { append(escape: unit) }
        } else {
          bytes.append(contentsOf: scalar.utf8)
        }
      }
    }
    append("\"")
  }

  private mutating func append(escape unit: UInt16) {
    let digits = String(unit, radix: 16)
    append("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)")
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
