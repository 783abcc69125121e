import Testing

@testable import ScoreSources

@Suite struct LineEndsTests {
  @Test(arguments: [
    ("", 0), ("a", 0), ("a\n", 2), ("a\nb", 2), ("a\r\nb\r", 3), ("a\r\nb\r\n", 6), ("a\rb\rc", 4), ("a\r", 2),
    ("\n\n", 2),
    ("a\nb\rc", 2),
  ])
  func wholeLinesEndAtTheLastLineEnd(text: String, expected: Int) {
    Array(text.utf8).withUnsafeBytes { bytes in
      #expect(LineEnds(head: bytes).wholeLines(in: bytes) == expected)
    }
  }

  @Test(arguments: [("a\nb", 6), ("a\n", 6), ("a", 0), ("a\u{0A0A}", 0), ("\u{0A00}\nb", 6)])
  func aLineEndOfUTF16IsTwoBytes(text: String, expected: Int) {
    let units = [UInt16(0xFEFF)] + Array(text.utf16)
    let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    little.withUnsafeBytes { bytes in
      #expect(LineEnds(head: bytes).wholeLines(in: bytes) == expected)
    }
  }
}
