import Foundation
import Testing

@testable import scoreview

@Suite struct HelpTests {
  @Test func theHelpFitsAScreen() {
    let lines = HelpText.help(.short).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 40)
    #expect(lines.allSatisfy { $0.count <= 100 }, "\(lines.filter { $0.count > 100 })")
  }

  @Test func everyOptionIsInTheFullHelpAndEveryTopicHasSome() {
    let all = HelpText.help(.all)
    #expect(OptionTable.all.allSatisfy { all.contains($0.usage) })
    for topic in HelpText.Topic.allCases { #expect(HelpText.help(topic).contains("  --") || topic == .program) }
    #expect(all.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func everyOptionIsNamedOnce() {
    #expect(Set(OptionTable.all.map(\.name)).count == OptionTable.all.count)
    let letters = OptionTable.all.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
  }

  @Test func theReadmeHasTheHelpWordForWord() throws {
    let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    #expect(
      text.contains("```\n" + HelpText.help(.all) + "```"), "put the output of scoreview --help=all into README.md")
  }

  @Test(arguments: [("scale", "scale", 0), ("sclae", "scale", 2), ("", "abc", 3), ("kitten", "sitting", 3)])
  func editDistance(a: String, b: String, distance: Int) {
    #expect(EditDistance.between(a, b) == distance)
  }
}
