public import ScoreDrawing

/// What turns the picture of a frame into that of the next one: its pixels are moved sideways, then some of them painted.
///
/// For surfaces that keep their pixels. Nobody can tell the result from a picture that was painted whole.
public struct FrameChange: Equatable, Sendable {
  /// How far all pixels move to the right at first; negative: to the left.
  public private(set) var shift: Int
  /// What is to be painted then.
  public private(set) var damage: [PixelRect]
  /// How many pixel columns of the content come into view; all of them where nothing can be kept.
  public private(set) var newColumns: Int
  /// All that looks different afterwards.
  public private(set) var extent: PixelRect

  /// Nothing has changed.
  public static let none = FrameChange(shift: 0, damage: [], newColumns: 0)

  /// Everything is painted.
  public init(whole size: PixelSize) {
    self.init(shift: 0, damage: [PixelRect(size)], newColumns: size.width)
  }

  /// How far beyond both edges of the view, in points, frames have to describe the content for its pixels to be kept.
  ///
  /// What stands there may reach into the view, and decides which of several marks that stand close together is drawn.
  public static let overscan = 20.0

  /// - Parameters:
  ///   - old: the frame that the pixels are of.
  ///   - new: the one that they are to be of.
  ///   - invalidation: how much of it differs at most.
  ///   - pixels: the size of the picture.
  ///   - metrics: the measure that both were laid out with.
  /// - Complexity: O(what both frames describe).
  public init(
    from old: borrowing Frame, to new: borrowing Frame, _ invalidation: Invalidation, pixels: PixelSize,
    metrics: TextMetrics
  ) {
    self = FrameChange(whole: pixels)
    guard invalidation < .full, FrameChange.isAlike(old, new), PixelSize(covering: new.size, scale: new.scale) == pixels
    else { return }
    if invalidation < .scrolled {
      self = FrameChange(shift: 0, damage: [new.overlayDamage(since: old, metrics: metrics)], pixels)
      return
    }
    guard let scroll = ContentScroll(from: old, to: new, pixels: pixels) else { return }
    let overlay =
      scroll.shift == 0
      ? [new.overlayDamage(since: old, metrics: metrics)]
      : scroll.damage(from: old.overlay, to: new.overlay, metrics: metrics)
    let change = FrameChange(shift: scroll.shift, damage: [scroll.uncovered] + overlay, pixels)
    // Moving costs something, too.
    if change.painted < pixels.width * pixels.height / 4 * 3 { self = change }
  }

  private init(shift: Int, damage: [PixelRect], newColumns: Int) {
    self.shift = shift
    self.damage = damage.filter { !$0.isEmpty }
    self.newColumns = newColumns
    extent = damage.reduce(PixelRect(PixelSize(width: 0, height: 0))) { $0.union($1) }
  }

  private init(shift: Int, damage: [PixelRect], _ pixels: PixelSize) {
    let whole = PixelRect(pixels)
    self.shift = shift
    self.damage = FrameChange.merged(damage.map { $0.intersection(whole) })
    newColumns = abs(shift)
    extent = shift == 0 ? self.damage.reduce(PixelRect(PixelSize(width: 0, height: 0))) { $0.union($1) } : whole
  }

  /// How many pixels are painted.
  public var painted: Int { damage.reduce(0) { $0 + $1.width * $1.height } }

  /// Whether both frames differ in nothing that a change cannot express.
  private static func isAlike(_ old: borrowing Frame, _ new: borrowing Frame) -> Bool {
    old.size == new.size && old.scale == new.scale && old.theme == new.theme && old.plot == new.plot
  }

  // MARK: Few rectangles

  /// Working a frame out for one more rectangle takes as long as painting so many pixels.
  private static let costOfOne = 1 << 15

  /// Fewer rectangles that cover the same, put together where that costs less than painting them one by one.
  private static func merged(_ rects: [PixelRect]) -> [PixelRect] {
    var merged: [PixelRect] = []
    for rect in rects where !rect.isEmpty {
      var rect = rect
      while let index = merged.firstIndex(where: { isWorthMerging($0, rect) }) {
        rect = rect.union(merged.remove(at: index))
      }
      merged.append(rect)
    }
    return merged
  }

  private static func isWorthMerging(_ a: PixelRect, _ b: PixelRect) -> Bool {
    let union = a.union(b)
    return union.width * union.height <= a.width * a.height + b.width * b.height + costOfOne
  }
}
