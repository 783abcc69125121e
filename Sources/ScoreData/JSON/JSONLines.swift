/// JSON made of one flat object a row, all with the same keys in the same order and the same blanks, as lines of cells.
///
/// A separator that no JSON text can have stands between the cells, so that they can be parsed like a table's.
struct JSONLines {
  /// A control character, which a text in JSON has only escaped.
  static let separator: UInt8 = 0x1F

  private(set) var names: [String] = []
  /// Columns with numbers; the others have texts.
  private(set) var isNumber: [Bool] = []
  private(set) var format = Understanding.Format.json
  private(set) var bytes: [UInt8] = []

  /// Nil where rows differ in more than their values, or have texts with escapes, other containers or words.
  init?(_ text: Bytes) {
    guard let form = JSONRowForm(text) else { return nil }
    (names, isNumber, format) = (form.names, form.isNumber, form.isArray ? .json : .jsonLines)
    var isWhole = false
    bytes = [UInt8](unsafeUninitializedCapacity: text.count + JSONRowForm.room) { lines, count in
      var walk = JSONRowWalk(form, text)
      count = walk.run(into: lines)
      isWhole = walk.isAtEnd
    }
    guard isWhole else { return nil }
  }

  /// The offset at which the value of a row and column begins, rows and columns being counted from 0.
  static func origin(ofRow row: Int, column: Int, in text: Bytes) -> Int? {
    guard let form = JSONRowForm(text) else { return nil }
    var walk = JSONRowWalk(form, text)
    var scratch = [UInt8](repeating: 0, count: text.count + JSONRowForm.room)
    return scratch.withUnsafeMutableBufferPointer { walk.origin(ofRow: row, column: column, using: $0) }
  }
}

/// What all rows have between their values, as the first row has it.
struct JSONRowForm {
  /// Whether the rows stand in an array.
  var isArray: Bool
  /// Where the first row begins.
  var start: Int
  /// What stands before each value, quotes of texts not included.
  var parts: [[UInt8]]
  /// From the last value to the closing brace.
  var last: [UInt8]
  var names: [String]
  var isNumber: [Bool]

  /// Bytes more than the text has that a walk may write.
  static let room = 16
  private static let longestRow = 1 << 16

  /// Nil where the first row is not flat.
  init?(_ text: Bytes) {
    guard let first = JSONRowForm.skipBlanks(text, 0) else { return nil }
    isArray = text[first] == UInt8(ascii: "[")
    guard let brace = isArray ? JSONRowForm.skipBlanks(text, first + 1) : first, text[brace] == UInt8(ascii: "{"),
      let close = text.part(brace..<min(brace + Self.longestRow, text.count)).firstIndex(of: UInt8(ascii: "}")),
      let document = try? JSONParser.parse(text.part(brace..<brace + close + 1), isGrowing: false),
      document.roots.count == 1
    else { return nil }
    start = brace
    (parts, names, isNumber) = ([], [], [])
    var end = 0
    for member in document.members(0) {
      let (key, value) = (document.nodes[member.key], document.nodes[member.value])
      // A row without a value does not tell of what kind the others are; most often they are scores.
      let isNull = document.isNull(member.value)
      guard !key.hasEscapes, value.kind == .string || value.kind == .number || isNull else { return nil }
      parts.append(Array(document.text.part(end..<document.origin(member.value))))
      names.append(document.string(member.key))
      isNumber.append(value.kind != .string)
      end = value.kind == .string ? value.end + 1 : value.end
    }
    last = Array(document.text.from(end))
    guard !names.isEmpty, Set(names).count == names.count else { return nil }
  }

  static func skipBlanks(_ text: Bytes, _ start: Int) -> Int? {
    var index = start
    while index < text.count {
      switch text[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return index
      }
    }
    return nil
  }
}

