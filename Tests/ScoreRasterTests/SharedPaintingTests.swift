import ScoreChart
import ScoreData
import ScoreDrawing
import Support
import Testing

@testable import ScoreRaster

/// Large frames, which two threads work out and paint, against one thread's bands.
@Suite struct SharedPaintingTests {
  @Test(arguments: [-16.0, -90]) func twoThreadsPaintWhatOneDoes(zoom: Double) throws {
    var bench = ChartBench(
      SampleHistories.daily((0..<9000).map { $0 % 2500 == 2400 ? nil : Double($0 * 37 % 101) }),
      size: ViewSize(width: 1900, height: 400))
    // A line of many points, and then the envelope of all.
    bench.apply(.wheel(dx: 0, dy: zoom, at: ViewPoint(x: 1500, y: 100), .control))
    bench.settle()
    let frame = bench.frame()
    let longest = frame.curve.commands.map { command -> Int in
      if case .area(let path, _, _, _) = command { path.count } else { 0 }
    }
    #expect(longest.max() ?? 0 > 500, "\(longest)")
    let shared = try TestCanvas.paint(frame)
    var wrong = 0
    try TestCanvas.painter().paintBands(frame) { band, top in
      shared.withPixels { pixels in
        for y in 0..<band.size.height {
          for x in 0..<band.size.width where band[y][x] != pixels[(top + y) * shared.size.width + x] { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
  }
}
