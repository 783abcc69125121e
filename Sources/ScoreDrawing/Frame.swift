/// Everything that one picture shows, as a value.
///
/// Drawn back to front: `backdrop`, every column's guide, `curve`, every
/// column's label, every column's dot, `overlay`. Two equal frames are the same
/// picture on the same surface, so an unchanged frame is never drawn twice.
public struct Frame: Equatable, Sendable {
  /// The surface in points; `scale` device pixels make one point.
  public var size: ViewSize
  public var scale: Double
  public var theme: Theme
  public var plot: PlotArea
  /// The place in the content that stands at the view's left edge; a whole number of pixels.
  public var offset = 0.0
  /// How far beyond both edges of the view the content is described.
  public var overscan = 0.0
  /// Background and x-axis.
  public var backdrop = DrawList()
  public var columns: [ColumnTile] = []
  /// Area and line.
  public var curve = DrawList()
  /// Value axis, title, crosshair, callout.
  public var overlay = DrawList()

  public init(size: ViewSize, scale: Double, theme: Theme, plot: PlotArea) {
    self.size = size
    self.scale = scale
    self.theme = theme
    self.plot = plot
  }
}

/// Where the parts of the chart stand, in view points.
public struct PlotArea: Equatable, Sendable {
  /// The plot: from the top of the chart area to the x-axis, as wide as the surface.
  public var rect: ViewRect
  /// The left edge of the value axis, which covers the plot's right end and does not scroll.
  public var axisLeft: Double
  /// Where the middle of the date labels stands; nil where there is no room for them.
  public var labelMidline: Double?

  public init(rect: ViewRect, axisLeft: Double, labelMidline: Double?) {
    self.rect = rect
    self.axisLeft = axisLeft
    self.labelMidline = labelMidline
  }
}

/// One recycled cell of the timeline: what it shows and where it stands now.
///
/// What a cell shows depends only on `slot` and `generation`, so a painter may
/// cache what is dear to make under these two; `x` alone changes while scrolling.
public struct ColumnTile: Equatable, Sendable {
  public var slot: Int
  public var generation: UInt32
  /// The score's index in the series, oldest first.
  public var index: Int
  /// The cell's centre.
  public var x: Double
  public var hasGuide: Bool
  public var label: DateLabel?
  public var dot: ColumnDot?

  public init(
    slot: Int, generation: UInt32, index: Int, x: Double, hasGuide: Bool, label: DateLabel?, dot: ColumnDot?
  ) {
    self.slot = slot
    self.generation = generation
    self.index = index
    self.x = x
    self.hasGuide = hasGuide
    self.label = label
    self.dot = dot
  }
}

/// A date on the axis; `isStrong` marks the first one after a change of month or year.
public struct DateLabel: Equatable, Sendable {
  public var text: String
  public var isStrong: Bool

  public init(_ text: String, isStrong: Bool = false) {
    self.text = text
    self.isStrong = isStrong
  }
}

/// A score's mark in its column.
public struct ColumnDot: Equatable, Sendable {
  public var y: Double
  public var offScale: OffScale?
  /// `dot`, or the colour of another series that is in front.
  public var color: ColorRole

  public init(y: Double, offScale: OffScale? = nil, color: ColorRole = .dot) {
    self.y = y
    self.offScale = offScale
    self.color = color
  }
}
