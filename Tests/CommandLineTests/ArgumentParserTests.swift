import ScoreChart
import ScoreDrawing
import Testing

@testable import scoreview

@Suite struct ArgumentParserTests {
  private func parse(_ arguments: String...) throws(UsageError) -> Settings {
    try ArgumentParser(table: OptionTable.all).parse(arguments.map { Argument($0) })
  }

  private func message(_ arguments: String...) -> String {
    do {
      _ = try ArgumentParser(table: OptionTable.all).parse(arguments.map { Argument($0) })
      return "no error"
    } catch {
      return error.message
    }
  }

  @Test func longOptionsTakeTheirValueBehindAnEqualsSignOrABlank() throws {
    #expect(try parse("--scale=2", "a.csv").scale == 2)
    #expect(try parse("--scale", "2", "a.csv").scale == 2)
    #expect(try parse("a.csv", "--scale=2").scale == 2)
    #expect(try parse("--title=a=b", "a.csv").chart.title == "a=b")
    #expect(try parse("--title", "--scale", "a.csv").chart.title == "--scale")
  }

  @Test func lettersTakeTheirValueDirectlyOrBehindABlank() throws {
    #expect(try parse("-ochart.png", "a.csv").output?.text == "chart.png")
    #expect(try parse("-o", "chart.png", "a.csv").output?.text == "chart.png")
    #expect(try parse("-vochart.png", "a.csv").isVerbose)
  }

  @Test func twoDashesEndTheOptions() throws {
    #expect(try parse("--", "-x.csv").input?.text == "-x.csv")
    #expect(try parse("-").input?.text == "-")
  }

  @Test func localesAreTakenByTheirNames() throws {
    #expect(try parse("--locale=de_AT.UTF-8", "a").chart.locale == DisplayLocale(identifier: "de-AT"))
    #expect(message("--locale=tlh", "a").hasPrefix("--locale tlh: use one of iso, en, "))
    let settings = try parse("a")
    #expect(settings.chart.locale == .iso)
    #expect(settings.shown { $0 == "LANG" ? "de_DE" : nil }.chart.locale.decimalMark == ",")
    #expect(try parse("--locale=iso", "a").shown { _ in "de_DE" }.chart.locale == .iso)
  }

  @Test func fileNamesKeepTheirBytes() throws {
    let bytes: [UInt8] = [0x61, 0xFF, 0x2E, 0x70, 0x6E, 0x67]
    let prefix = Array("--output=".utf8)
    let settings = try ArgumentParser(table: OptionTable.all).parse([Argument(prefix + bytes), Argument(bytes)])
    #expect(settings.output?.bytes == bytes)
    #expect(settings.input?.bytes == bytes)
  }

  @Test func theEndingDecidesWhatIsWritten() throws {
    #expect(try parse("-o", "a.PNG", "a.csv").outputFormat() == .png)
    #expect(try parse("-o", "a.json", "a.csv").outputFormat() == .json)
    #expect(try parse("-o", "/dev/full", "a.csv").outputFormat() == .png)
    #expect(try parse("-o", "dir.d/x", "a.csv").outputFormat() == .png)
    #expect(try parse("-o", "a.xyz", "--format=json", "a.csv").outputFormat() == .json)
    #expect(try parse("a.csv").outputFormat() == nil)
  }

  @Test(
    arguments: [
      (["--sclae=2", "a"], "there is no option --sclae; did you mean --scale?"),
      (["--frobnicate", "a"], "there is no option --frobnicate; --help lists the options"),
      (["-x", "a"], "there is no option -x; --help lists the options"),
      (["--scale", "x", "a"], "--scale x: give a number from 0.5 to 8"),
      (["--scale=nan", "a"], "--scale nan: give a number from 0.5 to 8"),
      (["--scale"], "--scale needs a value: --scale=N"),
      (["--help=x"], "--help x: use short, output, view, live, reading, terminal, kiosk, program, all"),
      (["--numbered=x", "a"], "--numbered takes no value"),
      (["--theme=blue", "a"], "--theme blue: use auto, light, dark"),
      (["a", "b"], "one file at a time, but a and b were given"),
      ([], "give a file: scoreview [options] FILE ('-' is standard input)"),
      (["-o", "a.gif", "a"], "-o a.gif: cannot write .gif; use one of .png, .json, .csv, .txt, .ans, or add --format"),
      (["-o", "-", "a"], "-o - needs to know what to write: add --format=png, --format=json, …"),
      (["--at=2023-02-29", "a"], "--at 2023-02-29: not a date; write 2024-08-29, 2024-08-29T14:30, 08-29 or #12"),
      (["--motion=none", "a"], "--motion none: use auto, full, reduced"),
      (["--describe", "--format=png", "a"], "--describe writes to standard output; give the chart a file: -o FILE"),
      (
        ["--record=r", "-o", "a.png", "a"],
        "--record needs a chart that is shown; nothing is done to one that is written"
      ),
      (["--replay=-", "-"], "--replay and the history cannot both come from standard input"),
      (["--record=", "a"], "--record needs a file name"),
      (["--knee=100", "a"], "--knee=100 must be less than 100; a greater scale needs --top"),
      (["--top=20", "--knee=30", "a"], "--knee=30 must be less than --top=20"),
    ] as [([String], String)])
  func wrongUsageSaysWhatAndWhatInstead(arguments: [String], expected: String) {
    do {
      _ = try ArgumentParser(table: OptionTable.all).parse(arguments.map { Argument($0) })
      Issue.record("no error for \(arguments)")
    } catch {
      #expect(error.message == expected)
    }
  }

  @Test(arguments: [
    "0x0", "100000x100000", "-5x10", "12", "63x48", "64x47", "axb", "1e3x100", "64x48x3", "16384x16384", "",
  ])
  func sizesOutsideTheLimitsAreRefused(size: String) {
    do {
      _ = try ArgumentParser(table: OptionTable.all).parse([Argument("--size=\(size)"), Argument("a")])
      Issue.record("no error for \(size)")
    } catch {
      #expect(error.kind == "bad-size")
      #expect(error.message.contains("--size"))
    }
  }

  @Test(arguments: ["64x48", "16384x4096", "620.5x344"])
  func sizesInsideTheLimitsAreTaken(size: String) throws {
    #expect(try parse("--size", size, "a").size != nil)
  }

  @Test func theScaleCountsTowardsTheLimit() {
    #expect(message("--size=16384x4096", "--scale=2", "a").contains("megapixels"))
  }

  @Test func escapeSequencesInArgumentsAreShownHarmless() {
    #expect(!message("--\u{1B}[31m", "a").contains("\u{1B}"))
  }
}
