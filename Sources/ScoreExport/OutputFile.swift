internal import Glibc

/// Writes files whole or not at all.
///
/// A regular file is written under no name in its folder (or under a hidden
/// one, where the file system knows no nameless files) and then put in place of
/// the old one at once; whatever fails, the old file stays as it was. It is not
/// forced to the disk: a picture can be made again, and waiting for the disk
/// takes longer than making it. Devices, pipes and descriptors are written directly.
public enum OutputFile {
  /// Writes `bytes` to `path`; `-` is the standard output.
  ///
  /// Symbolic links are followed, so that their target is replaced and not the link. A file that is
  /// replaced keeps its mode, and its owner where the user may give files away. The caller ignores
  /// SIGPIPE, or a closed pipe ends the program.
  ///
  /// - Throws: `OutputError`, with the old file intact and nothing left behind.
  public static func write(_ bytes: [UInt8], to path: String) throws(OutputError) {
    if let descriptor = descriptor(of: path) {
      try bytes.withUnsafeBufferPointer { (bytes) throws(OutputError) in try writeAll(bytes, descriptor, path) }
      return
    }
    var status = stat()
    if stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG: try replace(try resolved(path), bytes, status, path)
      case S_IFDIR: throw .failed(path: path, action: .open, code: EISDIR)
      default: try writeDirectly(bytes, path)
      }
    } else if errno == ENOENT {
      try replace(try resolved(path), bytes, nil, path)
    } else {
      throw .failed(path: path, action: .open, code: errno)
    }
  }

  static func displayName(_ path: String) -> String { path == "-" ? "the standard output" : path }

  /// The descriptor that `path` is another name of.
  ///
  /// Replacing the file behind it would lose what `>>` put there before.
  private static func descriptor(of path: String) -> Int32? {
    switch path {
    case "-", "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count))
      }
      return nil
    }
  }

  /// `path` with all symbolic links at its end followed, whether or not there is a file yet.
  private static func resolved(_ path: String) throws(OutputError) -> String {
    var path = path
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    for _ in 0..<40 {
      let count = readlink(path, &buffer, buffer.count - 1)
      // Not a link, or nothing there: this is the place.
      guard count > 0 else { return path }
      let target = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      path = target.hasPrefix("/") ? target : folder(of: path) + target
    }
    throw .failed(path: path, action: .open, code: ELOOP)
  }

  /// The folder that `path` lies in, with a slash at its end.
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "./" }
    return String(path[...slash])
  }

  // MARK: Replacing

  private static func replace(
    _ target: String, _ bytes: [UInt8], _ old: stat?, _ shownPath: String
  ) throws(OutputError) {
    let file = try TemporaryFile(beside: target, folder: folder(of: target), shownPath)
    if let old {
      // Best effort: only root may give files away, and some file systems have no modes.
      _ = fchown(file.descriptor, old.st_uid, old.st_gid)
      _ = fchmod(file.descriptor, old.st_mode & 0o7777)
    }
    try bytes.withUnsafeBufferPointer { (bytes) throws(OutputError) in try writeAll(bytes, file.descriptor, shownPath) }
    try file.moveIntoPlace(target, shownPath)
  }

  // MARK: Writing

  private static func writeDirectly(_ bytes: [UInt8], _ path: String) throws(OutputError) {
    let descriptor = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed(path: path, action: .open, code: errno) }
    do {
      try bytes.withUnsafeBufferPointer { (bytes) throws(OutputError) in try writeAll(bytes, descriptor, path) }
    } catch {
      close(descriptor)
      throw error
    }
    if close(descriptor) != 0, errno != EINTR { throw .failed(path: path, action: .write, code: errno) }
  }

  private static func writeAll(
    _ bytes: UnsafeBufferPointer<UInt8>, _ descriptor: Int32, _ path: String
  ) throws(OutputError) {
    var done = 0
    while done < bytes.count, let base = bytes.baseAddress {
      let count = Glibc.write(descriptor, base + done, bytes.count - done)
      if count >= 0 {
        done += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilWritable(descriptor)
      case EPIPE: throw .brokenPipe(path: path)
      default: throw .failed(path: path, action: .write, code: errno)
      }
    }
  }

  /// Waits for a descriptor that somebody else made non-blocking.
  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }
}
