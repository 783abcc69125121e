/// How a file's dates are written, as its first rows and a few others show.
extension SteadyPlanner {
  /// How most dates of the head are written; nil where they cannot be read in the order that is wanted.
  func writing(in column: Int, _ sample: SteadySample) -> DateWriting? {
    var epochs: [RawDate.Form: Int] = [:]
    var days: [UInt8: [YearLastDay]] = [:]
    var others = 0
    var source = FirstRecords(sample.scanner, Self.headRows)
    var record = Record()
    let cellText = CellText()
    while (try? source.next(&record)) == true {
      guard !record.isComment, record.start >= frame.dataStart, column < record.cells.count else { continue }
      let cell = text.part(record.cells[column].start..<record.cells[column].end)
      if let day = YearLastDay(cell) {
        days[day.separator, default: []].append(day)
      } else if let raw = BareNumberDate.parse(cellText.fold(cell)), EpochUnit(raw.form) != nil {
        epochs[raw.form, default: 0] += 1
      } else {
        others += 1
      }
    }
    if let (form, count) = epochs.max(by: { $0.value < $1.value }), count > others {
      return EpochUnit(form).map(DateWriting.epoch)
    }
    // In JSON a place is found in another way.
    guard table.source == nil, let (separator, found) = days.max(by: { $0.value.count < $1.value.count }),
      found.count > others
    else { return .yearFirst }
    return yearLast(separator, found, column)
  }

  private func yearLast(_ separator: UInt8, _ days: [YearLastDay], _ column: Int) -> DateWriting? {
    if let wanted = options.dateOrder {
      return wanted == .yearMonthDay ? nil : .yearLast(separator: separator, order: wanted)
    }
    // Whatever is found here, all rows have to confirm it.
    let order = days.lazy.compactMap(\.order).first ?? orderOfOtherRows(column)
    return .yearLast(separator: separator, order: order ?? .dayMonthYear)
  }

  /// The order that a row anywhere in the file has no choice but to be read in.
  private func orderOfOtherRows(_ column: Int) -> DateOrder? {
    for line in LineSplitter.samples(text, of: frame.dataStart..<text.count) {
      let part = text.part(0..<line.upperBound)
      var scanner = table.scanner.over(part, isGrowing: false, position: line.lowerBound, line: 1)
      var record = Record()
      guard (try? scanner.next(&record)) == true, column < record.cells.count else { continue }
      let cell = text.part(record.cells[column].start..<record.cells[column].end)
      if let order = YearLastDay(cell)?.order { return order }
    }
    return nil
  }
}

/// The beginning of a date such as `29.08.2024` or `08/29/2024`.
private struct YearLastDay {
  let separator: UInt8
  /// The only order in which it is a day, if there is one.
  let order: DateOrder?

  init?(_ cell: Bytes) {
    guard cell.count >= 10, Array("./-".utf8).contains(cell[2]), cell[5] == cell[2],
      let first = DatePart.number(cell.part(0..<2)), let second = DatePart.number(cell.part(3..<5)),
      DatePart.number(cell.part(6..<10)) != nil
    else { return nil }
    separator = cell[2]
    order = first > 12 ? .dayMonthYear : second > 12 ? .monthDayYear : nil
  }
}
