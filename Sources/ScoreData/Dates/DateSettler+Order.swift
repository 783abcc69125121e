/// The order of day, month and year.
extension DateSettler {
  /// The order that all rows of the column are read in; nil where no row leaves the question open.
  func order(_ rows: [PendingRow], _ issues: inout RowIssues) throws(ParseError) -> DateOrder? {
    // A key path would be followed anew for every row.
    let open = rows.lazy.filter { $0.raw.leavesOrderOpen }
    guard let first = open.first else { return nil }
    if let wanted = options.dateOrder { return wanted }
    let possible = try possibleOrders(rows, issues)
    guard possible.count > 1 else { return possible[0] }
    if possible.contains(.dayMonthYear), open.allSatisfy(\.raw.isDotted) { return .dayMonthYear }
    if open.allSatisfy({ row in Set(possible.map { dayKey(row.raw, $0) }).count == 1 }) { return possible[0] }
    if rows.count >= 3, let sorted = onlySorted(rows, possible) {
      warn(ofGuess: sorted, first, &issues)
      return sorted
    }
    let assumed = possible.contains(.dayMonthYear) ? DateOrder.dayMonthYear : possible[0]
    warn(ofAssumption: assumed, possible, first, &issues)
    return assumed
  }

  /// `first`: the first row that leaves the order open.
  func warn(ofGuess order: DateOrder, _ first: PendingRow, _ issues: inout RowIssues) {
    warn(
      .dateOrderGuessed, first, &issues,
      "dates such as \(quoted(first)) are read as \(order.rawValue), the only order in which the rows are sorted; settle it "
        + "with --date-order=")
  }

  /// `first`: the first row that leaves the order open among the `possible` ones.
  func warn(
    ofAssumption order: DateOrder, _ possible: [DateOrder], _ first: PendingRow, _ issues: inout RowIssues
  ) {
    let others = possible.filter { $0 != order }.map { "--date-order=\($0.rawValue)" }.joined(separator: " or ")
    warn(
      .dateOrderAssumed, first, &issues,
      "dates such as \(quoted(first)) can be read in more than one order; \(order.rawValue) is assumed. If that is wrong use "
        + "\(others)")
  }

  /// The orders in which every row is a day, preferred ones first.
  private func possibleOrders(_ rows: [PendingRow], _ issues: RowIssues) throws(ParseError) -> [DateOrder] {
    var possible: [DateOrder] = DateOrder.allCases
    for row in rows where row.raw.leavesOrderOpen {
      func isDay(_ order: DateOrder) -> Bool {
        dayKey(row.raw, order) != nil && !(order == .yearMonthDay && row.raw.form != .shortYear)
      }
      guard !possible.allSatisfy(isDay) else { continue }
      let left = possible.filter(isDay)
      guard !left.isEmpty else {
        throw error(
          .mixedDateOrder, row, issues,
          "\(quoted(row)) cannot be read as \(possible.map(\.rawValue).joined(separator: " or ")), as the rows before it are: day "
            + "and month stand in different orders. Say what is right with --date-order=; rows that contradict it are then "
            + "skipped")
      }
      possible = left
    }
    return possible
  }

  /// A number that grows with the date, or nil where there is no such day.
  private func dayKey(_ raw: RawDate, _ order: DateOrder) -> Int? {
    if raw.hasNoYear { return raw.monthAndDay(order).map { $0.month * 32 + $0.day } }
    return raw.day(order).map(Int.init)
  }

  /// The one order among several in which the rows are sorted, oldest or newest first.
  private func onlySorted(_ rows: [PendingRow], _ orders: [DateOrder]) -> DateOrder? {
    let tried = orders.map { order in (order: order, count: breaks(rows, order)) }
    let sorted = tried.filter { $0.count == 0 }
    if sorted.count == 1 { return sorted[0].order }
    guard sorted.isEmpty, rows.allSatisfy(\.raw.hasNoYear) else { return nil }
    // Without years, a history over New Year is sorted but for one place.
    let wrapped = tried.filter { $0.count == 1 }
    return wrapped.count == 1 ? wrapped[0].order : nil
  }

  /// How often the rows step back, in the direction in which they do so less.
  private func breaks(_ rows: [PendingRow], _ order: DateOrder) -> Int {
    var before: (day: Int, time: Int64)?
    var steps = (up: 0, down: 0)
    for row in rows {
      let key = row.raw.leavesOrderOpen || row.raw.hasNoYear ? dayKey(row.raw, order) : dayKey(row.raw, .dayMonthYear)
      guard let key else { continue }
      let now = (day: key, time: row.raw.time?.nanosecondOfDay ?? 0)
      if let before {
        if before < now { steps.up += 1 }
        if now < before { steps.down += 1 }
      }
      before = now
    }
    return min(steps.up, steps.down)
  }
}

extension RawDate {
  var leavesOrderOpen: Bool { form == .yearLast || form == .shortYear || form == .twoParts }
}
