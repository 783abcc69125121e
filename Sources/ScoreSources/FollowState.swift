public import ScoreData

/// What became of a followed file.
public enum FollowChange: Equatable, Sendable {
  /// More whole lines stand at these offsets; what was read before them is as it was.
  case appended(Range<Int>)
  /// It is another file now, or its contents are others: read all of it.
  case replaced
  /// It was cut and, by now, written again: read all of it.
  case truncated
  /// It is not there or not readable; a warning `file-gone` to show. Keep the chart.
  case gone(Diagnostic)
  /// It is there again after `gone`: read all of it.
  case back
}

/// What a look at a followed file showed.
struct FollowedVersion: Equatable, Sendable {
  var device: UInt64
  var inode: UInt64
  var size: Int
  var modified: Int64
  /// The end of the last whole line.
  var lineEnd: Int
  /// Whether what was read of the version before still stands in this one.
  var continuesKnown: Bool

  func isSameFile(as other: FollowedVersion) -> Bool { device == other.device && inode == other.inode }
}

/// Decides what has happened to a followed file from looks at it.
///
/// Pure: all times are parameters, in milliseconds of a steady clock. Anything but growth has to
/// be quiet for a moment before it is told, since most programs that rewrite a file cut it, or take
/// it away, and write it afterwards; an empty file is never told at all.
struct FollowState: Equatable, Sendable {
  /// How long a rewritten file must be quiet until it is read, and how long that may take if it never is.
  static let settleTime = 60.0
  static let longestSettling = 500.0
  /// How long a file must be away until that is told.
  static let goneTime = 250.0

  private(set) var known: FollowedVersion
  private var phase = Phase.steady

  private enum Phase: Equatable {
    case steady
    case settling(Settling)
    case missing(since: Double, isTold: Bool)
  }

  private struct Settling: Equatable {
    var cause: Cause
    var latest: FollowedVersion
    var lastChange: Double
    /// Since when there has been something to show.
    var contentSince: Double?
  }

  private enum Cause: Equatable { case touched, cut, replaced, back }

  init(_ version: FollowedVersion) { known = version }

  /// When to look again even if nothing is heard of the file.
  var deadline: Double? {
    switch phase {
    case .steady, .missing(_, isTold: true): nil
    case .missing(let since, isTold: false): since + Self.goneTime
    case .settling(let settling): Self.end(of: settling)
    }
  }

  /// Takes a look at which the file was not to be had.
  mutating func observeMissing(_ warning: Diagnostic, at now: Double) -> FollowChange? {
    if case .missing(let since, let isTold) = phase {
      guard !isTold, now - since >= Self.goneTime else { return nil }
      phase = .missing(since: since, isTold: true)
      return .gone(warning)
    }
    let wasTold = if case .settling(let settling) = phase { settling.cause == .back } else { false }
    phase = .missing(since: now, isTold: wasTold)
    return nil
  }

  /// Takes a look at the file.
  mutating func observe(_ version: FollowedVersion, at now: Double) -> FollowChange? {
    switch phase {
    case .steady:
      guard let cause = cause(of: version) else { return advance(to: version) }
      phase = .settling(Self.settling(cause, version, at: now))
    case .missing(_, let isTold):
      if !isTold && cause(of: version) == nil {
        phase = .steady
        return advance(to: version)
      }
      phase = .settling(Self.settling(isTold ? .back : .replaced, version, at: now))
    case .settling(var settling):
      if settling.latest != version { settling.lastChange = now }
      if settling.contentSince == nil && version.lineEnd > 0 { settling.contentSince = now }
      settling.cause = merged(settling.cause, with: version)
      settling.latest = version
      phase = .settling(settling)
    }
    return settle(at: now)
  }

  /// Why the version has to be read anew; nil if it continues the known one.
  private func cause(of version: FollowedVersion) -> Cause? {
    if !version.isSameFile(as: known) { return .replaced }
    if version.size < known.lineEnd { return .cut }
    if !version.continuesKnown { return .replaced }
    return version.size == known.size && version.modified != known.modified ? .touched : nil
  }

  private func merged(_ cause: Cause, with version: FollowedVersion) -> Cause {
    switch (cause, self.cause(of: version)) {
    case (.touched, let later?): later
    case (.cut, .replaced?) where !version.isSameFile(as: known): .replaced
    default: cause
    }
  }

  private mutating func advance(to version: FollowedVersion) -> FollowChange? {
    let before = known.lineEnd
    known = version
    known.lineEnd = max(before, version.lineEnd)
    return version.lineEnd > before ? .appended(before..<version.lineEnd) : nil
  }

  private mutating func settle(at now: Double) -> FollowChange? {
    guard case .settling(let settling) = phase, let end = Self.end(of: settling), now >= end else { return nil }
    let version = settling.latest
    phase = .steady
    if settling.cause == .touched && version.size > known.size { return advance(to: version) }
    known = version
    return switch settling.cause {
    case .cut: .truncated
    case .touched, .replaced: .replaced
    case .back: .back
    }
  }

  private static func settling(_ cause: Cause, _ version: FollowedVersion, at now: Double) -> Settling {
    Settling(cause: cause, latest: version, lastChange: now, contentSince: version.lineEnd > 0 ? now : nil)
  }

  /// When a settling file will be read if it stays as it is; nil while it has nothing to show.
  private static func end(of settling: Settling) -> Double? {
    guard let contentSince = settling.contentSince, settling.latest.lineEnd > 0 else { return nil }
    return min(settling.lastChange + settleTime, contentSince + longestSettling)
  }
}
