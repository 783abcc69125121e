import ScoreData
import Support

/// Makes inputs of the cases' inputs by changing, cutting, doubling and mixing them: bytes and pieces at random, and the rows and
/// cells that a table is made of.
struct InputMutator {
  private var random: SeededGenerator
  private let seeds = ReadingCase.all.filter { $0.input.count < 5000 }

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func next() throws -> (bytes: [UInt8], options: ReadingOptions) {
    let seed = pick(seeds) ?? ReadingCase()
    var bytes = seed.input
    for _ in 0..<number(1...6) {
      if number(0...2) == 0 { changeStructure(&bytes) } else { changeBytes(&bytes) }
    }
    if number(0...60) == 0 { bytes = wide(bytes) }
    var options = try seed.readingOptions()
    if number(0...5) == 0 { options = try pick(seeds)?.readingOptions() ?? options }
    if number(0...9) == 0 { options.isGrowing = true }
    return (bytes, options)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }
  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  // MARK: Bytes

  private static let tokens: [String] = [
    ",", ";", "\t", "|", "\"", "\"\"", "\n", "\r", "\r\n", "#", "\0", " ", "\u{A0}", "{", "}", "[", "]", ":", "null",
    "NaN", "inf", "1e999", "-", "–", "%", "/", "/20", "1,234", "1.234", "12,5", "2024-08-29", "29/08/2024", "08/29/24",
    "Feb 29", "2024-02-30", "24:00", "1724889600", "1724889600000", "45533", "20240829130500", "99999999999999999999",
    "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1.7976931348623157e308", "5e-324", "Date",
    "Score", "id", "\u{FEFF}", "\u{202E}", "é", "\u{FF11}", "年", "(月)", "午後", "Z", "+99:99", "AM", "\\u0000", "\\",
    "=\"1\"", "'", "#1", "2024-W53", "Q3", "sep=", "A-", "mar.", "0", "-0", "e5", "Thu Aug 29 14:00:00 2024",
    "9999-12-31", "0000-01-01", "0001-01-01T00:00+18:00",
  ]

  private mutating func changeBytes(_ bytes: inout [UInt8]) {
    let at = number(0...bytes.count)
    let end = min(bytes.count, at + number(0...20))
    switch number(0...8) {
    case 0 where at < bytes.count: bytes[at] = UInt8(number(0...255))
    case 1 where at < bytes.count: bytes[at] ^= 1 << UInt8(number(0...7))
    case 2: bytes.removeSubrange(at..<end)
    case 3: bytes.insert(contentsOf: bytes[at..<end], at: number(0...bytes.count))
    case 4: bytes.removeSubrange(at...)
    case 5:
      let other = pick(seeds)?.input ?? []
      let start = number(0...other.count)
      bytes.insert(contentsOf: other[start..<min(other.count, start + 60)], at: at)
    default: bytes.insert(contentsOf: (pick(Self.tokens) ?? "").utf8, at: at)
    }
  }

  // MARK: Rows and cells

  private mutating func changeStructure(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    let (one, other) = (number(0...lines.count - 1), number(0...lines.count - 1))
    switch number(0...11) {
    case 0: lines.swapAt(one, other)
    case 1: lines.insert(contentsOf: Array(repeating: lines[one], count: number(1...30)), at: other)
    case 2: splice(&lines, at: one)
    case 3: changeDelimiter(&lines)
    case 4: quoteCell(&lines[one])
    case 5: for index in lines.indices { lines[index].append(0x0D) }
    case 6: lines[one].insert(contentsOf: [0xEF, 0xBB, 0xBF], at: 0)
    case 7: lines[one].append(contentsOf: Array(repeating: UInt8(number(0...255)), count: number(1...2000)))
    case 8: swapCells(&lines[one])
    case 9: lines[one].insert(contentsOf: Array(repeating: pick([0x5B, 0x7B]) ?? 0x5B, count: number(1...600)), at: 0)
    case 10: lines.sort { $0.lexicographicallyPrecedes($1) }
    default: replaceCell(&lines[one])
    }
    bytes = Array(lines.joined(separator: [0x0A]))
  }

  /// Puts some rows of another case in between.
  private mutating func splice(_ lines: inout [[UInt8]], at place: Int) {
    let others = (pick(seeds)?.input ?? []).split(separator: 0x0A).map(Array.init)
    guard !others.isEmpty else { return }
    let start = number(0...others.count - 1)
    lines.insert(contentsOf: others[start..<min(others.count, start + number(1...6))], at: place)
  }

  private mutating func changeDelimiter(_ lines: inout [[UInt8]]) {
    let (from, to) = (pick(Array(",;\t|".utf8)) ?? 0x2C, pick(Array(",;\t| ".utf8)) ?? 0x3B)
    for index in lines.indices where number(0...9) > 0 {
      for place in lines[index].indices where lines[index][place] == from { lines[index][place] = to }
    }
  }

  private mutating func cells(of line: [UInt8]) -> (cells: [[UInt8]], delimiter: UInt8) {
    let delimiter = Array(",;\t|".utf8).first(where: line.contains) ?? 0x2C
    return (line.split(separator: delimiter, omittingEmptySubsequences: false).map(Array.init), delimiter)
  }

  private mutating func quoteCell(_ line: inout [UInt8]) {
    var (cells, delimiter) = cells(of: line)
    let index = number(0...cells.count - 1)
    cells[index] = [0x22] + cells[index] + (number(0...5) > 0 ? [0x22] : [])
    line = Array(cells.joined(separator: [delimiter]))
  }

  private mutating func swapCells(_ line: inout [UInt8]) {
    var (cells, delimiter) = cells(of: line)
    cells.swapAt(number(0...cells.count - 1), number(0...cells.count - 1))
    line = Array(cells.joined(separator: [delimiter]))
  }

  private mutating func replaceCell(_ line: inout [UInt8]) {
    var (cells, delimiter) = cells(of: line)
    cells[number(0...cells.count - 1)] = Array((pick(Self.tokens) ?? "").utf8)
    line = Array(cells.joined(separator: [delimiter]))
  }

  /// The text in units of two or four bytes.
  private mutating func wide(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    let isBig = Bool.random(using: &random)
    func units(_ values: some Sequence<some FixedWidthInteger>) -> [UInt8] {
      values.flatMap { value in withUnsafeBytes(of: isBig ? value.bigEndian : value.littleEndian) { Array($0) } }
    }
    return Bool.random(using: &random) ? units(text.utf16) : units(text.unicodeScalars.map(\.value))
  }
}
