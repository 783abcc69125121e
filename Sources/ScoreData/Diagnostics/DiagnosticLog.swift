/// Collects warnings and keeps a flood of one kind from hiding the others.
public struct DiagnosticLog: Sendable {
  /// The most warnings of a kind that are kept in full.
  public static let shownOfAKind = 20

  private var kept: [(diagnostic: Diagnostic, order: Int)] = []
  private var counts: [Diagnostic.Kind: Int] = [:]

  public init() {}

  /// Whether one more of this kind would be kept; lets a caller spare itself the making of its message.
  public func hasRoom(for kind: Diagnostic.Kind) -> Bool { counts[kind, default: 0] < Self.shownOfAKind }

  public mutating func add(_ diagnostic: Diagnostic) {
    let count = counts[diagnostic.kind, default: 0]
    counts[diagnostic.kind] = count + 1
    if count < Self.shownOfAKind { kept.append((diagnostic, kept.count)) }
  }

  /// Counts one more of a kind without keeping it.
  public mutating func addUnshown(_ kind: Diagnostic.Kind) { counts[kind, default: 0] += 1 }

  /// What was added, by place in the file, those without a place first; a kind that was cut ends with the count of the rest.
  public var diagnostics: [Diagnostic] {
    let sorted = kept.sorted { first, second in
      let places = (first.diagnostic.line ?? 0, second.diagnostic.line ?? 0)
      if places.0 != places.1 { return places.0 < places.1 }
      let cells = (first.diagnostic.column ?? 0, second.diagnostic.column ?? 0)
      return cells.0 != cells.1 ? cells.0 < cells.1 : first.order < second.order
    }
    let cut = counts.filter { $0.value > Self.shownOfAKind }.sorted { $0.key.rawValue < $1.key.rawValue }
    return sorted.map(\.diagnostic)
      + cut.map { kind, count in
        Diagnostic(.warning, kind, "\(count - Self.shownOfAKind) more of this kind are not shown")
      }
  }
}
