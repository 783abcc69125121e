internal import Glibc
internal import ScoreData

/// A file that is read again whenever it changes, without being looked at in between.
///
/// Poll `descriptor` for reading, wait no longer than `deadline`, then call `changes` and read
/// what it says with `readAll` or `read`. Half a line at the end waits until it is whole, unless that is
/// not wanted. Whoever cannot make sense of what was read, since a program is still writing it,
/// should keep what it has and wait for the next change.
public struct FollowedFile: ~Copyable, Sendable {
  /// The path to show in messages, escaped.
  public let displayName: String
  private let path: [UInt8]
  private let options: SourceOptions
  /// Whether half a line at the end waits until it is whole.
  public let waitsForLineEnds: Bool
  private var watch: PathWatch
  private var contents: FollowedContents
  private var state: FollowState
  private var nextLook: Double

  /// How often a file is looked at that the system cannot watch.
  static let slowLook = 3000.0

  /// Opens the file and starts to watch its path. Times are milliseconds of a steady clock.
  ///
  /// A file that programs append to has half a line at its end now and then, which has to wait; one that people edit may
  /// well have no line end there at all: it is read without `waitingForLineEnds`.
  ///
  /// Throws if it is not there to begin with or is no regular file.
  public init(
    path: [UInt8], options: SourceOptions = SourceOptions(), waitingForLineEnds: Bool = true, at now: Double
  ) throws(SourceError) {
    // Watched first and looked at then, so that no change is missed in between.
    var watch = PathWatch(path: path)
    watch.arm()
    var contents = try Self.open(path, waitingForLineEnds)
    let version = try Self.look(at: contents, path)
    contents.remember(upTo: version.lineEnd)
    self.displayName = SourceLocation.file(path: path).displayName
    self.path = path
    self.options = options
    self.waitsForLineEnds = waitingForLineEnds
    self.watch = watch
    self.contents = contents
    self.state = FollowState(version)
    self.nextLook = now + Self.slowLook
  }

  private static func open(_ path: [UInt8], _ waitingForLineEnds: Bool) throws(SourceError) -> FollowedContents {
    do throws(SystemError) {
      return try FollowedContents(opening: path, waitingForLineEnds: waitingForLineEnds)
    } catch {
      throw SourceError(following: path, error)
    }
  }

  private static func look(
    at contents: borrowing FollowedContents, _ path: [UInt8]
  ) throws(SourceError) -> FollowedVersion {
    do throws(SystemError) {
      return try contents.look()
    } catch {
      throw SourceError(following: path, error)
    }
  }

  /// Becomes readable when something has happened; -1, which `poll` ignores, if nothing can be watched.
  public var descriptor: Int32 { watch.descriptor }

  /// When to call `changes` even if `descriptor` is silent; nil if only that matters.
  public var deadline: Double? {
    let slow = watch.isComplete ? nil : nextLook
    guard let soon = state.deadline else { return slow }
    return min(soon, slow ?? soon)
  }

  /// What has happened to the file since the last call, oldest first; never blocks on the file's
  /// writer. Costs some system calls and a comparison of at most 128 KiB.
  public mutating func changes(at now: Double) -> [FollowChange] {
    var news = watch.takeNews()
    if !watch.isComplete && now >= nextLook {
      news = PathWatch.News(contentsChanged: true, wayChanged: true)
      nextLook = now + Self.slowLook
    }
    let isDue = state.deadline.map { now >= $0 } ?? false
    guard news.contentsChanged || news.wayChanged || isDue else { return [] }
    if news.wayChanged { watch.arm() }
    guard let change = look(again: news.wayChanged || isDue, at: now) else { return [] }
    contents.remember(upTo: state.known.lineEnd)
    return [change]
  }

  private mutating func look(again: Bool, at now: Double) -> FollowChange? {
    do throws(SystemError) {
      if again { try reopen() }
      return state.observe(try contents.look(), at: now)
    } catch {
      return state.observeMissing(Self.goneWarning(path, error), at: now)
    }
  }

  /// Looks whether the path still means the file that is open, and opens the one it means.
  private mutating func reopen() throws(SystemError) {
    let status = try FileStatus(of: path, followingLinks: true)
    if contents.isFile(status) { return }
    let fresh = try FollowedContents(opening: path, waitingForLineEnds: waitsForLineEnds)
    contents.replaceFile(with: fresh)
  }

  /// All (whole) lines there are, or the whole unpacked file if it is gzip data.
  public borrowing func readAll() throws(SourceError) -> ByteSource {
    try contents.read(0..<state.known.lineEnd, path: path, options: options)
  }

  /// The lines of an `appended`.
  public borrowing func read(_ range: Range<Int>) throws(SourceError) -> ByteSource {
    try contents.read(range, path: path, options: options)
  }

  private static func goneWarning(_ path: [UInt8], _ error: SystemError) -> Diagnostic {
    let promise = "the chart stays as it is until the file is back"
    guard error.code != ENOENT else {
      return Diagnostic(.warning, .fileGone, "the file is not there any more; \(promise)")
    }
    let reason = SourceError(following: path, error).diagnostic.message
    return Diagnostic(.warning, .fileGone, "the file cannot be read any more: \(reason); \(promise)")
  }
}

extension SourceError {
  /// Why a file cannot be followed.
  init(following path: [UInt8], _ error: SystemError) {
    switch error.code {
    case EISDIR: self.init(reading: .file(path: path), error)
    case ENXIO, ESPIPE:
      self.init(
        .openFailed, at: SourceLocation.file(path: path).displayName,
        "only a plain file can be followed; pipe it into \"-\"")
    default: self.init(opening: path, error)
    }
  }
}
