/// Which columns of a table are read.
struct ColumnChoice {
  /// Nil where rows are numbered.
  var date: Int?
  var score: Int
  /// Columns that could be the score as well, in their order; none where an option names it.
  var others: [Int] = []
  /// A column with words about each row.
  var note: Int?
  /// Whether bare numbers in the date column are dates.
  var numbersAreDates = true

  init(score: Int) { self.score = score }

  /// - Throws: `ParseError` `usage`, `no-date-column`, `no-score-column`, `no-scores` or `multiple-subjects`.
  init(
    _ frame: TableFrame, _ profile: TableProfile, options: ReadingOptions, isNumbered: Bool, log: inout DiagnosticLog
  ) throws(ParseError) {
    let chooser = ColumnChooser(frame: frame, columns: profile.columns)
    if !isNumbered {
      if let wanted = options.dateColumn {
        date = try frame.column(wanted, option: "date-column")
      } else {
        let excluded = try options.scoreColumn.map { wanted throws(ParseError) in
          try frame.column(wanted, option: "score-column")
        }
        let (column, hasNumbers) = try chooser.date(excluding: excluded)
        (date, numbersAreDates) = (column, hasNumbers)
      }
    }
    if let wanted = options.scoreColumn {
      score = try frame.column(wanted, option: "score-column")
      guard profile.columns[score].numbers > 0 else { throw chooser.noScores(score) }
    } else {
      (score, others) = try chooser.score(date: date, isNumbered: isNumbered, &log)
    }
    note = chooser.note(date: date, score: score)
    try chooser.checkSubjects(date: date, score: score)
  }
}

/// Compares columns with each other.
struct ColumnChooser {
  let frame: TableFrame
  let columns: [ColumnProfile]

  /// The column with the dates, and whether bare numbers in it are dates.
  func date(excluding excluded: Int?) throws(ParseError) -> (column: Int, numbersAreDates: Bool) {
    var best: (rank: Int, column: Int)?
    for index in columns.indices where index != excluded {
      guard let rank = dateRank(index), best.map({ rank < $0.rank }) ?? true else { continue }
      best = (rank, index)
    }
    guard let best else { throw noDateColumn() }
    return (best.column, best.rank == Self.numbersRank || best.rank == 1)
  }

  private static let numbersRank = 4

  /// How well a column's contents are dates, 1 being best; nil if they are not.
  private func dateRank(_ index: Int) -> Int? {
    let column = columns[index]
    let name = frame.names[index]
    guard column.filled > 0 else { return nil }
    func isHalf(_ count: Int) -> Bool { count * 2 >= column.filled && count > 0 }
    if isHalf(column.fullDates) { return name.isDateLike ? 1 : 2 }
    if isHalf(column.fullDates + column.namedDays) { return 3 }
    if name.isDateLike {
      if isHalf(column.bareDates.most(withYears: name.canNameYears)) { return Self.numbersRank }
      if isHalf(column.fullDates + column.namedDays + column.bareDates.most(withYears: name.canNameYears)) {
        return Self.numbersRank
      }
      if isHalf(column.fullDates + column.namedDays + column.monthDays) { return 5 }
    }
    return isHalf(column.ordinals) ? 6 : nil
  }

  /// The column with the scores, and others that could be.
  func score(
    date: Int?, isNumbered: Bool, _ log: inout DiagnosticLog
  ) throws(ParseError) -> (chosen: Int, others: [Int]) {
    let candidates = columns.indices.filter { index in
      guard index != date, columns[index].isMostlyNumbers else { return false }
      // Another column of dates in numbers is no column of scores.
      return !frame.names[index].isDateLike || dateRank(index) == nil
    }
    guard let best = candidates.map({ ScoreName(frame.names[$0]) }).min() else { throw noScoreColumn(date: date) }
    let equals = candidates.filter { ScoreName(frame.names[$0]) == best }
    guard equals.count > 1 else { return (equals[0], []) }
    let chosen = equals[0]
    let place = frame.places.place(frame.headerOrigin, column: chosen)
    let isTable = frame.format == .delimited
    let name = EscapedText.quoted(frame.names[chosen].text)
    let others = equals.dropFirst().prefix(6).map(frame.called).joined(separator: ", ")
    let areNamesEqual = frame.hasNames && equals.allSatisfy { frame.names[$0].text == frame.names[chosen].text }
    log.add(
      Diagnostic(
        .warning, areNamesEqual ? .duplicateHeader : .scoreColumnGuessed, line: isTable ? place.line : nil,
        column: isTable ? place.column : nil,
        areNamesEqual
          ? "\(equals.count) columns are called \(name); the leftmost is shown. Choose with --score-column=NUMBER: \(others)"
          : "several columns could be the score; \(name) is taken for it. Choose with --score-column=: \(others)"))
    let names = Set(equals.map { frame.names[$0].text })
    return (chosen, names.count == equals.count ? Array(equals.dropFirst()) : [])
  }

