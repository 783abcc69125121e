import Glibc
import ScoreDrawing
import ScoreExport
import ScoreRaster

/// What a frame costs from value to pixels, and to PNG, beside cairo drawing the same picture.
enum FramesBenchmark {
  static func run() -> Bool {
    let start = Timing.now()
    guard let text = try? TextEngine() else {
      print("cannot open pango")
      return false
    }
    let opened = Timing.now()
    text.warmUp()
    let warmed = Timing.now()
    print(
      "\(text.versions); opened in\(milliseconds(opened - start)) ms, warm after\(milliseconds(warmed - opened)) ms")
    print("ms a frame, one thread                         median fastest slowest")
    let painter = FramePainter(text: text)
    for (width, height, scale) in [(1920, 1080, 1.0), (3840, 2160, 2.0)] {
      for count in [60, 1920] {
        let frame = BenchmarkFrame.make(
          width: Double(width) / scale, height: Double(height) / scale, scale: scale, count: count)
        measure(frame, width, height, count, painter)
      }
    }
    return true
  }

  private static func measure(_ frame: Frame, _ width: Int, _ height: Int, _ count: Int, _ painter: FramePainter) {
    guard var buffer = try? PixelBuffer(size: PixelSize(width: width, height: height)) else { return }
    let label = "\(width) × \(height), \(count) points"
    buffer.withRows { rows in
      row("\(label)", Timing.measure { painter.paint(frame, into: rows) })
      row("\(label), banded, not stored", Timing.measure { painter.paintBands(frame) { _, _ in } })
      let strip = PixelRect(minX: width / 2, minY: 0, maxX: width / 2 + 16, maxY: height)
      row("\(label), 16 columns of it", Timing.measure { painter.paint(frame, into: rows, clip: strip) })
      if let cairo = CairoFrame() {
        row(
          "\(label), cairo",
          Timing.measure(count: 11) { cairo.draw(frame, into: rows.base, width: width, height: height) })
      }
      painter.paint(frame, into: rows)
      var size = 0
      row("\(label), PNG from pixels", Timing.measure(count: 11) { size = (try? PNGEncoder.encode(rows).count) ?? 0 })
      print("  \(size) bytes")
      row(
        "\(label), PNG from the frame",
        Timing.measure(count: 11) { size = (try? PictureExport.png(frame, painter).count) ?? 0 })
    }
  }
}
