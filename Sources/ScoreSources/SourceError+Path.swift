internal import Glibc
internal import ScoreData

extension SourceError {
  /// Why a path could not be opened, found out by looking at the way there.
  init(opening path: [UInt8], _ error: SystemError) {
    let location = SourceLocation.file(path: path)
    let place = location.displayName
    switch error.code {
    case ENOENT, ENOTDIR: self.init(.notFound, at: place, Self.whyMissing(path))
    case EACCES, EPERM: self.init(.noPermission, at: place, Self.whyForbidden(path))
    case ELOOP:
      self.init(.symlinkLoop, at: place, "the symbolic links lead round in a circle; \(Self.linkAdvice(path))")
    case ENXIO:
      self.init(
        .openFailed, at: place, "this is a socket or a device without a driver; give a file or pipe the data into \"-\""
      )
    case ENAMETOOLONG: self.init(.openFailed, at: place, "the name is too long for the file system")
    case EMFILE, ENFILE:
      self.init(.openFailed, at: place, "\(error.text): close other programs or raise the limit (ulimit -n)")
    default: self.init(.openFailed, at: place, "the file cannot be opened: \(error.text)")
    }
  }

  /// Why an open file could not be read.
  init(reading location: SourceLocation, _ error: SystemError) {
    let place = location.displayName
    switch error.code {
    case EISDIR: self.init(.isDirectory, at: place, "this is a folder; give a file in it")
    case EBADF where location == .standardInput:
      self.init(.readFailed, at: place, "standard input is closed; give a file or pipe the data into \"-\"")
    default: self.init(.readFailed, at: place, "it cannot be read: \(error.text)")
    }
  }

  /// Waiting for somebody to type scores would look like a hang.
  init(terminalAt location: SourceLocation) {
    let what = location == .standardInput ? "standard input is a terminal" : "this is a terminal, like standard input"
    self.init(.usage, at: location.displayName, "\(what); pipe data into it (scoreview - < scores.csv) or give a file")
  }

  private static func whyMissing(_ path: [UInt8]) -> String {
    if path.isEmpty { return "the name of the file is empty" }
    if path.contains(0) { return "no file can have a NUL in its name" }
    if let target = lastTarget(of: path) {
      return "this symbolic link leads to \"\(escapedText(target))\", which is not there; \(linkAdvice(path))"
    }
    let isClosed = path.last == UInt8(ascii: "/")
    for prefix in isClosed ? prefixes(of: path)[...] : prefixes(of: path).dropLast() {
      if let status = try? FileStatus(of: prefix, followingLinks: true) {
        if status.kind != .directory { return "\"\(escapedText(prefix))\" is a file, not a folder" }
        continue
      }
      if let target = lastTarget(of: prefix) {
        return
          "the folder \"\(escapedText(prefix))\" is a symbolic link to \"\(escapedText(target))\", which is not there"
      }
      return "there is no folder \"\(escapedText(prefix))\""
    }
    if let similar = SimilarName.beside(path) {
      return "there is no such file; did you mean \"\(escapedText(similar))\"?"
    }
    return "there is no such file; check the name and the folder"
  }

  private static func whyForbidden(_ path: [UInt8]) -> String {
    var folder: [UInt8] = [UInt8(ascii: ".")]
    for prefix in prefixes(of: path) {
      do throws(SystemError) {
        _ = try FileStatus(of: prefix, followingLinks: true)
      } catch {
        guard error.code == EACCES else { break }
        return "the folder \"\(escapedText(folder))\" may not be entered: ask its owner, or allow it with chmod +x"
      }
      folder = prefix
    }
    return "there is no permission to read it: ask its owner, or allow it with chmod +r"
  }

  private static func linkAdvice(_ path: [UInt8]) -> String { "set the link anew or give the file itself" }

  /// Where a chain of links that starts at `path` ends, if that is nothing; nil if `path` is no link.
  private static func lastTarget(of path: [UInt8]) -> [UInt8]? {
    var current = path
    var target: [UInt8]?
    for _ in 0..<40 {
      guard let next = SymbolicLink.target(of: current) else { break }
      target = next
      current = SymbolicLink.resolved(next, from: current)
    }
    return target
  }

  /// The path cut behind each of its names: `a/b/c` gives `a`, `a/b`, `a/b/c`.
  static func prefixes(of path: [UInt8]) -> [[UInt8]] {
    let slash = UInt8(ascii: "/")
    let ends = path.indices.filter { $0 > 0 && path[$0] == slash && path[$0 - 1] != slash }
    let isClosed = path.last == slash && ends.last.map { path[$0...].allSatisfy { $0 == slash } } == true
    return ends.map { Array(path[..<$0]) } + (isClosed ? [] : [path])
  }
}

/// Symbolic links, as bytes.
enum SymbolicLink {
  /// What stands in the link at `path`; nil if it is none.
  static func target(of path: [UInt8]) -> [UInt8]? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room in
      guard let start = room.baseAddress else { return nil }
      let count = path.withPath { readlink($0, start, room.count) }
      return count >= 0 ? room.prefix(count).map { UInt8(bitPattern: $0) } : nil
    }
  }

  /// The target as a path that can be opened from here: relative ones start beside the link.
  static func resolved(_ target: [UInt8], from link: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    guard target.first != slash, let end = link.lastIndex(of: slash) else { return target }
    return link[...end] + target
  }
}
