import Glibc
import ScoreDrawing
import ScoreRaster
import ScoreWindow

/// What SDL takes to bring a painted frame onto the display, apart from the painting.
enum WindowBenchmark {
  static func run(_ painter: FramePainter) {
    guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else {
      print("\nno display: presenting is not measured (try xvfb-run -s '-screen 0 3840x2160x24')")
      return
    }
    print("\npresenting in a window, ms a frame             median fastest slowest")
    for size in BenchmarkSize.all {
      do throws(WindowError) {
        try measure(size, painter)
      } catch {
        print("\(size.name): \(error.message)")
      }
    }
  }

  private static func measure(_ size: BenchmarkSize, _ painter: FramePainter) throws(WindowError) {
    let points = ViewSize(width: Double(size.pixels.width), height: Double(size.pixels.height))
    var window = try SDLWindow(title: "scorebench", size: points, painter: painter)
    // The first events bring the size that the display gives.
    for _ in 0..<5 { _ = try window.waitForEvents(until: SDLWindow.now + 40) }
    let scale = window.scale
    let shown = BenchmarkSize(
      name: size.name, pixels: PixelSize(covering: window.size, scale: scale), scale: scale)
    let frames = [60, 61].map { BenchmarkFrame.make(shown, count: $0) }
    guard var buffer = try? PixelBuffer(size: shown.pixels) else { return }
    var turn = 0
    let painting = buffer.withRows { rows in
      Timing.measure {
        turn += 1
        painter.paint(frames[turn % 2], into: rows)
      }
    }
    let showing = try measure(&window, frames, .full)
    let scrolling = try measure(
      &window, [0, 16].map { BenchmarkFrame.make(shown, count: 60, offset: $0) }, .scrolled)
    let label = "\(shown.pixels.width) × \(shown.pixels.height)"
    row("\(label), painted and presented", showing)
    // Only of medians does a difference mean something.
    row("\(label), presented", median: max(showing.median - painting.median, 0))
    row("\(label), scrolled by 16 pixels and presented", scrolling)
  }

  /// Presents two frames by turns.
  private static func measure(
    _ window: inout SDLWindow, _ frames: [Frame], _ invalidation: Invalidation
  ) throws(WindowError) -> Timing {
    var turn = 0
    var failure: WindowError?
    let timing = Timing.measure {
      turn += 1
      do throws(WindowError) { try window.present(frames[turn % 2], invalidation) } catch { failure = error }
    }
    if let failure { throw failure }
    return timing
  }
}
