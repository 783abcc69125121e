public import ScoreData

/// The bytes could not be had: the place, and why.
public struct SourceError: Error, Equatable, Sendable {
  /// What happened and what to do, without the place.
  public var diagnostic: Diagnostic
  /// The file, address or `standard input`, escaped.
  public var place: String

  /// `message` must be one line, with everything in it that came from outside escaped.
  public init(_ kind: Diagnostic.Kind, at place: String, _ message: String) {
    self.diagnostic = Diagnostic(.error, kind, message)
    self.place = place
  }

  /// The line to print: `place: error: message [kind]`.
  public var text: String { diagnostic.text(file: place) }

  /// The program's exit status if this ends it: 1 the data, 2 the command line, 3 reading.
  public var exitStatus: Int32 {
    switch diagnostic.kind {
    case .usage, .badAddress: 2
    case .truncatedGzip, .damagedGzip, .gzipTooLarge: 1
    default: 3
    }
  }
}

// Not public: other modules name kinds of their own on the same type.
extension Diagnostic.Kind {
  static let badAddress = Self("bad-address")
  static let damagedGzip = Self("damaged-gzip")
  static let fetchFailed = Self("fetch-failed")
  static let fileChanged = Self("file-changed")
  static let fileGone = Self("file-gone")
  static let gzipTooLarge = Self("gzip-too-large")
  static let gzipTrailingGarbage = Self("gzip-trailing-garbage")
  static let httpStatus = Self("http-status")
  static let isDirectory = Self("is-directory")
  static let missingLibrary = Self("missing-library")
  static let noPermission = Self("no-permission")
  static let notFound = Self("not-found")
  static let openFailed = Self("open-failed")
  static let readFailed = Self("read-failed")
  static let symlinkLoop = Self("symlink-loop")
  static let tooLarge = Self("too-large")
  static let truncatedGzip = Self("truncated-gzip")
  static let usage = Self("usage")
}
