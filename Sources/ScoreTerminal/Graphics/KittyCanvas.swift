internal import ScoreDrawing
internal import ScoreRaster

/// Where the pictures for kitty are painted.
final class KittyCanvas {
  let painter: FramePainter
  let cell: PixelSize
  /// The view in pixels.
  let size: PixelSize
  private var first: PixelBuffer
  private var second: PixelBuffer

  private static let black: UInt32 = 0xFF00_0000
  private static let white: UInt32 = 0xFFFF_FFFF

  init(painter: FramePainter, cell: PixelSize, size: PixelSize) throws(RasterError) {
    self.painter = painter
    self.cell = cell
    self.size = size
    first = try PixelBuffer(size: size)
    second = try PixelBuffer(size: size)
  }

  /// Paints a frame of the view's size and lends its pixels.
  func paint<Result>(_ frame: borrowing Frame, _ body: (PixelRows) -> Result) -> Result {
    first.withRows { rows in
      painter.paint(frame, into: rows)
      return body(rows)
    }
  }

  /// A part of a layer: its pixels have alpha in the highest byte, and are not multiplied by it.
  struct LayerPart: ~Copyable {
    var x: Int
    var y: Int
    var pixels: PixelBuffer
  }

  /// The part of `frame`, which has no background, that holds all it draws; nil where it draws nothing.
  ///
  /// Laid on black and on white, a pixel differs by what shines through it; that is how its alpha is found.
  func paintLayer(_ frame: borrowing Frame) throws(RasterError) -> LayerPart? {
    guard !frame.overlay.isEmpty else { return nil }
    first.withRows { painter.paint(frame, into: $0, ground: KittyCanvas.black) }
    second.withRows { painter.paint(frame, into: $0, ground: KittyCanvas.white) }
    guard let area = paintedArea() else { return nil }
    var part = LayerPart(
      x: area.x, y: area.y, pixels: try PixelBuffer(size: PixelSize(width: area.width, height: area.height)))
    first.withPixels { onBlack in
      second.withPixels { onWhite in
        part.pixels.withRows { rows in
          for y in 0..<area.height {
            let row = rows[y]
            let start = (area.y + y) * size.width + area.x
            for x in 0..<area.width { row[x] = KittyCanvas.matte(onBlack[start + x], onWhite[start + x]) }
          }
        }
      }
    }
    return part
  }

  /// The colour and alpha that look so on black and so on white.
  static func matte(_ onBlack: UInt32, _ onWhite: UInt32) -> UInt32 {
    if onBlack == onWhite { return onBlack }
    func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel >> shift & 255) }
    let through = [UInt32(16), 8, 0].reduce(0) { $0 + channel(onWhite, $1) - channel(onBlack, $1) }
    let alpha = 255 - min(max((through + 1) / 3, 0), 255)
    guard alpha > 0 else { return 0 }
    func full(_ shift: UInt32) -> UInt32 {
      UInt32(truncatingIfNeeded: min((channel(onBlack, shift) * 255 + alpha / 2) / alpha, 255)) << shift
    }
    return UInt32(truncatingIfNeeded: alpha) << 24 | full(16) | full(8) | full(0)
  }

  /// The smallest area outside which the ground is untouched.
  private func paintedArea() -> PixelArea? {
    var (left, right, top, bottom) = (size.width, -1, size.height, -1)
    first.withPixels { onBlack in
      second.withPixels { onWhite in
        for y in 0..<size.height {
          let start = y * size.width
          func isPainted(_ x: Int) -> Bool {
            onBlack[start + x] != KittyCanvas.black || onWhite[start + x] != KittyCanvas.white
          }
          guard let from = (0..<size.width).first(where: isPainted) else { continue }
          var to = size.width - 1
          while !isPainted(to) { to -= 1 }
          (left, right, top, bottom) = (min(left, from), max(right, to), min(top, y), y)
        }
      }
    }
    guard right >= left else { return nil }
    return PixelArea(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}
