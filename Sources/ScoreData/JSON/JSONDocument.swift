/// A value in JSON text.
struct JSONNode {
  enum Kind: UInt8 {
    case object, array, string, number, literal
  }

  var kind: Kind
  /// Whether a string has escapes in it.
  var hasEscapes = false
  /// Offsets of the value in the text, without a string's quotes.
  var start: Int
  var end: Int
  /// Index of the node behind this one and all that it contains.
  var next: Int
}

/// JSON text taken apart: values in the order of the text, each container before what it contains.
///
/// In an object keys and values take turns.
struct JSONDocument {
  let text: Bytes
  var nodes: [JSONNode] = []
  /// The values that stand side by side; more than one in JSON lines.
  var roots: [Int] = []

  /// Indices of the values in an array.
  func elements(_ array: Int) -> [Int] {
    var found: [Int] = []
    var index = array + 1
    while index < nodes[array].next {
      found.append(index)
      index = nodes[index].next
    }
    return found
  }

  /// Indices of the keys and values of an object.
  func members(_ object: Int) -> [(key: Int, value: Int)] {
    var found: [(Int, Int)] = []
    var index = object + 1
    while index + 1 < nodes[object].next {
      found.append((index, index + 1))
      index = nodes[index + 1].next
    }
    return found
  }

  /// Where the value begins in the text, with a string's quote.
  func origin(_ node: Int) -> Int { nodes[node].kind == .string ? nodes[node].start - 1 : nodes[node].start }

  func kind(_ node: Int) -> JSONNode.Kind { nodes[node].kind }

  func isContainer(_ node: Int) -> Bool { kind(node) == .object || kind(node) == .array }

  func isNull(_ node: Int) -> Bool { kind(node) == .literal && text[nodes[node].start] == UInt8(ascii: "n") }

  /// Whether the value is a number or another word for one.
  func isNumeric(_ node: Int) -> Bool { kind(node) == .number }

  /// The text of a key, string, number or literal.
  func string(_ node: Int) -> String {
    var bytes: [UInt8] = []
    appendText(node, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value of an object's first member of this name, in ASCII and lower case, which the key may have in any.
  func member(_ name: StaticString, of object: Int) -> Int? {
    guard kind(object) == .object else { return nil }
    var index = object + 1
    while index + 1 < nodes[object].next {
      if isKey(index, name) { return index + 1 }
      index = nodes[index + 1].next
    }
    return nil
  }

  /// Whether two keys or strings are written alike; false says nothing.
  func haveEqualText(_ first: Int, _ second: Int) -> Bool {
    let (first, second) = (nodes[first], nodes[second])
    return first.hasEscapes == second.hasEscapes
      && text.part(first.start..<first.end).equals(text.part(second.start..<second.end))
  }

  private func isKey(_ key: Int, _ name: StaticString) -> Bool {
    let node = nodes[key]
    guard node.hasEscapes else { return text.part(node.start..<node.end).equalsIgnoringCase(name) }
    return Array(string(key).utf8).withUnsafeBufferPointer { $0.equalsIgnoringCase(name) }
  }

  /// Appends the text of a value that is no container, with escapes resolved.
  func appendText(_ node: Int, to bytes: inout [UInt8]) {
    let raw = text.part(nodes[node].start..<nodes[node].end)
    guard nodes[node].hasEscapes else { return bytes.append(contentsOf: raw) }
    var index = 0
    while index < raw.count {
      guard raw[index] == UInt8(ascii: "\\"), index + 1 < raw.count else {
        bytes.append(raw[index])
        index += 1
        continue
      }
      index += 2
      switch raw[index - 1] {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "u"): appendUnicode(raw, at: &index, to: &bytes)
      default: bytes.append(raw[index - 1])
      }
    }
  }

  private func appendUnicode(_ raw: Bytes, at index: inout Int, to bytes: inout [UInt8]) {
    var code = Self.hex(raw, at: index) ?? 0xFFFD
    index += 4
    if (0xD800...0xDBFF).contains(code), index + 6 <= raw.count, raw[index] == UInt8(ascii: "\\"),
      raw[index + 1] == UInt8(ascii: "u"), let low = Self.hex(raw, at: index + 2), (0xDC00...0xDFFF).contains(low)
    {
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      index += 6
    } else if (0xD800...0xDFFF).contains(code) {
      code = 0xFFFD
    }
    bytes.append(scalar: code)
  }

  /// Four hexadecimal digits, or nil.
  static func hex(_ text: Bytes, at start: Int) -> UInt32? {
    guard start + 4 <= text.count else { return nil }
    var value: UInt32 = 0
    for byte in text.part(start..<start + 4) {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: return nil
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
