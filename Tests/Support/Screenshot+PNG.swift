import Foundation

extension Screenshot {
  /// Reads a PNG with ImageMagick, which knows nothing of the encoder under test.
  public init(png bytes: [UInt8]) throws {
    guard bytes.count > 24 else { throw ChildFailure(description: "a PNG of \(bytes.count) bytes") }
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(16), number(20))
    let result = try ChildProcess.run("convert", ["png:-", "-depth", "8", "rgba:-"], input: Data(bytes))
    let channels = [UInt8](result.standardOutput)
    guard result.status == 0, channels.count == width * height * 4 else {
      throw ChildFailure(description: "ImageMagick cannot read the PNG: \(result.errorText)")
    }
    let pixels = stride(from: 0, to: channels.count, by: 4).map { at -> UInt32 in
      let (red, green, blue) = (UInt32(channels[at]), UInt32(channels[at + 1]), UInt32(channels[at + 2]))
      return UInt32(channels[at + 3]) << 24 | red << 16 | green << 8 | blue
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}
