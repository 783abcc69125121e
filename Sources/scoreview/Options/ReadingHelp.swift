internal import ScoreData

/// What the help says about each way to settle how a file is read.
enum ReadingHelp {
  /// The name of the option's value (nil: none) and one phrase.
  static func of(_ option: ReadingOption) -> (value: String?, help: String) {
    switch option {
    case .delimiter: ("X", "what stands between cells: a character, tab or blanks")
    case .encoding: ("NAME", "utf-8, utf-16le, utf-16be, windows-1252, …")
    case .comment: ("X", "what comment lines start with (#); none: no comments")
    case .dateColumn: ("COLUMN", "the column of dates, by name or number")
    case .scoreColumn: ("COLUMN", "the column of scores, by name or number")
    case .filter: ("COLUMN=VALUE", "only rows with VALUE in COLUMN")
    case .dateOrder: ("ORDER", "dmy, mdy or ymd: how 1/2/2024 is meant")
    case .year: ("YEAR", "the oldest row's year, where dates have none")
    case .today: ("DATE", "the day up to which dates without a year can reach")
    case .decimal: ("MARK", "the decimal mark, '.' or ','")
    case .duplicates: ("HOW", "two scores at one time: first, last, mean, max, all")
    case .series: ("NAME", "which of several series")
    case .excel1904: (nil, "Excel day numbers count from 1904")
    case .numbered: (nil, "there are no dates: number the scores")
    case .grades: ("LIST", "what letters are worth: A=95,B=85 or gpa")
    case .byRow: (nil, "a gradebook: one row's columns are the history")
    }
  }
}
