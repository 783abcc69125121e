import ScoreDrawing
import Testing

@Suite struct GeometryTests {
  @Test func aRectangleOwnsItsTopLeftEdgesOnly() {
    let rect = ViewRect(x: 1, y: 2, width: 3, height: 4)
    #expect(rect.contains(ViewPoint(x: 1, y: 2)))
    #expect(!rect.contains(ViewPoint(x: 4, y: 2)))
    #expect(!rect.contains(ViewPoint(x: 1, y: 6)))
  }

  @Test func mergingInvalidationsKeepsTheGreater() {
    var merged = Invalidation.none
    for next in [Invalidation.overlay, .scrolled, .overlay, .none] { merged.merge(next) }
    #expect(merged == .scrolled)
  }
}
