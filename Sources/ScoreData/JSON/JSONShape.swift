/// A history found in JSON: what its rows are.
struct JSONSeries {
  enum Rows {
    /// Objects whose members are cells.
    case objects([Int])
    /// Arrays whose elements are cells.
    case arrays([Int])
    /// An object whose keys are dates.
    case keyedByDate(Int)
    /// `[year, month - 1, day, rating]`
    case monthsFromZero([Int])
    /// Scores without dates.
    case numbers([Int])
    /// An object of arrays of equal length.
    case columns(Int)
  }

  var name: String?
  var rows: Rows
  var count: Int
  /// The key that the rows stand under, which names them only where there are several.
  var key: String?
}

/// Finds histories in JSON.
struct JSONShape {
  let document: JSONDocument
  let cellText = CellText()

  /// Whether text begins as JSON does: with a bracket and what can stand behind it.
  static func startsLikeJSON(_ text: Bytes) -> Bool {
    func next(from start: Int) -> Int? {
      text[start...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
    guard let first = next(from: 0), text[first] == UInt8(ascii: "{") || text[first] == UInt8(ascii: "[") else {
      return false
    }
    // A file that is cut off behind its first bracket is no table either.
    guard let second = next(from: first + 1) else { return true }
    let rest = text.from(second)
    if text[first] == UInt8(ascii: "{") { return rest[0] == UInt8(ascii: "\"") || rest[0] == UInt8(ascii: "}") }
    switch rest[0] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""): return true
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return true
    default:
      return rest.starts(ignoringCase: "null") || rest.starts(ignoringCase: "nan,") || rest.starts(ignoringCase: "true")
        || rest.starts(ignoringCase: "false")
    }
  }

  /// All histories, in the order of the file.
  func series() -> [JSONSeries] {
    guard document.roots.count > 1 else {
      return document.roots.first.map { series(in: $0, name: nil, depth: 0) } ?? []
    }
    let objects = document.roots.filter { document.kind($0) == .object }
    return objects.count * 2 > document.roots.count
      ? [JSONSeries(name: nil, rows: .objects(objects), count: objects.count)]
      : [JSONSeries(name: nil, rows: .arrays(document.roots), count: document.roots.count)]
  }

  /// Keys under which services put their rows, likeliest first.
  private static let keys: [StaticString] = [
    "series", "measures", "result", "results", "data", "history", "items", "scores", "values", "points", "records",
    "rows",
    "entries",
  ]
  private static let nestedKeys: [(key: StaticString, canCountMonthsFromZero: Bool)] = [
    ("points", true), ("history", false), ("data", false), ("values", false),
  ]
  private static let nameKeys: [StaticString] = ["name", "metric", "title", "label", "key", "id"]
  private static let deepest = 5

  private func series(in node: Int, name: String?, depth: Int) -> [JSONSeries] {
    guard depth <= Self.deepest else { return [] }
    switch document.kind(node) {
    // A key outside names its rows, not their scores.
    case .array: return series(inArray: node, name: nil)
    case .object: return series(inObject: node, name: name, depth: depth)
    default: return []
    }
  }

  private func series(inArray array: Int, name: String?) -> [JSONSeries] {
    let elements = document.elements(array)
    let objects = elements.filter { document.kind($0) == .object }
    if !objects.isEmpty, objects.count * 2 >= elements.count {
      let nested = objects.flatMap(nestedSeries)
      if !nested.isEmpty { return nested }
      return [JSONSeries(name: name, rows: .objects(objects), count: objects.count)]
    }
    let arrays = elements.filter { document.kind($0) == .array }
    if !arrays.isEmpty, arrays.count * 2 >= elements.count {
      return [JSONSeries(name: name, rows: .arrays(arrays), count: arrays.count)]
    }
    let numbers = elements.count { document.isNumeric($0) }
    guard numbers > 0, numbers * 2 >= elements.count else { return [] }
    return [JSONSeries(name: name, rows: .numbers(elements), count: elements.count)]
  }

  /// `{"name": …, "points": […]}` and the like.
  private func nestedSeries(_ object: Int) -> [JSONSeries] {
    for (key, canCountMonthsFromZero) in Self.nestedKeys {
      guard let rows = document.member(key, of: object), document.kind(rows) == .array else { continue }
      let elements = document.elements(rows)
      guard elements.allSatisfy(document.isContainer) else { continue }
      let name = Self.nameKeys.lazy
        .compactMap { document.member($0, of: object) }.first { !document.isContainer($0) }.map(document.string)
      if elements.isEmpty { return [JSONSeries(name: name, rows: .arrays([]), count: 0)] }
      if canCountMonthsFromZero, areMonthsFromZero(elements) {
        return [JSONSeries(name: name, rows: .monthsFromZero(elements), count: elements.count)]
      }
      return series(inArray: rows, name: name)
    }
    return []
  }

