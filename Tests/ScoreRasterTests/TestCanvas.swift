import ScoreDrawing
import ScoreRaster

/// One engine for all tests: opening the fonts is dear.
let sharedText = Result { () throws(RasterError) in try TextEngine() }

/// Paints frames for tests.
enum TestCanvas {
  static func painter() throws -> FramePainter { FramePainter(text: try sharedText.get()) }

  static func paint(_ frame: Frame, with painter: FramePainter? = nil) throws -> PixelBuffer {
    let painter = try painter ?? TestCanvas.painter()
    var buffer = try PixelBuffer(size: PixelSize(covering: frame.size, scale: frame.scale))
    buffer.withRows { painter.paint(frame, into: $0) }
    return buffer
  }

  /// A frame of that many pixels with nothing in it.
  static func frame(width: Int, height: Int, scale: Double = 1, theme: Theme = .light) -> Frame {
    let size = ViewSize(width: Double(width) / scale, height: Double(height) / scale)
    return Frame(
      size: size, scale: scale, theme: theme,
      plot: PlotArea(
        rect: ViewRect(x: 0, y: 0, width: size.width, height: size.height), axisLeft: size.width, labelMidline: nil))
  }

  /// How much of a layer of `ink` lies on a white pixel, by the channel that shows it best.
  static func strength(_ pixel: UInt32, of ink: RGBA) -> Double {
    let channels: [(UInt8, Int)] = [(ink.red, 16), (ink.green, 8), (ink.blue, 0)]
    guard let (value, shift) = channels.min(by: { $0.0 < $1.0 }), value < 255 else { return 0 }
    return (255 - Double(pixel >> UInt32(shift) & 0xFF)) / (255 - Double(value))
  }
}
