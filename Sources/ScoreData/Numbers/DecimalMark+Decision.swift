extension DecimalMark {
  /// The decimal mark of a file; nil where no score has a mark.
  ///
  /// `dotIsPlain`: whether a dot can be taken for a decimal mark without a word, since commas separate cells.
  /// - Throws: `ParseError` `mixed-decimal` where two scores contradict each other.
  static func decide(
    score: Int, date: Int?, profile: TableProfile, frame: TableFrame, options: ReadingOptions, dotIsPlain: Bool,
    log: inout DiagnosticLog
  ) throws(ParseError) -> DecimalMark? {
    try decide(
      profile.columns[score].decimal, column: score, others: others(score: score, date: date, profile: profile),
      frame: frame, options: options, dotIsPlain: dotIsPlain, log: &log)
  }

  /// The decimal mark of scores whose cells say `evidence`; `others`: what cells of other columns of numbers say.
  static func decide(
    _ evidence: DecimalEvidence, column: Int, others: [DecimalEvidence], frame: TableFrame, options: ReadingOptions,
    dotIsPlain: Bool, log: inout DiagnosticLog
  ) throws(ParseError) -> DecimalMark? {
    if let decimal = options.decimal { return decimal }
    if let dot = evidence.onlyDot, let comma = evidence.onlyComma {
      let isDotFirst = (dot.origin, dot.column ?? 0) <= (comma.origin, comma.column ?? 0)
      let (first, second) = isDotFirst ? (dot, comma) : (comma, dot)
      let place = frame.places.place(second.origin, column: second.column ?? column)
      throw ParseError(
        .mixedDecimal, line: place.line, column: place.column,
        "\(second.text) contradicts \(first.text) in line \(frame.places.line(first.origin)): one has a decimal comma, the "
          + "other a decimal point. Say which is right with --decimal=")
    }
    if evidence.onlyDot != nil { return .dot }
    if evidence.onlyComma != nil { return .comma }
    guard let doubtful = evidence.eitherDot ?? evidence.eitherComma else { return nil }
    if let witness = witness(others) { return witness }

    let mark: DecimalMark = evidence.eitherDot != nil || dotIsPlain ? .dot : .comma
    if evidence.eitherComma == nil, dotIsPlain { return .dot }
    let place = frame.places.place(doubtful.origin, column: doubtful.column ?? column)
    let meaning = (evidence.eitherDot != nil) == (mark == .dot) ? "a decimal mark" : "a thousands mark"
    log.add(
      Diagnostic(
        .warning, .decimalMarkAssumed, line: place.line, column: place.column,
        "\(doubtful.text) has three digits behind its only mark, which is taken for \(meaning); settle it with --decimal=. or "
          + "--decimal=,"))
    return mark
  }

  private static func others(score: Int, date: Int?, profile: TableProfile) -> [DecimalEvidence] {
    profile.columns.enumerated().filter { $0.offset != score && $0.offset != date && $0.element.isMostlyNumbers }
      .map(\.element.decimal)
  }

  /// What the other columns of numbers say, if they say one thing.
  private static func witness(_ others: [DecimalEvidence]) -> DecimalMark? {
    let dots = others.count { $0.onlyDot != nil }
    let commas = others.count { $0.onlyComma != nil }
    return dots > 0 && commas == 0 ? .dot : commas > 0 && dots == 0 ? .comma : nil
  }
}