  /// Whether all are a year, a month counted from 0, a day and a number.
  private func areMonthsFromZero(_ arrays: [Int]) -> Bool { arrays.allSatisfy(isMonthFromZero) }

  private func isMonthFromZero(_ array: Int) -> Bool {
    guard document.kind(array) == .array else { return false }
    let parts = document.elements(array)
    guard parts.count == 4, parts.allSatisfy(document.isNumeric) else { return false }
    let numbers = parts.prefix(3).map { Int(document.string($0)) }
    guard let year = numbers[0], let month = numbers[1], let day = numbers[2] else { return false }
    return (1900...2199).contains(year) && (0...11).contains(month) && (1...31).contains(day)
  }

  private func series(inObject object: Int, name: String?, depth: Int) -> [JSONSeries] {
    let members = document.members(object)
    for key in Self.keys {
      guard let child = document.member(key, of: object), document.isContainer(child) else { continue }
      let found = series(in: child, name: nil, depth: depth + 1)
      if !found.isEmpty { return found }
    }
    let dates = members.count { isDate($0.key) }
    if dates > 0, dates * 2 >= members.count {
      return [JSONSeries(name: name, rows: .keyedByDate(object), count: members.count)]
    }
    if isColumns(members) {
      return [JSONSeries(name: name, rows: .columns(object), count: document.elements(members[0].value).count)]
    }
    return seriesUnderOtherKeys(members, depth: depth)
  }

  /// Series under keys that may be called anything; those without dates are something else if one has dates.
  private func seriesUnderOtherKeys(_ members: [(key: Int, value: Int)], depth: Int) -> [JSONSeries] {
    var groups: [[JSONSeries]] = []
    for member in members where document.isContainer(member.value) {
      var found = series(in: member.value, name: document.string(member.key), depth: depth + 1)
        .filter { if case .numbers = $0.rows { false } else { true } }
      if found.count == 1, found[0].name == nil { found[0].key = document.string(member.key) }
      if !found.isEmpty { groups.append(found) }
    }
    let dated = groups.map { $0.filter(hasDates) }.filter { !$0.isEmpty }
    guard dated.count > 1 else { return dated.first ?? groups.first ?? [] }
    // The key is what tells one from the other.
    return dated.flatMap { group in
      group.map { series in
        var series = series
        series.name = series.name ?? series.key
        return series
      }
    }
  }

  /// Whether the first row of a series has a date in it.
  private func hasDates(_ series: JSONSeries) -> Bool {
    switch series.rows {
    case .objects(let rows): rows.first.map { document.members($0).contains(where: isDateMember) } ?? false
    case .arrays(let rows):
      rows.first { document.kind($0) == .array && document.elements($0).contains(where: document.isNumeric) }
        .map { document.elements($0).contains { isDate($0) || isTime($0) } } ?? false
    case .columns(let object):
      document.members(object).contains { member in
        document.elements(member.value).first.map { isDateMember((key: member.key, value: $0)) } ?? false
      }
    case .keyedByDate, .monthsFromZero: true
    case .numbers: false
    }
  }

  /// Whether a number without a name can only be a time.
  private func isTime(_ node: Int) -> Bool {
    document.isNumeric(node) && document.string(node).utf8.prefix { $0 != UInt8(ascii: ".") }.count >= 9
  }

  private func isDateMember(_ member: (key: Int, value: Int)) -> Bool {
    guard !document.isContainer(member.value) else { return false }
    return document.kind(member.value) == .string
      ? isDate(member.value) : ColumnName(document.string(member.key)).isDateLike && document.isNumeric(member.value)
  }

  /// An object that is a row in itself, as a file of JSON lines begins.
  func singleRow() -> JSONSeries? {
    guard document.roots.count == 1, let root = document.roots.first, document.kind(root) == .object else { return nil }
    let members = document.members(root)
    return members.contains(where: isDateMember) ? JSONSeries(name: nil, rows: .objects([root]), count: 1) : nil
  }

  private func isDate(_ key: Int) -> Bool {
    let bytes = Array(document.string(key).utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      DateText.parse(cellText.fold(bytes)).map { !$0.isBareNumber && !$0.hasNoYear && $0.form != .ordinal } ?? false
    }
  }

  /// `{"date": ["2024-08-29", …], "score": [20, …]}`
  private func isColumns(_ members: [(key: Int, value: Int)]) -> Bool {
    guard members.count >= 2, members.allSatisfy({ document.kind($0.value) == .array }) else { return false }
    let lengths = members.map { document.elements($0.value).count }
    return lengths[0] > 0 && Set(lengths).count == 1
      && members.allSatisfy { document.elements($0.value).allSatisfy { !document.isContainer($0) } }
  }
}
