/// What has to be done to an address as text before it is used or shown.
enum WebAddress {
  /// Blanks, control characters and bytes outside ASCII as `%HH`, as browsers do; host names
  /// outside ASCII stay, they have an encoding of their own.
  static func percentEncoded(_ bytes: some Collection<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    var slashes = 0
    for byte in bytes {
      let isBeyondHost = slashes >= 3
      if byte <= 0x20 || byte == 0x7F || (byte >= 0x80 && isBeyondHost) {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        result.append(byte)
      }
      if byte == UInt8(ascii: "/") { slashes += 1 }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether something stands where the server's name belongs.
  static func hasHost(_ address: String) -> Bool {
    guard let mark = address.range(of: "://") else { return false }
    let authority = address[mark.upperBound...].prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    return !host.isEmpty && host.first != ":"
  }

  /// The address without user and password, and without the values of parameters that are
  /// named like a key, since messages and pictures get passed on.
  static func withoutSecrets(_ address: String) -> String {
    var scheme = Substring()
    var rest = Substring(address)
    if let mark = address.range(of: "://") {
      scheme = address[..<mark.upperBound]
      rest = address[mark.upperBound...]
    }
    let hostEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    if let at = rest[..<hostEnd].lastIndex(of: "@") {
      rest = rest[rest.index(after: at)...]
    }
    guard let question = rest.firstIndex(of: "?") else { return String(scheme + rest) }
    let pairs = rest[rest.index(after: question)...].split(separator: "&", omittingEmptySubsequences: false)
    return scheme + rest[...question] + pairs.map(parameterWithoutSecret).joined(separator: "&")
  }

  private static func parameterWithoutSecret(_ pair: Substring) -> String {
    guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
    let name = pair[..<equals].lowercased()
    let secrets = ["key", "token", "secret", "password", "passwd", "signature", "auth", "credential"]
    guard secrets.contains(where: { name.contains($0) }) else { return String(pair) }
    return pair[...equals] + "…"
  }
}

extension StringProtocol {
  /// The first place where `other` stands, compared by Unicode scalars.
  func range(of other: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].unicodeScalars.starts(with: other.unicodeScalars) {
        return start..<unicodeScalars.index(start, offsetBy: other.unicodeScalars.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
