import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

@Suite struct CalloutTests {
  static let area = ViewRect(x: 0, y: 0, width: 375, height: 344)

  @Test func itStandsThreeAboveTheDotAndPointsAtIt() throws {
    let dot = ViewPoint(x: 200, y: 95.7)
    let callout = try #require(
      Callout(lines: [CalloutLine("")], textWidth: 40, target: dot, targetRadius: 4, area: Self.area))
    #expect(callout.bubble.box.width == 102)
    #expect(callout.bubble.box.height == 21)
    #expect(callout.bubble.tip == ViewPoint(x: 200, y: 95.7 - 4 - 3))
    #expect(callout.bubble.tip.y - callout.bubble.box.maxY == 6)
    #expect(callout.bubble.box.midX == 200)
  }

  @Test func aLongerTextWidensIt() throws {
    let dot = ViewPoint(x: 180, y: 100)
    let callout = try #require(
      Callout(lines: [CalloutLine("")], textWidth: 130, target: dot, targetRadius: 4, area: Self.area))
    #expect(callout.bubble.box.width == 142)
  }

  @Test func nearTheTopItFlipsBelowTheDot() throws {
    let dot = ViewPoint(x: 200, y: 22.5)
    let callout = try #require(
      Callout(lines: [CalloutLine("")], textWidth: 40, target: dot, targetRadius: 4, area: Self.area))
    #expect(callout.bubble.tip.y == 22.5 + 7)
    #expect(callout.bubble.box.y == 22.5 + 13)
    #expect(!callout.bubble.pointsDown)
  }

  @Test func itStaysInsideTheAreaWhereverTheDotIs() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<3000 {
      let area = ViewRect(
        x: 0, y: .random(in: 0...40, using: &random), width: .random(in: 1...600, using: &random),
        height: .random(in: 1...400, using: &random))
      let dot = ViewPoint(
        x: .random(in: 0...area.width, using: &random), y: .random(in: area.y...area.maxY, using: &random))
      guard let callout = Callout(lines: [CalloutLine("")], textWidth: 60, target: dot, targetRadius: 4, area: area)
      else {
        #expect(area.width < 102 || area.height < 41)
        continue
      }
      let box = callout.bubble.box
      #expect(box.x >= area.x && box.maxX <= area.maxX && box.y >= area.y && box.maxY <= area.maxY)
      #expect(callout.bubble.tip.x == dot.x)
    }
  }
}
