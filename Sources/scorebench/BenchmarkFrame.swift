import Glibc
import ScoreDrawing
import ScoreRaster

/// A full chart with `count` scores between the edges of a surface: the same series for every renderer.
enum BenchmarkFrame {
  /// - Parameter offset: how far it is scrolled, in pixels.
  static func make(_ size: BenchmarkSize, count: Int, offset: Double = 0) -> Frame {
    let scale = size.scale
    let (width, height) = (Double(size.pixels.width) / scale, Double(size.pixels.height) / scale)
    let plotHeight = height - 27
    var frame = Frame(
      size: ViewSize(width: width, height: height), scale: scale, theme: .light,
      plot: PlotArea(
        rect: ViewRect(x: 0, y: 0, width: width, height: plotHeight), axisLeft: width - 56,
        labelMidline: plotHeight + 18.5))
    frame.offset = offset / scale
    frame.overscan = FrameChange.overscan
    frame.backdrop.append(.fill(ViewRect(x: 0, y: 0, width: width, height: height), .background))
    frame.backdrop.append(.rule(y: plotHeight, from: 0, to: width, thickness: 0.5, .axis))
    let places = series(count).enumerated().map { index, score in
      ViewPoint(
        x: width * (Double(index) + 0.5) / Double(count) - frame.offset,
        y: 22.5 + (100 - score) / 100 * (plotHeight - 22.5))
    }
    for place in places { frame.curve.addPoint(place) }
    let path = frame.curve.pathRange(from: 0)
    frame.curve.append(.area(path, top: 0, base: plotHeight, .area))
    frame.curve.append(.line(path, thickness: 1, .solid, .line))
    if count <= 100 {
      frame.columns = places.enumerated().map { index, place in
        ColumnTile(
          slot: index, generation: 0, index: index, x: place.x, hasGuide: true, label: DateLabel(label(index)),
          dot: ColumnDot(y: place.y))
      }
    }
    for score in [100, 90, 80, 70, 60] {
      frame.overlay.append(
        .text(
          TextLine(
            "\(score)", x: width - 15, midline: 22.5 + Double(100 - score) * 5, alignment: .right, font: .valueLabel,
            color: .valueLabel)))
    }
    return frame
  }

  private static let callout = ViewRect(x: 400, y: 100, width: 120, height: 22)

  /// `frame` with a callout, as under the pointer.
  static func withCallout(_ frame: Frame) -> Frame {
    var hovered = frame
    let box = callout
    hovered.overlay.append(
      .bubble(
        Bubble(
          box: box, tip: ViewPoint(x: box.midX, y: box.maxY + 6), arrowWidth: 10, shadowRadius: 4, color: .calloutBox,
          shadow: .shadow)))
    hovered.overlay.append(
      .text(
        TextLine(
          "01-14  83.4", x: box.midX, midline: box.midY, alignment: .center, font: .callout, color: .calloutText)))
    return hovered
  }

  /// What a callout that comes or goes changes.
  static func calloutDamage(_ frame: Frame) -> PixelRect {
    let box = callout
    return PixelRect(
      covering: ViewRect(x: box.x - 8, y: box.y - 8, width: box.width + 16, height: box.height + 24), scale: frame.scale
    )
  }

  private static func label(_ index: Int) -> String {
    func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return twoDigits(index / 28 + 1) + "-" + twoDigits(index % 28 + 1)
  }

  /// Two slow waves with noise, 0 ... 100.
  private static func series(_ count: Int) -> [Double] {
    var state: UInt64 = 88_172_645_463_325_252
    return (0..<count).map { index in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      let noise = Double(state % 1000) / 1000 - 0.5
      let phase = Double(index) / Double(count)
      return 62 + 18 * sin(phase * 6) + 8 * sin(phase * 40) + noise * (count > 200 ? 14 : 24)
    }
  }
}
