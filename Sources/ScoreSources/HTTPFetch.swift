internal import CCurl
internal import ScoreData

/// One request for an address, answered before it returns.
struct HTTPFetch: Sendable {
  enum Answer: ~Copyable, Sendable {
    case fresh(ByteSource)
    /// The server says that nothing has changed since it gave the validators.
    case unchanged
  }

  struct Failure: Error, Equatable, Sendable {
    var error: SourceError
    /// Milliseconds that the server wants to be left alone.
    var retryAfter: Double?
  }

  var address: String
  var options: SourceOptions
  /// Asks only for something newer than this.
  var validators = HTTPValidators()
  var cancellation: FetchCancellation?

  private var place: String { SourceLocation.address(address).displayName }

  func run() throws(Failure) -> Answer {
    guard let library = CurlLibrary.shared, var handle = CurlHandle(library), handle.allowWebOnly() else {
      throw Failure(
        error: SourceError(
          .missingLibrary, at: place,
          "libcurl.so.4 cannot be opened, which fetches addresses; install libcurl4, or pipe the data into \"-\""))
    }
    guard WebAddress.hasHost(address) else {
      throw Failure(error: SourceError(.badAddress, at: place, "there is no server's name in this address; check it"))
    }
    let transfer = HTTPTransfer(place: place, options: options, cancellation: cancellation)
    configure(&handle)
    let code = Self.connect(handle, to: transfer)
    return try answer(code, handle, transfer)
  }

  private func configure(_ handle: inout CurlHandle) {
    handle.set(CURLOPT_URL, WebAddress.percentEncoded(address.utf8))
    handle.set(CURLOPT_USERAGENT, options.userAgent)
    // Unpacked here and not by libcurl, which takes packed data that were cut for complete.
    handle.addHeader("Accept-Encoding: gzip")
    handle.set(CURLOPT_HTTP_CONTENT_DECODING, 0)
    handle.set(CURLOPT_FOLLOWLOCATION, 1)
    handle.set(CURLOPT_MAXREDIRS, options.redirectLimit)
    handle.set(CURLOPT_CONNECTTIMEOUT_MS, options.connectTimeout)
    handle.set(CURLOPT_TIMEOUT_MS, options.totalTimeout)
    handle.set(CURLOPT_LOW_SPEED_LIMIT, 1)
    handle.set(CURLOPT_LOW_SPEED_TIME, max(1, options.stalledTimeout / 1000))
    handle.setSize(CURLOPT_MAXFILESIZE_LARGE, options.downloadLimit)
    // No alarms and no signal actions: those belong to the whole process.
    handle.set(CURLOPT_NOSIGNAL, 1)
    handle.addHeader("Accept: text/csv, application/json, text/*;q=0.9, */*;q=0.8")
    if let tag = validators.entityTag { handle.addHeader("If-None-Match: \(tag)") }
    if let date = validators.lastModified { handle.addHeader("If-Modified-Since: \(date)") }
  }

  /// Runs the transfer with its callbacks, and gives its outcome with libcurl's own words for it.
  private static func connect(_ handle: borrowing CurlHandle, to transfer: HTTPTransfer) -> (CURLcode, String) {
    let context = Unmanaged.passUnretained(transfer).toOpaque()
    handle.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let transfer = HTTPFetch.transfer(context) else { return 0 }
      let length = size * count
      let isWanted = transfer.receive(UnsafeRawBufferPointer(start: bytes, count: length))
      return isWanted ? length : length + 1
    }
    handle.set(CURLOPT_WRITEDATA, context)
    handle.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      let length = size * count
      let line = UnsafeRawBufferPointer(start: bytes, count: length)
      let text = line.prefix { $0 != 0x0D && $0 != 0x0A }
      HTTPFetch.transfer(context)?.receiveHeader(String(decoding: text, as: UTF8.self))
      return length
    }
    handle.set(CURLOPT_HEADERDATA, context)
    handle.setProgress { context, _, _, _, _ in
      HTTPFetch.transfer(context)?.cancellation?.isCancelled == true ? 1 : 0
    }
    handle.set(CURLOPT_XFERINFODATA, context)
    handle.set(CURLOPT_NOPROGRESS, 0)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CURL_ERROR_SIZE)) { words in
      words.initialize(repeating: 0)
      handle.set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(words.baseAddress))
      let code = withExtendedLifetime(transfer) { handle.perform() }
      handle.set(CURLOPT_ERRORBUFFER, nil)
      let said = String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return (code, said.isEmpty ? handle.meaning(of: code) : said)
    }
  }

  private static func transfer(_ context: UnsafeMutableRawPointer?) -> HTTPTransfer? {
    context.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func answer(
    _ outcome: (code: CURLcode, words: String), _ handle: borrowing CurlHandle, _ transfer: HTTPTransfer
  ) throws(Failure) -> Answer {
    if let failure = transfer.failure { throw Failure(error: failure) }
    let isRefusal = transfer.status >= 400
    guard outcome.code == CURLE_OK || isRefusal else {
      let failure = HTTPFailure(place: place, words: outcome.words, options: options)
      throw Failure(
        error: failure.error(
          outcome.code, systemCode: Int32(truncatingIfNeeded: handle.number(CURLINFO_OS_ERRNO)), transfer))
    }
    switch transfer.status {
    case 200:
      do throws(SourceError) {
        var source = try transfer.finish(options: options)
        source.validators = transfer.validators
        return .fresh(source)
      } catch {
        throw Failure(error: error)
      }
    case 304 where validators != HTTPValidators():
      return .unchanged
    default:
      let error = HTTPFailure.refused(status: transfer.status, body: transfer.refusal, at: place)
      throw Failure(error: error, retryAfter: transfer.retryAfter)
    }
  }
}

extension ByteSource {
  static func openAddress(_ address: String, options: SourceOptions) throws(SourceError) -> ByteSource {
    let answer: HTTPFetch.Answer
    do throws(HTTPFetch.Failure) {
      answer = try HTTPFetch(address: address, options: options).run()
    } catch {
      throw error.error
    }
    switch consume answer {
    case .fresh(let source): return source
    case .unchanged:
      let place = SourceLocation.address(address).displayName
      throw SourceError(
        .httpStatus, at: place, "the server says that nothing has changed, but was not asked that (304)")
    }
  }
}
