import CPixels
import Glibc
import ScoreDrawing
import ScoreExport
import ScoreRaster

/// What a frame costs from value to pixels, and to PNG, beside cairo drawing the same picture and merely filling memory.
enum FramesBenchmark {
  static func run() -> Bool {
    let start = Timing.now()
    guard let text = try? TextEngine() else {
      print("cannot open HarfBuzz or Pango")
      return false
    }
    let opened = Timing.now()
    text.warmUp()
    let warmed = Timing.now()
    print(
      "\(text.versions); opened in\(milliseconds(opened - start)) ms, warm after\(milliseconds(warmed - opened)) ms")
    let painter = FramePainter(text: text)
    for size in BenchmarkSize.all {
      print("\n\(size.name), ms a frame                           median fastest slowest")
      measureFill(size)
      for count in [60, 1920] {
        let frame = BenchmarkFrame.make(size, count: count)
        measure(frame, size, "\(count) points", painter)
      }
    }
    WindowBenchmark.run(painter)
    return true
  }

  /// The limit: a frame's pixels written once with the C library's fastest stores.
  private static func measureFill(_ size: BenchmarkSize) {
    guard var buffer = try? PixelBuffer(size: size.pixels) else { return }
    buffer.withRows { rows in
      row(
        "filling the memory (the limit)",
        Timing.measure {
          set_pixels(rows.base, .max, size.pixels.width * size.pixels.height)
        })
    }
  }

  private static func measure(_ frame: Frame, _ size: BenchmarkSize, _ label: String, _ painter: FramePainter) {
    guard var buffer = try? PixelBuffer(size: size.pixels) else { return }
    let hovered = BenchmarkFrame.withCallout(frame)
    buffer.withRows { rows in
      row("\(label), full", Timing.measure { painter.paint(frame, into: rows) })
      row("\(label), scroll by 16 pixels", Timing.measure { scroll(frame, size, painter, rows) })
      row(
        "\(label), hover",
        Timing.measure {
          painter.paint(frame, into: rows, clip: BenchmarkFrame.calloutDamage(frame))
          painter.paint(hovered, into: rows, clip: BenchmarkFrame.calloutDamage(frame))
        })
      row("\(label), full, in bands for an encoder", Timing.measure { painter.paintBands(frame) { _, _ in } })
      if let cairo = CairoFrame() {
        let (width, height) = (size.pixels.width, size.pixels.height)
        row(
          "\(label), full, by cairo",
          Timing.measure(count: 11) { cairo.draw(frame, into: rows.base, width: width, height: height) })
      }
      painter.paint(frame, into: rows)
      var bytes = 0
      row("\(label), PNG from pixels", Timing.measure(count: 11) { bytes = (try? PNGEncoder.encode(rows).count) ?? 0 })
      row(
        "\(label), PNG from the frame",
        Timing.measure(count: 11) { bytes = (try? PictureExport.png(frame, painter).count) ?? 0 })
      print("  \(bytes) bytes")
    }
  }

  /// A surface that keeps its pixels draws the new columns and what stands still over them: the value axis.
  private static func scroll(_ frame: Frame, _ size: BenchmarkSize, _ painter: FramePainter, _ rows: PixelRows) {
    let (width, height) = (size.pixels.width, size.pixels.height)
    painter.paint(frame, into: rows, clip: PixelRect(minX: width / 2, minY: 0, maxX: width / 2 + 16, maxY: height))
    let axis = Int((frame.plot.axisLeft * size.scale).rounded(.down))
    painter.paint(frame, into: rows, clip: PixelRect(minX: axis, minY: 0, maxX: width, maxY: height))
  }
}

/// The sizes that frames are measured at.
struct BenchmarkSize {
  var name: String
  var pixels: PixelSize
  var scale: Double

  static let all = [
    BenchmarkSize(name: "1920 × 1080", pixels: PixelSize(width: 1920, height: 1080), scale: 1),
    BenchmarkSize(name: "3840 × 2160", pixels: PixelSize(width: 3840, height: 2160), scale: 2),
  ]
}
