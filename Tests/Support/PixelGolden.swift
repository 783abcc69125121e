internal import Foundation
internal import ScoreDrawing
internal import ScoreExport
public import ScoreRaster

/// Compares pictures with PNG files stored under `Golden` beside the test.
///
/// With SCOREVIEW_RECORD=1 in the environment the file is written anew, and the
/// test fails all the same: a recording proves nothing.
public enum PixelGolden {
  /// What differs from the stored picture, with the paths of the pictures to look at; nil when they agree.
  ///
  /// - Parameters:
  ///   - picture: what was drawn.
  ///   - name: the file's name without its ending.
  ///   - tolerance: the difference a channel may have.
  ///   - fraction: the part of the pixels that may differ by more.
  ///   - testFile: the test's own path.
  public static func mismatch(
    _ picture: borrowing PixelBuffer, _ name: String, tolerance: Int = 3, fraction: Double = 0.001,
    testFile: String = #filePath
  ) throws -> String? {
    let drawn = DecodedPicture(size: picture.size, pixels: picture.withPixels { Array($0) })
    let golden = URL(fileURLWithPath: testFile).deletingLastPathComponent()
      .appendingPathComponent("Golden/\(name).png")
    if ProcessInfo.processInfo.environment["SCOREVIEW_RECORD"] == "1" {
      try write(drawn, to: golden)
      return "recorded \(golden.path); look at it, then run again without SCOREVIEW_RECORD"
    }
    guard let file = FileManager.default.contents(atPath: golden.path) else {
      return "no golden \(golden.path); record it with SCOREVIEW_RECORD=1"
    }
    let stored = try PNGDecoder.decode(Array(file))
    guard let reason = difference(stored, drawn, tolerance: tolerance, fraction: fraction) else { return nil }
    return "\(name): \(reason); see \(try writeSideBySide(name, stored, drawn))"
  }

  /// Why two pictures differ; nil when they agree within the limits.
  public static func difference(
    _ expected: DecodedPicture, _ actual: DecodedPicture, tolerance: Int, fraction: Double
  ) -> String? {
    guard expected.size == actual.size else { return "size \(actual.size), expected \(expected.size)" }
    var count = 0
    var greatest = 0
    var first: Int?
    for index in expected.pixels.indices {
      let distance = distance(expected.pixels[index], actual.pixels[index])
      guard distance > tolerance else { continue }
      count += 1
      greatest = max(greatest, distance)
      first = first ?? index
    }
    guard let first, Double(count) > fraction * Double(expected.pixels.count) else { return nil }
    let place = first.quotientAndRemainder(dividingBy: expected.size.width)
    return "\(count) pixels differ, by up to \(greatest), the first at (\(place.remainder), \(place.quotient))"
  }

  /// The greatest difference of a channel.
  public static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    [0, 8, 16].map { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) }.max() ?? 0
  }

  private static func writeSideBySide(
    _ name: String, _ expected: DecodedPicture, _ actual: DecodedPicture
  ) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scoreview-golden/\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(expected, to: folder.appendingPathComponent("expected.png"))
    try write(actual, to: folder.appendingPathComponent("actual.png"))
    if expected.size == actual.size {
      var differences = actual
      for index in expected.pixels.indices {
        let strength = UInt32(min(distance(expected.pixels[index], actual.pixels[index]) * 8, 255))
        differences.pixels[index] = 0xFF00_0000 | strength << 16 | strength << 8 | strength
      }
      try write(differences, to: folder.appendingPathComponent("difference.png"))
    }
    return folder.path
  }

  private static func write(_ picture: DecodedPicture, to url: URL) throws {
    var buffer = try PixelBuffer(size: picture.size)
    buffer.withRows { rows in
      for index in picture.pixels.indices { rows.base[index] = picture.pixels[index] }
    }
    let bytes = try buffer.withRows { (rows) throws(ExportError) in try PNGEncoder.encode(rows) }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }
}
