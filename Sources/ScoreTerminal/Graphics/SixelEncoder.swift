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
/// Rows of a chart are long runs of one colour, so runs are what it works with.
struct SixelEncoder {
  private var palette: SixelPalette
  /// For every register the six rows of a band, a bit a row.
  private var bits: [UInt8] = []
  /// The columns that a register has bits in, in the present band; empty where `last` < `first`.
  private var extents: [(first: Int, last: Int)]
  private var used: [UInt8] = []
  private var isDefined: [Bool]

  static let bandHeight = 6

  init(theme: Theme, area: ColorRole, registers: Int?) {
    palette = SixelPalette(theme: theme, area: area, registers: registers)
    extents = Array(repeating: (Int.max, -1), count: SixelPalette.most)
    isDefined = Array(repeating: false, count: SixelPalette.most)
  }

  /// Appends `area` of `rows` as one picture at the cursor; O(pixels).
  mutating func encode(_ rows: PixelRows, _ area: PixelArea, into output: inout [UInt8]) {
    guard area.width > 0, area.height > 0 else { return }
    bits =
      bits.count == SixelPalette.most * area.width ? bits : Array(repeating: 0, count: SixelPalette.most * area.width)
    for index in isDefined.indices { isDefined[index] = false }
    // Zero pixels are left alone; the aspect is 1:1.
    output += Array("\u{1B}P0;1;0q\"1;1;\(area.width);\(area.height)".utf8)
    var y = 0
    while y < area.height {
      let height = min(SixelEncoder.bandHeight, area.height - y)
      for row in 0..<height { collect(rows[area.y + y + row], area, bit: 1 << UInt8(row)) }
      writeBand(width: area.width, into: &output)
      y += height
      if y < area.height { output.append(0x2D) }
    }
    output += [0x1B, 0x5C]
  }

  /// Notes one row's runs.
  private mutating func collect(_ row: UnsafeMutableBufferPointer<UInt32>, _ area: PixelArea, bit: UInt8) {
    let width = area.width
    let pixels = UnsafeBufferPointer(rebasing: row[area.x..<area.x + width])
    var x = 0
    while x < width {
      let pixel = pixels[x]
      var end = x + 1
      while end < width, pixels[end] == pixel { end += 1 }
      mark(Int(palette.register(of: pixel)), x, end, width: width, bit: bit)
      x = end
    }
  }

  private mutating func mark(_ register: Int, _ start: Int, _ end: Int, width: Int, bit: UInt8) {
    if extents[register].last < 0 { used.append(UInt8(truncatingIfNeeded: register)) }
    extents[register].first = min(extents[register].first, start)
    extents[register].last = max(extents[register].last, end - 1)
    bits.withUnsafeMutableBufferPointer { bits in
      for index in register * width + start..<register * width + end { bits[index] |= bit }
    }
  }

  private mutating func writeBand(width: Int, into output: inout [UInt8]) {
    for (position, register) in used.enumerated() {
      if position > 0 { output.append(0x24) }
      select(register, &output)
      let (first, last) = extents[Int(register)]
      bits.withUnsafeMutableBufferPointer { bits in
        let line = UnsafeMutableBufferPointer(rebasing: bits[Int(register) * width..<Int(register) * width + last + 1])
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
      extents[Int(register)] = (Int.max, -1)
    }
    used.removeAll(keepingCapacity: true)
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
