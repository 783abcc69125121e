/// Reads lines of a steady file straight from their bytes.
///
/// One value a thread: it remembers the last day, and has room for texts.
struct SteadyParser {
  let plan: SteadyPlan
  /// The plan's writing of dates in the form that each row asks for.
  let isYearFirst: Bool
  let unit: EpochUnit?
  private let text: SharedBytes
  private let cellText = CellText()
  var day = DayMemory()
  /// The cells of a row that are neither date nor score, until the whole row is known to be plain.
  private var cells: [SkippedCell] = []
  private var remembered: [RememberedCell?]
  /// The note of the row, once the row is known to be plain.
  private var note: Bytes?
  /// The row's scores in other columns, NaN for a gap, and which of them a column has.
  private var others: [Double]
  private let placeOfOther: [Int?]
  /// Whether the cell in hand stands in quotes.
  private var isQuoted = false

  private static let quote = UInt8(ascii: "\"")

  /// Bytes behind the last line that can be read, though they mean nothing.
  static let readAhead = 64

  init(plan: SteadyPlan, text: SharedBytes) {
    self.plan = plan
    self.text = text
    isYearFirst = plan.writing == .yearFirst
    if case .epoch(let unit) = plan.writing { self.unit = unit } else { unit = nil }
    remembered = Array(repeating: nil, count: plan.width)
    others = Array(repeating: .nan, count: plan.others.count)
    placeOfOther = (0..<plan.width).map { plan.others.firstIndex(of: $0) }
  }

  /// Parses whole lines, `lines` being `count` bytes at `offset` in the text, with ``readAhead`` more to read.
  ///
  /// `rows` must have room for all lines behind the first `summary.lines`.
  mutating func parse(
    _ lines: UnsafePointer<UInt8>, count: Int, offset: Int, into rows: SteadyRows,
    _ summary: inout SteadySummary
  ) {
    let end = lines + count
    var position = lines
    // They may be of bytes that are gone.
    for column in remembered.indices { remembered[column] = nil }
    var slot = summary.lines
    let start = slot
    let isStraight = isStraight
    while position < end, slot < rows.capacity {
      if isStraight {
        summary.scored += parseStraight(&position, end: end, into: rows, &slot, &summary)
        guard position < end, slot < rows.capacity else { break }
      }
      let row = position
      var isOdd = false
      if !plan.filters.isEmpty {
        let line = Bytes(start: row, count: LineSplitter.length(ofLineIn: Bytes(start: row, count: end - row)))
        let passage = passage(of: line)
        if passage == .rejected {
          summary.rejected += 1
          position += line.count
          continue
        }
        isOdd = passage == .unclear
      }
      var date = SteadyDate()
      var score = SteadyRows.gap
      note = nil
      if isOdd || !parseRow(&position, &date, &score, &summary, line: slot + summary.rejected) {
        guard addOddLine(row, &position, end: end, lines, offset, slot, &summary) else { return }
        // Stands for the row until the general reader has looked at it.
        (date.tick, score) = (slot > start ? rows.ticks[slot - 1] : plan.form.base, SteadyRows.gap)
      }
      rows.ticks[slot] = date.tick
      rows.scores[slot] = score
      if plan.form.tracksTraits { rows.traits[slot] = date.traits }
      if plan.note != nil { rows.notes[slot] = notePlace(lines, offset) }
      for (place, other) in others.enumerated() { rows.others[slot * others.count + place] = other }
      slot += 1
    }
    if position < end { summary.isUnsteady = true }
    summary.lines = slot
  }

  /// Where the row's note is, `lines` being at `offset` in the text.
  private func notePlace(_ lines: UnsafePointer<UInt8>, _ offset: Int) -> CellPlace {
    guard let note, let start = note.baseAddress else { return .none }
    return CellPlace(start: offset + (start - lines), count: note.count)
  }

