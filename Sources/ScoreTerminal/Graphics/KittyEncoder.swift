internal import ScoreDrawing
internal import ScoreRaster

/// Writes pixels as kitty graphics commands.
struct KittyEncoder {
  /// Two ids in turn: an image is never replaced under its own id, for that blinks.
  private static let firstID = 7_300
  private var turn = 0
  private var shownID: Int?
  private static let chunk = 4096

  /// Deletes every image of ours and its data.
  static let farewell = Array(
    "\u{1B}_Ga=d,d=I,i=\(firstID),q=2\u{1B}\\\u{1B}_Ga=d,d=I,i=\(firstID + 1),q=2\u{1B}\\".utf8)

  /// Appends the upload of a picture, its place at the cursor, and the end of the one before.
  mutating func encode(_ rows: PixelRows, period: Int, into output: inout [UInt8]) {
    let id = KittyEncoder.firstID + turn
    turn = 1 - turn
    let text = KittyEncoder.base64(RunDeflate.compress(rows, period: period))
    var start = 0
    while start < text.count {
      let end = min(start + KittyEncoder.chunk, text.count)
      let more = end < text.count ? 1 : 0
      let keys =
        start == 0
        ? "a=T,f=24,o=z,s=\(rows.size.width),v=\(rows.size.height),i=\(id),p=1,C=1,q=1,m=\(more)" : "m=\(more)"
      output += Array("\u{1B}_G\(keys);".utf8)
      output += text[start..<end]
      output += [0x1B, 0x5C]
      start = end
    }
    if let old = shownID { output += Array("\u{1B}_Ga=d,d=I,i=\(old),q=2\u{1B}\\".utf8) }
    shownID = id
  }

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
