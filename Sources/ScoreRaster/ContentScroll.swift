internal import ScoreDrawing

/// Content that moved sideways by a whole number of pixels from one frame to the next, and did nothing else.
struct ContentScroll {
  /// To the right, in pixels; negative: to the left.
  let shift: Int
  /// Where pixels stand, after moving, that were in the picture before.
  private let kept: PixelRect
  private let pixels: PixelSize
  private let scale: Double

  /// How far from what is kept something may stand, in points, and touch it. Closer to where the description ends, the
  /// frames may differ: of the marks that stand close together only the first that is described is drawn.
  private static let reach = 6.0

  /// Nil where the content did something else, moved out of view, or is not described far enough to tell.
  init?(from old: borrowing Frame, to new: borrowing Frame, pixels: PixelSize) {
    let exact = (old.offset - new.offset) * new.scale
    guard abs(exact) < Double(pixels.width), abs(exact - exact.rounded()) < 0.01,
      min(old.overscan, new.overscan) >= FrameChange.overscan
    else { return nil }
    shift = Int(exact.rounded())
    scale = new.scale
    self.pixels = pixels
    kept = PixelRect(
      minX: max(shift, 0), minY: 0, maxX: min(pixels.width, pixels.width + shift), maxY: pixels.height)
    guard !kept.isEmpty, isSameBackdrop(old.backdrop, new.backdrop), areSameColumns(old.columns, new.columns),
      isSameCurve(old.curve, new.curve)
    else { return nil }
  }

  /// What comes into view.
  var uncovered: PixelRect {
    shift > 0
      ? PixelRect(minX: 0, minY: 0, maxX: shift, maxY: pixels.height)
      : PixelRect(minX: pixels.width + shift, minY: 0, maxX: pixels.width, maxY: pixels.height)
  }

  /// Where `overlay`, which does not scroll, has to be painted: its pixels went along with the content, and are missing
  /// where it stands.
  func damage(from old: DrawList, to overlay: DrawList, metrics: TextMetrics) -> [PixelRect] {
    old.commands.map { command in
      let left = old.pixels(of: command, scale: scale, metrics: metrics)
      return PixelRect(minX: left.minX + shift, minY: left.minY, maxX: left.maxX + shift, maxY: left.maxY)
    } + overlay.commands.map { overlay.pixels(of: $0, scale: scale, metrics: metrics) }
  }

  // MARK: What has to be the same

  private func isSameBackdrop(_ old: DrawList, _ new: DrawList) -> Bool {
    old.commands.count == new.commands.count
      && zip(old.commands, new.commands).allSatisfy { before, after in
        switch (before, after) {
        case (.fill(let rect, _), .fill):
          before == after && columns(rect.x, rect.maxX, movedBy: 0) == kept.minX...kept.maxX
            && columns(rect.x, rect.maxX, movedBy: shift) == kept.minX...kept.maxX
        case (.rule(let y, let from, let to, let thickness, let role), .rule(_, let newFrom, let newTo, _, _)):
          after == .rule(y: y, from: newFrom, to: newTo, thickness: thickness, role)
            && columns(from, to, movedBy: shift) == columns(newFrom, newTo, movedBy: 0)
        default: false
        }
      }
  }

  /// The part of the kept pixel columns between two places, after moving.
  private func columns(_ from: Double, _ to: Double, movedBy shift: Int) -> ClosedRange<Int> {
    func edge(_ x: Double) -> Int {
      min(max(Polyline.columnEdge(x, scale: scale) + shift, kept.minX), kept.maxX)
    }
    return edge(from)...max(edge(from), edge(to))
  }

  private func areSameColumns(_ old: [ColumnTile], _ new: [ColumnTile]) -> Bool {
    areSame(old, new, x: \.x) {
      $0.index == $1.index && $0.hasGuide == $1.hasGuide && $0.dot == $1.dot && $0.label == $1.label
    }
  }

  /// Whether the curves go through the same points and have the same marks.
  ///
  /// Which points are joined is the content's own, and cannot have changed when they have not.
  private func isSameCurve(_ old: DrawList, _ new: DrawList) -> Bool {
    areSame(old.points, new.points, x: { $0.x }, { $0.y == $1.y })
      && areSame(old.commands, new.commands, x: \.markX) { $0.moved(by: -$0.markX) == $1.moved(by: -$1.markX) }
  }

  /// Whether the elements that may touch what is kept are the same in both frames, and moved as it did.
  @inline(__always)
  private func areSame<Element>(
    _ old: [Element], _ new: [Element], x: (Element) -> Double, _ isSame: (Element, Element) -> Bool
  ) -> Bool {
    let reach = Self.reach * scale
    let range = Double(kept.minX) - reach...Double(kept.maxX) + reach
    func next(_ elements: [Element], _ index: inout Int, movedBy shift: Double) -> Double? {
      while index < elements.count {
        let place = Polyline.place(x(elements[index]), scale: scale)
        index += 1
        if let place, range.contains(place + shift) { return place + shift }
      }
      return nil
    }
    var (first, second) = (0, 0)
    while let place = next(old, &first, movedBy: Double(shift)) {
      guard next(new, &second, movedBy: 0) == place, isSame(old[first - 1], new[second - 1]) else { return false }
    }
    return next(new, &second, movedBy: 0) == nil
  }
}

extension DrawCommand {
  /// Where a mark of the curve stands; for anything else, no number.
  fileprivate var markX: Double {
    switch self {
    case .dot(let center, _, _, _, _): center.x
    case .offScaleMark(let point, _, _): point.x
    default: .nan
    }
  }
}
