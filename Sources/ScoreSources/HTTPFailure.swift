internal import CCurl
internal import ScoreData

/// Puts into words why an address could not be fetched.
struct HTTPFailure {
  let place: String
  /// What libcurl said about it.
  let words: String
  let options: SourceOptions

  func error(_ code: CURLcode, systemCode: Int32, _ transfer: HTTPTransfer) -> SourceError {
    let said = shortenedText(words, limit: 160)
    switch code {
    case CURLE_URL_MALFORMAT:
      return SourceError(.badAddress, at: place, "this is not an address that can be fetched (\(said)); check it")
    case CURLE_FILESIZE_EXCEEDED:
      return Self.tooLarge(limit: options.downloadLimit, at: place)
    default:
      return SourceError(.fetchFailed, at: place, message(code, systemCode: systemCode, said, transfer))
    }
  }

  private func message(_ code: CURLcode, systemCode: Int32, _ said: String, _ transfer: HTTPTransfer) -> String {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: "the server's name is not known; check the address and the network (\(said))"
    case CURLE_COULDNT_RESOLVE_PROXY: "the proxy's name is not known; check http_proxy and https_proxy (\(said))"
    case CURLE_COULDNT_CONNECT:
      "no connection: \(systemCode == 0 ? said : SystemError(code: systemCode).text); check the port and that the server runs"
    case CURLE_OPERATION_TIMEDOUT: timeoutMessage(transfer, said)
    case CURLE_TOO_MANY_REDIRECTS:
      "more than \(options.redirectLimit) redirections, probably in a circle; open the address in a browser to see where it ends"
    case CURLE_UNSUPPORTED_PROTOCOL: "the server redirects to something that is neither http nor https (\(said))"
    case CURLE_PARTIAL_FILE: "the answer was cut off after \(transfer.received) \(announced(transfer)); try again"
    case CURLE_GOT_NOTHING: "the server closed the connection without an answer; try again, or check the port"
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: "the connection broke (\(said)); try again"
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
      "the server's certificate is not trusted (\(said)); check the address and the machine's date and certificates"
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED:
      "no secure connection (\(said)); check that the server speaks https at this port"
    case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      "the server does not answer as a web server does (\(said)); check the port"
    case CURLE_ABORTED_BY_CALLBACK: "the download was stopped"
    case CURLE_OUT_OF_MEMORY: "there is not enough memory for the download"
    default: "it could not be fetched: \(said)"
    }
  }

  private func timeoutMessage(_ transfer: HTTPTransfer, _ said: String) -> String {
    guard transfer.status != 0 else { return "no answer in time; check the address, or try again later (\(said))" }
    return "the answer came too slowly: \(transfer.received) \(announced(transfer)); try again later"
  }

  private func announced(_ transfer: HTTPTransfer) -> String {
    transfer.announced.map { "of \($0) bytes" } ?? "bytes"
  }

  static func tooLarge(limit: Int, at place: String) -> SourceError {
    SourceError(
      .tooLarge, at: place, "the answer is larger than \(limit) bytes; download it to a file, or ask for less")
  }

  /// The server answered, but not with data.
  static func refused(status: Int, body: [UInt8], at place: String) -> SourceError {
    let quote = quotable(unpacked(body))
    let said = quote.isEmpty ? "" : " and says \"\(quote)\""
    return SourceError(.httpStatus, at: place, "the server answers \(status)\(said); \(advice(status))")
  }

  /// The text of a refusal that is packed, as far as it goes.
  private static func unpacked(_ body: [UInt8]) -> [UInt8] {
    guard body.withUnsafeBytes({ GzipInflater.isGzip($0) }) == true else { return body }
    var options = SourceOptions()
    options.unpackedLimit = HTTPTransfer.quotedLimit
    var decoder = StreamDecoder(place: "", options: options)
    do throws(SourceError) { try decoder.feed(body) } catch { return [] }
    return Array(decoder.bytes)
  }

  private static func advice(_ status: Int) -> String {
    switch status {
    case 204: "that is an answer without data; check the address"
    case 300..<400: "that leads nowhere; check the address"
    case 401, 403, 407: "it wants a login or a key; check those in the address"
    case 404, 410: "there is nothing under this address; check it"
    case 429: "it was asked too often; wait, or refresh less often"
    case 500...: "it has a problem of its own; try again later"
    default: "check the address"
    }
  }

  /// The beginning of a text or JSON on one line; nothing of a page or of other bytes.
  private static func quotable(_ body: [UInt8]) -> String {
    let text = String(decoding: body, as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, !first.hasPrefix("<"), body.allSatisfy({ $0 >= 0x20 || (0x09...0x0D).contains($0) })
    else { return "" }
    return shortenedText(words.joined(separator: " "), limit: 200)
  }
}
