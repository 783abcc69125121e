import ScoreData
import ScoreDrawing

/// Which columns have a date label where not all of them have room for one.
///
/// A row is labelled if no row nearer than a label's room weighs more, and none to its
/// right weighs the same; the newest row weighs most. Two labels can then never
/// overlap, and whether a row has one depends on the history and the zoom, never on
/// what is in view: nothing flickers while scrolling. Finding the labels in view takes
/// O(labels · log rows).
struct LabelPlacement {
  let labels: DateLabels
  let columnWidth: Double
  /// Rows nearer than this to each other cannot both have a label; 1: every column has its own.
  let room: Int
  /// Whether a change of month or year is rarer than labels are, so that it stands out.
  let emphasis: DateLabels.Emphasis
  /// How far a label reaches beyond its column's centre, in points.
  let reach: Double

  /// What stays free between two labels, in points.
  static let gap = 8.0
  /// What is enough where every column has its label.
  static let leastGap = 2.0
  /// A column narrower than this has no label of its own, in points.
  static let leastLabelledColumn = 24.0
  /// How many label widths back the label before is looked for.
  private static let lookBack = 16

  init(labels: DateLabels, columnWidth: Double, metrics: TextMetrics) {
    self.labels = labels
    self.columnWidth = columnWidth
    let width = labels.widestLabel(metrics: metrics)
    reach = width / 2
    let everyColumn =
      columnWidth >= LabelPlacement.leastLabelledColumn && width + LabelPlacement.leastGap <= columnWidth
    let needed = ((width + LabelPlacement.gap) / max(columnWidth, 1e-9)).rounded(.up)
    room = everyColumn ? 1 : Int(min(max(needed, 2), 1e15))
    emphasis = labels.emphasis(rowsPerLabel: room)
  }

  var isEveryColumn: Bool { room == 1 }

  /// The label of column `index` where every column has its own.
  func columnLabel(at index: Int) -> DateLabel {
    labels.label(at: index, after: index > 0 ? index - 1 : nil, emphasis)
  }

  /// The labelled columns among `rows`, in order.
  func placed(in rows: Range<Int>) -> [PlacedLabel] {
    guard !rows.isEmpty else { return [] }
    let first = max(rows.lowerBound / room - LabelPlacement.lookBack - 1, 0)
    let last = (rows.upperBound - 1) / room + 1
    var found: [(row: Int, weight: LabelWeight)] = []
    for chunk in first...last {
      guard let candidate = heaviest(in: chunk), isHeaviestAround(candidate.row, candidate.weight) else { continue }
      append(candidate, to: &found)
    }
    var placed: [PlacedLabel] = []
    for (index, entry) in found.enumerated() where rows.contains(entry.row) {
      let before = index > 0 ? found[index - 1].row : nil
      let isNear = before.map { entry.row / room - $0 / room <= LabelPlacement.lookBack } ?? false
      placed.append(
        PlacedLabel(column: entry.row, label: labels.label(at: entry.row, after: isNear ? before : nil, emphasis)))
    }
    return placed
  }

  /// Adds a label; where a clock set back made two that are too near, the lighter one goes.
  private func append(_ entry: (row: Int, weight: LabelWeight), to found: inout [(row: Int, weight: LabelWeight)]) {
    if let last = found.last, entry.row - last.row < room {
      guard entry.weight >= last.weight else { return }
      found.removeLast()
    }
    found.append(entry)
  }

  /// The heaviest row of a run of `room` rows, the last of equals.
  private func heaviest(in chunk: Int) -> (row: Int, weight: LabelWeight)? {
    let lower = chunk * room
    let upper = min(lower + room, labels.count)
    guard lower < upper else { return nil }
    let weight = weight(of: lower..<upper)
    if upper == labels.count { return (upper - 1, weight) }
    // The first row that lies in the last row's interval of the rung.
    let end = place(upper - 1)
    var low = lower
    var high = upper - 1
    while low < high {
      let middle = low + (high - low) / 2
      if LabelLadder.isSame(weight, place(middle), end) { high = middle } else { low = middle + 1 }
    }
    return (low, weight)
  }

  private func isHeaviestAround(_ row: Int, _ weight: LabelWeight) -> Bool {
    let left = max(row - room + 1, 0)..<row
    let right = (row + 1)..<max(min(row + room, labels.count), row + 1)
    if !left.isEmpty, self.weight(of: left) > weight { return false }
    return right.isEmpty || self.weight(of: right) < weight
  }

  /// The greatest weight of a row in `rows` (not empty).
  private func weight(of rows: Range<Int>) -> LabelWeight {
    if rows.upperBound == labels.count { return LabelWeight(rung: -1) }
    return LabelLadder.weight(from: place(rows.lowerBound - 1), to: place(rows.upperBound - 1))
  }

  private func place(_ row: Int) -> LabelLadder.Place {
    row >= 0
      ? LabelLadder.Place(date: labels.date(at: row), row: row)
      : LabelLadder.Place(date: LabelLadder.before(labels.date(at: 0)), row: -1)
  }
}

/// A label and the column it belongs to.
struct PlacedLabel: Equatable {
  var column: Int
  var label: DateLabel
}
