internal import ScoreDrawing
internal import ScoreRaster
internal import Synchronization

/// Writes kitty graphics commands.
struct KittyEncoder {
  /// Whether pixels go through shared memory: the terminal has opened some of it when it was asked.
  let usesSharedMemory: Bool
  /// How many encoders this process has made: none removes what another's terminal has yet to open.
  private static let made = Atomic(0)
  private var memory = SharedMemory(
    purpose: "picture\(KittyEncoder.made.wrappingAdd(1, ordering: .relaxed).oldValue)-")
  private static let chunk = 4096

  init(usesSharedMemory: Bool = false) { self.usesSharedMemory = usesSharedMemory }

  /// Where a picture stands: its top left pixel on the screen, and the part of it that is shown.
  struct Place: Equatable {
    var x: Int
    var y: Int
    var source: PixelArea
  }

  /// Appends the upload of a picture, which is not shown yet.
  ///
  /// - Parameter period: the distance between two guides in pixels; 0 where there is none.
  mutating func upload(_ rows: PixelRows, id: Int, period: Int, hasAlpha: Bool, into output: inout [UInt8]) {
    let size = "s=\(rows.size.width),v=\(rows.size.height),i=\(id),q=1"
    if usesSharedMemory, let name = share(rows) {
      output += Array("\u{1B}_Ga=t,f=32,t=s,\(size);".utf8)
      output += KittyEncoder.base64(Array(name.utf8))
      output += [0x1B, 0x5C]
      return
    }
    let text = KittyEncoder.base64(RunDeflate.compress(rows, period: period, hasAlpha: hasAlpha))
    var start = 0
    while start < text.count {
      let end = min(start + KittyEncoder.chunk, text.count)
      let more = end < text.count ? 1 : 0
      let keys = start == 0 ? "a=t,f=\(hasAlpha ? 32 : 24),o=z,\(size),m=\(more)" : "m=\(more)"
      output += Array("\u{1B}_G\(keys);".utf8)
      output += text[start..<end]
      output += [0x1B, 0x5C]
      start = end
    }
  }

  /// The pixels as red, green, blue and alpha bytes in shared memory.
  private mutating func share(_ rows: PixelRows) -> String? {
    let (width, height) = (rows.size.width, rows.size.height)
    return memory.make(size: 4 * width * height) { bytes in
      let target = bytes.bindMemory(to: UInt32.self)
      for y in 0..<height {
        let row = rows[y]
        for x in 0..<width {
          let pixel = row[x]
          target[y * width + x] =
            (pixel & 0xFF00_FF00 | pixel >> 16 & 0xFF | (pixel & 0xFF) << 16).littleEndian
        }
      }
    }
  }

  /// Appends a picture's new place; where it had one, it moves there.
  static func place(_ place: Place, id: Int, layer: Int, cell: PixelSize, into output: inout [UInt8]) {
    let (width, height) = (max(cell.width, 1), max(cell.height, 1))
    var text = "\u{1B}["
    if place.y >= height { text += "\(place.y / height + 1)" }
    if place.x >= width { text += ";\(place.x / width + 1)" }
    text += "H\u{1B}_Ga=p,i=\(id),p=1,C=1,q=1"
    let source = place.source
    for (key, value) in [("X", place.x % width), ("Y", place.y % height), ("x", source.x), ("y", source.y)]
    where value > 0 { text += ",\(key)=\(value)" }
    text += ",w=\(source.width)"
    if source.y > 0 { text += ",h=\(source.height)" }
    if layer > 0 { text += ",z=\(layer)" }
    output += Array((text + "\u{1B}\\").utf8)
  }

  /// Appends the end of a picture's place; its pixels are kept.
  static func hide(_ id: Int, into output: inout [UInt8]) {
    output += Array("\u{1B}_Ga=d,d=i,i=\(id)\u{1B}\\".utf8)
  }

  /// Appends the end of a picture and its pixels.
  static func delete(_ id: Int, into output: inout [UInt8]) {
    output += Array("\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\".utf8)
  }

  /// Removes shared memory that no terminal has opened.
  mutating func close() { memory.removeAll() }

  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = min(bytes.count - index, 3)
      var value = UInt32(bytes[index]) << 16
      if left > 1 { value |= UInt32(bytes[index + 1]) << 8 }
      if left > 2 { value |= UInt32(bytes[index + 2]) }
      for place in 0..<4 {
        text.append(place <= left ? alphabet[Int(value >> UInt32(18 - 6 * place) & 63)] : 0x3D)
      }
      index += 3
    }
    return text
  }
}
