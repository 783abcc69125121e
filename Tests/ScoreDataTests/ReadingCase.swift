import Foundation
import ScoreData
import Testing

/// An input and what reading it gives, as the files in `Cases` have them:
///
///     ## what the case shows
///     # why (any number of lines)
///     > --option=value
///     encoding: utf-16-le-bom
///     | a line of the input, ended by LF; \r \t \\ \x00 are escapes, a backslash at the end leaves the LF out
///     = 2024-08-29 20          a point, `-` for a gap, `# words` behind it for a note
///     unit: %                  also best:, score:, date:, title:, years: no
///     ! kind 3:2 words; words  a warning, its line and cell (`-`: no place), what it mentions
///     !! kind 3:2 words        the error that is thrown
///
/// All points and warnings have to be there and no others; the other facts are checked where they are given.
struct ReadingCase: CustomTestStringConvertible, Sendable {
  struct Complaint: Equatable, Sendable {
    var kind: String
    var line: Int?
    var column: Int?
    var mentions: [String]
  }

  var name = ""
  var file = ""
  var options: [String] = []
  var encoding = "utf-8"
  var input: [UInt8] = []
  var points: [String] = []
  var facts: [String: String] = [:]
  var warnings: [Complaint] = []
  var error: Complaint?

  var testDescription: String { "\(file): \(name)" }

  static let all: [ReadingCase] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Cases")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }.flatMap { file in
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return parse(text, file: file.deletingPathExtension().lastPathComponent)
    }
  }()

  private static func parse(_ text: String, file: String) -> [ReadingCase] {
    var cases: [ReadingCase] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        cases.append(ReadingCase(name: String(line.dropFirst(3)), file: file))
      } else if !cases.isEmpty {
        cases[cases.count - 1].add(line)
      }
    }
    for index in cases.indices { cases[index].encode() }
    return cases
  }

  private mutating func add(_ line: Substring) {
    let rest = String(line.drop { $0 != " " }.dropFirst())
    switch line.prefix(while: { $0 != " " }) {
    case "#": break
    case ">": options.append(rest)
    case "|": addInput(rest)
    case "=": points.append(rest)
    case "!": warnings.append(Self.complaint(rest))
    case "!!": error = Self.complaint(rest)
    case "encoding:": encoding = rest
    case let key where key.hasSuffix(":"): facts[String(key.dropLast())] = rest
    default: facts["?"] = String(line)
    }
  }

  private mutating func addInput(_ line: String) {
    var bytes = Array(line.utf8)[...]
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        input.append(byte)
        continue
      }
      switch bytes.popFirst() {
      case nil: return
      case UInt8(ascii: "r"): input.append(0x0D)
      case UInt8(ascii: "t"): input.append(0x09)
      case UInt8(ascii: "x"):
        input.append(UInt8(String(decoding: bytes.prefix(2), as: UTF8.self), radix: 16) ?? 0)
        bytes = bytes.dropFirst(2)
      case let other?: input.append(other)
      }
    }
    input.append(0x0A)
  }

  private mutating func encode() {
    let text = (encoding.hasSuffix("bom") ? "\u{FEFF}" : "") + String(decoding: input, as: UTF8.self)
    if encoding.hasPrefix("utf-16") {
      input = text.utf16.flatMap { bytes(of: $0) }
    } else if encoding.hasPrefix("utf-32") {
      input = text.unicodeScalars.flatMap { bytes(of: $0.value) }
    }
  }

  private func bytes(of unit: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: encoding.contains("be") ? unit.bigEndian : unit.littleEndian) { Array($0) }
  }

  private static func complaint(_ text: String) -> Complaint {
    let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
    let place = parts.count > 1 ? parts[1].split(separator: ":").map { Int($0) } : []
    return Complaint(
      kind: parts.first ?? "", line: place.first ?? nil, column: place.count > 1 ? place[1] : nil,
      mentions: parts.count > 2 ? parts[2].components(separatedBy: "; ") : [])
  }

  /// The options as the command line would set them.
  func readingOptions() throws -> ReadingOptions {
    var options = ReadingOptions()
    options.today = CivilDate(year: 2026, month: 11, day: 30)
    for text in self.options {
      if text == "--follow" {
        options.isGrowing = true
        continue
      }
      let parts = text.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      guard let option = ReadingOption(rawValue: parts[0]) else { throw UnknownOption(text: text) }
      try options.set(option, to: parts.count > 1 ? parts[1] : nil)
    }
    return options
  }

  struct UnknownOption: Error {
    var text: String
  }
}

/// A history as the case files write it.
func pointTexts(_ series: ScoreSeries) -> [String] {
  (0..<series.count).map { row in
    let score = series.scores[row].map { $0 == $0.rounded() && abs($0) < 1e15 ? "\(Int64($0))" : "\($0)" } ?? "-"
    return "\(series.dates[row].isoText) \(score)"
  }
}
