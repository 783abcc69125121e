/// What came of reading a file: its history, what there is to say about it, and how it was understood.
public struct Reading: Sendable {
  public var table: ScoreTable
  /// Warnings in the order of their places in the file, those without a place first;
  /// of each kind at most ``DiagnosticLog/shownOfAKind`` in full, then one line with the count of the rest.
  public var diagnostics: [Diagnostic]
  public var understanding: Understanding

  public init(table: ScoreTable, diagnostics: [Diagnostic], understanding: Understanding) {
    self.table = table
    self.diagnostics = diagnostics
    self.understanding = understanding
  }

  /// The warnings that matter to a chart: an assumed year is not shown there, so it is told only where years are written out.
  public var chartDiagnostics: [Diagnostic] { diagnostics.filter { $0.kind != .yearAssumed } }
}

/// How a file was understood, for people who ask.
public struct Understanding: Equatable, Sendable {
  public enum Format: String, Sendable {
    case delimited
    case json = "JSON"
    case jsonLines = "JSON lines"
  }

  public struct Column: Equatable, Sendable {
    public var name: String
    /// 1-based.
    public var number: Int

    public init(name: String, number: Int) {
      self.name = name
      self.number = number
    }
  }

  public struct Row: Equatable, Sendable {
    public var name: String
    /// The names of the columns with the scores.
    public var columns: [String]

    public init(name: String, columns: [String]) {
      self.name = name
      self.columns = columns
    }
  }

  public var format: Format
  public var encoding: TextEncoding
  /// Nil where there is one column, and in JSON.
  public var delimiter: Delimiter?
  /// Nil where rows are numbered.
  public var dateColumn: Column?
  public var scoreColumn: Column?
  /// The row of a gradebook whose columns are the history; nil elsewhere.
  public var row: Row?
  /// The order that dates such as `1/2/2024` were read in; nil where there are none.
  public var dateOrder: DateOrder?
  /// Nil where no score has a mark.
  public var decimalMark: DecimalMark?
  /// Rows that became points or gaps.
  public var rowsRead: Int
  /// Rows that were left out, each with a warning.
  public var rowsSkipped: Int

  public init(
    format: Format, encoding: TextEncoding, delimiter: Delimiter? = nil, dateColumn: Column? = nil,
    scoreColumn: Column? = nil, dateOrder: DateOrder? = nil, decimalMark: DecimalMark? = nil, rowsRead: Int = 0,
    rowsSkipped: Int = 0
  ) {
    self.format = format
    self.encoding = encoding
    self.delimiter = delimiter
    self.dateColumn = dateColumn
    self.scoreColumn = scoreColumn
    self.dateOrder = dateOrder
    self.decimalMark = decimalMark
    self.rowsRead = rowsRead
    self.rowsSkipped = rowsSkipped
  }
}
