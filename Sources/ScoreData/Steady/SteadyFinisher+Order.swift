/// Which order day and month are in, as ``DateSettler`` decides it from all rows.
extension SteadyFinisher {
  /// Confirms the plan's order and says what there is to say about it.
  ///
  /// `result`: with the rows of odd lines, which are `rows`, in their places; `first`: gives the first row that leaves the
  /// order open. Nil where the plan is right.
  func settleOrder(
    _ result: SteadyRun.Result, _ rows: [PendingRow], _ settler: DateSettler, first: () -> PendingRow?,
    _ issues: inout RowIssues
  ) -> SteadyReader.Outcome? {
    guard case .yearLast(let separator, let order) = plan.writing else { return nil }
    guard result.summary.lines > result.summary.odd.count else { return .unsteady }
    guard options.dateOrder == nil else { return nil }
    var evidence = result.summary.dayOrder
    var isDotted = separator == UInt8(ascii: ".")
    for raw in rows.lazy.map(\.raw) where raw.leavesOrderOpen {
      if raw.day(order.exchanged) == nil { evidence.insert(.certain) }
      if raw.a != raw.b { evidence.insert(.unequal) }
      if !raw.isDotted { isDotted = false }
    }
    guard !evidence.contains(.certain) else { return nil }
    guard !isDotted, evidence.contains(.unequal) else { return order == .dayMonthYear ? nil : .otherOrder }
    // The question is open; dates whose key is not simply their day and time are left to the general reader.
    guard
      rows.allSatisfy({ row in
        row.raw.form == .yearLast && row.raw.time?.isNextDay != true && row.raw.time?.offsetMinutes == nil
      }), let first = first()
    else { return .unsteady }
    let isSorted = result.dates.count >= 3 && Self.isSorted(result.dates) { $0 }
    let isSortedOtherwise = result.dates.count >= 3 && Self.isSorted(result.dates, Self.exchanged)
    if isSorted != isSortedOtherwise {
      guard isSorted else { return .otherOrder }
      settler.warn(ofGuess: order, first, &issues)
    } else {
      guard order == .dayMonthYear else { return .otherOrder }
      settler.warn(ofAssumption: order, [order, order.exchanged], first, &issues)
    }
    return nil
  }

  /// Whether the dates are oldest or newest first when other days stand for theirs.
  private static func isSorted(_ dates: DateColumn, _ other: (Int32) -> Int32?) -> Bool {
    var before: (day: Int32, time: Int64)?
    var (known, replaced): (Int32?, Int32) = (nil, 0)
    var (stepsUp, stepsDown) = (false, false)
    for row in 0..<dates.count {
      let date = dates[row]
      if date.day != known {
        guard let day = other(date.day) else { return false }
        (known, replaced) = (date.day, day)
      }
      let now = (day: replaced, time: date.nanosecondOfDay)
      if let before {
        if before < now { stepsUp = true }
        if now < before { stepsDown = true }
        if stepsUp, stepsDown { return false }
      }
      before = now
    }
    return true
  }

  /// The day whose day and month are exchanged; nil if there is none.
  private static func exchanged(_ day: Int32) -> Int32? {
    let civil = Calendar.civil(days: day)
    return Calendar.days(year: civil.year, month: civil.day, day: civil.month)
  }
}

extension DateOrder {
  /// The other order with the year last.
  var exchanged: DateOrder { self == .dayMonthYear ? .monthDayYear : .dayMonthYear }
}
