import ScoreTerminal
import Testing

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("日本語", 6), ("ｱｲｳ", 3), ("한국어", 6), ("e\u{301}", 1), ("👩‍🚀", 2), ("🇩🇪", 2), ("❤\u{FE0F}", 1),
    ("שלום", 4), ("مرحبا", 5), ("a\u{200B}b", 2), ("─┊●", 3), ("…", 1), ("ก็", 1),
  ])
  func widths(text: String, width: Int) {
    #expect(CharacterWidth.of(text) == width)
  }

  @Test func whatAFileSaysNeverActs() {
    let text = "a\u{1B}[2J\u{7}\r\n\u{9B}\u{202E}\u{200F}\u{7F}z"
    let visible = VisibleText.clusters(of: text).map(\.text).joined()
    #expect(visible == "a␛[2J␇␍␊\u{FFFD}␡z")
  }

  @Test func aLoneMarkGetsABase() {
    #expect(VisibleText.clusters(of: "\u{301}a").map(\.text) == ["◌\u{301}", "a"])
  }

  @Test func theSumOfClustersIsTheWidth() {
    for text in ["日本e\u{301}x", "\u{1B}]0;t\u{7}", "🏳️‍🌈!", "\u{0}"] {
      #expect(VisibleText.clusters(of: text).reduce(0) { $0 + $1.width } == CharacterWidth.of(text))
    }
  }
}
