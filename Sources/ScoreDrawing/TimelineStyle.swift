/// The lengths that layout and painters share, in points.
public enum TimelineStyle {
  public static let columnWidth = 42.0
  public static let lead = 42.0
  /// Narrower columns have neither guide nor dot.
  public static let leastDottedColumn = 6.0
  public static let defaultPlotHeight = 317.0
  public static let labelStripHeight = 27.0
  /// The date label's box: this far below the axis, and this high.
  public static let labelInset = 10.0
  public static let labelHeight = 17.0
  public static let axisStripWidth = 56.0
  public static let fadeInset = 4.0
  public static let fadeWidth = 17.0
  public static let dotDiameter = 8.0
  public static let dotRing = 1.0
  public static let hairline = 0.5
  public static let guideDash = 2.0
  public static let lineThickness = 1.0
  public static let topMargin = 12.0
  public static let valueLabelHeight = 21.0
  public static let valueLabelCount = 5
}
