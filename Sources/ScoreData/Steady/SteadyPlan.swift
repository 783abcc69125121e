/// How the lines of a steady file are expected to look: one delimiter, dates all written alike, plain numbers.
///
/// It is made from the head of the file as the general reader understands it. A line that looks otherwise
/// goes to the general reader; one that needs more digits or a wider form makes a wider plan necessary.
struct SteadyPlan {
  /// What a column's cells are read as.
  enum Lane: UInt8 {
    case date
    case score
    /// Numbers of another column: counted, and otherwise skipped.
    case number
    /// Anything else, judged cell by cell as the general reader does.
    case text
  }

  var delimiter: UInt8
  var lanes: [Lane]
  /// The columns of dates and scores, counted from 0.
  var date: Int
  var score: Int
  /// Other columns whose numbers are kept, too; their lanes are `.number`.
  var others: [Int] = []
  /// The column of notes, if there is one; its lane is `.text`.
  var note: Int?
  var decimal: DecimalMark
  var writing = DateWriting.yearFirst
  /// What a comment line begins with; a line that begins so is looked at by the general reader.
  var commentStart: UInt8?
  /// What every row has in a column named for whose scores the rows are; nil in other columns.
  var subjects: [[UInt8]?]
  /// Columns with numbers of JSON, in which a dot is always a decimal mark.
  var typed: [Bool]
  /// Whether more may come behind the last line.
  var isGrowing: Bool
  /// What a row's cells must be for it to be read, by column; empty where all rows are.
  var filters: [SteadyFilter] = []
  var form = SteadyForm()

  var width: Int { lanes.count }
  /// Whether numbers have decimals only in quotes.
  var delimiterIsMark: Bool { decimal == .comma && delimiter == UInt8(ascii: ",") }
  /// The fewest bytes of a line that has a row.
  var shortestLine: Int { writing.shortest + width }
}

/// What a column's cells must be.
struct SteadyFilter: Sendable {
  var column: Int
  var value: [UInt8]
  /// The column's cell in the header, by which a header that stands there again is known.
  var header: [UInt8]?
}

/// In what numbers the rows are kept.
struct SteadyForm: Equatable {
  enum Dates: Int {
    /// Day numbers in 4 bytes.
    case days
    /// Seconds from ``base`` in 4 bytes.
    case seconds
    /// Minutes from ``base`` in 4 bytes.
    case minutes
    /// Counts of 1 / ``perSecond`` s since 1970 in 8 bytes.
    case ticks
  }

  enum Scores: Int {
    /// Multiples of 10^-scale in 2 bytes, or in 4.
    case small, medium
    /// Floating point.
    case exact
  }

  var dates = Dates.days
  var base: Int64 = 0
  var perSecond: Int64 = 1
  /// Precision and offset of all rows, or those of the first where ``tracksTraits``.
  var traits = DateTraits(precision: .day, offsetMinutes: nil)
  /// Whether rows differ in precision or offset.
  var tracksTraits = false
  var scores = Scores.small
  var scale = 0

  /// The form that holds what both hold.
  mutating func widen(_ other: SteadyForm) {
    if dates == .days, other.dates != .days { base = other.base }
    dates = Dates(rawValue: max(dates.rawValue, other.dates.rawValue)) ?? .ticks
    perSecond = max(perSecond, other.perSecond)
    if perSecond > 1 { dates = .ticks }
    tracksTraits = tracksTraits || other.tracksTraits
    scores = Scores(rawValue: max(scores.rawValue, other.scores.rawValue)) ?? .exact
    scale = max(scale, other.scale)
    if scale > ScoreColumn.mostDecimals { scores = .exact }
  }

  /// The whole minute of a time in seconds since 1970, for a base.
  static func minute(of seconds: Int64) -> Int64 { seconds - (seconds % 60 + 60) % 60 }

  /// Whether a time in seconds since 1970 can be kept.
  @inline(__always)
  func holds(seconds: Int64) -> Bool {
    switch dates {
    case .days, .ticks: true
    case .seconds: Int32(exactly: seconds &- base) != nil
    case .minutes: (seconds &- base) % 60 == 0 && Int32(exactly: (seconds &- base) / 60) != nil
    }
  }

  /// Whether counts of ``perSecond`` can reach a day, as those of nanoseconds do for 292 years.
  @inline(__always)
  func reaches(_ day: Int64) -> Bool { perSecond < 1_000_000_000 || (-106_000...106_000).contains(day) }

  /// Whether all whole minutes of the day that begins at a time in seconds since 1970 can be kept.
  func holds(dayAt seconds: Int64) -> Bool {
    switch dates {
    case .days, .ticks: true
    case .seconds:
      Int32(exactly: seconds - base) != nil && Int32(exactly: seconds + 86399 - base) != nil
    case .minutes: holds(seconds: seconds) && holds(seconds: seconds + 86340)
    }
  }

  /// Counts per second that hold a date's decimals of a second.
  static func perSecond(holding nanosecond: Int64) -> Int64 {
    nanosecond == 0
      ? 1 : nanosecond % 1_000_000 == 0 ? 1000 : nanosecond % 1000 == 0 ? 1_000_000 : 1_000_000_000
  }
}
