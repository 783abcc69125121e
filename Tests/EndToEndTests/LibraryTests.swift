import Foundation
import Support
import Testing

/// What a run opens beside the program itself: start-up is paid for by everybody, so a run loads what it needs only.
@Suite struct LibraryTests {
  private static let pictures = [
    "cairo", "pango", "pixman", "harfbuzz", "freetype", "fontconfig", "libpng", "SDL", "libX11", "libxcb", "wayland",
    "libdrm", "libGL", "libEGL",
  ]

  /// The files that the loader opened in a run, as it says itself.
  private func libraries(_ arguments: [String]) throws -> [String] {
    let folder = try TemporaryFolder()
    let sample = Scoreview.sample("scores-3-years.csv")
    let result = try ChildProcess.run(
      Scoreview.path, [sample] + arguments.map { $0.replacing("FOLDER", with: folder.path) },
      environment: [
        "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "LD_DEBUG": "files", "LD_DEBUG_OUTPUT": "\(folder.path)/ld",
      ])
    #expect(result.status == 0, "\(result.errorText)")
    let log = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasPrefix("ld.") })
    let lines = try String(contentsOfFile: "\(folder.path)/\(log)", encoding: .utf8).split(separator: "\n")
    return lines.compactMap { line in line.firstRange(of: "calling init: ").map { String(line[$0.upperBound...]) } }
  }

  /// Standard output is a pipe: without any option the chart is printed.
  @Test(arguments: [[], ["-o", "FOLDER/chart.txt"], ["-o", "FOLDER/chart.ans"], ["--format=csv"], ["--format=json"]])
  func textNeedsNoLibraryOfPixelsOrFonts(arguments: [String]) throws {
    let loaded = try libraries(arguments)
    #expect(loaded.contains { $0.contains("libc.so") })
    for name in Self.pictures { #expect(!loaded.contains { $0.contains(name) }, "\(name) among \(loaded)") }
  }

  /// … whereas a picture needs some, and no display's.
  @Test func picturesNeedFontsButNoDisplay() throws {
    let loaded = try libraries(["-o", "FOLDER/chart.png"])
    #expect(loaded.contains { $0.contains("harfbuzz") || $0.contains("pango") })
    for name in ["SDL", "libX11", "wayland", "libdrm", "libGL"] {
      #expect(!loaded.contains { $0.contains(name) }, "\(name) among \(loaded)")
    }
  }
}
