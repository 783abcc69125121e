/// A ring of slots that columns are bound to while they are in view.
///
/// Column `index` always uses slot `index` mod capacity (where only few columns have a cell,
/// the number of its stretch mod capacity), so scrolling by k columns
/// binds k slots anew and leaves all others as they are. A slot's generation
/// counts its bindings; slot and generation together name what a cell shows.
struct ColumnPool<Content> {
  struct Slot {
    var index: Int
    var generation: UInt32
    var content: Content
  }

  private var slots: [Slot?]
  /// Bindings since the pool was made; tests count them.
  private(set) var bindings = 0
  private var lastGeneration: UInt32 = 0

  /// - Parameter visible: as many columns as can be in view at a time.
  init(visible: Int) {
    slots = Array(repeating: nil, count: ColumnPool.capacity(visible: visible))
  }

  var capacity: Int { slots.count }

  /// Two more than are visible: a column that leaves and one that enters exist at the same time.
  static func capacity(visible: Int) -> Int { max(visible, 0) + 2 }

  /// Makes room for more columns where the view grew; what was bound is bound anew.
  mutating func reserve(visible: Int) {
    guard ColumnPool.capacity(visible: visible) > capacity else { return }
    slots = Array(repeating: nil, count: ColumnPool.capacity(visible: visible))
  }

  /// Forgets what every slot shows: the data or the height changed.
  mutating func invalidate() {
    for index in slots.indices { slots[index] = nil }
  }

  /// The slot of column `index`, with `content` made only if another column used it last.
  ///
  /// - Parameter stretch: what picks the slot; no two columns in view may share it.
  mutating func bind(
    _ index: Int, stretch: Int? = nil, _ makeContent: () -> Content
  ) -> (number: Int, slot: Slot) {
    let number = (stretch ?? index) % capacity
    if let slot = slots[number], slot.index == index { return (number, slot) }
    lastGeneration &+= 1
    bindings += 1
    let slot = Slot(index: index, generation: lastGeneration, content: makeContent())
    slots[number] = slot
    return (number, slot)
  }
}
