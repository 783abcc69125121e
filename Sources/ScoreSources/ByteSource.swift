public import ScoreData

/// The bytes of one input, as far as they were there when it was opened, unpacked if they were
/// gzip data.
///
/// Plain files of 1 MiB and more are mapped, not copied; everything else is in memory of its own.
///
///     let source = try ByteSource.open(.init(argument: "scores.csv"))
///     let table = source.withBytes { parse($0) }
///     try source.verify()
public struct ByteSource: ~Copyable, Sendable {
  /// The name to show in messages, escaped.
  public let displayName: String
  /// Things to tell the user that did not keep the bytes from being read.
  public let warnings: [Diagnostic]
  /// What to ask the server with for a newer version; nil unless the bytes came from one.
  public internal(set) var validators: HTTPValidators?
  /// How many bytes there are.
  public private(set) var count: Int
  private let storage: Storage

  enum Storage: ~Copyable, Sendable {
    case mapping(FileMapping)
    case buffer(GrowingBuffer)

    var wasCut: Bool {
      switch self {
      case .mapping(let mapping): mapping.wasCut
      case .buffer: false
      }
    }
  }

  /// Reads everything that `location` has; waits for a pipe's writer to close and for a server
  /// to answer.
  ///
  /// Throws a `SourceError` whose `text` is ready to print and whose `exitStatus` fits.
  public static func open(
    _ location: SourceLocation, options: SourceOptions = SourceOptions()
  ) throws(SourceError) -> ByteSource {
    switch location {
    case .standardInput: try openStandardInput(options: options)
    case .file(let path): try openFile(path, options: options)
    case .address(let address): try openAddress(address, options: options)
    }
  }

  init(_ storage: consuming Storage, named displayName: String, warnings: [Diagnostic] = [], options: SourceOptions) {
    self.displayName = displayName
    self.warnings = warnings
    self.storage = storage
    self.count = 0
    self.count = withStoredBytes { bytes in
      guard options.wholeLinesOnly else { return bytes.count }
      return LineEnds(head: UnsafeRawBufferPointer(rebasing: bytes.prefix(4096))).wholeLines(in: bytes)
    }
  }

  /// Lends the bytes; the pointer is not valid behind the closure.
  ///
  /// Bytes of a file that is cut meanwhile read as zeros from there on: call `verify()` when
  /// done. Any number of threads may read at once.
  public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let count = self.count
    return try withStoredBytes { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
    }
  }

  /// Lends the bytes, and what tells the system that some of them are not needed for now, so that their
  /// memory is not counted as the program's: one system call for a mapped file, nothing for others.
  ///
  /// Neither is valid behind the closure.
  public borrowing func withReleasableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer, @escaping @Sendable (Range<Int>) -> Void) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let release: @Sendable (Range<Int>) -> Void =
      switch storage {
      case .mapping(let mapping): mapping.releaser
      case .buffer: { _ in }
      }
    return try withBytes { bytes throws(Failure) in try body(bytes, release) }
  }

  /// Throws `file-changed` if a mapped file was cut or rewritten since it was opened, so that
  /// what was read may be of two versions. Growing is fine.
  public borrowing func verify() throws(SourceError) {
    guard storage.wasCut else { return }
    throw SourceError(
      .fileChanged, at: displayName, "the file was cut or rewritten while it was being read; open it again")
  }

  private borrowing func withStoredBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch storage {
    case .mapping(let mapping): try body(mapping.bytes)
    case .buffer(let buffer): try body(buffer.bytes)
    }
  }
}
