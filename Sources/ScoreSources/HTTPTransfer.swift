internal import Synchronization

/// Tells a running fetch to stop.
final class FetchCancellation: Sendable {
  private let isSet = Atomic(false)

  var isCancelled: Bool { isSet.load(ordering: .relaxed) }
  func cancel() { isSet.store(true, ordering: .relaxed) }
}

/// What comes in while libcurl runs, passed to its callbacks.
final class HTTPTransfer {
  /// The most of an answer that is not data that is kept to be quoted.
  static let quotedLimit = 65536

  let cancellation: FetchCancellation?
  private(set) var status = 0
  private(set) var validators = HTTPValidators()
  private(set) var retryAfter: Double?
  private(set) var received = 0
  private(set) var announced: Int?
  private var encoding = ""
  /// The beginning of an answer whose status is not 200.
  private(set) var refusal: [UInt8] = []
  /// Why the transfer was ended from this side.
  private(set) var failure: SourceError?
  private var decoder: StreamDecoder?
  private let downloadLimit: Int
  private let place: String

  init(place: String, options: SourceOptions, cancellation: FetchCancellation?) {
    self.place = place
    self.cancellation = cancellation
    self.downloadLimit = options.downloadLimit
    self.decoder = StreamDecoder(place: place, options: options)
  }

  /// Takes a piece of the body; false ends the transfer.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    received += bytes.count
    guard status == 200 else {
      refusal += bytes.prefix(Self.quotedLimit - refusal.count)
      return true
    }
    guard received <= downloadLimit else {
      failure = HTTPFailure.tooLarge(limit: downloadLimit, at: place)
      return false
    }
    guard ["", "gzip", "x-gzip", "identity"].contains(encoding) else {
      failure = SourceError(
        .fetchFailed, at: place,
        "the answer is packed as \"\(shortenedText(encoding, limit: 40))\", which was not asked for; download it to a file"
      )
      return false
    }
    do throws(SourceError) {
      try decoder?.feed(bytes)
    } catch {
      failure = error
    }
    return failure == nil
  }

  /// Takes one header line; a redirection starts over with a new status line.
  func receiveHeader(_ line: String) {
    if line.hasPrefix("HTTP/") {
      let parts = line.split(separator: " ")
      status = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
      validators = HTTPValidators()
      retryAfter = nil
      announced = nil
      encoding = ""
      return
    }
    guard let colon = line.firstIndex(of: ":") else { return }
    let value = String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
    switch line[..<colon].lowercased() {
    case "etag": validators.entityTag = value
    case "last-modified": validators.lastModified = value
    case "content-encoding": encoding = value.lowercased()
    case "content-length": announced = Int(value)
    case "retry-after": retryAfter = Int(value).map { Double(min(max($0, 0), 86400)) * 1000 }
    default: break
    }
  }

  /// The data, complete.
  func finish(options: SourceOptions) throws(SourceError) -> ByteSource {
    guard let decoder = decoder.take() else {
      throw SourceError(.fetchFailed, at: place, "the answer was already taken")
    }
    return try decoder.finish(options: options)
  }
}
