/// In what order rows are oldest first; rows of one instant stay in their order in the file, turned round in a file
/// that has its newest row first.
struct RowOrder {
  private enum Form {
    case asRead
    case turnedRound
    /// Indices of the rows with a date.
    case sorted([Int])
  }

  private let form: Form

  /// O(n) where rows are oldest or newest first, else O(n log n). Rows without a date are left out.
  init(_ rows: [PendingRow]) {
    var (stepsUp, stepsDown) = (false, false)
    var before: ScoreDate.Instant?
    for row in rows {
      guard let instant = row.date?.instant else { continue }
      if let before {
        if before < instant { stepsUp = true }
        if instant < before { stepsDown = true }
      }
      before = instant
    }
    form = !stepsDown ? .asRead : !stepsUp ? .turnedRound : .sorted(Self.sorted(rows))
  }

  private static func sorted(_ rows: [PendingRow]) -> [Int] {
    var dated: [(instant: ScoreDate.Instant, index: Int)] = []
    dated.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      if let instant = row.date?.instant { dated.append((instant, index)) }
    }
    dated.sort { $0.instant != $1.instant ? $0.instant < $1.instant : $0.index < $1.index }
    return dated.map(\.index)
  }

  /// Calls `body` with the rows of each instant, by their indices in this order.
  func forEachInstant(of rows: [PendingRow], _ body: ([Int]) -> Void) {
    var group: [Int] = []
    var instant: ScoreDate.Instant?
    forEach(of: rows) { index in
      let its = rows[index].date?.instant
      if its != instant, !group.isEmpty {
        body(group)
        group.removeAll(keepingCapacity: true)
      }
      group.append(index)
      instant = its
    }
    if !group.isEmpty { body(group) }
  }

  /// Calls `body` with the index of each row.
  private func forEach(of rows: [PendingRow], _ body: (Int) -> Void) {
    switch form {
    case .asRead: for index in rows.indices where rows[index].date != nil { body(index) }
    case .turnedRound: for index in rows.indices.reversed() where rows[index].date != nil { body(index) }
    case .sorted(let indices): for index in indices { body(index) }
    }
  }
}
