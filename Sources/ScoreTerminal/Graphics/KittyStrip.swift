internal import ScoreDrawing
internal import ScoreRaster

/// What scrolls, as pictures each as wide as the view: at most two of them are in view, and scrolling moves them.
///
/// A tile belongs to a place in the content. While the content only moves, a tile that was sent is
/// never sent again; when the content itself changes, only the tiles whose pixels did.
struct KittyStrip {
  private struct Tile {
    var id: Int
    var hash: UInt64
    /// Whether the content has changed since it was painted.
    var isStale = false
    var place: KittyEncoder.Place?
  }

  private let ids: [Int]
  private var tiles: [Int: Tile] = [:]
  /// Pixels from the content's left edge to tile 0.
  private var origin = 0
  private var offset = 0
  /// The way of the last movement: 1 to newer scores.
  private var direction = -1

  init(ids: [Int]) { self.ids = ids }

  /// Forgets what the terminal has.
  mutating func forget() { tiles.removeAll() }

  /// Appends what turns the content that is shown, that of `previous`, into that of `frame`.
  mutating func update(
    to frame: borrowing Frame, from previous: Frame?, _ invalidation: Invalidation, canvas: KittyCanvas,
    encoder: inout KittyEncoder, into output: inout [UInt8]
  ) {
    let before = offset
    offset = KittyStrip.pixels(frame.offset * frame.scale)
    if offset != before { direction = offset > before ? 1 : -1 }
    var outdated: [Int] = []
    if tiles.isEmpty {
      origin = offset
    } else if invalidation == .full {
      if let previous, KittyStrip.isSameTimeline(previous, frame) {
        for index in tiles.keys { tiles[index]?.isStale = true }
      } else {
        outdated = removeTiles(into: &output)
        origin = offset
      }
    }
    let visible = visibleTiles(canvas.size.width)
    for index in visible {
      ensure(index, frame, canvas, &encoder, keeping: outdated, &outdated, into: &output)
    }
    for index in visible { show(index, canvas, into: &output) }
    for index in tiles.keys.sorted() where !visible.contains(index) && tiles[index]?.place != nil {
      if let id = tiles[index]?.id { KittyEncoder.hide(id, into: &output) }
      tiles[index]?.place = nil
    }
    for id in outdated { KittyEncoder.delete(id, into: &output) }
  }

  /// Appends one tile that will be in view soon; false where there is none to be sent.
  mutating func sendAhead(
    of frame: borrowing Frame, canvas: KittyCanvas, encoder: inout KittyEncoder, into output: inout [UInt8]
  ) -> Bool {
    guard !tiles.isEmpty else { return false }
    let visible = visibleTiles(canvas.size.width)
    let next = direction > 0 ? visible.upperBound : visible.lowerBound - 1
    let isKnown = tiles[next].map { !$0.isStale } ?? false
    guard !isKnown, isDescribed(next, frame, canvas.size.width) else { return false }
    var outdated: [Int] = []
    ensure(next, frame, canvas, &encoder, keeping: [], &outdated, into: &output)
    for id in outdated { KittyEncoder.delete(id, into: &output) }
    return true
  }

  // MARK: Tiles

  /// Forgets all tiles, deletes those that are not in view, and returns the ids of the others.
  private mutating func removeTiles(into output: inout [UInt8]) -> [Int] {
    let (inView, others) = (tiles.values.filter { $0.place != nil }, tiles.values.filter { $0.place == nil })
    for tile in others { KittyEncoder.delete(tile.id, into: &output) }
    tiles.removeAll()
    return inView.map(\.id)
  }

  private func visibleTiles(_ width: Int) -> Range<Int> {
    let from = offset - origin
    let first = (Double(from) / Double(max(width, 1))).rounded(.down)
    let index = Int(first)
    return index..<(from == index * width ? index + 1 : index + 2)
  }

