internal import Glibc
internal import ScoreData

extension ByteSource {
  /// Below this size copying costs less than mapping and its page faults.
  static var mappingThreshold: Int { 1 << 20 }

  static func openStandardInput(options: SourceOptions) throws(SourceError) -> ByteSource {
    let location = SourceLocation.standardInput
    return try read(FileDescriptor(borrowing: STDIN_FILENO), at: location, options: options)
  }

  static func openFile(_ path: [UInt8], options: SourceOptions) throws(SourceError) -> ByteSource {
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileDescriptor(opening: path)
    } catch {
      throw SourceError(opening: path, error)
    }
    return try read(file, at: .file(path: path), options: options)
  }

  /// Everything behind the descriptor's current position.
  static func read(
    _ file: consuming FileDescriptor, at location: SourceLocation, options: SourceOptions
  ) throws(SourceError) -> ByteSource {
    let place = location.displayName
    let status: FileStatus
    do throws(SystemError) {
      status = try file.status()
    } catch {
      throw SourceError(reading: location, error)
    }
    if status.kind == .directory { throw SourceError(reading: location, SystemError(code: EISDIR)) }
    if file.isTerminal { throw SourceError(terminalAt: location) }
    let offset = status.kind == .regular ? max(0, lseek(file.number, 0, SEEK_CUR)) : 0
    let left = status.kind == .regular ? max(0, status.size - offset) : 0
    if left >= mappingThreshold, !beginsWithGzip(file, at: offset),
      let pages = MappedPages(of: file, length: status.size)
    {
      let mapping = FileMapping(pages, of: file, status: status, from: offset)
      return ByteSource(.mapping(mapping), named: place, options: options)
    }
    var decoder = StreamDecoder(place: place, options: options)
    // One byte more than is there, so that the end is seen without room for more.
    let chunk = left > 0 && left < 1 << 20 ? left + 1 : 1 << 18
    while try decoder.readMore(from: file, atLeast: chunk, at: location) {}
    return try decoder.finish(options: options)
  }

  private static func beginsWithGzip(_ file: borrowing FileDescriptor, at offset: Int) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 3, alignment: 1) { head in
      let count = (try? file.read(into: head, at: offset)) ?? 0
      return GzipInflater.isGzip(UnsafeRawBufferPointer(rebasing: head.prefix(count))) == true
    }
  }
}