  /// Parses one line. False if it is odd; `position` then means nothing.
  private mutating func parseRow(
    _ position: inout UnsafePointer<UInt8>, _ date: inout SteadyDate, _ score: inout Int64,
    _ summary: inout SteadySummary, line: Int
  ) -> Bool {
    if position.pointee == plan.commentStart { return false }
    let width = plan.lanes.count
    var column = 0
    var scored: (number: SteadyNumber, start: UnsafePointer<UInt8>)?
    if !cells.isEmpty { cells.removeAll(keepingCapacity: true) }
    for place in others.indices { others[place] = .nan }
    while true {
      openQuote(&position)
      switch plan.lanes[column] {
      case .date:
        guard readDate(&position, &date) else { return false }
      case .score:
        let number = SteadyNumber(position, mark: mark)
        if number.length > 0, isEnd(position[number.length]) {
          guard number.decimals == 0 || mark == plan.decimal, let value = scaled(number, &summary) else { return false }
          score = value
          scored = (number, position)
          position += number.length
        } else if !isEnd(position.pointee) {
          guard let cell = skipText(&position), MissingMark.matches(cell) else { return false }
        }
      case .number, .text:
        guard skipCell(&position, column) else { return false }
      }
      guard closeQuote(&position) else { return false }
      let byte = position.pointee
      column += 1
      if column < width {
        guard byte == plan.delimiter else { return false }
        position += 1
      } else {
        if byte == 0x0A {
          position += 1
        } else if byte == 0x0D, position[1] == 0x0A {
          position += 2
        } else {
          return false
        }
        break
      }
    }
    if let scored {
      summary.scored += 1
      if scored.number.decimals > 0 {
        note(scored.number, at: scored.start, line, &summary.evidence)
      }
    }
    noteForm(of: date, &summary)
    if !isYearFirst { summary.dayOrder.formUnion(day.evidence) }
    if !cells.isEmpty { noteCells(line, &summary) }
    return true
  }

  // MARK: Cells

  /// Whether the cell ends before this byte.
  @inline(__always)
  private func isEnd(_ byte: UInt8) -> Bool {
    isQuoted ? byte == Self.quote : byte == plan.delimiter || byte == 0x0A || byte == 0x0D
  }

  @inline(__always)
  private mutating func openQuote(_ position: inout UnsafePointer<UInt8>) {
    isQuoted = position.pointee == Self.quote
    if isQuoted { position += 1 }
  }

  /// False where the cell goes on behind what was read.
  @inline(__always)
  private func closeQuote(_ position: inout UnsafePointer<UInt8>) -> Bool {
    guard isQuoted else { return true }
    guard position.pointee == Self.quote else { return false }
    position += 1
    return true
  }

  /// The decimal mark in this cell: the plan's, but where that is the delimiter only quotes can have it inside.
  @inline(__always)
  private var mark: DecimalMark { isQuoted || !plan.delimiterIsMark ? plan.decimal : .dot }

  /// Notes a line for the general reader and steps over it. False if the whole file is for that one.
  private func addOddLine(
    _ row: UnsafePointer<UInt8>, _ position: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>,
    _ lines: UnsafePointer<UInt8>, _ offset: Int, _ slot: Int, _ summary: inout SteadySummary
  ) -> Bool {
    let left = Bytes(start: row, count: end - row)
    let length = LineSplitter.length(ofLineIn: left)
    let line = left.part(0..<length)
    let hasEnd = line.last == 0x0A
    let content = line.part(
      0..<length - (hasEnd ? line.count > 1 && line[length - 2] == 0x0D ? 2 : 1 : 0))
    // A line of its own ends at a bare CR, and a text that is not UTF-8 has to be decoded first.
    if content.contains(0x0D)
      || TextDecoding.validUTF8(line, isGrowing: plan.isGrowing && !hasEnd) != nil
    {
      summary.isUnsteady = true
    }
    summary.odd.append(
      OddLine(
        slot: slot, line: slot + summary.rejected, start: offset + (row - lines),
        end: offset + (row - lines) + length))
    position = row + length
    return !summary.isUnsteady
  }

  // MARK: Scores

  /// The number in the plan's form, or nil if it cannot be told exactly.
  @inline(__always)
  private func scaled(_ number: SteadyNumber, _ summary: inout SteadySummary) -> Int64? {
    let form = plan.form
    if form.scores == .exact { return Self.exact(number).map { Int64(bitPattern: $0.bitPattern) } }
    let missing = form.scale - number.decimals
    guard missing >= 0 else {
      summary.form.scale = max(summary.form.scale, number.decimals)
      return 0
    }
    guard number.magnitude <= 0x7FFF_FFFF else {
      summary.form.scores = .exact
      return 0
    }
    let magnitude = Int64(number.magnitude) &* Int64(Self.wholePowersOfTen(missing))
    if magnitude > 32767 {
      if magnitude > 0x7FFF_FFFF {
        summary.form.scores = .exact
      } else if form.scores == .small {
        summary.form.scores = .medium
      }
    }
    return number.isNegative ? -magnitude : magnitude
  }

  /// The number, or nil if it cannot be told exactly.
  @inline(__always)
  private static func exact(_ number: SteadyNumber) -> Double? {
    // Both factors are exact up to here, so dividing rounds once; zero has no sign.
    guard number.magnitude <= 1 << 53, number.decimals <= 22 else { return nil }
    if number.magnitude == 0 { return 0 }
    let value = Double(number.magnitude) / DecimalNumber.powersOfTen[number.decimals]
    return number.isNegative ? -value : value
  }

