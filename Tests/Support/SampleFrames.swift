public import ScoreDrawing

/// Frames built by hand from the timeline's published geometry, independent of the composition.
public enum SampleFrames {
  public static let twelveScores: [Double] = [20, 60, 40, 55, 100, 80, 90, 70, 77, 30, 80, 88]
  public static let twelveDates = [
    "08-29", "08-30", "08-31", "09-01", "09-02", "09-03", "09-04", "09-05", "09-06", "09-07", "09-08", "09-09",
  ]

  /// The y of `score` in a plot `height` points high.
  public static func y(of score: Double, plotHeight height: Double) -> Double {
    let gap = (height - 12 - 5 * 21) / 5
    let knee = 22.5 + 4 * (21 + gap)
    if score >= 100 { return 22.5 }
    if score >= 60 { return 22.5 + (100 - score) / 40 * 4 * (21 + gap) }
    return knee + (60 - max(score, 0)) / 60 * (10.5 + gap)
  }

  /// The twelve scores as the timeline shows them on opening, the newest one selected.
  public static func timeline(width: Double, height: Double, scale: Double, theme: Theme) -> Frame {
    let plotHeight = max(height - 27, 0)
    let axisLeft = width - 56
    var frame = Frame(
      size: ViewSize(width: width, height: height), scale: scale, theme: theme,
      plot: PlotArea(
        rect: ViewRect(x: 0, y: 0, width: width, height: plotHeight), axisLeft: axisLeft,
        labelMidline: plotHeight + 10 + 8.5))
    let content = 42 + 42 * Double(twelveScores.count)
    let shift = max(content - 42 - axisLeft, 0)
    let places = twelveScores.enumerated().map { index, score in
      ViewPoint(x: 42 + 42 * Double(index) - shift, y: y(of: score, plotHeight: plotHeight))
    }
    frame.backdrop.append(.fill(ViewRect(x: 0, y: 0, width: width, height: height), .background))
    frame.backdrop.append(.rule(y: plotHeight, from: 21 - shift, to: 504 + 42 - shift, thickness: 0.5, .axis))
    frame.columns = places.enumerated().map { index, place in
      ColumnTile(
        slot: index, generation: 0, index: index, x: place.x, hasGuide: true, label: DateLabel(twelveDates[index]),
        dot: ColumnDot(y: place.y))
    }
    for place in places { frame.curve.addPoint(place) }
    let path = frame.curve.pathRange(from: 0)
    frame.curve.append(.area(path, top: 0, base: plotHeight, .area))
    frame.curve.append(.line(path, thickness: 1, .solid, .line))
    addAxis(to: &frame, width: width, height: height, plotHeight: plotHeight)
    if let last = places.last { addCallout(to: &frame, at: last, width: width) }
    return frame
  }

  private static func addAxis(to frame: inout Frame, width: Double, height: Double, plotHeight: Double) {
    let left = width - 56
    frame.overlay.append(.fade(ViewRect(x: left + 4, y: 0, width: 17, height: height), .background))
    frame.overlay.append(.fill(ViewRect(x: left + 21, y: 0, width: 35, height: height), .background))
    for score in [100, 90, 80, 70, 60] {
      let y = y(of: Double(score), plotHeight: plotHeight)
      frame.overlay.append(
        .text(
          TextLine("\(score)", x: width - 15, midline: y, alignment: .right, font: .valueLabel, color: .valueLabel)))
      frame.overlay.append(.rule(y: y - 0.5, from: width - 48.5, to: width - 43.5, thickness: 1, .valueLabel))
    }
  }

  private static func addCallout(to frame: inout Frame, at place: ViewPoint, width: Double) {
    let left = min(max(place.x - 51, 4), width - 106)
    let tip = ViewPoint(x: place.x, y: place.y - 4 - 3)
    let box = ViewRect(x: left, y: tip.y - 6 - 21, width: 102, height: 21)
    frame.overlay.append(
      .bubble(Bubble(box: box, tip: tip, arrowWidth: 10, shadowRadius: 4, color: .calloutBox, shadow: .shadow)))
    frame.overlay.append(
      .text(
        TextLine("09-09 88", x: box.midX, midline: box.midY, alignment: .center, font: .callout, color: .calloutText)))
  }
}
