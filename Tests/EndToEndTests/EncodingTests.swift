import Foundation
import Support
import Testing

/// Encodings that the program itself has to convert.
@Suite struct EncodingTests {
  private func read(_ bytes: [UInt8], _ options: String...) throws -> ChildOutput {
    try ChildProcess.run(Scoreview.path, ["--format", "csv"] + options + ["-"], input: Data(bytes))
  }

  private let japanese: [UInt8] =
    [0x93, 0xFA, 0x95, 0x74] + Array(",score\n2024".utf8) + [0x94, 0x4E] + Array("8".utf8) + [0x8C, 0x8E]
    + Array("29".utf8) + [0x93, 0xFA] + Array(",20\n".utf8)

  @Test func theOptionMakesLabelsAndDatesReadable() throws {
    for name in ["shift_jis", "Shift-JIS", "sjis", "cp932"] {
      let result = try read(japanese, "--encoding=\(name)")
      #expect(result.text == "\"日付\",score\n2024-08-29,20\n")
      #expect(result.errorText.isEmpty)
    }
  }

  @Test func whatDoesNotFitIsAnErrorWithItsLine() throws {
    let result = try read(Array("date,score\n2024-08-29,20,".utf8) + [0xFF, 0x0A], "--encoding=euc-jp")
    #expect(result.status == 1)
    #expect(result.errorText.contains(":2: error: "))
    #expect(result.errorText.hasSuffix("[bad-encoding]\n"))
  }

  @Test func anUnknownNameIsAMatterOfUsage() throws {
    let result = try Scoreview.run("--encoding=klingon", Scoreview.sample("scores-3-years.csv"))
    #expect(result.status == 2)
    #expect(result.errorText.contains("windows-1250"))
  }
}
