import ScoreData
import ScoreSources
import Testing

@testable import scoreview

/// The few words about something that lie over the picture: they are cut at their end, so what counts comes first.
@Suite struct MessageTests {
  @Test func whyAFileWasNotOpenedIsToldWithoutItsPath() {
    let file = "/home/somebody/Documents/a folder with a long name/another one/scores of last year.csv"
    let diagnostic = Diagnostic(.error, .noScores, line: 1, "no row has a number")
    let errors: [any UserFacingError] = [
      UnreadableFile(file: file, diagnostic: diagnostic), SourceError(.noScores, at: file, "no row has a number"),
      UsageError(message: "no row has a number"),
    ]
    for error in errors {
      #expect(error.reason == "no row has a number")
      #expect(error.line.contains(error.reason) && error.line.contains("["), "the line for the log has all of it")
    }
  }

  @Test func aSavedPicturesNameComesBeforeItsFolder() {
    let message = Screenshot.message(of: "scores-2.png")
    #expect(message.hasPrefix("saved scores-2.png in ") && message.count > 24)
  }
}
