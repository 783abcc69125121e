/// What reading needs of a column that was filled in the order of a file.
extension DateColumn {
  /// How the dates follow each other as instants.
  var steadyOrder: SteadyOrder {
    var order = SteadyOrder()
    var keys: [Int64] = []
    let size = 1 << 16
    keys.reserveCapacity(size)
    var start = 0
    while start < count {
      let end = min(start + size, count)
      keys.removeAll(keepingCapacity: true)
      for row in start..<end { keys.append(key(row)) }
      keys.withUnsafeBufferPointer { order.add($0, start: start) }
      start = end
    }
    return order
  }

  /// All rows by date; rows of one instant stay in their order.
  ///
  /// Sorted byte by byte from the lowest (radix sort), so O(rows) for each byte in which dates differ.
  func sortedRows() -> [UInt32] {
    var keys = (0..<count).map(key)
    let least = keys.min() ?? 0
    let reach = (keys.max() ?? 0) &- least
    var rows = Array(UInt32(0)..<UInt32(count))
    var otherKeys = keys
    var otherRows = rows
    var shift: Int64 = 0
    while shift < 64, UInt64(bitPattern: reach) >> UInt64(shift) > 0 {
      var places = [Int](repeating: 0, count: 257)
      for key in keys { places[Int(((key &- least) >> shift) & 0xFF) + 1] += 1 }
      for digit in 1...256 { places[digit] += places[digit - 1] }
      for index in keys.indices {
        let digit = Int(((keys[index] &- least) >> shift) & 0xFF)
        otherKeys[places[digit]] = keys[index]
        otherRows[places[digit]] = rows[index]
        places[digit] += 1
      }
      swap(&keys, &otherKeys)
      swap(&rows, &otherRows)
      shift += 8
    }
    return rows
  }

  /// How many rows have an instant that an earlier one has, and the first of them.
  ///
  /// `sorted`: what ``sortedRows()`` gives.
  func repeats(in sorted: [UInt32]) -> (count: Int, first: Int?) {
    var count = 0
    var first: UInt32?
    for index in sorted.indices.dropFirst() where key(Int(sorted[index])) == key(Int(sorted[index - 1])) {
      count += 1
      first = min(first ?? .max, sorted[index])
    }
    return (count, first.map(Int.init))
  }
}
