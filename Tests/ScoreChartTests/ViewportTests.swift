import ScoreChart
import ScoreDrawing
import Support
import Testing

@Suite struct ViewportTests {
  @Test func theNewestScoreStandsAtTheValueAxis() {
    var viewport = Viewport(count: 12, width: 375)
    viewport.scroll(to: .greatestFiniteMagnitude)
    #expect(viewport.viewX(of: 11) == 375 - 56)
    #expect(viewport.isAtNewest)
    #expect(viewport.contentWidth == 42 + 42 * 12)
  }

  @Test func contentThatFitsStandsAtTheLeadAndDoesNotScroll() {
    var viewport = Viewport(count: 12, width: 620)
    #expect(viewport.maximumOffset == 0)
    viewport.scroll(to: 84)
    #expect(viewport.viewX(of: 0) == 42)
  }

  @Test(arguments: [0, 1, 2, 3, 1000], [0.0, 1, 56, 375, 1e6])
  func anyTargetIsClampedAndVisibleColumnsExist(count: Int, width: Double) {
    var viewport = Viewport(count: count, width: width)
    for target in [-1e9, -1, 0, 0.3, 100, 1e12, .infinity, .nan] {
      viewport.scroll(to: target)
      #expect(viewport.offset >= 0 && viewport.offset <= viewport.maximumOffset)
      #expect(viewport.visible.lowerBound >= 0 && viewport.visible.upperBound <= count)
      #expect(Double(viewport.visible.count) <= (width / 42).rounded(.up) + 1)
    }
  }

  @Test func exactlyTheCellsThatReachIntoTheViewAreVisible() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let width = Double.random(in: 1...2000, using: &random)
      var viewport = Viewport(
        count: Int.random(in: 1...200, using: &random), width: width,
        columnWidth: Double.random(in: 2...168, using: &random))
      viewport.scroll(to: Double.random(in: 0...10000, using: &random))
      let half = viewport.columnWidth / 2
      let expected = (0..<viewport.count).filter {
        viewport.viewX(of: $0) + half > 0 && viewport.viewX(of: $0) - half < width
      }
      #expect(Array(viewport.visible) == expected)
    }
  }

  @Test func contentAndViewCoordinatesAreInverse() {
    var viewport = Viewport(count: 100, width: 375)
    viewport.scroll(to: 1234.5)
    for x in [0.0, 10.25, 374] { #expect(viewport.viewX(viewport.contentX(at: x)) == x) }
    for index in viewport.visible { #expect(viewport.nearestColumn(to: viewport.viewX(of: index) + 20.9) == index) }
  }

  @Test func snappingPutsColumnsOnTheDeviceGrid() {
    var viewport = Viewport(count: 100, width: 375)
    viewport.scroll(to: 100.3)
    #expect(viewport.snapped(scale: 1).offset == 100)
    #expect(viewport.snapped(scale: 2).offset == 100.5)
  }
}