  /// Whether `frame` describes all of a tile, and has something there.
  private func isDescribed(_ index: Int, _ frame: borrowing Frame, _ width: Int) -> Bool {
    let left = Double(origin + index * width - offset) / frame.scale
    let right = left + Double(width) / frame.scale
    guard left >= -frame.overscan, right <= frame.size.width + frame.overscan else { return false }
    return frame.columns.contains { $0.x >= left && $0.x < right }
      || frame.curve.points.contains { $0.x >= left && $0.x < right }
  }

  /// Paints and sends tile `index`, unless the terminal has it.
  private mutating func ensure(
    _ index: Int, _ frame: borrowing Frame, _ canvas: KittyCanvas, _ encoder: inout KittyEncoder,
    keeping kept: [Int], _ outdated: inout [Int], into output: inout [UInt8]
  ) {
    let old = tiles[index]
    if let old, !old.isStale { return }
    let left = origin + index * canvas.size.width - offset
    let scale = frame.scale
    let content = frame.content(movedBy: -Double(left) / scale, width: Double(canvas.size.width) / scale)
    let period = KittyStrip.period(frame)
    canvas.paint(content) { rows in
      let hash = PixelHash.of(rows)
      if old?.hash == hash {
        tiles[index]?.isStale = false
        return
      }
      let id = freeID(kept, canvas.size.width, into: &output)
      encoder.upload(rows, id: id, period: period, hasAlpha: false, into: &output)
      // What is shown stays until the new picture stands in its place.
      if let old { outdated.append(old.id) }
      tiles[index] = Tile(id: id, hash: hash)
    }
  }

  /// An id that is not in use; where all are, that of the tile farthest from the view.
  private mutating func freeID(_ kept: [Int], _ width: Int, into output: inout [UInt8]) -> Int {
    let used = Set(tiles.values.map(\.id) + kept)
    if let id = ids.first(where: { !used.contains($0) }) { return id }
    let middle = (visibleTiles(width).lowerBound + visibleTiles(width).upperBound - 1) / 2
    guard let farthest = tiles.keys.max(by: { abs($0 - middle) < abs($1 - middle) }),
      let id = tiles.removeValue(forKey: farthest)?.id
    else { return ids[0] }
    KittyEncoder.delete(id, into: &output)
    return id
  }

  private mutating func show(_ index: Int, _ canvas: KittyCanvas, into output: inout [UInt8]) {
    guard let tile = tiles[index] else { return }
    let left = origin + index * canvas.size.width - offset
    let from = max(-left, 0)
    let place = KittyEncoder.Place(
      x: max(left, 0), y: 0,
      source: PixelArea(x: from, y: 0, width: canvas.size.width - abs(left), height: canvas.size.height))
    guard place != tile.place else { return }
    KittyEncoder.place(place, id: tile.id, layer: 0, cell: canvas.cell, into: &output)
    tiles[index]?.place = place
  }

  // MARK: The same content

  /// Whether most columns that both frames have stand where they stood: scores were added, but nothing was zoomed.
  private static func isSameTimeline(_ previous: borrowing Frame, _ frame: borrowing Frame) -> Bool {
    var landmarks: [Int: (x: Int, y: Double?)] = [:]
    for column in previous.columns { landmarks[column.index] = landmark(column, previous.offset, previous.scale) }
    var (same, common) = (0, 0)
    for column in frame.columns {
      guard let before = landmarks[column.index] else { continue }
      common += 1
      if before == landmark(column, frame.offset, frame.scale) { same += 1 }
    }
    return same * 2 > common
  }

  private static func landmark(_ column: ColumnTile, _ offset: Double, _ scale: Double) -> (x: Int, y: Double?) {
    (pixels((column.x + offset) * scale), column.dot?.y)
  }

  private static func pixels(_ value: Double) -> Int { CellGeometry.whole(value.rounded()) }

  /// The distance between two columns in pixels.
  static func period(_ frame: borrowing Frame) -> Int {
    guard frame.columns.count > 1 else { return 0 }
    return max(0, pixels((frame.columns[1].x - frame.columns[0].x) * frame.scale))
  }
}
