public import ScoreData

/// A file to read with the options to read it with, as one run of bytes.
///
/// Lines `> --option=value` at the beginning are options of the command line, those that make no sense are left out; what
/// follows is the file.
public struct FuzzInput {
  public var options = ReadingOptions()
  public var file: [UInt8]

  public init(_ bytes: [UInt8]) {
    options.today = CivilDate(year: 2026, month: 11, day: 30)
    var rest = bytes[...]
    while rest.starts(with: "> --".utf8), let end = rest.firstIndex(of: 0x0A) {
      let line = String(decoding: rest[(rest.startIndex + 4)..<end], as: UTF8.self)
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if parts[0] == "follow" {
        options.isGrowing = true
      } else if let option = ReadingOption(rawValue: parts[0]) {
        try? options.set(option, to: parts.count > 1 ? parts[1] : nil)
      }
      rest = rest[(end + 1)...]
    }
    file = Array(rest)
  }
}
