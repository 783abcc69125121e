import ScoreDrawing
import ScoreRaster
import Support
import Testing

/// The whole picture, by eye once and by machine ever after; Inter must be installed.
@Suite struct GoldenTests {
  @Test(arguments: [
    (375.0, 344.0, 1.0, Theme.light), (620, 344, 2, .light), (375, 344, 1.5, .dark),
  ])
  func theTimelineLooksAsItDid(width: Double, height: Double, scale: Double, theme: Theme) throws {
    let frame = SampleFrames.timeline(width: width, height: height, scale: scale, theme: theme)
    let buffer = try TestCanvas.paint(frame)
    let name = "timeline-\(Int(width))x\(Int(height))-\(scale)x-\(theme)"
    #expect(try PixelGolden.mismatch(buffer, name) == nil)
  }
}
