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
  private static let keys = [
    "series", "measures", "result", "results", "data", "history", "items", "scores", "values", "points", "records",
    "rows",
    "entries",
  ]
  private static let nestedKeys = ["points", "history", "data", "values"]
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
    for key in Self.nestedKeys {
      guard let rows = document.member(key, of: object), document.kind(rows) == .array else { continue }
      let elements = document.elements(rows)
      guard elements.allSatisfy(document.isContainer) else { continue }
      let name = ["name", "metric", "title", "label", "key", "id"].lazy
        .compactMap { document.member($0, of: object) }.first { !document.isContainer($0) }.map(document.string)
      if elements.isEmpty { return [JSONSeries(name: name, rows: .arrays([]), count: 0)] }
      if key == "points", elements.allSatisfy(isMonthFromZero) {
        return [JSONSeries(name: name, rows: .monthsFromZero(elements), count: elements.count)]
      }
      return series(inArray: rows, name: name)
    }
    return []
  }

  /// Whether an array is a year, a month counted from 0, a day and a number.
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
    for member in members where document.isContainer(member.value) {
      let found = series(in: member.value, name: document.string(member.key), depth: depth + 1)
        .filter { if case .numbers = $0.rows { false } else { true } }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// An object that is a row in itself, as a file of JSON lines begins.
  func singleRow() -> JSONSeries? {
    guard document.roots.count == 1, let root = document.roots.first, document.kind(root) == .object else { return nil }
    let members = document.members(root)
    let hasDate = members.contains { member in
      guard !document.isContainer(member.value) else { return false }
      return document.kind(member.value) == .string
        ? isDate(member.value) : ColumnName(document.string(member.key)).isDateLike && document.isNumeric(member.value)
    }
    return hasDate ? JSONSeries(name: nil, rows: .objects([root]), count: 1) : nil
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
