import Foundation
import Support
import Testing

/// `--describe`, and the language that it and pictures speak.
@Suite struct DescribeTests {
  let sample = Scoreview.sample("scores-3-years.csv")

  @Test func theViewIsToldInSentences() throws {
    let result = try Scoreview.run(sample, "--describe", environment: ["LC_ALL": "C"])
    #expect(result.status == 0)
    #expect(
      result.text == """
        14 of 1113 rows are in view.
        13 scores from 2026-11-09 to 2026-11-22, 1 missing.
        Newest: 79 on 2026-11-22 (+1).
        Best: 88 on 2026-11-18.
        Worst: 32.9 on 2026-11-20.
        Trend: rising by about 3 from start to end.
        Longest gap: 2 days, from 2026-11-16 to 2026-11-18.

        """)
    let earlier = try Scoreview.run(sample, "--describe", "--at=2024-05-31", "--size=375x344")
    #expect(earlier.text.contains("to 2024-05-31"), "\(earlier.text)")
    let whole = try Scoreview.run(sample, "--describe", "--zoom=all")
    #expect(whole.text.hasPrefix("1076 scores from 2023-11-11 to 2026-11-22, 32 missing.\n"))
  }

  @Test func besideAPictureItIsThePicturesCaption() throws {
    let folder = try TemporaryFolder()
    for name in ["a.png", "a.txt", "a.json"] {
      let result = try Scoreview.run(sample, "--describe", "-o", "\(folder.path)/\(name)", "--at=2025-01-31")
      #expect(result.status == 0 && result.text.contains("to 2025-01-31"), "\(name): \(result.errorText)")
    }
    #expect(folder.names == ["a.json", "a.png", "a.txt"])
  }

  @Test(arguments: [["--format=png"], ["-o", "-", "--format=txt"], ["--record=x"]])
  func oneOutputIsNotForTwoTexts(options: [String]) throws {
    let result = try ChildProcess.run(Scoreview.path, [sample, "--describe"] + options)
    #expect(result.status == 2 && result.standardOutput.isEmpty)
  }

  @Test func withoutPixelLibrariesTheViewIsStillDescribed() throws {
    let folder = try TemporaryFolder()
    for name in ["libcairo.so.2", "libpango-1.0.so.0"] { _ = try folder.file(name, "not a library") }
    let result = try Scoreview.run(sample, "--describe", environment: ["LD_LIBRARY_PATH": folder.path])
    #expect(result.status == 0 && result.text.contains("Newest: 79"), "\(result.errorText)")
  }

  @Test(arguments: [
    (["LC_ALL": "de_DE.UTF-8"], [], "32,9 on 20.11.2026"),
    (["LC_TIME": "de_DE.UTF-8"], [], "32.9 on 20.11.2026"),
    (["LC_NUMERIC": "fr_FR", "LANG": "en_GB.UTF-8"], [], "32,9 on 20/11/2026"),
    (["LC_ALL": "de_DE.UTF-8"], ["--locale=iso"], "32.9 on 2026-11-20"),
    (["LANG": "C.UTF-8"], ["--locale=ja"], "32.9 on 2026年11月20日"),
    (["LANG": "xx_YY"], [], "32.9 on 2026-11-20"),
  ])
  func datesAndNumbersAreTheUsersOwn(environment: [String: String], options: [String], worst: String) throws {
    let none = ["LC_ALL": nil, "LC_TIME": nil, "LC_NUMERIC": nil, "LANG": nil] as [String: String?]
    let result = try ChildProcess.run(
      Scoreview.path, [sample, "--describe"] + options, environment: none.merging(environment) { $1 })
    #expect(result.text.contains("Worst: \(worst).\n"), "\(result.text)")
  }

  @Test(arguments: ["json", "csv", "png", "txt"])
  func whatIsReadAndWrittenDependsOnNoLanguage(format: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.csv", "date;score\n03/04/2024;1,5\n04/04/2024;2,5\n13/04/2024;3,5\n")
    let outputs = try ["C.UTF-8", "de_DE.UTF-8", "en_US.UTF-8", "ar_EG.UTF-8"].map { language in
      let result = try Scoreview.run(
        file, "--format", format, environment: ["LC_ALL": language, "LANG": language, "LC_NUMERIC": language])
      #expect(result.status == 0)
      return result.standardOutput
    }
    #expect(Set(outputs).count == 1)
    let german = try Scoreview.run(file, "--format", format, "--locale=de", environment: ["LC_ALL": "C.UTF-8"])
    #expect((german.standardOutput == outputs[0]) == (format == "json" || format == "csv"))
  }
}
