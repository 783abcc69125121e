import Testing

@testable import ScoreDrawing
@testable import ScoreRaster

@Suite struct OverlayDamages {
  private let metrics = TextMetrics { text, font in Double(text.count) * font.pointSize / 2 }

  private func frame(_ commands: [DrawCommand], scale: Double = 1) -> Frame {
    let plot = PlotArea(rect: ViewRect(x: 0, y: 0, width: 400, height: 200), axisLeft: 344, labelMidline: nil)
    var frame = Frame(size: ViewSize(width: 400, height: 227), scale: scale, theme: .light, plot: plot)
    for command in commands { frame.overlay.append(command) }
    return frame
  }

  private func box(_ x: Double) -> DrawCommand { .fill(ViewRect(x: x, y: 50, width: 10, height: 10), .calloutBox) }
  private let axis = DrawCommand.fade(ViewRect(x: 348, y: 0, width: 17, height: 227), .background)

  @Test func `only what changed, old place and new`() {
    let damage = frame([axis, box(100)]).overlayDamage(since: frame([axis, box(40)]), metrics: metrics)
    #expect(damage.minX <= 40 && damage.maxX >= 110 && damage.minY <= 50 && damage.maxY >= 60)
    #expect(damage.minX >= 30 && damage.maxX <= 120, "the axis is left alone")
  }

  @Test func `appearing and going damage the same`() {
    let with = frame([axis, box(40), axis])
    let without = frame([axis, axis])
    #expect(
      with.overlayDamage(since: without, metrics: metrics) == without.overlayDamage(since: with, metrics: metrics))
    #expect(with.overlayDamage(since: with, metrics: metrics).isEmpty)
  }

  @Test func `scale is counted in pixels`() {
    let damage = frame([box(100)], scale: 2).overlayDamage(since: frame([], scale: 2), metrics: metrics)
    #expect(damage.minX <= 200 && damage.maxX >= 220 && damage.width < 40)
  }

  @Test func `paths are compared by their points`() {
    func path(_ height: Double, before: Int) -> Frame {
      var frame = frame([])
      for index in 0..<before { frame.overlay.addPoint(ViewPoint(x: Double(index), y: 0)) }
      frame.overlay.addPoint(ViewPoint(x: 10, y: height))
      frame.overlay.addPoint(ViewPoint(x: 20, y: height))
      frame.overlay.append(.line(frame.overlay.pathRange(from: before), thickness: 1, .solid, .line))
      return frame
    }
    #expect(path(30, before: 4).overlayDamage(since: path(30, before: 1), metrics: metrics).isEmpty)
    let damage = path(60, before: 0).overlayDamage(since: path(30, before: 0), metrics: metrics)
    #expect(damage.minY < 30 && damage.maxY > 60)
  }

  @Test func `text and bubbles keep their margins`() {
    let line = TextLine("88", x: 200, midline: 100, alignment: .right, font: .callout, color: .calloutText)
    let text = frame([.text(line)]).overlayDamage(since: frame([]), metrics: metrics)
    #expect(text.minX <= 200 - 14 && text.maxX >= 200 && text.minY <= 90 && text.maxY >= 110)
    let bubble = Bubble(
      box: ViewRect(x: 100, y: 60, width: 102, height: 21), tip: ViewPoint(x: 150, y: 95), arrowWidth: 10,
      shadowRadius: 4, color: .calloutBox, shadow: .shadow)
    let shadow = frame([.bubble(bubble)]).overlayDamage(since: frame([]), metrics: metrics)
    #expect(shadow.minX <= 92 && shadow.maxX >= 210 && shadow.maxY >= 95)
  }

  @Test func `a path beyond its points and numbers that are none`() {
    let broken = frame([
      .line(5..<9, thickness: 1, .solid, .line), .fill(ViewRect(x: .nan, y: 0, width: 1, height: .infinity), .line),
    ])
    #expect(broken.overlayDamage(since: frame([]), metrics: metrics).width < 1 << 32)
  }
}
