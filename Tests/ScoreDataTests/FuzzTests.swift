import Foundation
import ScoreData
import Support
import Testing

/// Damages the inputs of all cases at random, always in the same way, and reads what comes of it.
///
/// `SCOREVIEW_FUZZ_COUNT` is the number of inputs (100,000 where CI is set), `SCOREVIEW_FUZZ_SEED` the seed.
@Suite struct FuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let usual = environment["CI"] == nil ? 6000 : 100_000
  private static let count = environment["SCOREVIEW_FUZZ_COUNT"].flatMap(Int.init) ?? usual
  private static let seed = environment["SCOREVIEW_FUZZ_SEED"].flatMap(UInt64.init) ?? 20_240_829
  private static let parts = 8
  /// An input of some kilobytes takes a millisecond; whatever takes this long grows far too fast with its size.
  private static let longest = Duration.seconds(20)

  @Test(.timeLimit(.minutes(15)), arguments: 0..<parts) func damagedInputIsReadOrRefused(part: Int) throws {
    var mutator = InputMutator(seed: Self.seed &+ UInt64(part) &* 0x9E37_79B9)
    for _ in 0..<Self.count / Self.parts {
      let (bytes, options) = try mutator.next()
      var violation: String?
      let time = ContinuousClock().measure { violation = ReadingProperty.violation(bytes, options) }
      if time > Self.longest { violation = "reading takes \(time)" }
      if let violation {
        Issue.record("\(violation)\noptions: \(options)\ninput: \(bytes.map(escaped).joined())")
        return
      }
    }
  }

  private func escaped(_ byte: UInt8) -> String {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
      ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

/// Reads what the coverage-guided fuzzer found worth keeping; see Tests/Fuzzing.
@Suite struct FuzzCorpusTests {
  private static let files: [URL] = {
    let folder = Scoreview.project.appendingPathComponent("Tests/Fuzzing/Corpus")
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }
  }()

  @Test func everyInputIsReadOrRefused() throws {
    #expect(Self.files.count > 100)
    for file in Self.files {
      let input = FuzzInput(Array(try Data(contentsOf: file)))
      let violation = ReadingProperty.violation(input.file, input.options)
      #expect(violation == nil, "\(file.lastPathComponent)")
    }
  }
}
