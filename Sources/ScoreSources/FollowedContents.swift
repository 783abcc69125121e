internal import Glibc

/// An open file that grows, and what is remembered of it to know it again.
struct FollowedContents: ~Copyable, Sendable {
  private var file: FileDescriptor
  private var remembered = Remembered()
  /// Whether a last line without an end is left out.
  private let waitsForLineEnds: Bool

  /// The beginning and the end of what was read, at most one block each.
  private struct Remembered {
    var head: [UInt8] = []
    var tail: [UInt8] = []
    var end = 0
    var isGzip = false
  }

  private static var blockSize: Int { 1 << 16 }

  /// Opens a regular file; another kind of file is `EISDIR` or `ENXIO`.
  init(opening path: [UInt8], waitingForLineEnds: Bool) throws(SystemError) {
    waitsForLineEnds = waitingForLineEnds
    // Without waiting: something else, such as a pipe, may stand there by now.
    let opened = try FileDescriptor(opening: path, flags: Int32(O_NONBLOCK))
    switch try opened.status().kind {
    case .regular: file = opened
    case .directory: throw SystemError(code: EISDIR)
    default: throw SystemError(code: ENXIO)
    }
  }

  /// Whether that is the status of the open file.
  borrowing func isFile(_ status: FileStatus) -> Bool {
    guard let own = try? file.status() else { return false }
    return own.device == status.device && own.inode == status.inode
  }

  /// Goes over to another file but still remembers the one before.
  mutating func replaceFile(with other: consuming FollowedContents) {
    file = other.file
  }

  /// What the file is like now, compared with what is remembered.
  borrowing func look() throws(SystemError) -> FollowedVersion {
    let status = try file.status()
    let head = try block(at: 0, count: min(Self.blockSize, status.size))
    let isGzip = head.withUnsafeBytes { GzipInflater.isGzip($0) } == true
    var continues = try continuesRemembered(head, size: status.size)
    // Packed data cannot be continued line by line: they are the same or others.
    if isGzip || remembered.isGzip { continues = continues && status.size == remembered.end }
    let start = continues ? remembered.end : 0
    let isAll = isGzip || !waitsForLineEnds
    let end = isAll ? status.size : try wholeLines(from: start, to: status.size, LineEnds(head: head))
    return FollowedVersion(
      device: status.device, inode: status.inode, size: status.size, modified: status.modified,
      lineEnd: end, continuesKnown: continues)
  }

  private borrowing func continuesRemembered(_ head: [UInt8], size: Int) throws(SystemError) -> Bool {
    guard size >= remembered.end, head.starts(with: remembered.head) else { return false }
    let tail = remembered.tail
    return try block(at: remembered.end - tail.count, count: tail.count) == tail
  }

  /// Keeps what is needed to know the first `end` bytes again.
  mutating func remember(upTo end: Int) {
    let count = min(Self.blockSize, end)
    remembered.head = (try? block(at: 0, count: count)) ?? []
    remembered.tail = (try? block(at: end - count, count: count)) ?? []
    remembered.end = end
    remembered.isGzip = remembered.head.withUnsafeBytes { GzipInflater.isGzip($0) } == true
  }

  private borrowing func block(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    guard count > 0 else { return [] }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, used in
      do throws(SystemError) {
        used = try file.read(into: UnsafeMutableRawBufferPointer(room), at: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// The end of the last whole line before `end`; `start` if there is none behind that.
  private borrowing func wholeLines(from start: Int, to end: Int, _ lines: LineEnds) throws(SystemError) -> Int {
    var blockEnd = end
    while blockEnd > start {
      // Blocks begin at even offsets, so that no unit of UTF-16 is cut by one.
      let blockStart = max(start & ~1, (blockEnd - Self.blockSize) & ~1)
      let bytes = try block(at: blockStart, count: blockEnd - blockStart)
      let found = bytes.withUnsafeBytes { lines.wholeLines(in: $0) }
      if found > 0 && blockStart + found > start { return blockStart + found }
      blockEnd = blockStart
    }
    return start
  }

  /// Reads these bytes into memory, or maps them if they are many and reach from the start.
  borrowing func read(
    _ range: Range<Int>, path: [UInt8], options: SourceOptions
  ) throws(SourceError) -> ByteSource {
    let location = SourceLocation.file(path: path)
    let place = location.displayName
    var options = options
    options.wholeLinesOnly = waitsForLineEnds
    do throws(SystemError) {
      if !remembered.isGzip, range.lowerBound == 0, range.count >= ByteSource.mappingThreshold,
        let pages = MappedPages(of: file, length: range.count)
      {
        let own = try file.duplicate()
        let mapping = FileMapping(pages, of: own, status: try file.status(), from: 0)
        return ByteSource(.mapping(mapping), named: place, options: options)
      }
    } catch {
      throw SourceError(reading: location, error)
    }
    var decoder = StreamDecoder(place: place, options: options)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try block(at: offset, count: min(Self.blockSize, range.upperBound - offset))
      } catch {
        throw SourceError(reading: location, error)
      }
      if bytes.isEmpty { break }
      try decoder.feed(bytes)
      offset += bytes.count
    }
    return try decoder.finish(options: options)
  }
}
