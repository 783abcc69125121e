internal import ScoreDrawing

/// The range of column widths, and the columns as a continuous scale.
extension Viewport {
  /// The widest column.
  public static let greatestColumnWidth = 4 * TimelineStyle.columnWidth

  /// The column width at which the history fills the view exactly; at most the widest.
  public var fittingColumnWidth: Double {
    guard count > 1 else { return TimelineStyle.columnWidth }
    let room = max(axisX - TimelineStyle.lead, 1)
    return min(room / Double(count - 1), Viewport.greatestColumnWidth)
  }

  /// The narrowest column: the default width, or less where that does not show all of the history.
  public var leastColumnWidth: Double { min(TimelineStyle.columnWidth, fittingColumnWidth) }

  /// Whether zooming out has come to its end at the whole history.
  public var showsAll: Bool {
    columnWidth < TimelineStyle.columnWidth && columnWidth <= leastColumnWidth
  }

  public func clamped(columnWidth width: Double) -> Double {
    min(max(width, leastColumnWidth), Viewport.greatestColumnWidth)
  }

  /// The distance of a place in the view from the first score's centre, in columns.
  public func column(at viewX: Double) -> Double {
    (contentX(at: viewX).points - TimelineStyle.lead) / columnWidth
  }

  /// The offset that puts a place, given in columns from the first score, at `viewX`; not clamped.
  public func offset(placing column: Double, at viewX: Double) -> Double {
    TimelineStyle.lead + column * columnWidth - viewX
  }
}
