internal import Glibc

/// How far to go to get the bytes.
public struct SourceOptions: Sendable {
  /// Leave out an unfinished line at the end, as `--follow` does.
  public var wholeLinesOnly = false
  /// The most bytes of a pipe, device or download that are kept in memory.
  public var memoryLimit = SourceOptions.halfOfMemory
  /// The most bytes that compressed data may unpack to.
  public var unpackedLimit = 4 << 30
  /// Above 256 MiB, data may not unpack to more than this many times their size.
  public var unpackedRatioLimit = 500
  /// Name and version that a web server is told.
  public var userAgent = "scoreview"
  /// Milliseconds to connect to a web server.
  public var connectTimeout = 10_000
  /// Milliseconds without a byte until a download counts as stalled.
  public var stalledTimeout = 20_000
  /// Milliseconds for a download altogether.
  public var totalTimeout = 300_000
  /// How many redirections are followed, each to `http` or `https`.
  public var redirectLimit = 10
  /// The most bytes of a download, as they come over the wire.
  public var downloadLimit = 2 << 30

  public init() {}

  /// Half of the machine's memory, 1 GiB if it does not say.
  private static var halfOfMemory: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let pageSize = sysconf(Int32(_SC_PAGESIZE))
    let (bytes, overflow) = pages.multipliedReportingOverflow(by: pageSize)
    return pages > 0 && pageSize > 0 && !overflow ? bytes / 2 : 1 << 30
  }
}
