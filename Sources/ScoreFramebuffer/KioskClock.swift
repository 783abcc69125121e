public import ScoreDrawing

/// The time of day in a corner of the picture.
public enum KioskClock {
  private static let margin = 10.0
  private static let height = 22.0

  /// Adds `text` at the plot's top left, on a plate of the background so that it can be read over the line.
  public static func add(_ text: String, to frame: inout Frame, metrics: TextMetrics) {
    let room = frame.size.width - 2 * margin
    guard !text.isEmpty, room > 40, frame.size.height > 80 else { return }
    let width = min(metrics.width(of: text, font: .dateLabel) + margin, room)
    let plate = ViewRect(x: margin, y: frame.plot.rect.y + margin, width: width, height: height)
    frame.overlay.append(.fill(plate, .background))
    frame.overlay.append(
      .text(
        TextLine(
          text, x: plate.x + margin / 2, midline: plate.midY, alignment: .left, font: .dateLabel,
          color: .dateLabelStrong)))
  }
}
