/// The options of the command line that say how to read, by their names behind `--`.
public enum ReadingOption: String, CaseIterable, Sendable {
  case delimiter
  case encoding
  case comment
  case dateColumn = "date-column"
  case scoreColumn = "score-column"
  case filter = "where"
  case dateOrder = "date-order"
  case year
  case today
  case decimal
  case duplicates
  case series
  case excel1904 = "excel-1904"
  case numbered
  case grades
  case byRow = "by-row"

  /// Whether `=VALUE` has to follow.
  public var takesValue: Bool {
    switch self {
    case .excel1904, .numbered, .byRow: false
    default: true
    }
  }

  /// What may stand behind `=`, for usage errors and help; empty for an option without a value.
  public var allowed: String {
    switch self {
    case .delimiter: "one character, tab, comma, semicolon, pipe or blanks"
    case .encoding: TextEncoding.allCases.map(\.rawValue).joined(separator: ", ")
    case .comment: "what comment lines begin with, or none"
    case .dateColumn, .scoreColumn: "a column's name or number"
    case .filter: "COLUMN=VALUE"
    case .dateOrder: "dmy, mdy or ymd"
    case .year: "a year from 1 to 9999"
    case .today: "a day as YYYY-MM-DD"
    case .decimal: "'.' or ','"
    case .duplicates: "first, last, mean, max or all"
    case .series: "a series' name or number"
    case .grades: "gpa, or a list such as A=95,B=85,C=75"
    case .excel1904, .numbered, .byRow: ""
    }
  }
}

/// An option of the command line has a value that it cannot have.
public struct OptionError: Error, Equatable, Sendable {
  /// The option's name, without dashes.
  public var option: String
  /// What was wrong and what is allowed; one line, untrusted text escaped.
  public var message: String

  public init(option: String, message: String) {
    self.option = option
    self.message = message
  }
}

extension ReadingOptions {
  /// Sets what `--option=value` says.
  ///
  /// - Throws: `OptionError` when the value is missing, not expected, or not allowed.
  public mutating func set(_ option: ReadingOption, to value: String?) throws(OptionError) {
    guard option.takesValue else {
      guard value == nil else {
        throw OptionError(option: option.rawValue, message: "--\(option.rawValue) takes no value")
      }
      return setFlag(option)
    }
    guard let value, !value.isEmpty else {
      throw OptionError(
        option: option.rawValue, message: "--\(option.rawValue) needs a value: \(option.allowed)")
    }
    guard setValue(option, value) else {
      let shown = EscapedText.quoted(value)
      throw OptionError(
        option: option.rawValue, message: "--\(option.rawValue) cannot be \(shown); it takes \(option.allowed)")
    }
  }

  private mutating func setFlag(_ option: ReadingOption) {
    switch option {
    case .excel1904: excel1904 = true
    case .numbered: numbered = true
    case .byRow: byRow = true
    default: break
    }
  }

  /// False if the value is not allowed.
  private mutating func setValue(_ option: ReadingOption, _ value: String) -> Bool {
    switch option {
    case .delimiter: return assign(Delimiter(optionText: value), to: \.delimiter)
    case .encoding: return assign(TextEncoding(optionText: value), to: \.encoding)
    case .comment:
      guard !value.utf8.contains(where: { $0 < 0x20 }) else { return false }
      comment = value == "none" ? CommentMark.none : .text(value)
    case .dateColumn: dateColumn = value
    case .scoreColumn: scoreColumn = value
    case .filter:
      guard let split = value.firstIndex(of: "="), split != value.startIndex else { return false }
      filters.append(RowFilter(column: String(value[..<split]), value: String(value[value.index(after: split)...])))
    case .dateOrder: return assign(DateOrder(rawValue: value.lowercased()), to: \.dateOrder)
    case .year:
      guard let year = Int(value), (1...9999).contains(year), value.utf8.allSatisfy({ $0 != 0x2B }) else {
        return false
      }
      self.year = year
    case .today: return assign(CivilDate(isoText: value), to: \.today)
    case .decimal: return assign(DecimalMark(optionText: value), to: \.decimal)
    case .duplicates: return assign(DuplicateRule(rawValue: value.lowercased()), to: \.duplicates)
    case .series: series = value
    case .grades: return assign(GradeTable(optionText: value), to: \.grades)
    case .excel1904, .numbered, .byRow: return false
    }
    return true
  }

  private mutating func assign<Value>(_ value: Value?, to field: WritableKeyPath<Self, Value?>) -> Bool {
    guard let value else { return false }
    self[keyPath: field] = value
    return true
  }
}

extension Delimiter {
  /// The delimiter that an option's text means: a character, or a name.
  init?(optionText text: String) {
    switch text.lowercased() {
    case "tab", "\\t": self = .tab
    case "comma": self = .comma
    case "semicolon": self = .semicolon
    case "pipe": self = .pipe
    case "blank", "blanks", "space", "spaces", " ": self = .blanks
    default:
      let bytes = Array(text.utf8)
      // A delimiter that may be part of a cell's own grammar would make every table unreadable.
      guard bytes.count == 1, let byte = bytes.first, byte == 0x09 || (0x21...0x7E).contains(byte),
        byte != UInt8(ascii: "\""), !ASCII.isLetterOrDigit(byte)
      else { return nil }
      self = .character(byte)
    }
  }

  /// How a delimiter is called in messages.
  public var description: String {
    switch self {
    case .blanks: "blanks"
    case .comma: "comma"
    case .semicolon: "semicolon"
    case .tab: "tab"
    case .pipe: "pipe"
    case .character(let byte): "'\(Character(UnicodeScalar(byte)))'"
    }
  }
}

extension DecimalMark {
  init?(optionText text: String) {
    switch text.lowercased() {
    case ".", "dot", "point": self = .dot
    case ",", "comma": self = .comma
    default: return nil
    }
  }
}

extension CivilDate {
  /// A day written `YYYY-MM-DD` that exists.
  public init?(isoText: String) {
    let parts = isoText.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, [4, 2, 2] == parts.map(\.count),
      parts.allSatisfy({ $0.allSatisfy(ASCII.isDigit) }),
      let year = Int(String(Substring(parts[0]))), let month = Int(String(Substring(parts[1]))),
      let day = Int(String(Substring(parts[2]))), Calendar.days(year: year, month: month, day: day) != nil
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension GradeTable {
  /// `gpa`, or pairs such as `A=95,B=85`; decimals stand behind a dot.
  init?(optionText text: String) {
    if text.lowercased() == "gpa" {
      self = .gradePointAverage
      return
    }
    var worth: [String: Double] = [:]
    for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let split = pair.lastIndex(of: "=") else { return nil }
      let grade = ASCII.trimmed(String(pair[..<split]))
      let bytes = Array(ASCII.trimmed(String(pair[pair.index(after: split)...])).utf8)
      let value = bytes.withUnsafeBufferPointer { DecimalNumber.plain($0)?.value }
      guard !grade.isEmpty, let value, value.isFinite, worth[grade.lowercased()] == nil else { return nil }
      worth[grade.lowercased()] = value
    }
    self.init(worth: worth)
  }
}
