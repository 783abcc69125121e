/// Settles what the dates of a column mean, all together.
struct DateSettler {
  let text: Bytes
  let cellText: CellText
  let options: ReadingOptions
  /// The date column, counted from 0.
  let column: Int
  let numbersAreDates: Bool

  struct Result {
    /// The order of day, month and year where that was a question.
    var order: DateOrder?
    var hasYears = true
  }

  /// Sets each row's date, or notes why it has none.
  ///
  /// - Throws: `ParseError` `mixed-date-format`, `mixed-date-order`, `ambiguous-year`, `usage`.
  func settle(_ rows: inout [PendingRow], _ issues: inout RowIssues) throws(ParseError) -> Result {
    var result = Result()
    try checkFormats(rows, issues)
    result.order = try order(rows, &issues)
    warnOfShortYears(rows, &issues)
    warnOfExcel(rows, &issues)
    let order = result.order ?? .dayMonthYear
    let years = try yearsOfRowsWithout(rows, order, &issues)
    result.hasYears = years == nil || options.year != nil
    let isMostlyDays = rows.count { $0.raw.grain == .day } * 2 >= rows.count
    var next = 0
    for index in rows.indices {
      let raw = rows[index].raw
      var year: Int?
      if raw.hasNoYear, let years {
        year = years[next]
        next += 1
      }
      rows[index].date = date(raw, order: order, year: year)
      if rows[index].isCutOff, raw.grain != .day, isMostlyDays {
        leaveOut(&rows[index], .partialLastLine, &issues, "the last line is cut off and skipped: its date is not whole")
      } else if raw.isBareNumber, raw.grain == .year, !numbersAreDates || isMostlyDays {
        leaveOut(&rows[index], .unreadableDate, &issues, "a year alone is no date among days; the row is skipped")
      } else if rows[index].date == nil {
        leaveOut(&rows[index], .unreadableDate, &issues, misfit(raw, order, year))
      }
    }
    return result
  }

  private func misfit(_ raw: RawDate, _ order: DateOrder, _ year: Int?) -> String {
    if raw.hasNoYear, year == nil { return "there is no year, unlike in most rows; the row is skipped" }
    if let year { return "\(year) has no such day; the row is skipped" }
    return "there is no such day when dates are read as \(order.rawValue); the row is skipped"
  }

  private func leaveOut(
    _ row: inout PendingRow, _ kind: Diagnostic.Kind, _ issues: inout RowIssues, _ why: String
  ) {
    row.date = nil
    issues.damage(kind, origin: row.dateOrigin, column: column, "\(quoted(row)): \(why)")
  }

  func quoted(_ row: PendingRow) -> String { EscapedText.quoted(cellText.text(row.datePlace.cell, in: text)) }

  func error(_ kind: Diagnostic.Kind, _ row: PendingRow, _ issues: RowIssues, _ message: String) -> ParseError {
    let place = issues.places.place(row.dateOrigin, column: column)
    return ParseError(kind, line: place.line, column: place.column, message)
  }

  func warn(_ kind: Diagnostic.Kind, _ row: PendingRow, _ issues: inout RowIssues, _ message: String) {
    let place = issues.places.place(row.dateOrigin, column: column)
    issues.log.add(Diagnostic(.warning, kind, line: place.line, column: place.column, message))
  }

  // MARK: Formats

  /// Seconds and milliseconds, or spreadsheet days and written dates, in one column are two files in one.
  private func checkFormats(_ rows: [PendingRow], _ issues: RowIssues) throws(ParseError) {
    guard let first = rows.first else { return }
    for row in rows where row.raw.format != first.raw.format {
      throw error(
        .mixedDateFormat, row, issues,
        "\(quoted(row)) is \(row.raw.format.name), but \(quoted(first)) in line "
          + "\(issues.places.line(first.dateOrigin)) is \(first.raw.format.name): one column cannot have both")
    }
  }

  private func warnOfShortYears(_ rows: [PendingRow], _ issues: inout RowIssues) {
    guard let first = rows.first(where: \.raw.hasTwoDigitYear) else { return }
    warn(
      .twoDigitYear, first, &issues,
      "years have two digits (\(quoted(first))): 69 to 99 are read as 1969 to 1999, 00 to 68 as 2000 to 2068")
  }

  private func warnOfExcel(_ rows: [PendingRow], _ issues: inout RowIssues) {
    guard options.excel1904 == nil, let first = rows.first(where: { $0.raw.form == .excel }) else { return }
    let shown = date(first.raw, order: .dayMonthYear, year: nil)?.isoText ?? ""
    warn(
      .excelSerialDates, first, &issues,
      "dates are day numbers of a spreadsheet: \(quoted(first)) is read as \(shown); for files of old Macs use --excel-1904"
    )
  }

  // MARK: Dates

  /// Nil where the parts are no day in this order and year.
  func date(_ raw: RawDate, order: DateOrder, year: Int?) -> ScoreDate? {
    var day: Int32
    switch raw.form {
    case .calendar, .yearLast, .shortYear:
      guard let found = raw.day(order) else { return nil }
      day = found
    case .monthDay, .twoParts:
      guard let year, let (month, dayOfMonth) = raw.monthAndDay(order),
        let found = Calendar.days(year: year, month: month, day: dayOfMonth)
      else { return nil }
      day = found
    case .epochSeconds, .epochMilliseconds, .epochMicroseconds, .epochNanoseconds: day = raw.a
    // Day 1 of the 1900 system is 1900-01-01, but it counts a 29 February 1900.
    case .excel: day = raw.a + (options.excel1904 ?? false ? -24107 : -25569)
    case .ordinal: return ScoreDate(day: raw.a, precision: .ordinal)
    }
    guard let time = raw.time else { return ScoreDate(day: day) }
    if time.isNextDay { day += 1 }
    guard day <= Self.lastDay else { return nil }
    return ScoreDate(
      day: day, nanosecondOfDay: time.nanosecondOfDay, precision: .time, offsetMinutes: time.offsetMinutes)
  }

  /// 9999-12-31
  private static let lastDay: Int32 = 2_932_896
}

extension RawDate {
  var hasNoYear: Bool { form == .monthDay || form == .twoParts }

  /// Month and day of a date without year, or nil where there is no such day in any year.
  func monthAndDay(_ order: DateOrder) -> (month: Int, day: Int)? {
    let isDayFirst = form == .twoParts && order == .dayMonthYear
    let (month, day) = isDayFirst ? (Int(b), Int(a)) : (Int(a), Int(b))
    return DatePart.isMonthDay(month, day) ? (month, day) : nil
  }

  /// The kinds of dates that cannot stand in one column together.
  enum Format {
    case calendar, seconds, milliseconds, microseconds, nanoseconds, spreadsheet, ordinal

    /// As messages call it.
    var name: String {
      switch self {
      case .calendar: "a calendar date"
      case .seconds: "a number of seconds since 1970"
      case .milliseconds: "a number of milliseconds since 1970"
      case .microseconds: "a number of microseconds since 1970"
      case .nanoseconds: "a number of nanoseconds since 1970"
      case .spreadsheet: "a day number of a spreadsheet"
      case .ordinal: "a row's number"
      }
    }
  }

  var format: Format {
    switch form {
    case .calendar, .yearLast, .shortYear, .monthDay, .twoParts: .calendar
    case .epochSeconds: .seconds
    case .epochMilliseconds: .milliseconds
    case .epochMicroseconds: .microseconds
    case .epochNanoseconds: .nanoseconds
    case .excel: .spreadsheet
    case .ordinal: .ordinal
    }
  }
}
