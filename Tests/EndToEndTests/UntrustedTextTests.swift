import Foundation
import Support
import Testing

/// Cells, names, keys and titles that would steer a terminal, in every place and through every way out of the program.
@Suite struct UntrustedTextTests {
  /// Files that have a text in every place that something is told or shown of.
  private static func files(_ text: String) -> [(name: String, content: String)] {
    let cell = "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    let value = String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    return [
      ("cells.csv", "date,score,note\n2024-08-29,20,\(cell)\n\(cell),21,x\n2024-08-31,\(cell),y\n2024-09-01,22,z\n"),
      ("names.csv", "\(cell),\(cell)\n2024-08-29,20\n2024-08-30,21\n"),
      ("units.csv", "date,score\n2024-08-29,\"1 \(text)\"\n2024-08-30,\"2 \(text)\"\n"),
      ("people.csv", "player,date,score\n\(cell),2024-08-29,20\nb,2024-08-30,21\n"),
      ("titles.csv", "\(cell)\n\(cell)\n\ndate,score\n2024-08-29,20\n2024-08-30,21\n"),
      ("columns.csv", "\(cell),\(cell)x\na,b\n"), ("one.csv", "\(cell)\n\(cell)\n"), ("comment.csv", "#\(text)\n"),
      ("keys.json", "[{\(value): 1, \"date\": \"2024-08-29\"}, {\(value): 2, \"date\": \(value)}]"),
      ("names.json", "[{\"name\": \(value), \"points\": [[2024, 7, 29, 5]]}, {\"name\": \"b\", \"points\": []}]"),
      ("message.json", "{\"error\": \(value)}"), ("none.json", "{\(value): 1}"), ("broken.json", "[\(value), \(text)"),
      (
        "own.json",
        "{\"title\": \(value), \"date_column\": \(value), \"unit\": \(value), \"series\": [[\"2024-08-29\", 1]]}"
      ),
    ]
  }

  @Test(arguments: UntrustedText.hostile.indices)
  func nothingThatIsToldOrPrintedSteersATerminal(index: Int) throws {
    let text = UntrustedText.hostile[index]
    let folder = try TemporaryFolder()
    for (name, content) in Self.files(text) {
      let file = try folder.file(name, content)
      for arguments in [
        ["--format", "txt", "--verbose"], ["--format", "json"], ["--format", "ans", "--title", text],
      ] {
        expectFit(try run(arguments + [file]), "\(name) \(arguments[1])")
      }
    }
  }

  @Test(arguments: UntrustedText.hostile.indices)
  func namesOfFilesAndValuesOfOptionsAreEscaped(index: Int) throws {
    let text = UntrustedText.hostile[index]
    let folder = try TemporaryFolder()
    let name = String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))).replacingOccurrences(of: "/", with: "")
    let file = try folder.file("\(name).csv", "date,score,player\n2024-08-29,20,a\n30,21,b\n")
    expectFit(try run(["--format", "txt", "--verbose", file]), "a file's name")
    expectFit(try run(["--format", "txt", "\(folder.path)/gone\(name)"]), "a missing file's name")
    for option in [
      "--delimiter", "--encoding", "--date-column", "--where", "--today", "--grades", "--format", "--at", "--output",
      "--x",
    ] {
      expectFit(try run(["\(option)=\(text)", file]), option)
    }
    expectFit(try run(["--where=player=\(text)", "--format", "json", file]), "a value that no row has")
    expectFit(try run(["http://127.0.0.1:1/\(text)"]), "an address")
  }

  /// What a terminal shows is drawn with its own sequences; the texts must not be among them.
  @Test(arguments: UntrustedText.hostile.indices)
  func aTerminalGetsNoneOfIt(index: Int) throws {
    let text = UntrustedText.hostile[index]
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "x.csv", "date,\"\(text)\",note\n2024-08-29,20,\"\(text)\"\n2024-08-30,21,\"\(text)\"\n2024-08-31,,\n")
    for options in ["--format csv", "--format json", "--once", "--surface terminal --select 2024-08-30"] {
      let result = try ChildProcess.run(
        "bash",
        ["-c", "printf q | script -qec \"stty -onlcr; $PROGRAM \(options) --title \\\"\\$TEXT\\\" $FILE\" /dev/null"],
        environment: [
          "TERM": "xterm", "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "TEXT": text, "PROGRAM": Scoreview.path,
          "FILE": file,
        ])
      #expect(result.text.contains("20"))
      // A line that ends in a quoted cell ends on a terminal too, and does no more than that.
      let isHarmless = text.unicodeScalars.split(separator: "\n").allSatisfy { UntrustedText.isFitToShow(String($0)) }
      #expect(isHarmless || !result.text.contains(text), "\(options)")
      #expect(!result.text.unicodeScalars.contains { $0.value > 0x7F && UntrustedText.isUnfit($0) }, "\(options)")
    }
  }

  private func run(_ arguments: [String]) throws -> ChildOutput {
    try ChildProcess.run(Scoreview.path, arguments, environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
  }

  private func expectFit(_ result: ChildOutput, _ what: String) {
    // Colours are the program's own.
    let plain = result.text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    for line in (plain + result.errorText).split(separator: "\n") {
      let unfit = UntrustedText.firstUnfit(String(line))
      #expect(unfit == nil, "\(what): \(String(unfit?.value ?? 0, radix: 16))")
    }
    #expect(result.errorText.split(separator: "\n").allSatisfy { $0.contains(": ") })
  }
}
