/// Rows of cells made of JSON values.
struct JSONTable {
  private(set) var names: [String] = []
  private var columnOfName: [String: Int] = [:]
  /// The keys of the last object by their places, and their columns: the next object most often has the same.
  private var usualKeys: [(key: Int, column: Int)] = []
  /// The texts of all cells.
  private(set) var bytes: [UInt8] = []
  /// Cells by row; a row may have fewer than there are columns.
  private(set) var rows: [(origin: Int, cells: [Cell])] = []
  private let document: JSONDocument

  init(_ document: JSONDocument, _ series: JSONSeries) {
    self.document = document
    switch series.rows {
    case .objects(let objects): for object in objects { addObject(object, key: nil) }
    case .keyedByDate(let object): addKeyed(object, name: series.name ?? "score")
    case .arrays(let arrays): addArrays(arrays)
    case .monthsFromZero(let arrays): addMonthsFromZero(arrays)
    case .numbers(let values):
      let column = column("score")
      for value in values { addRow(document.origin(value), [(column, value)]) }
    case .columns(let object): addColumns(object)
    }
  }

  private mutating func column(_ name: String) -> Int {
    if let known = columnOfName[name] { return known }
    columnOfName[name] = names.count
    names.append(name)
    return names.count - 1
  }

  private mutating func cell(_ node: Int) -> Cell {
    let start = bytes.count
    if !document.isContainer(node), !document.isNull(node) { document.appendText(node, to: &bytes) }
    return trimmed(start, origin: document.origin(node), isNumber: document.isNumeric(node))
  }

  private func trimmed(_ start: Int, origin: Int, isNumber: Bool) -> Cell {
    var cell = Cell(start: start, end: bytes.count, origin: origin, isNumber: isNumber)
    while cell.start < cell.end, ASCII.isBlank(bytes[cell.start]) { cell.start += 1 }
    while cell.end > cell.start, ASCII.isBlank(bytes[cell.end - 1]) { cell.end -= 1 }
    return cell
  }

  /// Appends the columns' names to the cells' texts, as a row of their own.
  mutating func appendNames() -> Record {
    let origin = rows.first?.origin ?? 0
    var record = Record(origin: origin)
    for name in names {
      let start = bytes.count
      bytes.append(contentsOf: name.utf8)
      record.cells.append(trimmed(start, origin: origin, isNumber: false))
    }
    return record
  }

  private mutating func addRow(_ origin: Int, _ values: [(column: Int, node: Int)]) {
    var cells: [Cell] = []
    for (column, node) in values { set(&cells, column, cell(node), origin: origin) }
    rows.append((origin, cells))
  }

  private func set(_ cells: inout [Cell], _ column: Int, _ cell: Cell, origin: Int) {
    while cells.count <= column { cells.append(Cell(start: 0, end: 0, origin: origin)) }
    cells[column] = cell
  }

  /// `key`: the row's date, if it stands outside of the object.
  private mutating func addObject(_ object: Int, key: Int?) {
    var values: [(Int, Int)] = []
    if let key { values.append((column("date"), key)) }
    var place = 0
    for member in document.members(object) where !document.isContainer(member.value) {
      values.append((column(ofKey: member.key, at: place), member.value))
      place += 1
    }
    addRow(document.origin(key ?? object), values)
  }

  private mutating func column(ofKey key: Int, at place: Int) -> Int {
    if place < usualKeys.count, document.haveEqualText(key, usualKeys[place].key) { return usualKeys[place].column }
    let column = column(document.string(key))
    if place == usualKeys.count {
      usualKeys.append((key, column))
    } else if place < usualKeys.count {
      usualKeys[place] = (key, column)
    }
    return column
  }

  private mutating func addKeyed(_ object: Int, name: String) {
    let date = column("date")
    for member in document.members(object) {
      switch document.kind(member.value) {
      case .object: addObject(member.value, key: member.key)
      case .array:
        let values = document.elements(member.value).enumerated().map {
          (column("\(name) \($0.offset + 1)"), $0.element)
        }
        addRow(document.origin(member.key), [(date, member.key)] + values)
      default: addRow(document.origin(member.key), [(date, member.key), (column(name), member.value)])
      }
    }
  }

