import Foundation
import ScoreData
import Testing

@Suite struct ReadingTests {
  @Test func thereAreCases() {
    #expect(ReadingCase.all.count > 90)
    #expect(ReadingCase.all.allSatisfy { $0.facts["?"] == nil && ($0.error != nil || !$0.points.isEmpty) })
  }

  @Test(arguments: ReadingCase.all) func aFileIsReadAsItShouldBe(_ example: ReadingCase) throws {
    let options = try example.readingOptions()
    let reading: Reading
    do throws(ParseError) {
      reading = try ScoreReader.read(example.input, options: options)
    } catch {
      guard let expected = example.error else {
        Issue.record("not read: \(error.diagnostic.text(file: "input"))")
        return
      }
      expect(error.diagnostic, is: expected)
      #expect(error.diagnostic.severity == .error)
      return
    }
    guard example.error == nil else {
      Issue.record("read without error: \(pointTexts(reading.table.series[0]))")
      return
    }
    // Where there is more than one, a warning tells which was taken.
    let isGuessed = reading.diagnostics.contains { [.scoreColumnGuessed, .seriesGuessed].contains($0.kind) }
    #expect(reading.table.series.count == 1 || isGuessed)
    let series = reading.table.series[0]
    #expect(pointTexts(series) == example.points.map { $0.components(separatedBy: " # ")[0] })
    checkNotes(series, example)
    checkFacts(reading.table, example)
    checkWarnings(reading.diagnostics, example)
  }

  private func checkNotes(_ series: ScoreSeries, _ example: ReadingCase) {
    for (row, point) in example.points.enumerated() where point.contains(" # ") && row < series.count {
      #expect(series.notes?[row] == point.components(separatedBy: " # ")[1])
    }
  }

  private func checkFacts(_ table: ScoreTable, _ example: ReadingCase) {
    for (key, value) in example.facts {
      switch key {
      case "unit": #expect(table.unit ?? "none" == value)
      case "best": #expect(table.bestPossible == Double(value))
      case "score": #expect(table.series[0].name == value)
      case "date": #expect(table.dateColumn == value)
      case "title": #expect(table.title == value)
      case "years": #expect(table.hasYears == (value != "no"))
      default: Issue.record("what is \(key)?")
      }
    }
  }

  private func checkWarnings(_ found: [Diagnostic], _ example: ReadingCase) {
    var left = found
    for expected in example.warnings {
      let index = left.firstIndex { isSame($0, expected) }
      guard let index else {
        Issue.record("no warning \(expected); there are \(found.map { $0.text(file: "input") })")
        continue
      }
      expect(left.remove(at: index), is: expected)
    }
    for diagnostic in left { Issue.record("unexpected: \(diagnostic.text(file: "input"))") }
    #expect(found.allSatisfy { $0.severity == .warning })
    #expect(found.map { $0.line ?? 0 } == found.map { $0.line ?? 0 }.sorted())
  }

  private func isSame(_ found: Diagnostic, _ expected: ReadingCase.Complaint) -> Bool {
    found.kind.rawValue == expected.kind && found.line == expected.line && found.column == expected.column
  }

  private func expect(_ found: Diagnostic, is expected: ReadingCase.Complaint) {
    #expect(found.kind.rawValue == expected.kind)
    #expect(found.line == expected.line, "\(found.text(file: "input"))")
    #expect(found.column == expected.column, "\(found.text(file: "input"))")
    for words in expected.mentions { #expect(found.message.lowercased().contains(words.lowercased())) }
    #expect(!found.message.unicodeScalars.contains { $0.value < 0x20 || (0x202A...0x202E).contains($0.value) })
  }
}
