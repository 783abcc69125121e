/// Where a cell stands in the text, in eight bytes: rows wait for the whole file by the hundred million.
struct CellPlace: Equatable, Sendable {
  private var bits: UInt64

  /// Of a row without such a cell.
  static let none = CellPlace(start: 0, count: 0)

  /// A text may be 32 megabytes long, far more than a table's row can be.
  private static let countBits: UInt64 = 25
  private static let longest = (1 << Int(countBits)) - 1

  /// `start`: below 2^38.
  init(start: Int, count: Int, hasDoubledQuotes: Bool = false) {
    bits =
      UInt64(truncatingIfNeeded: start) << (Self.countBits + 1)
      | UInt64(truncatingIfNeeded: min(count, Self.longest)) << 1 | (hasDoubledQuotes ? 1 : 0)
  }

  init(_ cell: Cell) {
    self.init(start: cell.start, count: cell.end - cell.start, hasDoubledQuotes: cell.hasDoubledQuotes)
  }

  var cell: Cell {
    let start = Int(bits >> (Self.countBits + 1))
    var cell = Cell(start: start, end: start + (Int(bits >> 1) & Self.longest), origin: 0)
    cell.hasDoubledQuotes = bits & 1 != 0
    return cell
  }
}

extension TextColumn {
  /// The notes that stand at these places of a text.
  init(name: String, _ places: [CellPlace], in text: Bytes, _ cellText: CellText) {
    self.init(name: name)
    for place in places {
      if place == .none { appendNothing() } else { append(cellText.text(place.cell, in: text)) }
    }
  }
}