/// Walks over rows that are all of one form.
private struct JSONRowWalk {
  private let form: JSONRowForm
  private let text: Bytes
  private var index: Int
  private var rows = 0
  /// Whether all of the text was of the form.
  private(set) var isAtEnd = false

  init(_ form: JSONRowForm, _ text: Bytes) {
    self.form = form
    self.text = text
    index = form.start
  }

  /// Writes a line for each row; returns how many bytes that are.
  mutating func run(into lines: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var count = 0
    repeat {
      guard row(into: lines, &count) else { return count }
      rows += 1
    } while stepToNextRow()
    return count
  }

  mutating func origin(ofRow row: Int, column: Int, using scratch: UnsafeMutableBufferPointer<UInt8>) -> Int? {
    repeat {
      if rows == row {
        var count = 0
        for before in 0..<column {
          guard skip(form.parts[before]), value(before, into: scratch, &count) else { return nil }
        }
        return skip(form.parts[column]) ? index : nil
      }
      var count = 0
      guard self.row(into: scratch, &count) else { return nil }
      rows += 1
    } while stepToNextRow()
    return nil
  }

  private mutating func row(into lines: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int) -> Bool {
    for column in form.parts.indices {
      guard skip(form.parts[column]), value(column, into: lines, &count) else { return false }
      lines[count] = column + 1 < form.parts.count ? JSONLines.separator : 0x0A
      count += 1
    }
    return skip(form.last)
  }

  /// Steps over exactly these bytes.
  @inline(__always)
  private mutating func skip(_ part: [UInt8]) -> Bool {
    guard text.count - index >= part.count else { return false }
    for place in 0..<part.count where text[index &+ place] != part[place] { return false }
    index += part.count
    return true
  }

  /// Copies a value. A row is never longer as a line than it is in JSON.
  @inline(__always)
  private mutating func value(_ column: Int, into lines: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int) -> Bool
  {
    guard index < text.count else { return false }
    let first = text[index]
    if first == UInt8(ascii: "n") {
      guard text.count - index >= 4, text.part(index..<index + 4).elementsEqual("null".utf8) else { return false }
      index += 4
      return true
    }
    if form.isNumber[column] { return number(into: lines, &count) }
    guard first == UInt8(ascii: "\"") else { return false }
    index += 1
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") {
        index += 1
        return true
      }
      guard byte != UInt8(ascii: "\\"), byte >= 0x20 else { return false }
      lines[count] = byte
      count += 1
      index += 1
    }
    return false
  }

  /// A number of JSON without exponent: no zero before other digits, and digits on both sides of a dot.
  @inline(__always)
  private mutating func number(into lines: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int) -> Bool {
    func take() {
      lines[count] = text[index]
      count += 1
      index += 1
    }
    if text[index] == UInt8(ascii: "-") { take() }
    let start = index
    while index < text.count, ASCII.isDigit(text[index]) { take() }
    guard index > start, index < text.count, index == start + 1 || text[start] != UInt8(ascii: "0") else {
      return false
    }
    if text[index] == UInt8(ascii: ".") {
      take()
      let decimals = index
      while index < text.count, ASCII.isDigit(text[index]) { take() }
      guard index > decimals, index < text.count else { return false }
    }
    return text[index] | 0x20 != UInt8(ascii: "e")
  }

  /// Steps to the next row. False behind the last one, or where something else stands.
  private mutating func stepToNextRow() -> Bool {
    guard let next = JSONRowForm.skipBlanks(text, index) else {
      // Rows beside each other have no end but that of the text; a single one is no table.
      isAtEnd = !form.isArray && rows > 1
      return false
    }
    index = next
    guard form.isArray else { return text[index] == UInt8(ascii: "{") }
    if text[index] == UInt8(ascii: "]") {
      isAtEnd = JSONRowForm.skipBlanks(text, index + 1) == nil
      return false
    }
    guard text[index] == UInt8(ascii: ","), let row = JSONRowForm.skipBlanks(text, index + 1) else { return false }
    index = row
    return true
  }
}