  private mutating func addArrays(_ arrays: [Int]) {
    var arrays = arrays[...]
    if let head = arrays.first, arrays.count > 1, document.kind(head) == .array {
      let names = document.elements(head)
      let isHeader = !names.isEmpty && names.allSatisfy { document.kind($0) == .string && !isDateOrNumber($0) }
      if isHeader {
        arrays = arrays.dropFirst()
        for name in names where columnOfName[document.string(name)] == nil { _ = column(document.string(name)) }
      }
    }
    let date = names.isEmpty ? placeOfDate(arrays) : nil
    for array in arrays where document.kind(array) == .array {
      let values = document.elements(array).prefix(1000).enumerated().map { index, node -> (Int, Int) in
        while names.count <= index { _ = column(nameless(names.count, date: date)) }
        return (index, node)
      }
      addRow(document.nodes[array].start, values)
    }
  }

  /// What a column without a name is called.
  private func nameless(_ index: Int, date: Int?) -> String {
    if index == date { return "date" }
    return index == (date == 0 ? 1 : 0) ? "score" : "column \(index + 1)"
  }

  /// Where arrays without names have their dates; nil if they may be parts of dates, such as `[2024, 8, 29, 20]`.
  private func placeOfDate(_ arrays: ArraySlice<Int>) -> Int? {
    guard let first = arrays.first(where: { document.kind($0) == .array }) else { return nil }
    let elements = document.elements(first)
    let isDate = { (node: Int) in document.kind(node) == .string && isDateOrNumber(node) && !isNumber(node) }
    if let text = elements.prefix(1000).firstIndex(where: isDate) { return text }
    let hasParts = elements.count > 2 && elements.prefix(3).allSatisfy { document.string($0).utf8.count <= 4 }
    return hasParts ? nil : 0
  }

  private func isNumber(_ node: Int) -> Bool {
    Array(document.string(node).utf8).withUnsafeBufferPointer { NumberText($0) != nil }
  }

  private func isDateOrNumber(_ node: Int) -> Bool {
    Array(document.string(node).utf8).withUnsafeBufferPointer { DateText.parse($0) != nil || NumberText($0) != nil }
  }

  private mutating func addMonthsFromZero(_ arrays: [Int]) {
    let date = column("date")
    let score = column("rating")
    for array in arrays {
      let parts = document.elements(array)
      let month = (Int(document.string(parts[1])) ?? 0) + 1
      let start = bytes.count
      bytes.append(contentsOf: "\(document.string(parts[0]))-\(month)-\(document.string(parts[2]))".utf8)
      let origin = document.nodes[array].start
      var cells: [Cell] = []
      set(&cells, date, Cell(start: start, end: bytes.count, origin: origin), origin: origin)
      set(&cells, score, cell(parts[3]), origin: origin)
      rows.append((origin, cells))
    }
  }

  private mutating func addColumns(_ object: Int) {
    let members = document.members(object)
    let columns = members.map { (column(document.string($0.key)), document.elements($0.value)) }
    for row in columns[0].1.indices {
      addRow(document.origin(columns[0].1[row]), columns.map { ($0.0, $0.1[row]) })
    }
  }
}

/// Hands out the rows of a JSON table one by one.
struct JSONRecords: RecordSource {
  let text: Bytes
  let rows: [(origin: Int, cells: [Cell])]
  private var index = 0

  init(text: Bytes, rows: [(origin: Int, cells: [Cell])]) {
    self.text = text
    self.rows = rows
  }

  mutating func next(_ record: inout Record) throws(ParseError) -> Bool {
    guard index < rows.count else { return false }
    record = Record(cells: rows[index].cells, origin: rows[index].origin, start: index, end: index)
    index += 1
    return true
  }
}
