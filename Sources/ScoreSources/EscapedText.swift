/// Text for a message: control characters, bidirectional controls, line separators and bytes
/// that are not UTF-8 become `\xHH`, one for each byte; everything else stays as it is.
///
/// A name of a file may hold any byte but NUL and `/`, and a message must stay one line that
/// cannot steer the terminal it is printed on.
func escapedText(_ bytes: some Sequence<UInt8>) -> String {
  var iterator = bytes.makeIterator()
  var parser = Unicode.UTF8.ForwardParser()
  var text = String.UnicodeScalarView()
  // The parser does not hand out the bytes of an error, so the last few are kept beside it.
  var recent = RecentBytes(&iterator)
  while true {
    switch parser.parseScalar(from: &recent) {
    case .valid(let encoded):
      let scalar = Unicode.UTF8.decode(encoded)
      if isHarmful(scalar) {
        for byte in encoded { appendHexadecimal(byte, to: &text) }
      } else {
        text.append(scalar)
      }
      recent.drop(encoded.count)
    case .error(let length):
      for byte in recent.held.prefix(length) { appendHexadecimal(byte, to: &text) }
      recent.drop(length)
    case .emptyInput:
      return String(text)
    }
  }
}

func escapedText(_ text: String) -> String { escapedText(text.utf8) }

/// The first `limit` characters of a text, escaped, with `…` if there were more.
func shortenedText(_ text: String, limit: Int) -> String {
  text.count <= limit ? escapedText(text) : escapedText(String(text.prefix(limit))) + "…"
}

/// An iterator that remembers what the parser has taken and not yet been told of.
private struct RecentBytes<Base: IteratorProtocol>: IteratorProtocol where Base.Element == UInt8 {
  private var base: Base
  private(set) var held: [UInt8] = []

  init(_ base: inout Base) { self.base = base }

  mutating func next() -> UInt8? {
    guard let byte = base.next() else { return nil }
    held.append(byte)
    return byte
  }

  mutating func drop(_ count: Int) { held.removeFirst(min(count, held.count)) }
}

private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL, C1
  case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional controls
  case 0x2028, 0x2029: true  // line and paragraph separator
  case 0x200B, 0x2060, 0xFEFF: true  // invisible
  case 0xE0000...0xE007F: true  // tags, invisible
  default: false
  }
}

private func appendHexadecimal(_ byte: UInt8, to text: inout String.UnicodeScalarView) {
  let digits = Array("0123456789ABCDEF".unicodeScalars)
  text.append(contentsOf: ["\\", "x", digits[Int(byte >> 4)], digits[Int(byte & 15)]])
}
