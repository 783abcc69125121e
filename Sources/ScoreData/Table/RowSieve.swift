/// Decides for each record whether it is a row of data, and says what is wrong with it otherwise.
struct RowSieve {
  let frame: TableFrame
  let text: Bytes
  let cellText: CellText
  /// Columns that `--where` looks at, and what they must have.
  let filters: [(column: Int, value: String)]

  init(_ frame: TableFrame, text: Bytes, cellText: CellText, options: ReadingOptions) throws(ParseError) {
    self.frame = frame
    self.text = text
    self.cellText = cellText
    var filters: [(Int, String)] = []
    for filter in options.filters {
      filters.append((try frame.column(filter.column, option: "where"), ASCII.trimmed(filter.value)))
    }
    self.filters = filters
  }

  struct Damage {
    var kind: Diagnostic.Kind
    /// Counted from 0.
    var column: Int
    var message: String
  }

  func isData(_ record: Record) -> Bool { !record.isComment && record.start >= frame.dataStart }

  func isHeaderAgain(_ record: Record) -> Bool {
    guard let header = frame.header, let first = header.first, let cell = record.cells.first else { return false }
    // Files that were joined may have a mark of UTF-8 in front of each header.
    let its = cellText.text(cell, in: text)
    let hasMark = its.starts(with: TextDecoding.utf8Mark)
    guard its.from(hasMark ? TextDecoding.utf8Mark.count : 0).elementsEqual(first.utf8) else { return false }
    return (1..<max(header.count, record.cells.count, 1)).allSatisfy { index in
      let name = index < header.count ? header[index] : ""
      guard index < record.cells.count else { return name.isEmpty }
      return cellText.text(record.cells[index], in: text).elementsEqual(name.utf8)
    }
  }

  func passesFilters(_ record: Record) -> Bool {
    filters.allSatisfy { column, value in
      column < record.cells.count && cellText.text(record.cells[column], in: text).elementsEqual(value.utf8)
    }
  }

  /// What makes a row unusable, or nil.
  ///
  /// `needed`: columns that a row must reach.
  func damage(_ record: Record, needed: [Int]) -> Damage? {
    guard var damage = plainDamage(record, needed: needed) else { return nil }
    if !record.isTerminated, damage.kind != .badQuote {
      damage.kind = .partialLastLine
      damage.message = "the last line is cut off and skipped: " + damage.message
    }
    return damage
  }

  private func plainDamage(_ record: Record, needed: [Int]) -> Damage? {
    if let cell = record.nulCell {
      return Damage(
        kind: .nulByte, column: cell, message: "a NUL byte stands in cell \(cell + 1); the row is damaged and skipped")
    }
    if let cell = record.badQuoteCell {
      return Damage(
        kind: .badQuote, column: cell,
        message:
          "text stands behind the closing quote of cell \(cell + 1); double the quotes inside it. The row is skipped")
    }
    guard frame.hasFixedWidth else { return nil }
    if record.cells.count > frame.names.count, record.filledWidth > frame.names.count {
      return Damage(
        kind: .longRow, column: frame.names.count,
        message:
          "the row has \(record.filledWidth) cells where \(frame.names.count) are expected, and is skipped: cells "
          + "may be shifted. Is the delimiter part of an unquoted text?")
    }
    if let missing = needed.filter({ $0 >= record.cells.count }).min() {
      return Damage(
        kind: .shortRow, column: missing,
        message: "the row has \(record.cells.count) \(record.cells.count == 1 ? "cell" : "cells") and ends before "
          + "\(frame.called(missing)); it is skipped")
    }
    return nil
  }
}
