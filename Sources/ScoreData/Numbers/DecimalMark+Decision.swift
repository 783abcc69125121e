extension DecimalMark {
  /// The decimal mark of a file; nil where no score has a mark.
  ///
  /// `dotIsPlain`: whether a dot can be taken for a decimal mark without a word, since commas separate cells.
  /// - Throws: `ParseError` `mixed-decimal` where two scores contradict each other.
  static func decide(
    score: Int, date: Int?, profile: TableProfile, frame: TableFrame, options: ReadingOptions, dotIsPlain: Bool,
    log: inout DiagnosticLog
  ) throws(ParseError) -> DecimalMark? {
    if let decimal = options.decimal { return decimal }
    let evidence = profile.columns[score].decimal
    if let dot = evidence.onlyDot, let comma = evidence.onlyComma {
      let (first, second) = dot.origin <= comma.origin ? (dot, comma) : (comma, dot)
      let place = frame.places.place(second.origin, column: score)
      throw ParseError(
        .mixedDecimal, line: place.line, column: place.column,
        "\(second.text) contradicts \(first.text) in line \(frame.places.line(first.origin)): one has a decimal comma, the "
          + "other a decimal point. Say which is right with --decimal=")
    }
    if evidence.onlyDot != nil { return .dot }
    if evidence.onlyComma != nil { return .comma }
    guard let doubtful = evidence.eitherDot ?? evidence.eitherComma else { return nil }
    if let witness = witness(score: score, date: date, profile: profile) { return witness }

    let mark: DecimalMark = evidence.eitherDot != nil || dotIsPlain ? .dot : .comma
    if evidence.eitherComma == nil, dotIsPlain { return .dot }
    let place = frame.places.place(doubtful.origin, column: score)
    let meaning = (evidence.eitherDot != nil) == (mark == .dot) ? "a decimal mark" : "a thousands mark"
    log.add(
      Diagnostic(
        .warning, .decimalMarkAssumed, line: place.line, column: place.column,
        "\(doubtful.text) has three digits behind its only mark, which is taken for \(meaning); settle it with --decimal=. or "
          + "--decimal=,"))
    return mark
  }

  /// What the other columns of numbers say, if they say one thing.
  private static func witness(score: Int, date: Int?, profile: TableProfile) -> DecimalMark? {
    var dots = 0
    var commas = 0
    for (index, column) in profile.columns.enumerated() where index != score && index != date && column.isMostlyNumbers
    {
      if column.decimal.onlyDot != nil { dots += 1 }
      if column.decimal.onlyComma != nil { commas += 1 }
    }
    return dots > 0 && commas == 0 ? .dot : commas > 0 && dots == 0 ? .comma : nil
  }
}
