internal import Glibc
internal import ScoreData

/// A pipe, device or socket whose lines are given out as they come, as of `tail -f x | scoreview -`.
///
/// Call `read`, then poll `descriptor` for reading and call it again. Packed data are unpacked on the way.
public struct FollowedPipe: ~Copyable, Sendable {
  /// The name to show in messages, escaped.
  public let displayName: String
  private let location: SourceLocation
  private let file: FileDescriptor
  private var decoder: StreamDecoder
  private let isNamedPipe: Bool
  private var hasReceived = false
  /// How many bytes of whole lines there are so far; all there are at the end.
  public private(set) var count = 0
  /// Whether the writer has closed the pipe.
  public private(set) var hasEnded = false

  /// Opens a path, or takes standard input. A named pipe is opened without waiting for its writer.
  ///
  /// Throws if it is a terminal or a folder. A plain file is read to its end and then has ended:
  /// `FollowedFile` is for those.
  public init(_ location: SourceLocation, options: SourceOptions = SourceOptions()) throws(SourceError) {
    let file = try Self.open(location)
    let kind = try Self.kind(of: file, location)
    if kind == .directory { throw SourceError(reading: location, SystemError(code: EISDIR)) }
    if file.isTerminal { throw SourceError(terminalAt: location) }
    self.isNamedPipe = location != .standardInput && kind == .other && !file.isUnnamedPipe
    self.location = location
    self.displayName = location.displayName
    self.decoder = StreamDecoder(place: location.displayName, options: options)
    self.file = file
  }

  private static func open(_ location: SourceLocation) throws(SourceError) -> FileDescriptor {
    switch location {
    case .file(let path): return try open(path)
    // Its flags belong to everybody who has the pipe, so it is asked before it is read instead of
    // being set not to wait.
    case .standardInput: return FileDescriptor(borrowing: STDIN_FILENO)
    case .address:
      throw SourceError(
        .usage, at: location.displayName, "an address cannot be followed; use --refresh to fetch it again and again")
    }
  }

  private static func kind(
    of file: borrowing FileDescriptor, _ location: SourceLocation
  ) throws(SourceError) -> FileStatus.Kind {
    do throws(SystemError) {
      return try file.status().kind
    } catch {
      throw SourceError(reading: location, error)
    }
  }

  private static func open(_ path: [UInt8]) throws(SourceError) -> FileDescriptor {
    do throws(SystemError) {
      return try FileDescriptor(opening: path, flags: Int32(O_NONBLOCK))
    } catch {
      throw SourceError(opening: path, error)
    }
  }

  /// Becomes readable when there is more, or the end.
  public var descriptor: Int32 { file.number }

  /// Takes what has come, at most 1 MiB at once so that the caller stays alive; never blocks.
  ///
  /// Returns the range of new whole lines, empty if there are none yet. At the end of the input an
  /// unfinished last line counts, and `hasEnded` is true.
  public mutating func read() throws(SourceError) -> Range<Int> {
    let before = count
    var budget = 1 << 20
    while !hasEnded && budget > 0, let received = try receive() {
      if received == 0 { hasEnded = true }
      budget -= received
      hasReceived = true
    }
    if hasEnded { try decoder.end() }
    count = hasEnded ? decoder.bytes.count : max(before, wholeLines(behind: before))
    return before..<count
  }

  /// Lends all whole lines so far; the pointer is not valid behind the closure.
  public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(rebasing: decoder.bytes.prefix(count)))
  }

  /// Takes what is there, at most a block; 0 at the end, nil if there is nothing yet.
  private mutating func receive() throws(SourceError) -> Int? {
    let size = 1 << 16
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { block.deallocate() }
    let received: Int?
    do throws(SystemError) {
      received = try file.readAvailable(into: block)
    } catch {
      throw SourceError(reading: location, error)
    }
    guard let received, received > 0 else { return received == 0 && !mayStillBegin ? 0 : nil }
    try decoder.feed(UnsafeRawBufferPointer(rebasing: block.prefix(received)))
    return received
  }

  /// Whether an end may only mean that no writer has opened the named pipe yet.
  private var mayStillBegin: Bool {
    guard isNamedPipe && !hasReceived else { return false }
    var request = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
    return retryingInterrupted { Int(poll(&request, 1, 0)) } == 0
  }

  private func wholeLines(behind start: Int) -> Int {
    let bytes = decoder.bytes
    let lines = LineEnds(head: UnsafeRawBufferPointer(rebasing: bytes.prefix(4096)))
    let even = start & ~1
    return even + lines.wholeLines(in: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(even)))
  }
}
