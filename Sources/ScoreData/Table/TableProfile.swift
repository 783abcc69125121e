/// Counts what is in each column of a table.
struct TableProfile {
  private(set) var columns: [ColumnProfile]
  private(set) var rows = 0
  /// Values seen in the filter's columns, to name some if none fits.
  private(set) var filterValues: [String] = []

  init<Source: RecordSource>(
    _ source: Source, sieve: RowSieve, grades: GradeTable?
  ) throws(ParseError) {
    var source = source
    columns = Array(repeating: ColumnProfile(), count: sieve.frame.names.count)
    for (index, name) in sieve.frame.names.enumerated() {
      columns[index].subject = SubjectName.kind(name).map(SubjectValues.init)
    }
    var record = Record()
    while try source.next(&record) {
      guard sieve.isData(record), !sieve.isHeaderAgain(record), sieve.damage(record, needed: []) == nil else {
        continue
      }
      guard sieve.passesFilters(record) else {
        noteFilterValue(record, sieve)
        continue
      }
      rows += 1
      for index in 0..<min(record.cells.count, columns.count) where !record.cells[index].isEmpty {
        add(record.cells[index], to: index, sieve, grades)
      }
    }
  }

  private mutating func noteFilterValue(_ record: Record, _ sieve: RowSieve) {
    guard filterValues.count < 8, let column = sieve.filters.first?.column, column < record.cells.count else { return }
    let value = EscapedText.quoted(sieve.cellText.text(record.cells[column], in: sieve.text))
    if !filterValues.contains(value) { filterValues.append(value) }
  }

  private mutating func add(_ cell: Cell, to index: Int, _ sieve: RowSieve, _ grades: GradeTable?) {
    columns[index].subject?.add(sieve.cellText.text(cell, in: sieve.text), origin: cell.origin)
    columns[index].add(
      sieve.cellText.folded(cell, in: sieve.text), origin: cell.origin, isNumber: cell.isNumber, grades: grades)
  }

  /// Takes in the counts of rows that were looked at elsewhere. False if they cannot be told from each other any more.
  mutating func add(_ others: [ColumnProfile], rows: Int, shiftedBy lines: Int) -> Bool {
    self.rows += rows
    return columns.indices.allSatisfy { columns[$0].add(others[$0], shiftedBy: lines) }
  }
}

extension ColumnProfile {
  /// Counts a cell that is not empty, `folded` as ``CellText/fold(_:)`` leaves it.
  mutating func add(_ folded: Bytes, origin: Int, isNumber: Bool, grades: GradeTable?) {
    guard !MissingMark.matches(folded) else { return }
    filled += 1
    if let grades, grades[folded.string] != nil {
      self.grades += 1
      return
    }
    let number = NumberText(folded)
    // Four digits are the fewest that are a date without any mark; most cells are numbers with fewer.
    if number == nil || folded.count >= 4 || number?.shape == .fraction || folded[0] == UInt8(ascii: "#"),
      let date = DateText.parse(folded)
    {
      add(date)
      guard date.isBareNumber || number?.shape == .fraction else { return }
    }
    add(number, folded, origin: origin, isNumber: isNumber)
  }

  private mutating func add(_ date: RawDate) {
    if date.isBareNumber {
      bareDates.add(date)
    } else {
      switch date.form {
      case .ordinal: ordinals += 1
      case .twoParts: monthDays += 1
      case .monthDay where date.isNamed: namedDays += 1
      case .monthDay: monthDays += 1
      default: fullDates += 1
      }
    }
  }

  private mutating func add(_ number: NumberText?, _ text: Bytes, origin: Int, isNumber: Bool) {
    guard let number else {
      texts += 1
      return
    }
    switch number.shape {
    case .fraction: fractions += 1
    case .infinite: plainNumbers += 1
    case .plain where number.unit.isEmpty: plainNumbers += 1
    case .plain: add(unit: number.unit)
    }
    let isCertain = isNumber && number.evidence == .either(.dot)
    decimal.add(isCertain ? .only(.dot) : number.evidence, text, origin: origin)
  }
}
