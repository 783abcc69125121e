/// The tables of RFC 1951, 3.2.5 and 3.2.7.
enum DeflateTables {
  static let lengthExtraBits: [UInt8] = (0..<29).map { (symbol: Int) -> UInt8 in
    symbol < 8 || symbol == 28 ? 0 : UInt8(symbol / 4 - 1)
  }

  /// The least length of each length symbol from 257 on.
  static let lengthBase: [UInt16] = {
    var (bases, next) = ([UInt16](), 3)
    for symbol in 0..<28 {
      bases.append(UInt16(next))
      next += 1 << Int(lengthExtraBits[symbol])
    }
    // The greatest length has a symbol of its own.
    return bases + [258]
  }()

  /// The symbol of each length from 0 to 258.
  static let lengthSymbol: [UInt16] = {
    var symbols = [UInt16](repeating: 0, count: 259)
    for symbol in 0..<29 {
      for length in Int(lengthBase[symbol])...258 { symbols[length] = UInt16(257 + symbol) }
    }
    return symbols
  }()

  /// The symbol of a distance from 1 to 32768.
  @inline(__always)
  static func distanceSymbol(_ distance: Int) -> Int {
    let value = UInt32(truncatingIfNeeded: distance &- 1)
    if value < 4 { return Int(value) }
    let top = 31 &- value.leadingZeroBitCount
    return 2 &* top &+ Int(value &>> UInt32(truncatingIfNeeded: top &- 1) & 1)
  }

  @inline(__always)
  static func distanceExtraBits(_ symbol: Int) -> Int { symbol < 4 ? 0 : symbol / 2 &- 1 }

  /// The least distance of a symbol.
  @inline(__always)
  static func distanceBase(_ symbol: Int) -> Int {
    symbol < 4 ? symbol &+ 1 : (2 &+ symbol & 1) &<< (symbol / 2 &- 1) &+ 1
  }

  /// In which order the lengths of the code of code lengths are written.
  static let codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
}

/// The head of a block with its own codes: how long the codes are (RFC 1951, 3.2.7).
struct DeflateHeader {
  private let literalCount: Int
  private let distanceCount: Int
  /// Symbols 0 ... 18 with the value of their extra bits.
  private var runs: [(symbol: Int, extra: Int)] = []

  init(_ literals: [UInt8], _ distances: [UInt8]) {
    literalCount = max((literals.lastIndex { $0 > 0 } ?? 0) + 1, 257)
    distanceCount = (distances.lastIndex { $0 > 0 } ?? 0) + 1
    let lengths = Array(literals[..<literalCount]) + distances[..<distanceCount]
    var index = 0
    while index < lengths.count {
      let value = Int(lengths[index])
      var end = index
      while end < lengths.count, lengths[end] == lengths[index] { end += 1 }
      addRun(of: value, count: end - index)
      index = end
    }
  }

  private mutating func addRun(of value: Int, count: Int) {
    var rest = count
    if value > 0 {
      runs.append((value, 0))
      rest -= 1
    }
    while rest >= 3 {
      if value > 0 {
        let part = min(rest, 6)
        runs.append((16, part - 3))
        rest -= part
      } else {
        let part = min(rest, 138)
        runs.append(part < 11 ? (17, part - 3) : (18, part - 11))
        rest -= part
      }
    }
    for _ in 0..<rest { runs.append((value, 0)) }
  }

  func write(to output: inout BitWriter) {
    var counts = [Int](repeating: 0, count: 19)
    for run in runs { counts[run.symbol] += 1 }
    let code = HuffmanCode(frequencies: counts, limit: 7)
    let order = DeflateTables.codeLengthOrder
    let used = max((order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1, 4)
    output.append(UInt64(literalCount - 257), 5)
    output.append(UInt64(distanceCount - 1), 5)
    output.append(UInt64(used - 4), 4)
    for symbol in order[..<used] { output.append(UInt64(code.lengths[symbol]), 3) }
    for run in runs {
      output.append(UInt64(code.codes[run.symbol]), Int(code.lengths[run.symbol]))
      switch run.symbol {
      case 16: output.append(UInt64(run.extra), 2)
      case 17: output.append(UInt64(run.extra), 3)
      case 18: output.append(UInt64(run.extra), 7)
      default: break
      }
    }
  }
}
