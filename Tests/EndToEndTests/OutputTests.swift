import Foundation
import Support
import Testing

/// What `-o` and `--format` write, and what they leave alone when they cannot.
@Suite struct OutputTests {
  let sample = Scoreview.sample("scores.csv")
  let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

  @Test func jsonGoesToStandardOutputOrAFile() throws {
    let folder = try TemporaryFolder()
    let piped = try Scoreview.run("--format", "json", "--year", "2024", sample)
    let file = "\(folder.path)/history.json"
    let written = try Scoreview.run("-o", file, "--year", "2024", sample)
    #expect(piped.status == 0 && written.status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == piped.standardOutput)
    let json = try JSONSerialization.jsonObject(with: piped.standardOutput) as? [String: Any]
    let series = (json?["series"] as? [[String: Any]])?.first
    let points = series?["points"] as? [[String: Any]]
    #expect(points?.compactMap { $0["score"] as? Double } == SampleHistories.twelveScores)
    #expect(points?.first?["date"] as? String == "2024-08-29")
  }

  @Test func standardInputIsAFileToo() throws {
    let content = try Data(contentsOf: URL(fileURLWithPath: sample))
    let named = try Scoreview.run("--format", "json", "--year=2024", sample)
    let piped = try Scoreview.run("--format", "json", "--year=2024", "-", input: content)
    #expect(piped.standardOutput == named.standardOutput)
  }

  @Test func aPictureIsTheSameInAFileAndInAPipeUnderAnyLocale() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/chart.png"
    let written = try Scoreview.run(sample, "-o", file, environment: ["LC_ALL": "C", "TZ": "UTC"])
    let piped = try Scoreview.run(
      sample, "--format=png", "-o", "-", environment: ["LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo"])
    #expect(written.status == 0 && written.errorText == "")
    #expect(piped.standardOutput.starts(with: signature))
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == piped.standardOutput)
  }

  @Test(arguments: ["/dev/full", "nowhere/out.png", "pics"])
  func whatCannotBeWrittenIsToldAndNothingIsLeft(target: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: "\(folder.path)/pics", withIntermediateDirectories: true)
    let path = target.hasPrefix("/") ? target : "\(folder.path)/\(target)"
    let result = try Scoreview.run(sample, "-o", path)
    #expect(result.status == 3)
    #expect(result.errorText.contains(target) && result.errorText.hasSuffix("[write-failed]\n"))
    #expect(folder.names == ["pics"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/pics").isEmpty)
  }

  @Test func aFailedRunKeepsTheOldFile() throws {
    let folder = try TemporaryFolder()
    let old = try folder.file("chart.png", "old")
    let empty = try folder.file("empty.csv", "")
    #expect(try Scoreview.run(empty, "-o", old).status == 1)
    #expect(try String(contentsOfFile: old, encoding: .utf8) == "old")
    #expect(folder.names == ["chart.png", "empty.csv"])
  }

  @Test(arguments: ["64x48", "16384x4096", "65x4000", "16384x48"])
  func extremeSizesWork(size: String) throws {
    let result = try Scoreview.run(sample, "--format=png", "--size", size)
    #expect(result.status == 0, "\(result.errorText)")
    let sides = size.split(separator: "x").compactMap { UInt32($0) }
    let header = [UInt8](result.standardOutput.prefix(24))
    func number(_ at: Int) -> UInt32 { header[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    #expect([number(16), number(20)] == sides)
  }

  @Test(arguments: ["1x1", "0x0", "16385x100", "100000x100000"])
  func otherSizesAreRefusedWithASentence(size: String) throws {
    let result = try Scoreview.run(sample, "--format=png", "--size", size)
    #expect(result.status == 2)
    #expect(result.errorText.contains("--size \(size)") && result.errorText.hasSuffix("[bad-size]\n"))
  }

  @Test func withoutADisplayTheChartIsPrintedAsText() throws {
    let environment: [String: String?] = ["LANG": "C.UTF-8", "LC_ALL": nil, "TERM": nil, "COLUMNS": nil, "LINES": nil]
    let result = try Scoreview.run(sample, environment: environment)
    #expect(result.status == 0 && result.errorText == "")
    let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 25 && lines.allSatisfy { $0.count <= 80 })
    #expect(result.text.contains("08-29") && result.text.contains("●") && result.text.contains("09-09 88"))
    #expect(!result.text.contains("\u{1B}"))
    let ascii = try Scoreview.run(sample, environment: environment.merging(["LC_ALL": "C"]) { $1 })
    #expect(ascii.standardOutput.allSatisfy { $0 < 0x80 })
    #expect(ascii.text.contains("08-29"))
  }

  @Test func textFilesHaveTheSizeAndColoursAskedFor() throws {
    let folder = try TemporaryFolder()
    let plain = "\(folder.path)/chart.txt"
    let colored = "\(folder.path)/chart.ans"
    let environment = ["LANG": "C.UTF-8"]
    for file in [plain, colored] {
      let result = try Scoreview.run(
        sample, "-o", file, "--width=100", "--height=12", environment: environment)
      #expect(result.status == 0, "\(result.errorText)")
    }
    let text = try String(contentsOfFile: plain, encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 13)
    #expect(!text.contains("\u{1B}"))
    #expect(try String(contentsOfFile: colored, encoding: .utf8).contains("\u{1B}[38;2;"))
  }

  @Test func csvReadsBackAsTheSameHistory() throws {
    let three = Scoreview.sample("scores-3-years.csv")
    let csv = try Scoreview.run("--format=csv", three)
    let direct = try Scoreview.run("--format=json", three)
    let back = try Scoreview.run("--format=json", "-", input: csv.standardOutput)
    #expect(direct.status == 0 && back.standardOutput == direct.standardOutput)
  }

  @Test func aReaderThatClosesItsEndIsNoCrash() throws {
    let result = try ChildProcess.run(
      "bash",
      [
        "-c", "\"$1\" \"$2\" --format=png --size=4000x3000 | head -c 8 >/dev/null; echo ${PIPESTATUS[0]}", "bash",
        Scoreview.path, sample,
      ])
    #expect(result.errorText == "")
    #expect(result.text == "0\n")
  }

  @Test func helpAndVersion() throws {
    let help = try Scoreview.run("--help")
    #expect(help.status == 0 && help.text.contains("--y-scale"))
    #expect(try Scoreview.run("--version").text.hasPrefix("scoreview "))
  }
}
