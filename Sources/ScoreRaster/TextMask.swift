internal import ScoreDrawing

/// The coverage of one line of text at one scale, one byte a pixel.
final class TextMask: Sendable {
  let width: Int
  let height: Int
  /// From the pen's start on the baseline to the mask's top left pixel, in pixels.
  let left: Int
  let top: Int
  /// The text's advance in pixels, not rounded.
  let advance: Double
  let coverage: [UInt8]

  init(width: Int, height: Int, left: Int, top: Int, advance: Double, coverage: [UInt8]) {
    self.width = width
    self.height = height
    self.left = left
    self.top = top
    self.advance = advance
    self.coverage = coverage
  }

  /// The pixels of a mask for `ink`, what glyphs cover in units of `unit` pixels; empty where there is no ink.
  static func box(_ ink: PixelRect, unit: Double) -> PixelRect {
    guard !ink.isEmpty else { return PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }
    // A pixel of margin: the ink is the box of an outline, rounded.
    func pixels(_ value: Int, _ rule: FloatingPointRoundingRule) -> Int {
      Int(min(max((Double(value) * unit).rounded(rule), -32_000), 32_000))
    }
    let (left, top) = (pixels(ink.minX, .down) - 1, pixels(ink.minY, .down) - 1)
    return PixelRect(
      minX: left, minY: top, maxX: min(pixels(ink.maxX, .up) + 1, left + 32_000),
      maxY: min(pixels(ink.maxY, .up) + 1, top + 2_000))
  }
}

/// Values by key with a bound on their total cost; what was not asked for since the last clearing goes first.
///
/// Two generations: when the young one is half the bound, it becomes the old
/// one and the old one is dropped. A look-up that hits the old one saves its value.
struct TwoGenerationCache<Key: Hashable, Value> {
  private var young: [Key: (value: Value, cost: Int)] = [:]
  private var old: [Key: (value: Value, cost: Int)] = [:]
  private var youngCost = 0
  private(set) var oldCost = 0
  let bound: Int

  init(bound: Int) { self.bound = bound }

  /// The cost of everything held, at most `bound` plus the cost of the last value inserted.
  var cost: Int { youngCost + oldCost }

  mutating func value(for key: Key) -> Value? {
    if let entry = young[key] { return entry.value }
    guard let entry = old.removeValue(forKey: key) else { return nil }
    oldCost -= entry.cost
    insert(entry.value, for: key, cost: entry.cost)
    return entry.value
  }

  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    if youngCost + cost > bound / 2 {
      swap(&young, &old)
      oldCost = youngCost
      young.removeAll(keepingCapacity: true)
      youngCost = 0
    }
    if let replaced = young.updateValue((value, cost), forKey: key) { youngCost -= replaced.cost }
    youngCost += cost
  }
}
