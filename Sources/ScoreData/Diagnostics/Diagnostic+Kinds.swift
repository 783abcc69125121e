/// Every kind of complaint about data; the names are documented and do not change.
extension Diagnostic.Kind {
  // Bytes and text.
  public static let notText = Self("not-text")
  public static let truncatedGzip = Self("truncated-gzip")
  public static let badEncoding = Self("bad-encoding")
  public static let encodingGuessed = Self("encoding-guessed")
  public static let emptyFile = Self("empty-file")
  public static let htmlNotData = Self("html-not-data")
  public static let lineTooLong = Self("line-too-long")

  // Rows.
  public static let badQuote = Self("bad-quote")
  public static let unclosedQuote = Self("unclosed-quote")
  public static let commentLooksLikeData = Self("comment-looks-like-data")
  public static let preambleSkipped = Self("preamble-skipped")
  public static let extraHeaderRow = Self("extra-header-row")
  public static let repeatedHeader = Self("repeated-header")
  public static let longRow = Self("long-row")
  public static let shortRow = Self("short-row")
  public static let nulByte = Self("nul-byte")
  public static let partialLastLine = Self("partial-last-line")

  // Columns.
  public static let usage = Self("usage")
  public static let oneColumn = Self("one-column")
  public static let noDates = Self("no-dates")
  public static let noDateColumn = Self("no-date-column")
  public static let noScoreColumn = Self("no-score-column")
  public static let noScores = Self("no-scores")
  public static let scoreColumnGuessed = Self("score-column-guessed")
  public static let duplicateHeader = Self("duplicate-header")
  public static let multipleSubjects = Self("multiple-subjects")

  // Dates.
  public static let unreadableDate = Self("unreadable-date")
  public static let mixedDateOrder = Self("mixed-date-order")
  public static let dateOrderGuessed = Self("date-order-guessed")
  public static let dateOrderAssumed = Self("date-order-assumed")
  public static let twoDigitYear = Self("two-digit-year")
  public static let yearAssumed = Self("year-assumed")
  public static let ambiguousYear = Self("ambiguous-year")
  public static let excelSerialDates = Self("excel-serial-dates")
  public static let mixedDateFormat = Self("mixed-date-format")
  public static let duplicateDate = Self("duplicate-date")

  // Scores.
  public static let unreadableScore = Self("unreadable-score")
  public static let notFiniteScore = Self("not-finite-score")
  public static let mixedUnits = Self("mixed-units")
  public static let fractionsAsPercent = Self("fractions-as-percent")
  public static let mixedDecimal = Self("mixed-decimal")
  public static let decimalMarkAssumed = Self("decimal-mark-assumed")

  // JSON.
  public static let badJSON = Self("bad-json")
  public static let apiMessage = Self("api-message")
  public static let noDataInJSON = Self("no-data-in-json")
  public static let seriesGuessed = Self("series-guessed")
}

extension ParseError {
  /// Whether the command line, not the data, is at fault: an option names something that the file does not have.
  public var isUsage: Bool { diagnostic.kind == .usage }
}
