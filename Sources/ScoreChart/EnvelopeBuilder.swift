import ScoreData
import ScoreDrawing

/// The curve where several scores share a pixel column: from each column's least to its greatest score.
///
/// The scores of a pixel column are a matter of the content, not of the view, so
/// the picture does not shimmer while scrolling. No score is left out, columns
/// are joined only where two neighbouring scores are, and a score alone between
/// gaps keeps a dot. O(pixels · log rows).
package struct EnvelopeBuilder {
  let plot: SeriesPlot
  let viewport: Viewport
  let layout: ChartLayout
  /// Device pixels a point.
  let scale: Double

  /// What stands in for the dot of a score alone, in points.
  static let loneDot = 3.0
  /// The part of a pixel by which a pixel column's edge may be moved to the edge of a block of rows.
  package static let blocksPerPixel = 16

  /// One pixel column of an unbroken piece of the curve.
  struct Column: Equatable {
    var x: Double
    var low: Double
    var high: Double
  }

  /// Whether scores share pixel columns.
  static func isNeeded(columnWidth: Double, scale: Double) -> Bool { columnWidth * scale < 1 }

  /// The unbroken pieces of the curve, from left to right.
  func pieces() -> [[Column]] {
    var pieces: [[Column]] = []
    var open: [Column] = []
    var before: (extremes: ScoreExtremes, end: Int)?
    let firstPixel = ((viewport.offset - viewport.overscan) * scale).rounded(.down) - 1
    let pixels = Int(min(max(((viewport.width + 2 * viewport.overscan) * scale).rounded(.up), 0), 1e6)) + 2
    var start = row(atPixel: firstPixel)
    for pixel in 0..<pixels {
      let end = max(row(atPixel: firstPixel + Double(pixel) + 1), start)
      defer { start = end }
      guard start < end else { continue }
      let extremes = plot.pyramid.extremes(in: start..<end, of: plot.series.scores)
      guard extremes.hasScore else {
        before = nil
        continue
      }
      if !open.isEmpty, !isJoined(before, extremes, start) {
        pieces.append(open)
        open.removeAll(keepingCapacity: true)
      }
      let x = (firstPixel + Double(pixel) + 0.5) / scale - viewport.offset
      open.append(Column(x: x, low: extremes.low, high: extremes.high))
      before = (extremes, end)
    }
    if !open.isEmpty { pieces.append(open) }
    return pieces
  }

  func draw(into list: inout DrawList, area: ColorRole?, line: ColorRole) {
    let pieces = pieces()
    if let area {
      for piece in pieces where piece.count > 1 {
        let start = list.points.count
        for column in piece { list.addPoint(ViewPoint(x: column.x, y: layout.y(of: column.high))) }
        list.append(.area(list.pathRange(from: start), top: layout.plot.y, base: layout.plot.maxY, area))
      }
    }
    for piece in pieces {
      let start = list.points.count
      for column in piece {
        list.addPoint(ViewPoint(x: column.x, y: layout.y(of: column.high)))
        list.addPoint(ViewPoint(x: column.x, y: layout.y(of: column.low)))
      }
      list.append(.envelope(list.pathRange(from: start), thickness: TimelineStyle.lineThickness, line))
      if piece.count == 1 { addDot(piece[0], line, into: &list) }
    }
    var marks = OffScaleMarks(viewport: viewport, layout: layout)
    for column in pieces.joined() {
      marks.add(column.high, x: column.x, into: &list)
      marks.add(column.low, x: column.x, into: &list)
    }
  }

  private func addDot(_ column: Column, _ color: ColorRole, into list: inout DrawList) {
    let (top, bottom) = (layout.y(of: column.high), layout.y(of: column.low))
    guard bottom - top < EnvelopeBuilder.loneDot else { return }
    list.append(
      .dot(
        ViewPoint(x: column.x, y: (top + bottom) / 2), diameter: EnvelopeBuilder.loneDot, ring: 0, color,
        ringColor: .dotRing))
  }

  /// Whether the line goes on from the pixel column before: no gap at its end, none at the beginning of this one.
  private func isJoined(_ before: (extremes: ScoreExtremes, end: Int)?, _ extremes: ScoreExtremes, _ start: Int) -> Bool
  {
    guard let before, before.end == start else { return false }
    if before.extremes.hasGap, plot.series.scores[start - 1] == nil { return false }
    return !(extremes.hasGap && plot.series.scores[start] == nil)
  }

  /// The first row at or behind the left edge of a pixel column of the content.
  private func row(atPixel pixel: Double) -> Int {
    let exact = ((pixel / scale - TimelineStyle.lead) / viewport.columnWidth).rounded(.up)
    let row = Int(min(max(exact, Double(plot.firstDrawn)), Double(plot.series.count)))
    guard row > plot.firstDrawn, row < plot.series.count else { return row }
    let rowsPerPixel = 1 / (viewport.columnWidth * scale)
    let limit = Int(min(rowsPerPixel, 1e15)) / EnvelopeBuilder.blocksPerPixel
    return min(max(plot.pyramid.alignedRow(near: row, limit: limit), plot.firstDrawn), plot.series.count)
  }
}

/// Marks for scores outside the scale where columns have no dots to carry them.
///
/// Marks would run into one another, so a stretch of the content has at most one on each side.
struct OffScaleMarks {
  let viewport: Viewport
  let layout: ChartLayout
  private var last: [OffScale: Double] = [:]

  private static let stretch = 14.0

  init(viewport: Viewport, layout: ChartLayout) {
    self.viewport = viewport
    self.layout = layout
  }

  mutating func add(_ score: Double, x: Double, into list: inout DrawList) {
    guard let side = layout.scale.offScale(score) else { return }
    let stretch = (viewport.contentX(at: x).points / OffScaleMarks.stretch).rounded(.down)
    guard last.updateValue(stretch, forKey: side) != stretch else { return }
    list.append(.offScaleMark(ViewPoint(x: x, y: layout.y(of: score)), side, .offScaleMark))
  }
}
