internal import ScoreDrawing
internal import ScoreRaster

/// A part of a picture in whole pixels.
struct PixelArea: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
}

/// Writes pixels as sixels: bands of six rows, in each of them one pass a colour.
///
/// Rows of a chart are long runs of one colour, so runs are what it works with. What
/// interrupts a run for a few pixels (a guide, a letter) is drawn over it later: the run
/// stays whole, which halves what has to be sent. Everything is drawn over the background.
struct SixelEncoder {
  private var palette: SixelPalette
  /// For every pass, which is a register in one of two layers, the six rows of a band, a bit a row.
  private var bits: [UInt8] = []
  /// The columns that a pass has bits in, in the present band; empty where `last` < 0.
  private var extents: [(first: Int, last: Int)]
  /// The passes of the present band, those of the lower layer and those of the upper.
  private var used: ([Int], [Int]) = ([], [])
  private var hasGround = false
  private var isDefined: [Bool]
  private var runs: [Run] = []

  /// Pixels of one register in one row.
  private struct Run {
    var start: Int
    var end: Int
    var register: Int
  }

  static let bandHeight = 6
  /// So many pixels of other colours do not end a run.
  private static let shortGap = 8
  /// Runs this short are edges, which sparse colours suffice for.
  private static let speck = 3
  private static let layer = SixelPalette.most

  init(theme: Theme, area: ColorRole, registers: Int?) {
    palette = SixelPalette(theme: theme, area: area, registers: registers)
    extents = Array(repeating: (Int.max, -1), count: 2 * SixelEncoder.layer)
    isDefined = Array(repeating: false, count: SixelPalette.most)
  }

  /// Appends `area` of `rows` as one picture at the cursor; O(pixels).
  mutating func encode(_ rows: PixelRows, _ area: PixelArea, into output: inout [UInt8]) {
    guard area.width > 0, area.height > 0 else { return }
    let count = 2 * SixelEncoder.layer * area.width
    if bits.count != count { bits = Array(repeating: 0, count: count) }
    for index in isDefined.indices { isDefined[index] = false }
    // Zero pixels are left alone; the aspect is 1:1.
    output += Array("\u{1B}P0;1;0q\"1;1;\(area.width);\(area.height)".utf8)
    var y = 0
    while y < area.height {
      let height = min(SixelEncoder.bandHeight, area.height - y)
      for row in 0..<height {
        findRuns(rows[area.y + y + row], area)
        mark(width: area.width, bit: 1 << UInt8(row))
      }
      writeBand(width: area.width, height: height, into: &output)
      y += height
      if y < area.height { output.append(0x2D) }
    }
    output += [0x1B, 0x5C]
  }

  private mutating func findRuns(_ row: UnsafeMutableBufferPointer<UInt32>, _ area: PixelArea) {
    runs.removeAll(keepingCapacity: true)
    let pixels = UnsafeBufferPointer(rebasing: row[area.x..<area.x + area.width])
    var x = 0
    while x < area.width {
      let pixel = pixels[x]
      var end = x + 1
      while end < area.width, pixels[end] == pixel { end += 1 }
      let nearest = palette.registers(of: pixel)
      let register = Int(end - x <= SixelEncoder.speck ? nearest.sparse : nearest.all)
      if let last = runs.last, last.register == register {
        runs[runs.count - 1].end = end
      } else {
        runs.append(Run(start: x, end: end, register: register))
      }
      x = end
    }
  }

  /// Notes one row: runs that go on after a short gap in the lower layer, what is in the gap in the upper.
  private mutating func mark(width: Int, bit: UInt8) {
    var index = 0
    while index < runs.count {
      let first = runs[index]
      var last = index
      var next = index + 1
      while next < runs.count, runs[next].start - runs[last].end <= SixelEncoder.shortGap {
        if runs[next].register == first.register {
          for between in last + 1..<next {
            let run = runs[between]
            mark(SixelEncoder.layer + run.register, run.start, run.end, width: width, bit: bit)
          }
          last = next
        }
        next += 1
      }
      if first.register == SixelPalette.ground {
        hasGround = true
      } else {
        mark(first.register, first.start, runs[last].end, width: width, bit: bit)
      }
      index = last + 1
    }
  }

  private mutating func mark(_ pass: Int, _ start: Int, _ end: Int, width: Int, bit: UInt8) {
    if extents[pass].last < 0 { pass < SixelEncoder.layer ? used.0.append(pass) : used.1.append(pass) }
    extents[pass].first = min(extents[pass].first, start)
    extents[pass].last = max(extents[pass].last, end - 1)
    bits.withUnsafeMutableBufferPointer { bits in
      for index in pass * width + start..<pass * width + end { bits[index] |= bit }
    }
  }

  private mutating func writeBand(width: Int, height: Int, into output: inout [UInt8]) {
    if hasGround {
      select(UInt8(SixelPalette.ground), &output)
      SixelEncoder.write(count: width, (1 << UInt8(height)) - 1, &output)
    }
    for (position, pass) in (used.0 + used.1).enumerated() {
      if position > 0 || hasGround { output.append(0x24) }
      select(UInt8(truncatingIfNeeded: pass % SixelEncoder.layer), &output)
      let (first, last) = extents[pass]
      bits.withUnsafeMutableBufferPointer { bits in
        let line = UnsafeMutableBufferPointer(rebasing: bits[pass * width..<pass * width + last + 1])
        SixelEncoder.write(count: first, 0, &output)
        var x = first
        while x <= last {
          let value = line[x]
          var end = x + 1
          while end <= last, line[end] == value { end += 1 }
          SixelEncoder.write(count: end - x, value, &output)
          x = end
        }
        UnsafeMutableBufferPointer(rebasing: line[first...]).update(repeating: 0)
      }
      extents[pass] = (Int.max, -1)
    }
    used.0.removeAll(keepingCapacity: true)
    used.1.removeAll(keepingCapacity: true)
    hasGround = false
  }

  /// Selects a register, and defines it before its first use in a picture.
  ///
  /// xterm does not select a register that it is told to define.
  private mutating func select(_ register: UInt8, _ output: inout [UInt8]) {
    if !isDefined[Int(register)] {
      isDefined[Int(register)] = true
      output.append(0x23)
      SixelEncoder.write(number: Int(register), &output)
      let color = palette.colors[Int(register)]
      output += [0x3B, 0x32]
      for channel in [color.red, color.green, color.blue] {
        output.append(0x3B)
        SixelEncoder.write(number: (Int(channel) * 100 + 127) / 255, &output)
      }
    }
    output.append(0x23)
    SixelEncoder.write(number: Int(register), &output)
  }

  private static func write(count: Int, _ value: UInt8, _ output: inout [UInt8]) {
    guard count > 0 else { return }
    if count > 3 {
      output.append(0x21)
      write(number: count, &output)
      output.append(value + 0x3F)
    } else {
      for _ in 0..<count { output.append(value + 0x3F) }
    }
  }

  private static func write(number: Int, _ output: inout [UInt8]) {
    if number >= 10 { write(number: number / 10, &output) }
    output.append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
  }
}
