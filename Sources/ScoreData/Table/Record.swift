/// A cell's place in the text, without the quotes and blanks around it.
struct Cell {
  var start: Int
  var end: Int
  /// In a table the 1-based line that the cell starts in; in JSON the offset of the value in the file.
  var origin: Int
  var hasDoubledQuotes = false
  var isQuoted = false
  /// A number of JSON, whose decimal mark is a dot.
  var isNumber = false

  var isEmpty: Bool { start == end }
}

/// A row of a file.
struct Record {
  var cells: [Cell] = []
  /// Where it starts, as ``Cell/origin`` counts.
  var origin = 0
  /// Offset of its first byte, and of the one behind its last.
  var start = 0
  var end = 0
  /// False for a last line without an end.
  var isTerminated = true
  var isComment = false
  /// Index of the first cell that has a NUL in it.
  var nulCell: Int?
  /// Index of the first cell that has text behind its closing quote.
  var badQuoteCell: Int?

  var isEmpty: Bool { cells.allSatisfy(\.isEmpty) }

  /// Cells without the empty ones at the end.
  var filledWidth: Int { (cells.lastIndex { !$0.isEmpty } ?? -1) + 1 }
}
