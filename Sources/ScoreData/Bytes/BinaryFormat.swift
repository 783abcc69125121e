/// Files that are not text, told by their first bytes, so that the message can name what was opened.
enum BinaryFormat {
  /// A complaint about bytes that begin like a known format that is not text.
  static func complaint(_ bytes: Bytes) -> ParseError? {
    for (magic, name, advice) in known where bytes.count >= magic.count && bytes.starts(with: magic) {
      return ParseError(.notText, "this is \(name), not text; \(advice)")
    }
    return nil
  }

  private static let exportSheet = "open it in a spreadsheet and export the sheet as CSV"
  private static let unpack = "unpack it first"
  private static let picture = "open the file that the picture was made from"

  private static let known: [(magic: [UInt8], name: String, advice: String)] = [
    (Array("PK\u{3}\u{4}".utf8), "a zip archive, as Excel workbooks (.xlsx) are", exportSheet),
    (Array("PK\u{5}\u{6}".utf8), "an empty zip archive", unpack),
    (
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an old Excel workbook (.xls) or other Office file", exportSheet
    ),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG picture", picture),
    ([0xFF, 0xD8, 0xFF], "a JPEG picture", picture),
    (Array("GIF8".utf8), "a GIF picture", picture),
    (Array("%PDF-".utf8), "a PDF document", "export its table as CSV"),
    (
      Array("SQLite format 3\0".utf8), "an SQLite database",
      "export a table as CSV: sqlite3 -csv -header FILE 'select …'"
    ),
    ([0x28, 0xB5, 0x2F, 0xFD], "a zstd archive", "unpack it first: zstd -dc FILE | scoreview -"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "an xz archive", "unpack it first: xz -dc FILE | scoreview -"),
    (Array("BZh".utf8) + [0x31, 0x41, 0x59], "a bzip2 archive", "unpack it first: bzip2 -dc FILE | scoreview -"),
    ([0x1F, 0x8B], "a gzip archive inside another", unpack),
    (Array("PAR1\u{15}".utf8), "a Parquet file", "export it as CSV"),
    (Array("ARROW1\0".utf8), "an Arrow or Feather file", "export it as CSV"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7-Zip archive", unpack),
    ([0x52, 0x61, 0x72, 0x21, 0x1A, 0x07], "a RAR archive", unpack),
    ([0x04, 0x22, 0x4D, 0x18], "an LZ4 archive", unpack),
    ([0x7F, 0x45, 0x4C, 0x46], "a program", "open the file that it wrote"),
    ([0x49, 0x49, 0x2A, 0x00], "a TIFF picture", picture),
    ([0x4D, 0x4D, 0x00, 0x2A], "a TIFF picture", picture),
    (Array("{\\rtf".utf8), "a document of a word processor (.rtf)", "save it as plain text"),
  ]
}