  /// The column with words about each row: one that is called so, or the only one with words.
  func note(date: Int?, score: Int) -> Int? {
    let texts = columns.indices.filter { index in
      index != date && index != score && columns[index].texts * 2 > columns[index].filled
    }
    let named = texts.compactMap { index in NoteName.rank(frame.names[index]).map { (rank: $0, index: index) } }
    if let best = named.min(by: { $0.rank != $1.rank ? $0.rank < $1.rank : $0.index < $1.index }) { return best.index }
    return texts.count == 1 ? texts[0] : nil
  }

  /// Says that rows are about several subjects, if a column named for it does.
  func checkSubjects(date: Int?, score: Int) throws(ParseError) {
    for (index, column) in columns.enumerated() where index != date && index != score {
      guard let subject = column.subject, subject.areSeveral, let second = subject.second else { continue }
      let place = frame.places.place(second.origin, column: index)
      let values = subject.several.map { EscapedText.quoted($0) }.joined(separator: " and ")
      throw ParseError(
        .multipleSubjects, line: place.line, column: place.column,
        "rows are about several subjects: \(frame.called(index)) has \(values). Choose one with "
          + "--where=\(EscapedText.escaped(frame.names[index].text, limit: 40))=VALUE")
    }
  }
}

/// What is said when there is no column to read.
extension ColumnChooser {
  private func listed(_ indices: some Collection<Int>) -> String {
    indices.prefix(12).map { EscapedText.quoted(frame.names[$0].text, limit: 24) }.joined(separator: ", ")
      + (indices.count > 12 ? ", …" : "")
  }

  private func noDateColumn() -> ParseError {
    let line = frame.places.line(frame.headerOrigin)
    let possible = columns.indices.filter {
      columns[$0].bareDates.most(withYears: false) * 2 >= max(columns[$0].filled, 1)
    }
    if !possible.isEmpty {
      return ParseError(
        .noDateColumn, line: line,
        "no column is known to have dates, but numbers in \(listed(possible)) could be times: choose with --date-column=, "
          + "or number the rows with --numbered")
    }
    let subjects = columns.indices.filter { SubjectName.kind(frame.names[$0]) != nil || isStudentName($0) }
    if !subjects.isEmpty {
      return ParseError(
        .noDateColumn, line: line,
        "no column has dates; rows seem to be people (\(listed(subjects))). Show one of them along the columns with "
          + "--by-row --where=COLUMN=VALUE, or export a history")
    }
    return ParseError(
      .noDateColumn, line: line,
      "no column has dates; the columns are \(listed(columns.indices)). Choose with --date-column=, or number the rows with "
        + "--numbered")
  }

  private func isStudentName(_ index: Int) -> Bool { frame.names[index].words.contains("name") }

  private func noScoreColumn(date: Int?) -> ParseError {
    let line = frame.places.line(frame.firstDataOrigin)
    let letters = columns.indices.filter { index in
      index != date && ScoreName(frame.names[index]).tier.rawValue <= ScoreName.Tier.longer.rawValue
        && columns[index].texts > 0
    }
    if !letters.isEmpty {
      return ParseError(
        .noScoreColumn, line: line,
        "no column has numbers; \(listed(letters)) has letters or words, which have no one right number: say what they are "
          + "worth with --grades=gpa or --grades=A=95,B=85")
    }
    return ParseError(
      .noScoreColumn, line: line,
      "no column has numbers that could be scores; the columns are \(listed(columns.indices)). Choose with --score-column="
    )
  }

  func noScores(_ column: Int) -> ParseError {
    ParseError(
      .noScores, line: frame.places.line(frame.firstDataOrigin), column: frame.format == .delimited ? column + 1 : nil,
      "\(frame.called(column)) has no numbers; choose another with --score-column="
        + (columns[column].texts > 0 ? ", or say what letters are worth with --grades=" : ""))
  }
}
