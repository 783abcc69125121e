internal import CZlib
internal import ScoreData

/// Unpacks gzip data (RFC 1952) that come in pieces: any number of members, each checked by its
/// checksum and length.
struct GzipInflater: ~Copyable, @unchecked Sendable {
  private let library: ZlibLibrary
  // zlib keeps a pointer back to its stream, so the stream may not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let place: String
  private let ratioLimit: Int
  private var consumed = 0
  private var state = State.member
  /// At the end of a member, what may be the start of the next one.
  private var pending: [UInt8] = []
  private(set) var warnings: [Diagnostic] = []

  private enum State {
    /// Inside a member, its header or its trailer.
    case member
    /// Directly behind one.
    case behindMember
    /// What follows is no member and left out.
    case garbage
  }

  /// Data below this size are never taken for a bomb.
  static var ratioThreshold: Int { 256 << 20 }

  /// Whether data that begin like this are gzip data; nil if more bytes are needed to know.
  static func isGzip(_ head: UnsafeRawBufferPointer, atEnd: Bool = false) -> Bool? {
    let magic: [UInt8] = [0x1F, 0x8B, 0x08]
    guard head.prefix(3).elementsEqual(magic.prefix(head.count)) else { return false }
    if head.count >= 3 { return true }
    // Two bytes at the end are a file that was cut in its header.
    return atEnd ? head.count == 2 : nil
  }

  init(place: String, options: SourceOptions) throws(SourceError) {
    guard let library = ZlibLibrary.shared else {
      throw SourceError(
        .missingLibrary, at: place,
        "the data are packed with gzip and libz.so.1 cannot be opened; install zlib1g, or unpack them with gunzip")
    }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard zlib_start_gzip(library.functions, stream) == Z_OK else {
      stream.deallocate()
      throw SourceError(.tooLarge, at: place, "there is not enough memory to unpack the gzip data")
    }
    self.library = library
    self.stream = stream
    self.place = place
    self.ratioLimit = options.unpackedRatioLimit
  }

  deinit {
    _ = library.functions.pointee.inflateEnd(stream)
    stream.deallocate()
  }

  /// Unpacks one more piece.
  mutating func feed(_ piece: UnsafeRawBufferPointer, into output: inout GrowingBuffer) throws(SourceError) {
    guard state == .behindMember, !pending.isEmpty else { return try advance(through: piece, into: &output) }
    let joined = pending + piece
    pending = []
    var failure: SourceError?
    joined.withUnsafeBytes { bytes in
      do throws(SourceError) { try advance(through: bytes, into: &output) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private mutating func advance(
    through piece: UnsafeRawBufferPointer, into output: inout GrowingBuffer
  ) throws(SourceError) {
    var rest = piece[...]
    while !rest.isEmpty {
      switch state {
      case .member:
        rest = try inflate(rest, into: &output)
      case .behindMember:
        // Tapes and block devices fill up with zeros; those are nothing.
        rest = rest.drop { $0 == 0 }
        startNextMember(&rest)
      case .garbage:
        return
      }
    }
  }

  private mutating func startNextMember(_ rest: inout Slice<UnsafeRawBufferPointer>) {
    guard !rest.isEmpty else { return }
    switch Self.isGzip(UnsafeRawBufferPointer(rebasing: rest.prefix(3))) {
    case nil:
      pending = Array(rest)
      rest = rest.suffix(0)
    case true?:
      _ = library.functions.pointee.inflateReset(stream)
      state = .member
    case false?:
      ignoreGarbage()
    }
  }

  private mutating func ignoreGarbage() {
    state = .garbage
    warnings.append(
      Diagnostic(
        .warning, .gzipTrailingGarbage,
        "there is something behind the end of the gzip data that is not gzip; it was left out"))
  }

  /// Returns what is left of `piece` behind the member's end, if that was reached.
  private mutating func inflate(
    _ piece: Slice<UnsafeRawBufferPointer>, into output: inout GrowingBuffer
  ) throws(SourceError) -> Slice<UnsafeRawBufferPointer> {
    let input = UnsafeRawBufferPointer(rebasing: piece.prefix(1 << 30))
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
    var code = Z_OK
    repeat {
      let place = self.place
      let limit = output.limit
      _ = try output.append(
        atLeast: 1 << 16,
        onFailure: { failure in Self.isFull(failure, limit: limit, at: place) },
        { room throws(SourceError) in
          let size = min(room.count, 1 << 30)
          stream.pointee.next_out = room.bindMemory(to: UInt8.self).baseAddress
          stream.pointee.avail_out = UInt32(size)
          code = library.functions.pointee.inflate(stream, Z_NO_FLUSH)
          return size - Int(stream.pointee.avail_out)
        })
      let read = consumed + input.count - Int(stream.pointee.avail_in)
      try check(code, read: read, unpacked: output.count)
    } while code == Z_OK && (stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
    let used = input.count - Int(stream.pointee.avail_in)
    consumed += used
    if code == Z_STREAM_END { state = .behindMember }
    return piece.dropFirst(used)
  }

  private func check(_ code: Int32, read: Int, unpacked: Int) throws(SourceError) {
    switch code {
    case Z_OK, Z_STREAM_END, Z_BUF_ERROR:
      guard unpacked > Self.ratioThreshold, unpacked / max(1, read) >= ratioLimit else { return }
      throw SourceError(
        .gzipTooLarge, at: place,
        "the gzip data unpack to more than \(ratioLimit) times their size, as no table does; "
          + "unpack them with gunzip if they are right")
    case Z_MEM_ERROR:
      throw SourceError(.tooLarge, at: place, "there is not enough memory to unpack the gzip data")
    default:
      let reason = stream.pointee.msg.map { escapedText(String(cString: $0)) } ?? "no deflate data"
      throw SourceError(
        .damagedGzip, at: place,
        "the gzip data are damaged near byte \(read) (\(reason)); copy or download the file again")
    }
  }

  private static func isFull(_ failure: GrowingBuffer.Failure, limit: Int, at place: String) -> SourceError {
    guard failure == .limit else { return SourceError(failure, at: place) }
    return SourceError(
      .gzipTooLarge, at: place,
      "the gzip data unpack to more than \(limit) bytes, which is as much as is unpacked; "
        + "unpack them with gunzip and give the file")
  }

  /// Says that no more comes.
  mutating func end() throws(SourceError) {
    switch state {
    case .member:
      throw SourceError(
        .truncatedGzip, at: place,
        "the gzip data end too early, after \(consumed) bytes: a copy or download was cut off; get the file again")
    case .behindMember where !pending.isEmpty:
      pending = []
      ignoreGarbage()
    case .behindMember, .garbage:
      break
    }
  }
}
