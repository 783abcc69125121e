/// How a file is to be read where the reader's own judgement is not wanted.
///
/// A field that is nil leaves the decision to the contents; one that is set
/// also removes the warning about that decision.
public struct ReadingOptions: Equatable, Sendable {
  /// What separates cells; nil: the one under which most rows have the same number of cells.
  public var delimiter: Delimiter?
  /// How bytes become text; nil: byte order mark, UTF-16, UTF-8 or Windows-1252, whichever fits first.
  public var encoding: TextEncoding?
  /// What a comment line begins with; nil: `#`, without spreadsheet errors such as `#N/A`.
  public var comment: CommentMark?
  /// The name or 1-based number of the column with the dates; nil: by contents.
  public var dateColumn: String?
  /// The name or 1-based number of the column with the scores; nil: by contents and name.
  public var scoreColumn: String?
  /// Only rows that have all these values are read; empty: every row.
  public var filters: [RowFilter] = []
  /// How `1/2/2024` is meant; nil: by evidence, else day first.
  public var dateOrder: DateOrder?
  /// The year of the oldest row of a file whose dates have none; nil: the latest that fits before ``today``.
  public var year: Int?
  /// The day that stands for today in dates without a year; such a file cannot be read when both this and ``year`` are nil.
  public var today: CivilDate?
  /// What stands before decimals; nil: by evidence.
  public var decimal: DecimalMark?
  /// What becomes of several scores at one instant; nil: all are kept, and said.
  public var duplicates: DuplicateRule?
  /// The name or 1-based number of the series to show; nil: the longest.
  public var series: String?
  /// Whether day numbers count from 1904 (old Mac spreadsheets); nil: from 1900, and said.
  public var excel1904: Bool?
  /// Whether rows are numbered `#1`, `#2`, … in place of dates.
  public var numbered = false
  /// What letter grades are worth; nil: letters have no number.
  public var grades: GradeTable?
  /// Whether one row (picked by ``filters``) becomes the history, along its columns.
  public var byRow = false
  /// Whether the input is still being written, so that a last line without an end has to wait.
  public var isGrowing = false

  /// Which of the ways to the same result is taken.
  public var method = ReadingMethod.automatic

  public init() {}
}

/// A way to read; all give the same history and the same diagnostics.
public enum ReadingMethod: Equatable, Sendable {
  /// The steady one where it is faster and the file is steady, else the general one.
  case automatic
  /// Row by row, with everything that a row can have.
  case general
  /// Straight from the bytes however short the file is, if it is steady, so many bytes at once on each thread.
  case steady(bytesAtOnce: Int)
}

/// A condition on a row: the named column has this text.
public struct RowFilter: Equatable, Sendable {
  /// Name or 1-based number.
  public var column: String
  public var value: String

  public init(column: String, value: String) {
    self.column = column
    self.value = value
  }
}

/// What separates the cells of a row.
public enum Delimiter: Equatable, Sendable {
  /// One ASCII character.
  case character(UInt8)
  /// Any run of blanks and tabs.
  case blanks

  public static let comma = Delimiter.character(UInt8(ascii: ","))
  public static let semicolon = Delimiter.character(UInt8(ascii: ";"))
  public static let tab = Delimiter.character(UInt8(ascii: "\t"))
  public static let pipe = Delimiter.character(UInt8(ascii: "|"))
}

/// What a comment line begins with.
public enum CommentMark: Equatable, Sendable {
  /// Every line is data.
  case none
  case text(String)
}

/// The order of the parts of a date written in numbers.
public enum DateOrder: String, CaseIterable, Sendable {
  case dayMonthYear = "dmy"
  case monthDayYear = "mdy"
  case yearMonthDay = "ymd"
}

/// The character before the decimals of a number.
public enum DecimalMark: String, CaseIterable, Sendable {
  case dot = "."
  case comma = ","
}

/// What becomes of several scores at one instant.
public enum DuplicateRule: String, CaseIterable, Sendable {
  case first
  case last
  case mean
  case max
  /// All are kept, and nothing is said.
  case all
}
