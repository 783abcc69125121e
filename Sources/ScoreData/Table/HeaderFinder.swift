/// Finds the header of a table, and what stands before and behind it.
struct HeaderFinder {
  let text: Bytes
  let cellText: CellText
  let sample: Sample

  private var classifier: CellClassifier { CellClassifier(text: text, cellText: cellText) }

  func frame(_ log: inout DiagnosticLog) -> TableFrame {
    let rows = sample.rows
    let start = firstOfTable(&log)
    let head = rows[start]
    // A damaged row is no header either; it will be said and skipped.
    guard !classifier.looksLikeData(head), head.nulCell == nil else { return headless(start) }
    var data = start + 1
    while data < rows.count, data <= start + 3, classifier.isAllText(rows[data]), hasMoreThanText(from: data + 1) {
      if !strings(rows[data]).elementsEqual(strings(head)) {
        log.add(
          Diagnostic(
            .warning, .extraHeaderRow, line: rows[data].origin,
            "a second header row is skipped: it has neither a date nor a number (\(preview(rows[data])))"))
        data += 1
      } else {
        break
      }
    }
    let header = strings(head)
    var names = header.enumerated().map { ColumnName($0.element.isEmpty ? "column \($0.offset + 1)" : $0.element) }
    // Empty names at the end belong to no column if no row fills it.
    let filled = rows[min(data, rows.count)...].map(\.filledWidth).max() ?? 0
    while names.count > max(filled, head.filledWidth) { names.removeLast() }
    return TableFrame(
      names: names, hasNames: true, header: header, headerOrigin: head.origin,
      firstDataOrigin: data < rows.count ? rows[data].origin : head.origin,
      dataStart: data < rows.count ? rows[data].start : text.count, places: PlaceFinder(lineStarts: nil, text: text))
  }

  /// The first row of the table, whether header or data; rows before it are said to be skipped.
  private func firstOfTable(_ log: inout DiagnosticLog) -> Int {
    let rows = sample.rows
    let width = sample.filledWidth
    if rows[0].cells.count >= 2, rows[0].cells.contains(where: { name($0).isDateOrScoreExactly }) { return 0 }
    let start = rows.firstIndex { row in
      row.cells.count >= width && row.cells.prefix(width).count { !$0.isEmpty } * 2 >= width
    }
    guard var start, !rows[..<start].contains(where: classifier.looksLikeData) else { return 0 }
    if let header = headerBehind(start, width: width) { start = header }
    guard start > 0 else { return 0 }
    log.add(
      Diagnostic(
        .warning, .preambleSkipped, line: rows[0].origin,
        "\(start) \(start == 1 ? "row" : "rows") before the table \(start == 1 ? "is" : "are") skipped, beginning with "
          + preview(rows[0])))
    return start
  }

  /// A row of names that a spreadsheet's title rows, as wide as the table, stand before.
  private func headerBehind(_ start: Int, width: Int) -> Int? {
    let rows = sample.rows
    let isTitle = { (row: Int) in
      !classifier.looksLikeData(rows[row]) && !rows[row].cells.contains { name($0).isDateOrScoreExactly }
    }
    let end = rows.indices[start...].first { !isTitle($0) } ?? rows.count
    // A header has words alone; below one may stand units, whatever they are called.
    guard end > start, end < rows.count, classifier.isAllText(rows[end]), rows[end].filledWidth * 2 >= width,
      !rows[start..<end].allSatisfy(classifier.isAllText)
    else { return nil }
    return end
  }

  /// A table whose first row is data; a comment directly before it may have the names.
  private func headless(_ start: Int) -> TableFrame {
    let first = sample.rows[start]
    let width = max(sample.filledWidth, first.filledWidth)
    var names = (1...max(width, 1)).map { ColumnName("column \($0)") }
    var hasNames = false
    if let comment = sample.commentBefore[start] {
      let cells = strings(comment)
      if cells.count == width, cells.allSatisfy({ !$0.isEmpty }) {
        names = cells.map(ColumnName.init)
        hasNames = true
      }
    }
    return TableFrame(
      names: names, hasNames: hasNames, header: nil, headerOrigin: first.origin, firstDataOrigin: first.origin,
      dataStart: first.start, places: PlaceFinder(lineStarts: nil, text: text))
  }

  private func hasMoreThanText(from row: Int) -> Bool {
    row < sample.rows.count && sample.rows[row...].contains { !classifier.isAllText($0) }
  }

  private func name(_ cell: Cell) -> ColumnName { ColumnName(string(cell)) }

  private func string(_ cell: Cell) -> String { cellText.text(cell, in: text).string }

  private func strings(_ record: Record) -> [String] { record.cells.map(string) }

  private func preview(_ record: Record) -> String {
    EscapedText.quoted(text.part(record.start..<min(record.end, record.start + 200)).string)
  }
}
