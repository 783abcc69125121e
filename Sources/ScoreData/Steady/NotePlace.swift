/// Where the note of a row stands in the text: eight bytes a row until all rows are known.
struct NotePlace: Equatable, Sendable {
  private var bits: UInt64

  /// Of a row without a note.
  static let none = NotePlace(start: 0, count: 0)

  /// `count`: below ``RecordScanner/longestRecord``.
  init(start: Int, count: Int, hasDoubledQuotes: Bool = false) {
    bits = UInt64(truncatingIfNeeded: start) << 22 | UInt64(truncatingIfNeeded: count) << 1 | (hasDoubledQuotes ? 1 : 0)
  }

  init(_ cell: Cell) {
    self.init(start: cell.start, count: cell.end - cell.start, hasDoubledQuotes: cell.hasDoubledQuotes)
  }

  var cell: Cell {
    let start = Int(bits >> 22)
    var cell = Cell(start: start, end: start + Int(bits >> 1 & 0x1F_FFFF), origin: 0)
    cell.hasDoubledQuotes = bits & 1 != 0
    return cell
  }
}

extension TextColumn {
  /// The notes that stand at these places of a text.
  init(name: String, _ places: [NotePlace], in text: Bytes, _ cellText: CellText) {
    self.init(name: name)
    for place in places {
      if place == .none { appendNothing() } else { append(cellText.text(place.cell, in: text)) }
    }
  }
}
