import Foundation
import Glibc
import ScoreDrawing
import ScoreTerminal

/// The graphics of a terminal as kitty's protocol describes them: images, their places, and what one sees.
struct KittyTerminal {
  struct Image {
    var width: Int
    var height: Int
    /// Red, green, blue and alpha, a byte each.
    var pixels: [UInt8]
  }

  struct Place {
    var x: Int
    var y: Int
    var source: (x: Int, y: Int, width: Int, height: Int)
    var layer: Int
  }

  let size: PixelSize
  let cell: PixelSize
  private(set) var images: [Int: Image] = [:]
  private(set) var places: [Int: Place] = [:]
  /// Commands that no terminal would have carried out.
  private(set) var mistakes: [String] = []
  private var cursor = (column: 0, row: 0)
  private var open: (keys: [String: String], text: [UInt8])?

  init(size: PixelSize, cell: PixelSize) {
    self.size = size
    self.cell = cell
  }

  /// Takes bytes in as a terminal does; what is no graphics command and no move of the cursor is left aside.
  mutating func write(_ bytes: [UInt8]) {
    var index = 0
    while index < bytes.count {
      guard bytes[index] == 0x1B, index + 1 < bytes.count else {
        index += 1
        continue
      }
      if bytes[index + 1] == 0x5F {
        let end = bytes[index...].firstRange(of: [0x1B, 0x5C])?.lowerBound ?? bytes.count
        command(Array(bytes[index + 3..<end]))
        index = end + 2
      } else if bytes[index + 1] == 0x5B {
        let end = bytes[(index + 2)...].firstIndex { (0x40...0x7E).contains($0) } ?? bytes.count - 1
        if bytes[end] == 0x48 {
          let numbers = String(decoding: bytes[index + 2..<end], as: UTF8.self).split(
            separator: ";", omittingEmptySubsequences: false
          ).map { Int($0) ?? 1 }
          cursor = ((numbers.count > 1 ? numbers[1] : 1) - 1, (numbers.first ?? 1) - 1)
        }
        index = end + 1
      } else {
        index += 1
      }
    }
  }

  private mutating func command(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0x3B, maxSplits: 1, omittingEmptySubsequences: false)
    var keys: [String: String] = [:]
    for pair in String(decoding: parts[0], as: UTF8.self).split(separator: ",") {
      let sides = pair.split(separator: "=")
      if sides.count == 2 { keys[String(sides[0])] = String(sides[1]) }
    }
    let payload = parts.count > 1 ? Array(parts[1]) : []
    if payload.count > 4096 { mistakes.append("a chunk of \(payload.count) bytes") }
    if var open {
      guard Set(keys.keys).isSubset(of: ["m", "q"]) else { return mistakes.append("\(keys) within an upload") }
      open.text += payload
      self.open = open
      if keys["m"] != "1" { finishUpload() }
      return
    }
    switch keys["a"] {
    case "t":
      open = (keys, payload)
      if keys["m"] != "1" { finishUpload() }
    case "p": place(keys)
    case "d":
      let id = Int(keys["i"] ?? "") ?? 0
      places[id] = nil
      if keys["d"] == "I" { images[id] = nil }
    default: mistakes.append("\(keys)")
    }
  }

  private mutating func finishUpload() {
    guard let (keys, text) = open else { return }
    open = nil
    func number(_ key: String) -> Int { Int(keys[key] ?? "") ?? 0 }
    let channels = number("f") / 8
    let (width, height, id) = (number("s"), number("v"), number("i"))
    guard let data = Data(base64Encoded: Data(text)) else { return mistakes.append("no base64") }
    let count = channels * width * height
    let bytes =
      keys["t"] == "s"
      ? KittyTerminal.shared(String(decoding: data, as: UTF8.self), count: count)
      : Zlib.inflated([UInt8](data), count: count)
    guard let bytes, images[id] == nil else {
      return mistakes.append("an upload that cannot be read, or in use: \(keys)")
    }
    let pixels = [UInt8](unsafeUninitializedCapacity: 4 * width * height) { buffer, count in
      bytes.withUnsafeBufferPointer { bytes in
        for index in 0..<width * height {
          for channel in 0..<4 {
            buffer[4 * index + channel] = channel < channels ? bytes[channels * index + channel] : 255
          }
        }
      }
      count = 4 * width * height
    }
    images[id] = Image(width: width, height: height, pixels: pixels)
  }

  /// What is in shared memory, whose name is removed as the protocol says.
  private static func shared(_ name: String, count: Int) -> [UInt8]? {
    let descriptor = shm_open(name, O_RDONLY, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    shm_unlink(name)
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, 0) == count ? bytes : nil
  }

  private mutating func place(_ keys: [String: String]) {
    func number(_ key: String) -> Int { Int(keys[key] ?? "") ?? 0 }
    guard let image = images[number("i")] else { return mistakes.append("no image \(keys)") }
    let (x, y) = (number("x"), number("y"))
    let width = keys["w"] == nil ? image.width - x : number("w")
    let height = keys["h"] == nil ? image.height - y : number("h")
    if x + width > image.width || y + height > image.height || number("X") >= cell.width || number("Y") >= cell.height {
      mistakes.append("outside the image or the cell: \(keys)")
    }
    places[number("i")] = Place(
      x: cursor.column * cell.width + number("X"), y: cursor.row * cell.height + number("Y"),
      source: (x, y, width, height), layer: number("z"))
  }

  /// What one sees: every place over those of lower layers.
  var picture: [UInt32] {
    var screen = [UInt32](repeating: 0, count: size.width * size.height)
    for (id, place) in places.sorted(by: { ($0.value.layer, $0.key) < ($1.value.layer, $1.key) }) {
      guard let image = images[id] else { continue }
      for y in 0..<place.source.height where place.y + y < size.height {
        for x in 0..<place.source.width where place.x + x < size.width {
          let source = 4 * ((place.source.y + y) * image.width + place.source.x + x)
          let target = (place.y + y) * size.width + place.x + x
          let alpha = Int(image.pixels[source + 3])
          var pixel: UInt32 = 0
          for (channel, shift) in [UInt32(16), 8, 0].enumerated() {
            let (above, below) = (Int(image.pixels[source + channel]), Int(screen[target] >> shift & 255))
            pixel |= UInt32((above * alpha + below * (255 - alpha) + 127) / 255) << shift
          }
          screen[target] = pixel
        }
      }
    }
    return screen
  }
}
