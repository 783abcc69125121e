/// What the cells of a column are, counted.
struct ColumnProfile {
  /// Cells that are neither empty nor a missing mark.
  var filled = 0
  /// Dates with a year, and months, weeks and quarters.
  var fullDates = 0
  /// Days with a month's name and no year.
  var namedDays = 0
  /// Days in numbers without year.
  var monthDays = 0
  var ordinals = 0
  /// Numbers that could stand for dates, by what they would be.
  var bareDates = BareDates()
  var plainNumbers = 0
  var fractions = 0
  var grades = 0
  var texts = 0
  /// Units behind numbers; only the first few different ones.
  var units: [(name: [UInt8], count: Int)] = []
  var decimal = DecimalEvidence()
  var subject: SubjectValues?

  struct BareDates {
    var calendar = 0
    var years = 0
    var seconds = 0
    var milliseconds = 0
    var microseconds = 0
    var nanoseconds = 0
    var excel = 0

    /// The count of the most frequent kind.
    func most(withYears: Bool) -> Int {
      max(calendar, withYears ? years : 0, seconds, milliseconds, max(microseconds, nanoseconds, excel))
    }

    mutating func add(_ other: BareDates) {
      calendar += other.calendar
      years += other.years
      seconds += other.seconds
      milliseconds += other.milliseconds
      microseconds += other.microseconds
      nanoseconds += other.nanoseconds
      excel += other.excel
    }

    mutating func add(_ date: RawDate, count: Int = 1) {
      switch date.form {
      case .calendar where date.grain == .year: years += count
      case .calendar: calendar += count
      case .epochSeconds: seconds += count
      case .epochMilliseconds: milliseconds += count
      case .epochMicroseconds: microseconds += count
      case .epochNanoseconds: nanoseconds += count
      case .excel: excel += count
      default: break
      }
    }
  }

  /// Cells that can be scores together: numbers, percents and fractions, or numbers of one other unit.
  var numbers: Int {
    let percents = units.first { $0.name == Self.percent }?.count ?? 0
    let other = units.lazy.filter { $0.name != Self.percent }.map(\.count).max() ?? 0
    return max(plainNumbers + fractions + percents + grades, other)
  }

  var isMostlyNumbers: Bool { numbers > 0 && numbers * 2 >= filled }

  static let percent: [UInt8] = [UInt8(ascii: "%")]

  mutating func add(unit: Bytes) {
    if let known = units.firstIndex(where: { $0.name.elementsEqual(unit) }) {
      units[known].count += 1
    } else if units.count < Self.mostUnits {
      units.append((Array(unit), 1))
    }
  }
}

extension ColumnProfile {
  /// The most different units that are told apart.
  private static let mostUnits = 8

  /// Takes in the counts of other rows, whose lines are counted from `lines` on.
  ///
  /// - Returns: False where the sum is not what looking at all rows would have given.
  mutating func add(_ other: ColumnProfile, shiftedBy lines: Int) -> Bool {
    filled += other.filled
    fullDates += other.fullDates
    namedDays += other.namedDays
    monthDays += other.monthDays
    ordinals += other.ordinals
    bareDates.add(other.bareDates)
    plainNumbers += other.plainNumbers
    fractions += other.fractions
    grades += other.grades
    texts += other.texts
    decimal.add(other.decimal, shiftedBy: lines)
    for unit in other.units {
      if let known = units.firstIndex(where: { $0.name == unit.name }) {
        units[known].count += unit.count
      } else {
        units.append(unit)
      }
    }
    // Which of more units were counted depends on their order.
    return units.count < Self.mostUnits
  }
}

/// What the numbers of a column say about the decimal mark.
struct DecimalEvidence {
  struct Witness {
    var origin: Int
    var text: String
    /// Where cells of several columns are witnesses, the column of this one.
    var column: Int?
  }

  /// What the cells of several columns say; of each kind the first witness.
  init(_ columns: [(column: Int, evidence: DecimalEvidence)] = []) {
    for (column, evidence) in columns {
      func note(_ witness: inout Witness?, _ their: Witness?) {
        guard var their, witness.map({ their.origin < $0.origin }) ?? true else { return }
        their.column = column
        witness = their
      }
      note(&onlyDot, evidence.onlyDot)
      note(&onlyComma, evidence.onlyComma)
      note(&eitherDot, evidence.eitherDot)
      note(&eitherComma, evidence.eitherComma)
    }
  }

  /// The first cells that can be read with one mark alone.
  var onlyDot: Witness?
  var onlyComma: Witness?
  /// The first cells that have three digits behind their only mark.
  var eitherDot: Witness?
  var eitherComma: Witness?

  /// Takes in what other rows say, whose lines are counted from `lines` on; the first of all remains.
  mutating func add(_ other: DecimalEvidence, shiftedBy lines: Int) {
    func note(_ witness: inout Witness?, _ their: Witness?) {
      guard var their else { return }
      their.origin += lines
      if witness.map({ their.origin < $0.origin }) ?? true { witness = their }
    }
    note(&onlyDot, other.onlyDot)
    note(&onlyComma, other.onlyComma)
    note(&eitherDot, other.eitherDot)
    note(&eitherComma, other.eitherComma)
  }

  mutating func add(_ evidence: NumberText.Evidence, _ text: Bytes, origin: Int) {
    func note(_ witness: inout Witness?) {
      if witness == nil { witness = Witness(origin: origin, text: EscapedText.quoted(text)) }
    }
    switch evidence {
    case .none: break
    case .only(.dot): note(&onlyDot)
    case .only(.comma): note(&onlyComma)
    case .either(.dot): note(&eitherDot)
    case .either(.comma): note(&eitherComma)
    }
  }
}

/// Whose scores the rows are, as a column named for it says.
struct SubjectValues {
  var kind: SubjectName.Kind
  private(set) var first: String?
  /// The first value that differs from the first one.
  private(set) var second: (text: String, origin: Int)?
  private var counts: [String: Int] = [:]
  private var repeated = 0

  init(_ kind: SubjectName.Kind) { self.kind = kind }

  /// More different values than these are not told apart.
  private static let mostValues = 10_000

  mutating func add(_ text: Bytes, origin: Int) {
    // One subject is what nearly every file has; a comparison of bytes settles it.
    let value = text.string
    if first == nil { first = value }
    if second == nil, value != first { second = (value, origin) }
    guard kind == .label, counts.count < Self.mostValues || counts[value] != nil else { return }
    let count = counts[value, default: 0] + 1
    counts[value] = count
    if count == 2 { repeated += 1 }
  }

  /// Whether the values are several subjects.
  var areSeveral: Bool { second != nil && (kind == .subject || repeated >= 2) }

  /// How many different values there are; at most so many for labels.
  var several: [String] { [first, second?.text].compactMap { $0 } }
}
