import Testing

@testable import ScoreSources

@Suite struct EscapedTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("Ünïcödé ☃ 成績", "Ünïcödé ☃ 成績"), ("a\nb\tc", "a\\x0Ab\\x09c"), ("\u{1B}[31m", "\\x1B[31m"),
    ("\u{202E}vsc", "\\xE2\\x80\\xAEvsc"), ("a\u{2066}b", "a\\xE2\\x81\\xA6b"), ("\u{9B}x", "\\xC2\\x9Bx"),
    ("a\u{2028}b", "a\\xE2\\x80\\xA8b"), ("\u{7F}", "\\x7F"), ("", ""), ("é", "é"),
  ])
  func controlsAreEscaped(given: String, expected: String) {
    #expect(escapedText(given) == expected)
  }

  @Test(
    arguments: [
      ([0xFF], "\\xFF"), ([0x61, 0xC3], "a\\xC3"), ([0xC3, 0x28], "\\xC3("), ([0xE2, 0x82, 0x61], "\\xE2\\x82a"),
      ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"), ([0xF4, 0x90, 0x80, 0x80, 0x7A], "\\xF4\\x90\\x80\\x80z"),
      ([0xC0, 0xAF], "\\xC0\\xAF"), ([0xC3, 0xA9, 0xE9], "é\\xE9"),
    ] as [([UInt8], String)])
  func brokenUTF8IsEscaped(given: [UInt8], expected: String) {
    #expect(escapedText(given) == expected)
  }

  @Test func anyBytesBecomeOneHarmlessLine() {
    var generator = SeededBytes(seed: 7)
    for _ in 0..<2000 {
      let bytes = generator.bytes(count: Int.random(in: 0...40, using: &generator.base))
      let text = escapedText(bytes)
      #expect(
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{7F}" && $0 != "\u{202E}" && $0 != "\u{2028}" })
    }
  }

  @Test func aValidTextStaysAsItIs() {
    let text = "a☃é\u{10FFFF}𝄞 \\x41"
    #expect(escapedText(text) == text)
  }
}
