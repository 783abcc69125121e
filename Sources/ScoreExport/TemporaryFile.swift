internal import Glibc

/// A file being written that nobody sees yet; it vanishes unless it is moved into place.
///
/// On most file systems it has no name at all until then, so that nothing is
/// left even when the program is killed.
struct TemporaryFile: ~Copyable {
  let descriptor: Int32
  /// Its name, once it has one.
  private var name: String?
  private let folder: String

  /// Not in Glibc's module, because it is put together from others (`<fcntl.h>`: O_TMPFILE).
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  init(beside target: String, folder: String, _ shownPath: String) throws(OutputError) {
    self.folder = folder
    let unnamed = open(folder, Self.nameless | O_WRONLY | O_CLOEXEC, 0o666)
    if unnamed >= 0 {
      descriptor = unnamed
      name = nil
      return
    }
    // The file system or the kernel may not know nameless files; a name tells what is really wrong.
    for _ in 0..<100 {
      let candidate = Self.candidate(in: folder)
      let named = open(candidate, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o666)
      if named >= 0 {
        descriptor = named
        name = candidate
        return
      }
      if errno != EEXIST { break }
    }
    throw .failed(path: shownPath, action: .create, code: errno)
  }

  deinit {
    close(descriptor)
    if let name { unlink(name) }
  }

  private static func candidate(in folder: String) -> String {
    folder + ".scoreview-" + String(UInt64.random(in: 0 ... .max), radix: 36)
  }

  /// Puts the file in place of `target`, at once.
  consuming func moveIntoPlace(_ target: String, _ shownPath: String) throws(OutputError) {
    if name == nil { name = try link(shownPath) }
    guard let source = name else { return }
    guard rename(source, target) == 0 else { throw .failed(path: shownPath, action: .replace, code: errno) }
    name = nil
  }

  /// Gives the file a name: a link cannot replace another file, only renaming can.
  private func link(_ shownPath: String) throws(OutputError) -> String {
    for _ in 0..<100 {
      let candidate = Self.candidate(in: folder)
      if linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, candidate, AT_SYMLINK_FOLLOW) == 0 {
        return candidate
      }
      if errno != EEXIST { break }
    }
    throw .failed(path: shownPath, action: .create, code: errno)
  }
}
