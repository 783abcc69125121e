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
        measure(BenchmarkFrame.make(size, count: count), size, count, painter)
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

  private static func measure(_ frame: Frame, _ size: BenchmarkSize, _ count: Int, _ painter: FramePainter) {
    guard var buffer = try? PixelBuffer(size: size.pixels) else { return }
    let label = "\(count) points"
    let hovered = BenchmarkFrame.withCallout(frame)
    buffer.withRows { rows in
      row("\(label), full", Timing.measure { painter.paint(frame, into: rows) })
      measureScrolling(size, count, painter, rows)
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

  /// As surfaces that keep their pixels do it: back and forth, and without moving what is kept.
  private static func measureScrolling(
    _ size: BenchmarkSize, _ count: Int, _ painter: FramePainter, _ rows: PixelRows
  ) {
    let frames = [0.0, 16].map { BenchmarkFrame.make(size, count: count, offset: $0) }
    func change(_ turn: Int) -> FrameChange {
      FrameChange(
        from: frames[1 - turn], to: frames[turn], .scrolled, pixels: rows.size, metrics: painter.text.metrics)
    }
    for (turn, way) in ["older", "newer"].enumerated() {
      row(
        "\(count) points, scroll by 16 pixels to \(way)",
        Timing.measure { painter.apply(change(turn), to: rows, of: frames[turn]) })
    }
    let damage = change(1).damage
    row(
      "\(count) points, scroll by 16 pixels, drawing",
      Timing.measure { for rect in damage { painter.paint(frames[1], into: rows, clip: rect) } })
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
