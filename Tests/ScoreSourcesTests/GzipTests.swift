import Foundation
import Glibc
import ScoreData
import Support
import Testing

@testable import ScoreSources

@Suite struct GzipTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A table of some size that packs as real ones do.
  static func table(rows: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 1)
    var text = "Date,Score\n"
    for row in 0..<rows { text += "2024-01-\(row % 28 + 1),\(Int.random(in: 0...999, using: &generator))\n" }
    return Array(text.utf8)
  }

  private func packed(_ bytes: [UInt8], _ flags: String = "") throws -> [UInt8] {
    try folder.write("plain", bytes)
    #expect(try run("gzip -c \(flags) plain > packed", in: folder) == 0)
    return Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/packed")))
  }

  private func unpacked(_ bytes: [UInt8], _ options: SourceOptions = SourceOptions()) throws -> [UInt8] {
    try contents(.file(path: folder.write("input.csv", bytes)), options)
  }

  private func error(_ bytes: [UInt8], _ options: SourceOptions = SourceOptions()) throws -> SourceError? {
    failure(try folder.write("input.csv", bytes), options)
  }

  @Test(arguments: [0, 1, 1000, 400_000])
  func packedDataAreUnpackedWhateverTheName(rows: Int) throws {
    let table = Self.table(rows: rows)
    for flags in ["", "-1", "-9", "-n"] { #expect(try unpacked(packed(table, flags)) == table) }
    #expect(try unpacked(packed([])) == [])
  }

  @Test func membersAreJoined() throws {
    let one = try packed(Array("a\n".utf8))
    let other = try packed(Array("b\n".utf8))
    #expect(try unpacked(one + other + one) == Array("a\nb\na\n".utf8))
  }

  @Test func allFieldsOfTheHeaderAreUnderstood() throws {
    let plain = try packed(Array("a\n".utf8), "-n")
    // Text, extra field, name and comment (RFC 1952, 2.3); the header's checksum would be bit 1.
    let fields: [UInt8] = [3, 0, 9, 9, 9] + Array("name\0comment\0".utf8)
    let bytes = plain[..<3] + [0b11101] + plain[4..<10] + fields + plain[10...]
    #expect(try unpacked(Array(bytes)) == Array("a\n".utf8))
  }

  @Test func everyCutIsAnError() throws {
    let bytes = try packed(Self.table(rows: 20))
    for length in 2..<bytes.count {
      let error = try error(Array(bytes[..<length]))
      #expect(error?.diagnostic.kind.rawValue == "truncated-gzip", "cut at \(length)")
      #expect(error?.exitStatus == 1)
    }
    let text = try error(Array(bytes[..<30]))?.diagnostic.message
    #expect(
      text
        == "the gzip data end too early, after 30 bytes: a copy or download was cut off; get the file again")
  }

  @Test func aCutSecondMemberIsAnError() throws {
    let bytes = try packed(Array("a\n".utf8))
    for length in 3..<bytes.count {
      #expect(try error(bytes + bytes[..<length])?.diagnostic.kind.rawValue == "truncated-gzip", "cut at \(length)")
    }
  }

  @Test func damageIsNeverReadAsData() throws {
    let table = Self.table(rows: 50)
    let bytes = try packed(table, "-n")
    for index in 3..<bytes.count {
      var damaged = bytes
      damaged[index] ^= 0x10
      let path = try folder.write("input.csv", damaged)
      do throws(SourceError) {
        // Time, extra flags and system of the header mean nothing here.
        #expect(try contents(.file(path: path)) == table && (4..<10).contains(index), "flipped at \(index)")
      } catch {
        #expect(["damaged-gzip", "truncated-gzip"].contains(error.diagnostic.kind.rawValue), "flipped at \(index)")
        #expect(error.exitStatus == 1)
      }
    }
  }

  @Test func garbageBehindTheEndIsLeftOutWithAWarning() throws {
    let bytes = try packed(Array("a\n".utf8))
    for garbage in ["x", "\u{1F}", "\u{1F}x", "garbage that goes on"] {
      let path = try folder.write("input.csv", bytes + Array(garbage.utf8))
      let source = try ByteSource.open(.file(path: path))
      #expect(source.withBytes { Array($0) } == Array("a\n".utf8))
      #expect(source.warnings.map(\.kind.rawValue) == ["gzip-trailing-garbage"])
    }
    let padded = try ByteSource.open(
      .file(path: try folder.write("input.csv", bytes + [UInt8](repeating: 0, count: 512))))
    #expect(padded.warnings.isEmpty)
    #expect(padded.count == 2)
  }

  @Test func dataPackedTwiceAreUnpackedTwice() throws {
    #expect(try unpacked(packed(packed(Array("a\n".utf8)))) == Array("a\n".utf8))
  }

  @Test func packedDataThroughAPipeByteByByte() throws {
    let table = Self.table(rows: 30)
    let bytes = try packed(table) + packed(Array("end\n".utf8))
    var decoder = StreamDecoder(place: "x", options: SourceOptions())
    for byte in bytes { try decoder.feed([byte]) }
    let source = try decoder.finish(options: SourceOptions())
    #expect(source.withBytes { Array($0) } == table + Array("end\n".utf8))
  }

  @Test func dataThatUnpackToTooMuchAreAnError() throws {
    var options = SourceOptions()
    options.unpackedLimit = 10_000
    let bytes = try packed([UInt8](repeating: 0x30, count: 10_001))
    let error = try error(bytes, options)
    #expect(error?.diagnostic.kind.rawValue == "gzip-too-large")
    #expect(error?.diagnostic.message.contains("10000 bytes") == true)
    #expect(error?.exitStatus == 1)
    #expect(try unpacked(packed([UInt8](repeating: 0x30, count: 10_000)), options).count == 10_000)
  }

  @Test func aBombIsNoticedByItsRatio() throws {
    #expect(try run("head -c 300000000 /dev/zero | gzip -c > bomb", in: folder) == 0)
    let error = failure(folder.bytes(of: "bomb"))
    #expect(error?.diagnostic.kind.rawValue == "gzip-too-large")
    #expect(error?.diagnostic.message.contains("500 times") == true)
  }

  @Test func whatOnlyBeginsAlikeIsPlain() throws {
    for bytes: [UInt8] in [[0x1F], [0x1F, 0x8C], [0x1F, 0x8B, 0x07], [0x1F, 0x20, 0x08]] {
      #expect(try unpacked(bytes) == bytes)
    }
  }
}
