/// How bytes become text.
///
/// Names are those of the IANA registry. Unicode and the encodings of Western Europe are decoded here; the others need the
/// C library's tables, see ``needsConversion``.
public enum TextEncoding: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  /// Of the byte order that a mark at the beginning says, or else the contents.
  case utf16 = "utf-16"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  /// Of the byte order that a mark at the beginning says, or else the contents.
  case utf32 = "utf-32"
  case utf32LittleEndian = "utf-32le"
  case utf32BigEndian = "utf-32be"
  case windows1252 = "windows-1252"
  case latin1 = "iso-8859-1"
  case latin9 = "iso-8859-15"

  // Needing conversion, by script.
  case windows1250 = "windows-1250"
  case latin2 = "iso-8859-2"
  case ibm852
  case windows1251 = "windows-1251"
  case cyrillic = "iso-8859-5"
  case koi8r = "koi8-r"
  case koi8u = "koi8-u"
  case ibm866
  case windows1253 = "windows-1253"
  case greek = "iso-8859-7"
  case windows1254 = "windows-1254"
  case latin5 = "iso-8859-9"
  case windows1255 = "windows-1255"
  case windows1256 = "windows-1256"
  case windows1257 = "windows-1257"
  case windows1258 = "windows-1258"
  case windows874 = "windows-874"
  case macintosh
  case ibm437
  case ibm850
  case shiftJIS = "shift_jis"
  case eucJP = "euc-jp"
  case gb18030
  case big5
  case eucKR = "euc-kr"

  /// Whether text in this encoding has to be handed to ``ScoreReader`` as UTF-8, made of it by the caller.
  public var needsConversion: Bool {
    switch self {
    case .utf8, .utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian, .windows1252,
      .latin1, .latin9:
      false
    default: true
    }
  }
}

extension TextEncoding {
  /// The encoding that goes by this name, in any case, with or without hyphens.
  public init?(optionText text: String) {
    let name = Self.key(text)
    guard let found = Self.aliases[name] ?? Self.allCases.first(where: { Self.key($0.rawValue) == name }) else {
      return nil
    }
    self = found
  }

  private static func key(_ text: String) -> String {
    text.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
  }

  /// Other names, as programs and people write them.
  private static let aliases: [String: TextEncoding] = {
    let names: [(TextEncoding, [String])] = [
      (.utf8, ["utf8bom", "utf8sig", "ascii", "usascii"]), (.utf16, ["ucs2", "unicode"]), (.utf32, ["ucs4"]),
      (.windows1252, ["ansi"]), (.latin1, ["latin1"]), (.latin2, ["latin2"]), (.latin5, ["latin5"]),
      (.latin9, ["latin9"]), (.macintosh, ["macroman", "mac"]), (.windows874, ["tis620", "iso885911", "cp874"]),
      (.shiftJIS, ["sjis", "mskanji", "windows31j", "cp932", "ms932"]), (.eucJP, ["ujis"]),
      (.gb18030, ["gbk", "gb2312", "cp936", "ms936", "euccn"]), (.big5, ["cp950", "big5hkscs"]),
      (.eucKR, ["uhc", "cp949", "windows949", "ksc5601"]),
    ]
    var aliases: [String: TextEncoding] = [:]
    for (encoding, names) in names {
      for name in names { aliases[name] = encoding }
    }
    for encoding in allCases {
      let name = key(encoding.rawValue)
      for prefix in ["windows", "ibm"] where name.hasPrefix(prefix) {
        let number = name.dropFirst(prefix.count)
        aliases["cp\(number)"] = encoding
        aliases["\(prefix == "ibm" ? "dos" : "win")\(number)"] = encoding
      }
    }
    return aliases
  }()
}