  @inline(__always)
  static func wholePowersOfTen(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    case 8: 100_000_000
    default: 1_000_000_000
    }
  }

  @inline(__always)
  private func note(
    _ number: SteadyNumber, at position: UnsafePointer<UInt8>, _ line: Int,
    _ evidence: inout DecimalEvidence
  ) {
    let isDot = plan.decimal == .dot
    if number.hasDoubtfulMark, !plan.typed[plan.score] {
      guard (isDot ? evidence.eitherDot : evidence.eitherComma) == nil else { return }
      evidence.add(
        .either(plan.decimal), Bytes(start: position, count: number.length), origin: line)
    } else {
      guard (isDot ? evidence.onlyDot : evidence.onlyComma) == nil else { return }
      evidence.add(.only(plan.decimal), Bytes(start: position, count: number.length), origin: line)
    }
  }

  // MARK: Other columns

  /// Steps over a cell that is neither date nor score. False if the row is odd.
  private mutating func skipCell(_ position: inout UnsafePointer<UInt8>, _ column: Int) -> Bool {
    if isEnd(position.pointee) { return true }
    if plan.lanes[column] == .number {
      let number = SteadyNumber(position, mark: mark)
      if number.length > 0, isEnd(position[number.length]) {
        guard number.decimals == 0 || mark == plan.decimal else { return false }
        if let place = placeOfOther[column] {
          guard let value = Self.exact(number) else { return false }
          others[place] = value
        }
        cells.append(
          SkippedCell(
            column: column, number: number, text: Bytes(start: position, count: number.length)))
        position += number.length
        return true
      }
    }
    guard let text = skipText(&position), placeOfOther[column] == nil || MissingMark.matches(text) else {
      return false
    }
    if !text.isEmpty { cells.append(SkippedCell(column: column, number: nil, text: text)) }
    return true
  }

  /// The trimmed text up to the cell's end; nil where the row is odd: quotes or line ends inside, NUL, bytes that are not UTF-8.
  private func skipText(_ position: inout UnsafePointer<UInt8>) -> Bytes? {
    let start = position
    var bits: UInt8 = 0
    while !isEnd(position.pointee) {
      let byte = position.pointee
      if byte == 0 || byte == Self.quote || byte == 0x0A || byte == 0x0D { return nil }
      bits |= byte
      position += 1
    }
    let text = Bytes(start: start, count: position - start)
    guard text.count < RecordScanner.longestRecord / 2 else { return nil }
    if bits >= 0x80, TextDecoding.validUTF8(text, isGrowing: false) != nil { return nil }
    return text.trimmed
  }

  /// Counts the cells of a plain row as the general reader would.
  private mutating func noteCells(_ line: Int, _ summary: inout SteadySummary) {
    for cell in cells {
      let column = cell.column
      if column == plan.note { note = cell.text }
      if let number = cell.number {
        summary.others[column].filled += 1
        summary.others[column].plainNumbers += 1
        if number.decimals > 0 {
          let evidence: NumberText.Evidence =
            number.hasDoubtfulMark && !plan.typed[column] ? .either(plan.decimal) : .only(plan.decimal)
          summary.others[column].decimal.add(evidence, cell.text, origin: line)
        }
        continue
      }
      if let subject = plan.subjects[column], !cell.text.elementsEqual(subject) {
        summary.isUnsteady = true
      }
      if remembered[column]?.repeats(cell.text, in: &summary.others[column]) != true {
        let before = summary.others[column]
        summary.others[column].add(
          cellText.fold(cell.text), origin: line, isNumber: plan.typed[column], grades: nil)
        remembered[column] = RememberedCell(cell.text, from: before, to: summary.others[column])
      }
    }
  }
}

/// A cell that is neither date nor score, until its row is known to be plain.
private struct SkippedCell {
  var column: Int
  var number: SteadyNumber?
  var text: Bytes
}

/// What the last text of a column counted as; the next one is often the same.
private struct RememberedCell {
  private let text: Bytes
  private let isText: Bool

  /// Nil where repeating the text would do more than count it.
  init?(_ text: Bytes, from before: ColumnProfile, to after: ColumnProfile) {
    self.text = text
    isText = after.texts == before.texts + 1 && after.filled == before.filled + 1
    guard isText || after.filled == before.filled else { return nil }
  }

  func repeats(_ other: Bytes, in profile: inout ColumnProfile) -> Bool {
    guard text.equals(other) else { return false }
    if isText {
      profile.filled += 1
      profile.texts += 1
    }
    return true
  }
}
