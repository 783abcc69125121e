/// Leaves out the lines that do not pass the filters.
extension SteadyParser {
  /// What becomes of a line.
  enum Passage {
    case passes
    /// It does not pass, and there is nothing to say of it.
    case rejected
    /// The general reader has to look at it.
    case unclear
  }

  /// Looks at a whole line, with its end, as far as the filters and its damage go.
  func passage(of line: Bytes) -> Passage {
    guard line.last == 0x0A, line[0] != plan.commentStart, line.count < RecordScanner.longestRecord / 2 else {
      return .unclear
    }
    let end = line.count - (line.count > 1 && line[line.count - 2] == 0x0D ? 2 : 1)
    let (delimiter, quote) = (plan.delimiter, UInt8(ascii: "\""))
    var (column, start, next) = (0, 0, 0)
    /// Where the quotes of the cell in hand close.
    var closing: Int?
    var isQuoted = false
    var isRejected = false
    var bits: UInt8 = 0
    for index in 0...end {
      let byte = index == end ? delimiter : line[index]
      if byte == delimiter, !isQuoted || closing == index - 1 {
        while next < plan.filters.count, plan.filters[next].column == column {
          let cell = line.part(start..<(closing ?? index)).trimmed
          if !cell.equals(plan.filters[next].value) {
            if mayBeHeader(cell, plan.filters[next]) { return .unclear }
            isRejected = true
          }
          next += 1
        }
        column += 1
        start = index + 1
        (isQuoted, closing) = (false, nil)
      } else if byte == quote, index == start, !isQuoted {
        isQuoted = true
        start += 1
      } else if byte == quote, isQuoted, closing == nil {
        closing = index
      } else if byte < 0x20 && byte != 0x09 || byte == quote || closing != nil {
        return .unclear
      }
      bits |= byte
    }
    guard !isQuoted else { return .unclear }
    guard column == plan.width, bits < 0x80 || TextDecoding.validUTF8(line, isGrowing: false) == nil else {
      return .unclear
    }
    return isRejected ? .rejected : .passes
  }

  /// Whether the cell is as in the header, or has the mark that files which were joined may have before theirs.
  private func mayBeHeader(_ cell: Bytes, _ filter: SteadyFilter) -> Bool {
    filter.header.map(cell.equals) ?? false || cell.first == TextDecoding.utf8Mark.first
  }

  /// The number of the line of the row at `slot`, both counted from 0; nil if there is no such row.
  ///
  /// `lines`: all of the data.
  func line(ofSlot slot: Int, in lines: Bytes) -> Int? {
    var (left, line, start) = (slot, 0, 0)
    while start < lines.count {
      let length = LineSplitter.length(ofLineIn: lines.from(start))
      if passage(of: lines.part(start..<start + length)) != .rejected {
        if left == 0 { return line }
        left -= 1
      }
      line += 1
      start += length
    }
    return nil
  }
}
