internal import ScoreData
internal import ScoreChart
internal import ScoreDrawing

/// How large a picture may be; more would take a machine down without telling anyone anything.
enum PictureLimits {
  static let least = (width: 64.0, height: 48.0)
  static let greatestSide = 16384.0
  static let greatestArea = 64.0 * 1024 * 1024

  /// Reads "800x600" (points).
  static func size(_ text: String) throws(UsageError) -> ViewSize {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = number(parts[0]), let height = number(parts[1]) else {
      throw UsageError(
        message:
          "--size \(EscapedText.escaped(text)): not a size; give width and height in points, as in --size=800x600",
        kind: "bad-size")
    }
    let size = ViewSize(width: width, height: height)
    guard width >= least.width, height >= least.height, width <= greatestSide, height <= greatestSide else {
      throw UsageError(
        message:
          "--size \(EscapedText.escaped(text)): a chart is from 64x48 to 16384x16384 points, at most 64 megapixels",
        kind: "bad-size")
    }
    return size
  }

  /// Checks the pixels that a size in points takes at a scale.
  static func check(_ size: ViewSize, scale: Double) throws(UsageError) {
    let width = (size.width * scale).rounded()
    let height = (size.height * scale).rounded()
    guard width <= greatestSide, height <= greatestSide, width * height <= greatestArea, width >= 1, height >= 1 else {
      let text = "\(DecimalText.shortest(width))x\(DecimalText.shortest(height))"
      throw UsageError(
        message: "--size and --scale make \(text) pixels; the limit is 16384x16384 and 64 megapixels",
        kind: "bad-size")
    }
  }

  private static func number(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 || $0 == 46 }) else {
      return nil
    }
    return Double(text)
  }
}
