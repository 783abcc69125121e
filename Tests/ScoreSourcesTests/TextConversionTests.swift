import Foundation
import ScoreData
import ScoreSources
import Testing

@Suite struct TextConversionTests {
  private func utf8(_ bytes: [UInt8], _ encoding: TextEncoding, isGrowing: Bool = false) throws -> String {
    let text = try bytes.withUnsafeBytes { try TextConversion.utf8($0, from: encoding, isGrowing: isGrowing) }
    return String(decoding: text, as: UTF8.self)
  }

  @Test(
    arguments: [
      (.windows1250, [0x8A, 0xE8], "Šč"), (.latin2, [0xA9, 0xE8], "Šč"), (.ibm852, [0x9F, 0xE7], "čš"),
      (.windows1251, [0xC4, 0xE0], "Да"), (.cyrillic, [0xB4, 0xD0], "Да"), (.koi8r, [0xE4, 0xC1], "Да"),
      (.koi8u, [0xE4, 0xA4], "Дє"), (.ibm866, [0x84, 0xA0], "Да"), (.windows1253, [0xC1, 0xE1], "Αα"),
      (.greek, [0xC1, 0xE1], "Αα"), (.windows1254, [0xDE, 0xFD], "Şı"), (.latin5, [0xDE, 0xFD], "Şı"),
      (.windows1255, [0xE0], "א"), (.windows1256, [0xC7], "ا"), (.windows1257, [0xE8], "č"),
      (.windows1258, [0xD0], "Đ"),
      (.windows874, [0xA1], "ก"), (.macintosh, [0x8E, 0xCA], "é\u{A0}"), (.ibm437, [0x82], "é"), (.ibm850, [0x82], "é"),
      (.shiftJIS, [0x93, 0xFA, 0x95, 0x74, 0x87, 0x40], "日付①"), (.eucJP, [0xC6, 0xFC], "日"),
      (.gb18030, [0xC8, 0xD5, 0xC6, 0xDA], "日期"), (.big5, [0xA4, 0xE9], "日"), (.eucKR, [0xB3, 0xAF], "날"),
    ] as [(TextEncoding, [UInt8], String)])
  func everyEncodingHasItsLetters(encoding: TextEncoding, bytes: [UInt8], text: String) throws {
    #expect(try utf8(Array("1,".utf8) + bytes + [0x0A], encoding) == "1,\(text)\n")
  }

  @Test func everyEncodingThatNeedsItIsConverted() throws {
    for encoding in TextEncoding.allCases where encoding.needsConversion {
      #expect(try utf8(Array("a;1\r\n2".utf8), encoding) == "a;1\r\n2", "\(encoding)")
    }
  }

  @Test func moreThanAnyBufferIsConverted() throws {
    let lines = Array(repeating: [0x93, 0xFA, 0x2C, 0x31, 0x0A] as [UInt8], count: 100_000).flatMap { $0 }
    #expect(try utf8(lines, .shiftJIS) == String(repeating: "日,1\n", count: 100_000))
  }

  @Test func bytesThatDoNotFitAreToldWithTheirLine() {
    let bytes = Array("a\r\nb\rc\n".utf8) + [0x31, 0xFF, 0x0A]
    let error = #expect(throws: ParseError.self) { try utf8(bytes, .shiftJIS) }
    #expect(error?.diagnostic.kind == .badEncoding)
    #expect(error?.diagnostic.line == 4)
    #expect(error?.diagnostic.message.contains("0xFF") == true)
  }

  @Test func halfACharacterAtTheEndWaitsWhileTheFileGrows() throws {
    let bytes = Array("1\n".utf8) + [0x93]
    #expect(try utf8(bytes, .shiftJIS, isGrowing: true) == "1\n")
    #expect(throws: ParseError.self) { try utf8(bytes, .shiftJIS) }
  }
}
