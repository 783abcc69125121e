/// Years of dates that are written without one.
extension DateSettler {
  /// The years of the rows without one, in the order of the file; nil where no row has to be given one.
  func yearsOfRowsWithout(
    _ rows: [PendingRow], _ order: DateOrder, _ issues: inout RowIssues
  ) throws(ParseError) -> [Int?]? {
    // A few rows without a year among others with one are damage.
    guard rows.count(where: \.raw.hasNoYear) * 2 >= rows.count else { return nil }
    let bare = rows.filter(\.raw.hasNoYear)
    guard let first = bare.first else { return nil }
    let days = bare.map { $0.raw.monthAndDay(order) }
    let keys = days.map { $0.map { $0.month * 32 + $0.day } }
    let (isAscending, wraps, tooMany) = turns(keys)
    if let year = options.year {
      // Rows in no order at all can only be meant to be of that one year.
      return isAscending.map { isAscending in wraps.map { year + (isAscending ? $0 : (wraps.last ?? 0) - $0) } }
        ?? bare.map { _ in year }
    }
    guard let isAscending else {
      throw error(
        .ambiguousYear, bare[tooMany], issues,
        "dates have no year, and \(quoted(bare[tooMany])) is not in order with the rows before it, so years cannot be counted; "
          + "sort the rows, or give the year of the oldest with --year=")
    }
    guard let today = options.today else {
      throw ParseError(
        .usage, "dates have no year: give the year of the oldest row with --year=, or the day of today with --today=")
    }
    let turnCount = wraps.last ?? 0
    let behind = wraps.map { isAscending ? turnCount - $0 : $0 }
    guard let newest = newestYear(days, behind: behind, isAscending: isAscending, today: today) else {
      throw error(
        .ambiguousYear, first, issues,
        "dates have no year, and no years fit all of them (February 29 needs leap years); give the year of the oldest row with "
          + "--year=")
    }
    let years = behind.map { newest - $0 }
    warn(
      .yearAssumed, first, &issues,
      "dates have no year; the latest that fit before \(today.year)-\(two(today.month))-\(two(today.day)) are taken: "
        + "\(span(years)). Settle it with --year=, the year of the oldest row")
    return years
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func span(_ years: [Int]) -> String {
    guard let least = years.min(), let greatest = years.max() else { return "" }
    return least == greatest ? "\(least)" : "\(least) to \(greatest)"
  }

  /// Whether the days are oldest first, how often the year turned before each row, and where the rows leave all order.
  private func turns(_ keys: [Int?]) -> (isAscending: Bool?, turns: [Int], tooMany: Int) {
    var up: [Int] = []
    var down: [Int] = []
    var before: Int?
    for key in keys {
      up.append((up.last ?? 0) + (before.map { b in key.map { $0 < b } ?? false } ?? false ? 1 : 0))
      down.append((down.last ?? 0) + (before.map { b in key.map { $0 > b } ?? false } ?? false ? 1 : 0))
      before = key ?? before
    }
    let isAscending = (up.last ?? 0) <= (down.last ?? 0)
    let turns = isAscending ? up : down
    let allowed = max(1, keys.count / 10)
    let tooMany = turns.firstIndex { $0 > allowed }
    return (tooMany == nil ? isAscending : nil, turns, tooMany ?? 0)
  }

  /// The latest year of the newest row that is not after today and gives every February 29 a leap year.
  ///
  /// `behind`: how many years each row is before the newest.
  private func newestYear(
    _ days: [(month: Int, day: Int)?], behind: [Int], isAscending: Bool, today: CivilDate
  ) -> Int? {
    guard let newest = (isAscending ? days.last : days.first) ?? nil else { return nil }
    var year = (newest.month, newest.day) <= (today.month, today.day) ? today.year : today.year - 1
    // Leap years are at most eight years apart.
    for _ in 0...8 {
      let fits = zip(days, behind).allSatisfy { day, behind in
        day.map { Calendar.days(year: year - behind, month: $0.month, day: $0.day) != nil } ?? true
      }
      if fits { return year }
      year -= 1
    }
    return nil
  }
}
