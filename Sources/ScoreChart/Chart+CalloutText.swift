internal import ScoreData
internal import ScoreDrawing

extension Chart {
  /// The date in full and the true score, as the callout shows them.
  public func calloutText(at index: Int) -> String {
    labels.fullDate(at: index) + " " + valueText(series.scores[index])
  }

  /// A score with its unit, in the display locale; a dash for a gap.
  public func valueText(_ score: Double?) -> String {
    guard let score else { return "–" }
    let unit = table.unit ?? ""
    let gap = unit.isEmpty || unit == "%" || unit.hasPrefix("/") ? "" : " "
    return options.locale.number(DecimalText.shortest(score)) + gap + unit
  }

  /// The change of a series since the score before, with its sign: "+10", "−0.5", "±0"; nil without one.
  public func changeText(at index: Int, series number: Int? = nil) -> String? {
    let plot = plots[number ?? activeSeries]
    guard let score = plot.drawnScore(at: index), let before = previousScore(to: index, plot) else { return nil }
    let change = score - before
    guard change != 0, change.isFinite else { return change == 0 ? "±0" : nil }
    let decimals = DecimalText.decimals(of: score, or: before)
    let fixed = DecimalText.fixed(change.magnitude, decimals: decimals)
    let text = fixed.contains { $0 != "0" && $0 != "." } ? fixed : DecimalText.shortest(change.magnitude)
    return (change < 0 ? "−" : "+") + options.locale.number(text)
  }

  /// What the callout says line by line.
  ///
  /// One line, date and score, as long as there is nothing else to say. Details are the
  /// change since the score before; several series and the file's note have lines of their own.
  public func calloutLines(at index: Int, isDetailed: Bool) -> [String] {
    calloutEntries(at: index, isDetailed: isDetailed).map(\.text)
  }

  /// The same lines, with the colours of the series that they tell of where there are several.
  func calloutEntries(at index: Int, isDetailed: Bool) -> [CalloutLine] {
    guard index >= 0, index < count else { return [] }
    let date = labels.fullDate(at: index)
    let isAlone = drawnSeries.count == 1
    var lines = [CalloutLine(isAlone ? date + " " + entry(at: index, series: activeSeries, isDetailed) : date)]
    if !isAlone {
      for number in [activeSeries] + drawnSeries.dropLast() {
        let entry = entry(at: index, series: number, isDetailed)
        lines.append(
          CalloutLine(WritingDirection.joined(plots[number].series.name, numbers: entry), mark: .dot(ofSeries: number)))
      }
    }
    // A row's note is the row's, whichever series is in front.
    let notes = ([activeSeries] + drawnSeries).lazy.compactMap { self.plots[$0].series.notes }.first
    if let notes, index < notes.count, let note = notes[index] { lines.append(CalloutLine(Chart.printable(note))) }
    return lines
  }

  private func entry(at index: Int, series number: Int, _ isDetailed: Bool) -> String {
    let value = valueText(plots[number].series.scores[index])
    guard isDetailed, let change = changeText(at: index, series: number) else { return value }
    return "\(value) (\(change))"
  }

  /// The newest score before `index`, across a gap of any length that a person would still call one.
  private func previousScore(to index: Int, _ plot: SeriesPlot) -> Double? {
    let least = max(plot.firstDrawn, index - Chart.longestLookBack)
    var row = index - 1
    while row >= least {
      if let score = plot.drawnScore(at: row) { return score }
      row -= 1
    }
    return nil
  }

  private static let longestLookBack = 100_000

  /// One line of text without control characters.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}

extension CalloutLine {
  /// The line in pieces that fit; the first keeps the mark.
  func wrapped(to room: Double, limit: Int, width: (String) -> Double) -> [CalloutLine] {
    TextWrap.lines(text, room: room, limit: limit, width: width).enumerated().map { index, piece in
      var line = CalloutLine(piece, mark: index == 0 ? mark : nil)
      line.isContinued = index > 0 && mark != nil
      return line
    }
  }
}

/// Breaks a text into lines at spaces, and inside a word only where it is too long for a line.
enum TextWrap {
  static func lines(_ text: String, room: Double, limit: Int, width: (String) -> Double) -> [String] {
    var lines: [String] = []
    var rest = Substring(text)
    while !rest.isEmpty, lines.count < limit - 1, width(String(rest)) > room {
      let line = longestBeginning(of: rest, room: room, width: width)
      guard !line.isEmpty else { break }
      lines.append(String(line))
      rest = rest[line.endIndex...].drop { $0 == " " }
    }
    if !rest.isEmpty { lines.append(Ellipsis.shorten(String(rest), to: room, width: width)) }
    return lines.filter { !$0.isEmpty }
  }

  private static func longestBeginning(of text: Substring, room: Double, width: (String) -> Double) -> Substring {
    let ends = text.indices.filter { text[$0] == " " }
    var best = text[..<text.startIndex]
    for end in ends {
      let candidate = text[..<end]
      guard width(String(candidate)) <= room else { break }
      best = candidate
    }
    guard best.isEmpty else { return best }
    var (low, high) = (0, min(text.count, 512))
    while low < high {
      let middle = (low + high + 1) / 2
      if width(String(text.prefix(middle))) <= room { low = middle } else { high = middle - 1 }
    }
    return text.prefix(low)
  }
}
