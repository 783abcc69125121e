import Foundation
import Support
import Testing

/// Damaged, missing and senseless input: a clear message, the right exit status, nothing lost.
@Suite struct BadInputTests {
  private func outcome(_ content: String, _ options: String...) throws -> ChildOutput {
    let folder = try TemporaryFolder()
    let file = try folder.file("scores.csv", content)
    return try ChildProcess.run(
      Scoreview.path, ["--format", "json", file] + options, environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
  }

  @Test(arguments: [
    ("", "empty-file"), ("\n\n", "empty-file"), ("date,score\n", "no-date-column"),
    ("date,score\n2024-01-01,good\n2024-01-02,bad\n", "no-score-column"),
    ("a,b\nx,y\n", "no-date-column"), ("<!doctype html><html></html>", "html-not-data"),
    ("date,score\n2024-01-01,\"7\n", "unclosed-quote"),
  ])
  func dataThatCannotBeShownIsAnError(content: String, kind: String) throws {
    let result = try outcome(content)
    #expect(result.status == 1)
    #expect(result.text == "")
    #expect(result.errorText.hasSuffix("[\(kind)]\n"), "\(result.errorText)")
    #expect(result.errorText.contains("scores.csv"))
  }

  @Test func aLineOfTenMegabytesIsRefusedWithItsNumber() throws {
    let result = try outcome("date,score\n2024-01-01,7\n" + String(repeating: "x", count: 10_000_000))
    #expect(result.status == 1)
    #expect(result.errorText.contains("scores.csv:3"))
    #expect(result.errorText.hasSuffix("[line-too-long]\n"))
  }

  @Test func aDayThatDoesNotExistIsSkippedAndTold() throws {
    let result = try outcome("date,score\n2023-02-28,70\n2023-02-29,71\n2023-03-01,72\n")
    #expect(result.status == 0)
    #expect(result.errorText.contains("scores.csv:3:1: warning: "))
    #expect(result.errorText.contains("2023-02-29"))
    #expect(result.errorText.hasSuffix("[unreadable-date]\n"))
    #expect(!result.text.contains("71"))
  }

  @Test func numbersThatAreNoScoresAreGaps() throws {
    let result = try outcome(
      "date,score\n2024-01-01,NaN\n2024-01-02,1e999\n2024-01-03,inf\n2024-01-04,5\n2024-01-05,6\n")
    #expect(result.status == 0)
    let lines = result.errorText.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasSuffix("[not-finite-score]") })
    #expect(lines.first?.contains("scores.csv:3:2") == true)
    #expect(result.text.components(separatedBy: "null").count - 1 >= 3)
  }

  @Test func aMissingFileIsNamed() throws {
    let folder = try TemporaryFolder()
    let result = try Scoreview.run("--format", "json", "\(folder.path)/gone.csv")
    #expect(result.status == 3)
    #expect(result.errorText.contains("gone.csv: error: "))
    #expect(result.errorText.hasSuffix("[not-found]\n"))
  }

  @Test func aFolderIsNotAFile() throws {
    let folder = try TemporaryFolder()
    let result = try Scoreview.run("--format", "json", folder.path)
    #expect(result.status == 3)
    #expect(result.errorText.hasSuffix("[is-directory]\n"))
  }

  @Test func aFileWithoutPermissionIsNotCalledMissing() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("locked.csv", "date,score\n2024-01-01,1\n")
    #expect(chmod(file, 0) == 0)
    #expect(chmod(folder.path, 0o755) == 0)
    // Root may read everything, so the program runs as nobody where the test is root.
    let command = geteuid() == 0 ? "setpriv" : "env"
    let identity = geteuid() == 0 ? ["--reuid=65534", "--clear-groups"] : []
    let program = try folder.file("scoreview")
    try FileManager.default.copyItem(atPath: Scoreview.path, toPath: program)
    let result = try ChildProcess.run(command, identity + [program, "--format", "json", file])
    #expect(result.status == 3)
    #expect(result.errorText.hasSuffix("[no-permission]\n"), "\(result.errorText)")
  }

  @Test func wrongUsageIsOneLineAndStatusTwo() throws {
    for arguments in [["--frobnicate"], [], ["a", "b"], ["--size=0x0", "a"], ["--theme", "a", "b"]] {
      let result = try ChildProcess.run(Scoreview.path, arguments)
      #expect(result.status == 2)
      #expect(result.errorText.split(separator: "\n").count == 1)
      #expect(result.text.isEmpty)
    }
  }
}
