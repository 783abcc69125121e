internal import ScoreData

/// Collects bytes as they come and unpacks them if they are gzip data.
///
/// Whether they are is known from the first three bytes, however slowly these come; packed bytes
/// are never kept.
struct StreamDecoder: ~Copyable, Sendable {
  private var output: GrowingBuffer
  private var inflater: GzipInflater?
  private var form = Form.unknown
  private let place: String
  private let options: SourceOptions

  private enum Form { case unknown, plain, gzip }

  init(place: String, options: SourceOptions) {
    self.place = place
    self.options = options
    self.output = GrowingBuffer(limit: options.memoryLimit)
  }

  /// What has come out so far; not yet known to be complete.
  var bytes: UnsafeRawBufferPointer {
    form == .unknown ? UnsafeRawBufferPointer(start: nil, count: 0) : output.bytes
  }

  /// Reads once from `file`, at least one byte unless it has ended; false at its end.
  mutating func readMore(
    from file: borrowing FileDescriptor, atLeast chunk: Int, at location: SourceLocation
  ) throws(SourceError) -> Bool {
    if form == .gzip {
      return try readPacked(from: file, at: location)
    }
    let place = self.place
    let count = try output.append(
      atLeast: chunk, onFailure: { failure in SourceError(failure, at: place) },
      { room throws(SourceError) in try Self.read(file, into: room, at: location) })
    try lookAtForm(atEnd: count == 0)
    return count > 0
  }

  private mutating func readPacked(
    from file: borrowing FileDescriptor, at location: SourceLocation
  ) throws(SourceError) -> Bool {
    let size = 1 << 18
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { chunk.deallocate() }
    let count = try Self.read(file, into: chunk, at: location)
    guard count > 0 else { return false }
    try inflater?.feed(UnsafeRawBufferPointer(rebasing: chunk.prefix(count)), into: &output)
    return true
  }

  private static func read(
    _ file: borrowing FileDescriptor, into room: UnsafeMutableRawBufferPointer, at location: SourceLocation
  ) throws(SourceError) -> Int {
    do throws(SystemError) {
      return try file.read(into: room)
    } catch {
      throw SourceError(reading: location, error)
    }
  }

  /// Takes bytes that came from elsewhere.
  mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
    if form == .gzip {
      try inflater?.feed(bytes, into: &output)
      return
    }
    do throws(GrowingBuffer.Failure) {
      try output.append(bytes)
    } catch {
      throw SourceError(error, at: place)
    }
    try lookAtForm(atEnd: false)
  }

  mutating func feed(_ bytes: [UInt8]) throws(SourceError) {
    var failure: SourceError?
    bytes.withUnsafeBytes { bytes in
      do throws(SourceError) { try feed(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Once the first bytes are there, moves them to the inflater if they are packed.
  private mutating func lookAtForm(atEnd: Bool) throws(SourceError) {
    guard form == .unknown else { return }
    switch GzipInflater.isGzip(output.bytes, atEnd: atEnd) {
    case nil: break
    case false?: form = .plain
    case true?: try startUnpacking()
    }
  }

  private mutating func startUnpacking() throws(SourceError) {
    var unpacked = GrowingBuffer(limit: min(options.unpackedLimit, options.memoryLimit))
    var started = try GzipInflater(place: place, options: options)
    try started.feed(output.bytes, into: &unpacked)
    output = unpacked
    inflater = consume started
    form = .gzip
  }

  /// Says that no more comes; throws `truncated-gzip` if packed data should have gone on.
  ///
  /// What comes out of the unpacking may be packed again, as a server does that compresses
  /// compressed files; that is unpacked too, a few times.
  consuming func finish(options: SourceOptions) throws(SourceError) -> ByteSource {
    try finish(options: options, layersLeft: 2)
  }

  private consuming func finish(options: SourceOptions, layersLeft: Int) throws(SourceError) -> ByteSource {
    try end()
    let place = self.place
    let warnings = inflater?.warnings ?? []
    let isPackedAgain = form == .gzip && GzipInflater.isGzip(output.bytes) == true
    guard isPackedAgain && layersLeft > 0 else {
      return ByteSource(.buffer(output), named: place, warnings: warnings, options: options)
    }
    var inner = StreamDecoder(place: place, options: options)
    try inner.feed(output.bytes)
    return try inner.finish(options: options, layersLeft: layersLeft - 1)
  }

  /// Checks that packed data were complete and settles what very short data are.
  mutating func end() throws(SourceError) {
    try lookAtForm(atEnd: true)
    try inflater?.end()
  }
}

extension SourceError {
  /// The buffer for the bytes of `place` could not grow.
  init(_ failure: GrowingBuffer.Failure, at place: String) {
    switch failure {
    case .limit:
      self.init(
        .tooLarge, at: place,
        "there is more than this machine can hold in memory; give a part of it, such as its last million lines")
    case .memory:
      self.init(
        .tooLarge, at: place, "there is not enough memory for it; give a part of it, or a file instead of a pipe")
    }
  }
}
