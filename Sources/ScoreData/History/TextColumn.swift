/// A note for each row of a series, kept as one run of bytes; access by index is O(1) apart from making the text.
public struct TextColumn: Equatable, Sendable {
  /// The column's name in the file.
  public var name: String
  private var bytes: [UInt8] = []
  /// Where each row's text ends in `bytes`.
  private var ends: [Int] = []

  public init(name: String) { self.name = name }

  public init(name: String, _ texts: some Sequence<String>) {
    self.init(name: name)
    for text in texts { append(text) }
  }

  public var count: Int { ends.count }

  /// The row's text as the file has it (escape it before showing it), or nil where the row has none.
  public subscript(index: Int) -> String? {
    let start = index == 0 ? 0 : ends[index - 1]
    guard start < ends[index] else { return nil }
    return String(decoding: bytes[start..<ends[index]], as: UTF8.self)
  }

  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
  }

  mutating func append(_ text: String?) {
    guard var text else { return appendNothing() }
    text.withUTF8 { append($0) }
  }

  /// Appends a row without text.
  public mutating func appendNothing() { ends.append(bytes.count) }
}
