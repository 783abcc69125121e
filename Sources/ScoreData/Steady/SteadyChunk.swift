/// Bytes that several threads read.
struct SharedBytes: @unchecked Sendable {
  let bytes: Bytes
}

/// Rows of one chunk on their way into columns, as wide as they can be.
///
/// Freed with ``deallocate()``.
struct SteadyRows: @unchecked Sendable {
  /// Counts of the plan's unit since 1970 in wall time.
  let ticks: UnsafeMutablePointer<Int64>
  /// Multiples of the plan's power of ten, or floating point numbers as bits; `Int64.min` is a gap.
  let scores: UnsafeMutablePointer<Int64>
  let traits: UnsafeMutablePointer<DateTraits>
  let notes: UnsafeMutablePointer<CellPlace>
  /// Scores of other columns, row by row; NaN is a gap.
  let others: UnsafeMutablePointer<Double>
  let capacity: Int

  init(capacity: Int, others width: Int) {
    self.capacity = capacity
    others = .allocate(capacity: capacity * width)
    ticks = .allocate(capacity: capacity)
    scores = .allocate(capacity: capacity)
    traits = .allocate(capacity: capacity)
    notes = .allocate(capacity: capacity)
  }

  func deallocate() {
    ticks.deallocate()
    scores.deallocate()
    traits.deallocate()
    notes.deallocate()
    others.deallocate()
  }

  static let gap = Int64.min
}

/// A line that the general reader has to look at.
struct OddLine {
  /// Its place in the columns.
  var slot: Int
  /// The line's number among those of the data, counted from 0.
  var line: Int
  /// Offsets of the line in the text, with its end.
  var start: Int
  var end: Int
}

/// What was found out about the lines of a chunk, apart from their dates and scores.
struct SteadySummary {
  /// Lines, each of which has a place in the columns until odd ones without a row are taken out.
  var lines = 0
  /// Lines that do not pass the filters, which have none.
  var rejected = 0
  var odd: [OddLine] = []
  /// Rows with a number.
  var scored = 0
  var evidence = DecimalEvidence()
  /// What the columns of lane `.number` and `.text` have in the rows that are not odd.
  var others: [ColumnProfile]
  /// The form that the rows need; the plan's where it is enough.
  var form: SteadyForm
  /// Whether the file is not steady, so that all of it is for the general reader.
  var isUnsteady = false
  var order = SteadyOrder()
  /// What rows with the year last say together.
  var dayOrder: OrderEvidence = []

  /// All lines.
  var lineCount: Int { lines + rejected }

  init(plan: SteadyPlan) {
    others = Array(repeating: ColumnProfile(), count: plan.width)
    form = plan.form
  }
}

/// How dates follow each other.
struct SteadyOrder {
  var stepsUp = false
  var stepsDown = false
  /// Rows with the date of the row before, and the first of them.
  var repeats = 0
  var firstRepeat: Int?
  /// The first and the last date; nil without rows.
  var ends: (first: Int64, last: Int64)?

  /// Takes in the dates of rows that come behind, the first of them being row `start`.
  ///
  /// `areFar`: whether the difference of two may not fit 64 bits.
  mutating func add(_ keys: UnsafeBufferPointer<Int64>, start: Int, areFar: Bool = true) {
    guard let first = keys.first else { return }
    if let ends { step(from: ends.last, to: first, row: start) }
    var ups = 0
    var downs = 0
    if areFar {
      for index in 1..<max(keys.count, 1) {
        ups &+= keys[index] > keys[index &- 1] ? 1 : 0
        downs &+= keys[index] < keys[index &- 1] ? 1 : 0
      }
    } else {
      // The sign of a difference takes fewer instructions than a comparison, on processors of any age.
      for index in 1..<max(keys.count, 1) {
        ups &-= Int((keys[index &- 1] &- keys[index]) &>> 63)
        downs &-= Int((keys[index] &- keys[index &- 1]) &>> 63)
      }
    }
    stepsUp = stepsUp || ups > 0
    stepsDown = stepsDown || downs > 0
    let equal = keys.count - 1 - ups - downs
    if equal > 0 {
      repeats += equal
      if firstRepeat == nil { firstRepeat = (1..<keys.count).first { keys[$0] == keys[$0 - 1] }.map { $0 + start } }
    }
    ends = (ends?.first ?? first, keys[keys.count - 1])
  }

  /// Takes in rows that were looked at already; their first is row `start`.
  mutating func add(_ other: SteadyOrder, start: Int) {
    guard let theirs = other.ends else { return }
    if let ends { step(from: ends.last, to: theirs.first, row: start) }
    stepsUp = stepsUp || other.stepsUp
    stepsDown = stepsDown || other.stepsDown
    repeats += other.repeats
    if firstRepeat == nil { firstRepeat = other.firstRepeat.map { $0 + start } }
    ends = (ends?.first ?? theirs.first, theirs.last)
  }

  private mutating func step(from last: Int64, to next: Int64, row: Int) {
    if next > last { stepsUp = true }
    if next < last { stepsDown = true }
    if next == last {
      repeats += 1
      if firstRepeat == nil { firstRepeat = row }
    }
  }
}
