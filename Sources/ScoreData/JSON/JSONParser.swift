/// Takes JSON text apart, without recursion, so that deep nesting cannot exhaust the stack.
struct JSONParser {
  static let deepestNesting = 512

  private let text: Bytes
  private var index = 0
  private var nodes: [JSONNode] = []
  /// Containers that are still open.
  private var open: [Int] = []

  private init(_ text: Bytes) { self.text = text }

  /// Reads one value, or several that stand behind each other.
  ///
  /// `isGrowing`: whether a last value may be incomplete, and is then left out.
  /// - Throws: `ParseError` `bad-json` with line and character.
  static func parse(_ text: Bytes, isGrowing: Bool) throws(ParseError) -> JSONDocument {
    var parser = JSONParser(text)
    var document = JSONDocument(text: text)
    while true {
      parser.skipBlanks()
      guard parser.index < text.count else { break }
      let start = parser.nodes.count
      if !document.roots.isEmpty, text[parser.index] != UInt8(ascii: "{"), text[parser.index] != UInt8(ascii: "[") {
        throw parser.error("\(parser.found) stands behind the end of the JSON text")
      }
      do throws(ParseError) {
        try parser.parseValue()
      } catch {
        guard isGrowing, parser.index >= text.count, !document.roots.isEmpty else { throw error }
        parser.nodes.removeSubrange(start...)
        break
      }
      document.roots.append(start)
    }
    document.nodes = parser.nodes
    return document
  }

  private func error(_ message: String) -> ParseError {
    let places = PlaceFinder(lineStarts: PlaceFinder.lineStarts(in: text), text: text)
    let place = places.place(min(index, text.count), column: 0)
    return ParseError(.badJSON, line: place.line, column: place.column, message)
  }

  /// What stands here, for messages.
  private var found: String {
    guard index < text.count else { return "the end of the file" }
    var end = index + 1
    while end < text.count, text[end] & 0xC0 == 0x80, end - index < 4 { end += 1 }
    return EscapedText.quoted(text.part(index..<end))
  }

  private func cut(_ expected: String) -> ParseError {
    index < text.count
      ? error("\(expected) is expected, but \(found) found")
      : error("the JSON text is cut off: \(expected) is expected")
  }

  private mutating func skipBlanks() {
    while index < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[index]) { index += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func parseValue() throws(ParseError) {
    open = []
    repeat {
      try parseOne()
      try closeContainers()
    } while !open.isEmpty
  }

  /// Reads a value, or the beginning of a container that has something in it.
  private mutating func parseOne() throws(ParseError) {
    skipBlanks()
    if let container = open.last, nodes[container].kind == .object {
      guard index < text.count, text[index] == UInt8(ascii: "\"") else { throw cut("a key in double quotes") }
      try parseString()
      skipBlanks()
      guard skip(":") else { throw cut("':' behind the key") }
      skipBlanks()
    }
    guard index < text.count else { throw cut("a value") }
    switch text[index] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try openContainer()
    case UInt8(ascii: "\""): try parseString()
    case UInt8(ascii: "-") where text.from(index).starts(with: Self.minusInfinity): parseLiteral("-Infinity")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try parseNumber()
    default: try parseWord()
    }
  }

  private static let minusInfinity = Array("-Infinity".utf8)

  private mutating func openContainer() throws(ParseError) {
    guard open.count < Self.deepestNesting else {
      throw error("values are nested deeper than \(Self.deepestNesting) levels")
    }
    open.append(nodes.count)
    nodes.append(
      JSONNode(kind: text[index] == UInt8(ascii: "{") ? .object : .array, start: index, end: index, next: 0))
    index += 1
  }

  /// Steps over what ends a value: commas, and the ends of containers.
  private mutating func closeContainers() throws(ParseError) {
    while let container = open.last {
      skipBlanks()
      let isObject = nodes[container].kind == .object
      let isEmpty = nodes.count == container + 1
      if skip(isObject ? "}" : "]") {
        nodes[container].next = nodes.count
        nodes[container].end = index
        open.removeLast()
      } else if isEmpty {
        return
      } else if skip(",") {
        return
      } else {
        throw cut(isObject ? "',' or '}'" : "',' or ']'")
      }
    }
  }

  private mutating func parseString() throws(ParseError) {
    let start = index + 1
    var hasEscapes = false
    index += 1
    while true {
      guard index < text.count else { throw error("the JSON text is cut off inside a text in quotes") }
      let byte = text[index]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        index += 1
        guard index < text.count else { throw error("the JSON text is cut off inside a text in quotes") }
        guard isEscape(at: index) else { throw error("\(found) cannot stand behind a backslash") }
      } else if byte < 0x20, byte != 0x09 {
        throw error("a text in quotes is not closed before the end of its line")
      }
      index += 1
    }
    append(.string, start: start, end: index, hasEscapes: hasEscapes)
    index += 1
  }

  private func isEscape(at index: Int) -> Bool {
    let byte = text[index]
    if byte == UInt8(ascii: "u") { return JSONDocument.hex(text, at: index + 1) != nil }
    return "\"\\/bfnrt".utf8.contains(byte)
  }

  private mutating func append(_ kind: JSONNode.Kind, start: Int, end: Int, hasEscapes: Bool = false) {
    nodes.append(JSONNode(kind: kind, hasEscapes: hasEscapes, start: start, end: end, next: nodes.count + 1))
  }

  private mutating func digits() -> Int {
    let start = index
    while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
    return index - start
  }

  private mutating func parseNumber() throws(ParseError) {
    let start = index
    _ = skip("-")
    let startsWithZero = index < text.count && text[index] == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0 else { throw cut("a digit") }
    guard whole == 1 || !startsWithZero else {
      index = start
      throw error("a number begins with 0, which JSON does not allow")
    }
    if skip("."), digits() == 0 { throw cut("a digit") }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if !skip("+") { _ = skip("-") }
      if digits() == 0 { throw cut("a digit") }
    }
    append(.number, start: start, end: index)
  }

  private mutating func parseLiteral(_ word: StaticString) {
    append(.literal, start: index, end: index + word.utf8CodeUnitCount)
    index += word.utf8CodeUnitCount
  }

  private mutating func parseWord() throws(ParseError) {
    // NaN and Infinity are not JSON, but programs write them.
    for word: StaticString in ["null", "true", "false", "NaN", "Infinity"] {
      let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
      if text.from(index).starts(with: bytes) { return parseLiteral(word) }
    }
    throw cut("a value")
  }
}
