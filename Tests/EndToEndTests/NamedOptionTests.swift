import Foundation
import Support
import Testing

/// What messages tell people to do can be done.
@Suite struct NamedOptionTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

  /// Every `--option` that stands in a line with a text, comments aside; benchmarks have options of their own.
  private static func named() throws -> [(file: String, option: String)] {
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var found: [(file: String, option: String)] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", !file.path.contains("/scorebench/") else { continue }
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where line.contains("\"") {
        guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
        found += line.matches(of: /--[a-z][a-z0-9-]+/).map { (file.lastPathComponent, String($0.output)) }
      }
    }
    return found
  }

  @Test func everyOptionThatAMessageNamesExists() throws {
    let help = try ChildProcess.run(Scoreview.path, ["--help=all"]).text
    let known = Set(help.matches(of: /--[a-z][a-z0-9-]+/).map { String($0.output) })
    let named = try Self.named()
    #expect(named.count > 60, "only \(named.count) found in \(Self.sources.path)")
    for (file, option) in named { #expect(known.contains(option), "\(file): there is no \(option)") }
  }
}
