public import ScoreDrawing

/// Which part of the history is in view.
///
/// The one place where content and view coordinates meet: view x = content x − offset.
public struct Viewport: Equatable, Sendable {
  /// The number of columns.
  public var count: Int
  /// The surface's width, and what the newest score keeps free to its right: the value axis.
  public var width: Double
  public var rightInset: Double
  /// The distance from one score to the next.
  public private(set) var columnWidth: Double
  /// The content x at the view's left edge, from 0 to `maximumOffset`.
  public private(set) var offset: Double
  /// Device pixels a point where columns stand on whole pixels; 0 where they stand exactly.
  private var pixelsPerPoint = 0.0
  /// How far beyond both edges of the view content counts as visible.
  private(set) var overscan = 0.0

  public init(
    count: Int, width: Double, rightInset: Double = TimelineStyle.axisStripWidth,
    columnWidth: Double = TimelineStyle.columnWidth, offset: Double = 0
  ) {
    self.count = max(count, 0)
    self.width = max(width, 0)
    self.rightInset = rightInset
    self.columnWidth = columnWidth
    self.offset = 0
    scroll(to: offset)
  }

  /// How wide the content is: the lead, and a column for every score.
  public var contentWidth: Double { TimelineStyle.lead + Double(count) * columnWidth }

  /// The offset at which the newest score stands at the value axis; 0 where all scores fit.
  public var maximumOffset: Double { max(0, offset(placingAtAxis: count - 1)) }

  public var isAtNewest: Bool { offset >= maximumOffset }

  /// The centre of column `index`.
  public func contentX(of index: Int) -> ContentX {
    ContentX(TimelineStyle.lead + Double(index) * columnWidth)
  }

  public func viewX(_ x: ContentX) -> Double { x.points - offset }
  public func viewX(of index: Int) -> Double {
    let x = contentX(of: index)
    guard pixelsPerPoint > 0 else { return viewX(x) }
    return (x.points * pixelsPerPoint).rounded() / pixelsPerPoint - offset
  }
  public func contentX(at viewX: Double) -> ContentX { ContentX(viewX + offset) }

  /// The offset that puts column `index` at the value axis, not clamped.
  public func offset(placingAtAxis index: Int) -> Double {
    contentX(of: index).points - axisX
  }

  /// Where the newest score stands at the newest end: the left edge of the value axis.
  public var axisX: Double { width - rightInset }

  /// `target` as far as there is content.
  public func clamped(_ target: Double) -> Double { min(max(target, 0), maximumOffset) }

  /// Moves to `target`, as far as there is content; anything not finite leaves the viewport where it is.
  public mutating func scroll(to target: Double) {
    guard target.isFinite else { return }
    offset = clamped(target)
  }

  /// Changes the column width, within what zooming allows; the offset stays, as far as there is content.
  public mutating func setColumnWidth(_ width: Double) {
    guard !width.isNaN else { return }
    columnWidth = clamped(columnWidth: width)
    scroll(to: offset)
  }

  /// The same place on a grid of `scale` pixels a point, so that hairlines and text stay crisp.
  ///
  /// Columns too narrow for hairlines stand exactly where their scores fall.
  public func snapped(scale: Double) -> Viewport {
    guard scale > 0 else { return self }
    var copy = self
    copy.offset = (offset * scale).rounded() / scale
    if columnWidth >= TimelineStyle.leastDottedColumn { copy.pixelsPerPoint = scale }
    return copy
  }

  /// The same view for composing more than it shows: content up to `points` beyond its edges counts as visible.
  func overscanned(by points: Double) -> Viewport {
    var copy = self
    copy.overscan = points
    return copy
  }

  /// The columns whose cell reaches into the view.
  public var visible: Range<Int> { visible(margin: 0) }

  /// The columns whose cell reaches into the view or at least to `margin` points from it.
  func visible(margin: Double) -> Range<Int> {
    guard count > 0, width > 0, columnWidth > 0 else { return 0..<0 }
    let half = columnWidth / 2 + margin + overscan
    let first = ((offset - TimelineStyle.lead - half) / columnWidth).rounded(.down) + 1
    let end = ((offset + width - TimelineStyle.lead + half) / columnWidth).rounded(.up)
    let lower = min(max(first, 0), Double(count))
    let upper = min(max(end, lower), Double(count))
    return Int(lower)..<Int(upper)
  }

  /// The column whose centre is nearest to `viewX`, or nil without columns.
  public func nearestColumn(to viewX: Double) -> Int? {
    guard count > 0, columnWidth > 0, viewX.isFinite else { return nil }
    let index = ((contentX(at: viewX).points - TimelineStyle.lead) / columnWidth).rounded()
    return Int(min(max(index, 0), Double(count - 1)))
  }
}
