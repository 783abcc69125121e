import ScoreChart
import ScoreDrawing
import ScoreTerminal
import Support
import Testing

@Suite struct StaticTextTests {
  @Test func withoutColoursThereIsNoEscape() {
    for glyphs in GlyphSet.allCases {
      var bench = CellBench(CellBench.wave(1000), options: ChartOptions(title: "title \u{1B}[31mred\u{7}\u{9B}2J"))
      let bytes = Array(bench.text(glyphs).utf8)
      #expect(bytes.allSatisfy { $0 == 0x0A || $0 >= 0x20 && $0 != 0x7F })
      #expect(!String(decoding: bytes, as: UTF8.self).unicodeScalars.contains { (0x80..<0xA0).contains($0.value) })
    }
  }

  @Test func asciiIsSevenBits() {
    var bench = CellBench(
      CellBench.wave(300), options: ChartOptions(title: "Größe – 日本語 … → “x”", leadingZeros: .show))
    #expect(bench.text(.ascii).utf8.allSatisfy { $0 < 0x80 })
    #expect(bench.text(.ascii).contains("Gr??e - ??? ... -> \"x\""))
  }

  @Test func fewerColoursNeverUseMore() {
    var bench = CellBench(CellBench.wave(100))
    #expect(bench.text(.half, .trueColor).contains("38;2;"))
    let palette = bench.text(.half, .ansi256)
    #expect(palette.contains("38;5;") && !palette.contains("8;2;"))
    let named = bench.text(.half, .ansi16)
    #expect(named.contains("\u{1B}[") && !named.contains("8;5;") && !named.contains("8;2;"))
  }

  @Test func everyColouredLineEndsInTheTerminalsOwnColours() {
    var bench = CellBench(CellBench.wave(100))
    for line in bench.text(.half, .trueColor).split(separator: "\n") { #expect(line.hasSuffix("\u{1B}[m")) }
  }

  @Test func aThousandPointsTakeLessThan20kB() {
    for glyphs in GlyphSet.allCases {
      var bench = CellBench(CellBench.wave(1000))
      #expect(bench.text(glyphs).utf8.count < 20_000)
    }
  }

  /// The terminal's own ground shows through where it is as dark as the theme, and only there.
  @Test func groundFollowsTheTerminal() {
    var bench = CellBench(theme: .dark)
    let dark = bench.grid(CellStyle(ground: RGBA(0, 0, 0)))
    #expect(dark[0, 0].background == .own)
    let light = bench.grid(CellStyle(ground: RGBA(255, 255, 255)))
    #expect(light[0, 0].background == CellColor(red: 22, green: 22, blue: 24))
  }

  @Test func guidesAreLiftedOverTheArea() {
    var bench = CellBench(SampleHistories.daily(Array(repeating: 100, count: 20)), columns: 80, rows: 24)
    let grid = bench.grid()
    let cell = grid[36, 10]
    #expect(cell.foreground != CellColor(red: 84, green: 84, blue: 88))
    #expect(cell.background != grid[0, 0].background)
  }
}
