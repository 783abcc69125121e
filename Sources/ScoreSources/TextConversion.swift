internal import Glibc
public import ScoreData

/// Text in encodings that only the C library has tables for.
public enum TextConversion {
  /// Makes UTF-8 of bytes in an encoding that ``TextEncoding/needsConversion``; lines stay where they are.
  ///
  /// `isGrowing`: whether a character may be cut off at the end, and is then left out. O(n).
  /// - Throws: `ParseError` `bad-encoding` with the line of the first byte that does not fit.
  public static func utf8(
    _ bytes: UnsafeRawBufferPointer, from encoding: TextEncoding, isGrowing: Bool = false
  ) throws(ParseError) -> [UInt8] {
    guard let converter = Converter(from: libraryName(encoding)) else {
      throw ParseError(
        .badEncoding, "\(encoding.rawValue) is not known to this system's C library; convert the file to UTF-8 first")
    }
    var rest = bytes
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 2 + 16)
    while true {
      switch converter.convert(&rest, to: &text) {
      case .done: return text
      case .cut where isGrowing: return text
      case .cut, .misfit:
        let done = bytes.count - rest.count
        let odd = rest.first.map { "byte 0x" + String($0, radix: 16, uppercase: true) } ?? "an incomplete character"
        throw ParseError(
          .badEncoding, line: line(of: done, in: bytes),
          "the file is not \(encoding.rawValue) as --encoding says: found \(odd); leave the option out or name another")
      }
    }
  }

  /// The name that glibc has for what programs write under the encoding's own name, which is often a little more.
  private static func libraryName(_ encoding: TextEncoding) -> String {
    switch encoding {
    case .shiftJIS: "CP932"
    case .big5: "CP950"
    case .eucKR: "CP949"
    case .windows874: "CP874"
    case .windows1250, .windows1251, .windows1253, .windows1254, .windows1255, .windows1256, .windows1257, .windows1258:
      "CP" + encoding.rawValue.drop { !$0.isNumber }
    default: encoding.rawValue.uppercased()
    }
  }

  private static func line(of offset: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var line = 1
    for index in 0..<min(offset, bytes.count) {
      let isReturn = bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
      if bytes[index] == 0x0A || isReturn { line += 1 }
    }
    return line
  }
}

/// A conversion descriptor of the C library.
private struct Converter: ~Copyable {
  enum Outcome {
    case done
    /// The last character is not whole.
    case cut
    case misfit
  }

  private let handle: iconv_t

  init?(from encoding: String) {
    let handle = iconv_open("UTF-8", encoding)
    // (iconv_t) -1
    guard handle != iconv_t(bitPattern: -1), let handle else { return nil }
    self.handle = handle
  }

  deinit { iconv_close(handle) }

  /// Converts from the front of `bytes`, which is shortened by what was converted.
  borrowing func convert(_ bytes: inout UnsafeRawBufferPointer, to text: inout [UInt8]) -> Outcome {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 16) { room in
      while true {
        var input = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
        var left = bytes.count
        var output = room.baseAddress
        var free = room.count
        let result = iconv(handle, &input, &left, &output, &free)
        let error = errno
        text.append(contentsOf: UnsafeRawBufferPointer(room)[..<(room.count - free)])
        bytes = UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - left)...])
        guard result == -1 else {
          flush(to: &text)
          return .done
        }
        switch error {
        case E2BIG: continue
        case EINVAL: return .cut
        default: return .misfit
        }
      }
    }
  }

  /// Appends a letter that waited for an accent to follow it.
  private borrowing func flush(to text: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
      var output = room.baseAddress
      var free = room.count
      iconv(handle, nil, nil, &output, &free)
      text.append(contentsOf: UnsafeRawBufferPointer(room)[..<(room.count - free)])
    }
  }
}
