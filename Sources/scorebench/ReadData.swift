import Glibc

/// Files of scores for the reading benchmark, the same on every machine: one row a minute, and two in a hundred without a score.
struct ReadData {
  private var state: UInt64 = 42
  private var score = 700
  private var bytes: [UInt8] = []

  /// Writes `date,score` and so many rows.
  static func writeTable(rows: Int, to path: String) -> Bool {
    write(to: path) { data, flush in
      data.bytes += "date,score\n".utf8
      for row in 0..<rows {
        data.addMoment(row)
        data.addScore(comma: true)
        data.bytes.append(0x0A)
        flush(&data)
      }
    }
  }

  /// Writes a date and `columns` scores a row.
  static func writeWide(rows: Int, columns: Int, to path: String) -> Bool {
    write(to: path) { data, flush in
      data.bytes += "date".utf8
      for column in 1...columns { data.bytes += ",subject\(column)".utf8 }
      data.bytes.append(0x0A)
      for row in 0..<rows {
        data.addMoment(row)
        for _ in 0..<columns { data.addScore(comma: true) }
        data.bytes.append(0x0A)
        flush(&data)
      }
    }
  }

  /// Writes an array of `{"date": …, "score": …}`.
  static func writeJSON(rows: Int, to path: String) -> Bool {
    write(to: path) { data, flush in
      data.bytes.append(UInt8(ascii: "["))
      for row in 0..<rows {
        if row > 0 { data.bytes += ",\n".utf8 }
        data.bytes += "{\"date\":\"".utf8
        data.addMoment(row)
        data.bytes += "\",\"score\":".utf8
        let before = data.bytes.count
        data.addScore(comma: false)
        if data.bytes.count == before { data.bytes += "null".utf8 }
        data.bytes.append(UInt8(ascii: "}"))
        flush(&data)
      }
      data.bytes += "]\n".utf8
    }
  }

  private static func write(to path: String, _ body: (inout ReadData, (inout ReadData) -> Void) -> Void) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    var isWhole = true
    func flush(_ data: inout ReadData, from size: Int) {
      guard data.bytes.count > size else { return }
      isWhole = data.bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) } == data.bytes.count && isWhole
      data.bytes.removeAll(keepingCapacity: true)
    }
    var data = ReadData()
    body(&data) { flush(&$0, from: 1 << 20) }
    flush(&data, from: 0)
    return fclose(file) == 0 && isWhole
  }

  /// `2000-01-01 00:00:00` and so many minutes.
  private mutating func addMoment(_ minutes: Int) {
    let civil = Civil(day: 10957 + minutes / 1440)
    add(civil.year, width: 4)
    bytes.append(UInt8(ascii: "-"))
    add(civil.month, width: 2)
    bytes.append(UInt8(ascii: "-"))
    add(civil.day, width: 2)
    bytes.append(UInt8(ascii: " "))
    add(minutes / 60 % 24, width: 2)
    bytes.append(UInt8(ascii: ":"))
    add(minutes % 60, width: 2)
    bytes += ":00".utf8
  }

  private mutating func addScore(comma: Bool) {
    if comma { bytes.append(UInt8(ascii: ",")) }
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    score = min(max(score + Int(state >> 33) % 101 - 50, 0), 1000)
    guard (state >> 20) % 50 > 0 else { return }
    add(score / 10, width: 1)
    bytes.append(UInt8(ascii: "."))
    add(score % 10, width: 1)
  }

  private mutating func add(_ value: Int, width: Int) {
    var divisor = 1
    var digits = 1
    while digits < width || value / divisor >= 10 {
      divisor *= 10
      digits += 1
    }
    while divisor > 0 {
      bytes.append(UInt8(truncatingIfNeeded: 48 + value / divisor % 10))
      divisor /= 10
    }
  }
}

/// A day of the calendar, by the system's own count.
private struct Civil {
  var year: Int
  var month: Int
  var day: Int

  init(day number: Int) {
    var time = time_t(number * 86400)
    var parts = tm()
    gmtime_r(&time, &parts)
    (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
  }
}
