import Foundation
import ScoreTerminal
import Support
import Testing

/// Entries that ncurses' own compiler made, and broken ones.
@Suite struct TerminfoTests {
  private static let source = """
    tests-plain|no colours, cols#80, clear=\\E[H,
    tests-eight|eight, colors#8, pairs#64, clear=\\E[H,
    tests-many|indexed, am, colors#256, pairs#0x10000, clear=\\E[H,
    tests-tc|a flag, am, colors#256, AX, Tc, XT, Su, E3=\\E[3J, Smulx=\\E[4\\:%p1%dm,
    tests-rgb|a flag, colors#256, RGB, E3=\\E[3J,
    tests-rgbnumber|a number, colors#256, RGB#8, U8#1, Se=\\E[2 q,
    tests-rgbstring|a string, colors#256, RGB=8/8/8, kUP5=\\E[1;5A,
    tests-direct|direct colour, colors#0x1000000, pairs#0x7fff, RGB, XT,
    """

  private static func compiled() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let file = try folder.file("source", source + "\n")
    let result = try ChildProcess.run("tic", ["-x", "-o", folder.path, file])
    #expect(result.status == 0, "\(result.errorText)")
    return folder
  }

  @Test(
    arguments: [
      ("plain", nil, false), ("eight", 8, false), ("many", 256, false), ("tc", 256, true), ("rgb", 256, true),
      ("rgbnumber", 256, true), ("rgbstring", 256, true), ("direct", 1 << 24, true),
    ] as [(String, Int?, Bool)])
  func coloursOfAnEntry(name: String, colors: Int?, hasTrueColor: Bool) throws {
    let folder = try Self.compiled()
    let entry = try #require(Terminfo.load(term: "tests-\(name)", variables: ["TERMINFO": folder.path]))
    #expect(entry.colors == colors)
    #expect(entry.hasTrueColor == hasTrueColor)
    for variables in [
      ["TERMINFO_DIRS": "/nowhere:\(folder.path)"], ["TERMINFO_DIRS": folder.path, "TERMINFO": "/nowhere"],
    ] {
      #expect(Terminfo.load(term: "tests-\(name)", variables: variables) == entry)
    }
  }

  @Test func theEnvironmentFollowsTheEntry() throws {
    let folder = try Self.compiled()
    func depth(_ name: String, _ more: [String: String] = [:]) -> ColorDepth {
      let variables = ["TERM": "tests-\(name)", "TERMINFO": folder.path].merging(more) { $1 }
      let entry = Terminfo.load(term: "tests-\(name)", variables: variables)
      return TerminalEnvironment(variables: variables, isOutputTerminal: true, hasTerminal: true, terminfo: entry)
        .colors()
    }
    #expect(depth("plain") == .none)
    #expect(depth("plain", ["COLORTERM": "truecolor"]) == .trueColor)
    #expect(depth("plain", ["CLICOLOR_FORCE": "1"]) == .ansi16)
    #expect(depth("eight") == .ansi16)
    #expect(depth("many") == .ansi256)
    #expect(depth("tc") == .trueColor)
    #expect(depth("tc", ["NO_COLOR": "1"]) == .none)
    #expect(depth("missing") == .ansi16)
  }

  @Test func brokenEntriesAreNone() throws {
    let folder = try Self.compiled()
    let whole = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/t/tests-tc"))
    let path = "\(folder.path)/t/tests-broken"
    func entry(_ bytes: Data) throws -> Terminfo? {
      try bytes.write(to: URL(fileURLWithPath: path))
      return Terminfo.load(term: "tests-broken", variables: ["TERMINFO": folder.path])
    }
    for count in 0..<whole.count { _ = try entry(whole.prefix(count)) }
    #expect(try entry(whole.prefix(11)) == nil)
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = try entry(bytes)
    }
    #expect(Terminfo.load(term: "../t/tests-tc", variables: ["TERMINFO": folder.path]) == nil)
    #expect(Terminfo.load(term: "", variables: [:]) == nil)
  }
}
