/// The scores of a series, in as few bytes a row as they need; a gap is nil.
///
/// Scores with few digits are kept as whole multiples of a power of ten in 2 or 4 bytes, which gives back exactly
/// the number that their decimal text stands for; others as 8-byte floating point. Access by index is O(1).
public struct ScoreColumn: Sendable {
  private var form = Form.small
  /// Only the array of the current form has elements; an array inside an enum would be copied by each append.
  private var small: [Int16] = []
  private var medium: [Int32] = []
  private var exact: [Double] = []
  /// Decimals of `small` and `medium`.
  private var scale = 0

  private enum Form {
    /// Multiples of 10^-scale; `Int16.min` is a gap.
    case small
    /// Multiples of 10^-scale; `Int32.min` is a gap.
    case medium
    /// NaN is a gap.
    case exact
  }

  /// Exact as numbers, so that dividing by them rounds once, and rightly; more decimals are kept in floating point.
  private static let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
  static let mostDecimals = powersOfTen.count - 1

  public init() {}

  public init(_ scores: some Sequence<Double?>) {
    reserveCapacity(scores.underestimatedCount)
    for score in scores { append(score) }
  }

  /// Multiples of 10^-`scale`, `Int16.min` being a gap; at most ``mostDecimals``.
  init(small: [Int16], scale: Int) { (self.small, self.scale) = (small, scale) }

  /// Multiples of 10^-`scale`, `Int32.min` being a gap; at most ``mostDecimals``.
  init(medium: [Int32], scale: Int) { (form, self.medium, self.scale) = (.medium, medium, scale) }

  /// Numbers as they are, NaN being a gap.
  init(exact: [Double]) { (form, self.exact) = (.exact, exact) }

  public var count: Int {
    switch form {
    case .small: small.count
    case .medium: medium.count
    case .exact: exact.count
    }
  }

  public subscript(index: Int) -> Double? {
    switch form {
    case .small:
      let value = small[index]
      return value == .min ? nil : Double(value) / Self.powersOfTen[scale]
    case .medium:
      let value = medium[index]
      return value == .min ? nil : Double(value) / Self.powersOfTen[scale]
    case .exact:
      let value = exact[index]
      return value.isNaN ? nil : value
    }
  }

  /// How scores are kept: as they are, or as whole numbers to divide.
  enum Storage: Equatable {
    case small(divisor: Double)
    case medium(divisor: Double)
    case exact
  }

  var storage: Storage {
    switch form {
    case .small: .small(divisor: Self.powersOfTen[scale])
    case .medium: .medium(divisor: Self.powersOfTen[scale])
    case .exact: .exact
    }
  }

  /// Hands the rows as they are kept to the closure of their form, with what whole numbers are divided by.
  @inline(__always)
  func withStorage<Result>(
    small: (UnsafeBufferPointer<Int16>, Double) -> Result, medium: (UnsafeBufferPointer<Int32>, Double) -> Result,
    exact: (UnsafeBufferPointer<Double>) -> Result
  ) -> Result {
    switch form {
    case .small: self.small.withUnsafeBufferPointer { small($0, Self.powersOfTen[scale]) }
    case .medium: self.medium.withUnsafeBufferPointer { medium($0, Self.powersOfTen[scale]) }
    case .exact: self.exact.withUnsafeBufferPointer { exact($0) }
    }
  }

  public mutating func reserveCapacity(_ capacity: Int) {
    switch form {
    case .small: small.reserveCapacity(capacity)
    case .medium: medium.reserveCapacity(capacity)
    case .exact: exact.reserveCapacity(capacity)
    }
  }

  /// Appends a score, or a gap; NaN is a gap. Amortised O(1).
  public mutating func append(_ score: Double?) {
    switch form {
    case .small:
      guard let value = Self.multiple(of: score, scale: scale), let narrow = Self.narrow(value) else {
        return widen(for: score)
      }
      small.append(narrow)
    case .medium:
      guard let value = Self.multiple(of: score, scale: scale) else { return widen(for: score) }
      medium.append(value)
    case .exact: exact.append(score ?? .nan)
    }
  }

  /// Moves all rows to the narrowest form that also holds `score`, and appends it.
  private mutating func widen(for score: Double?) {
    let all = (0..<count).map { self[$0] } + [score]
    small = []
    for scale in scale..<Self.powersOfTen.count {
      medium = []
      medium.reserveCapacity(all.count * 2)
      for score in all {
        guard let value = Self.multiple(of: score, scale: scale) else { break }
        medium.append(value)
      }
      guard medium.count == all.count else { continue }
      self.scale = scale
      small = medium.compactMap(Self.narrow)
      form = small.count == all.count ? .small : .medium
      if form == .small { medium = [] } else { small = [] }
      return
    }
    medium = []
    exact = all.map { $0 ?? .nan }
    form = .exact
  }

  /// Puts a score, or NaN for a gap, in the place of another. False if the column's form does not hold it.
  mutating func replace(_ row: Int, with score: Double) -> Bool {
    switch form {
    case .small:
      guard let value = Self.multiple(of: score, scale: scale), let narrow = Self.narrow(value) else { return false }
      small[row] = narrow
    case .medium:
      guard let value = Self.multiple(of: score, scale: scale) else { return false }
      medium[row] = value
    case .exact: exact[row] = score
    }
    return true
  }

  /// Puts a score, or NaN for a gap, in the place of another; O(n) where the column's form does not hold it.
  mutating func set(_ row: Int, to score: Double) {
    guard !replace(row, with: score) else { return }
    self = ScoreColumn((0..<count).map { $0 == row ? score : self[$0] })
  }

  /// Takes rows out; `rows` are in order.
  mutating func remove(at rows: [Int]) {
    small.remove(at: rows)
    medium.remove(at: rows)
    exact.remove(at: rows)
  }

  /// The rows in another order, all of them.
  func reordered(_ rows: [UInt32]) -> ScoreColumn {
    var column = self
    if !small.isEmpty { column.small = rows.map { small[Int($0)] } }
    if !medium.isEmpty { column.medium = rows.map { medium[Int($0)] } }
    if !exact.isEmpty { column.exact = rows.map { exact[Int($0)] } }
    return column
  }

  mutating func reverse() {
    small.reverse()
    medium.reverse()
    exact.reverse()
  }

  /// The least number of decimals, `least` or more, with which the score is a whole number in 4 bytes, and whether
  /// 2 are enough; nil if there is none.
  static func scale(of score: Double, atLeast least: Int) -> (scale: Int, isSmall: Bool)? {
    for scale in least...max(mostDecimals, least) where scale <= mostDecimals {
      if let value = multiple(of: score, scale: scale) { return (scale, narrow(value) != nil) }
    }
    return nil
  }

  /// The whole number that, divided by 10^scale, is exactly the score; `Int32.min` for a gap.
  private static func multiple(of score: Double?, scale: Int) -> Int32? {
    guard let score, !score.isNaN else { return .min }
    let scaled = (score * powersOfTen[scale]).rounded()
    guard abs(scaled) <= 2_147_483_647, scaled / powersOfTen[scale] == score, scaled != 0 || score.sign == .plus else {
      return nil
    }
    return Int32(scaled)
  }

  private static func narrow(_ value: Int32) -> Int16? {
    if value == .min { return .min }
    return abs(value) <= 32767 ? Int16(value) : nil
  }
}

extension ScoreColumn: Equatable {
  /// Columns are equal that give the same scores, however they keep them.
  public static func == (first: Self, second: Self) -> Bool {
    first.count == second.count && (0..<first.count).allSatisfy { first[$0] == second[$0] }
  }
}
