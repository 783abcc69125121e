internal import CPixels
internal import ScoreDrawing

/// Memory that painting a curve needs, enough for a band.
struct CurveScratch {
  /// A chunk's, one for each row of the band; zeros between any two uses.
  let cells: UnsafeMutablePointer<coverage_row>
  /// The row from which a chunk is covered wholly, for each chunk of the band.
  let fullFrom: UnsafeMutablePointer<Int>
  /// The paint's opacity in each row of the band.
  let opacities: UnsafeMutablePointer<Int>
  /// The background with a full layer of it, in each row of the band.
  let layered: UnsafeMutablePointer<UInt32>
}

/// A dashed upright line that lies straight on the background.
struct Guide {
  var rect: PixelRect
  var on: Int
  var off: Int
  var ink: Ink

  /// Calls `body` with each of `rows`, which are some of those of `rect`, where there is a dash.
  @inline(__always)
  func eachDash(_ rows: Range<Int>, _ body: (Int) -> Void) {
    let period = on &+ off
    var phase = (rows.lowerBound &- rect.minY) % period
    for row in rows {
      if phase < on { body(row) }
      phase &+= 1
      if phase == period { phase = 0 }
    }
  }
}

extension BandCanvas {
  /// Paints `shape`: column by column where its curves pass, in long runs below them.
  ///
  /// - Parameter guides: all that lies between the background and the shape, from left to right; nil where anything may.
  func curve(_ shape: borrowing CurveShape, _ guides: [Guide]?, _ scratch: CurveScratch) {
    let chunk = BandCanvas.chunk
    let firstChunk = shape.firstColumn / chunk
    let first = max(firstChunk, bounds.minX / chunk)
    let end = min(firstChunk + shape.chunks.count, bounds.maxX / chunk)
    let bottom = min(bounds.maxY, shape.endRow)
    guard first < end, bounds.minY < bottom else { return }
    let color = shape.paint.color
    for row in bounds.minY..<bottom {
      let opacity = shape.paint.opacity(row: row)
      scratch.opacities[row - bounds.minY] = opacity
      scratch.layered[row - bounds.minY] = Ink.blend(background, color, opacity)
    }
    var fullRow = bottom
    shape.columns.withUnsafeBufferPointer { columns in
      shape.pieces.withUnsafeBufferPointer { pieces in
        let painter = ColumnPainter(
          canvas: self, scratch: scratch, color: color, columns: columns, pieces: pieces, bottom: bottom)
        for index in first..<end {
          let full = painter.paint(
            shape.chunks[index - firstChunk], first: (index - firstChunk) * chunk, left: index * chunk)
          scratch.fullFrom[index - first] = full
          fullRow = min(fullRow, full)
        }
      }
    }
    for row in fullRow..<max(bottom, fullRow) where scratch.opacities[row - bounds.minY] > 0 {
      layerFullChunks(row, first..<end, color, scratch, isPlain: guides != nil)
    }
    for guide in guides ?? [] { layer(guide, first..<end, color, scratch, bottom) }
  }

  /// Lays `color` on those of `chunks` that are covered wholly in `row`.
  private func layerFullChunks(
    _ row: Int, _ chunks: Range<Int>, _ color: UInt64, _ scratch: CurveScratch, isPlain: Bool
  ) {
    let first = chunks.lowerBound
    let opacity = scratch.opacities[row &- bounds.minY]
    var index = first
    while index < chunks.upperBound {
      let start = index
      while index < chunks.upperBound, scratch.fullFrom[index &- first] <= row { index &+= 1 }
      if index > start {
        let target = pixel(start &* BandCanvas.chunk, row)
        let count = (index &- start) &* BandCanvas.chunk
        if isPlain {
          set_pixels(target, scratch.layered[row &- bounds.minY], count)
        } else {
          layerRun(target, count, color, opacity)
        }
      }
      index &+= 1
    }
  }

  /// Draws the part of `guide` anew over which a run of `color` was laid.
  private func layer(_ guide: Guide, _ chunks: Range<Int>, _ color: UInt64, _ scratch: CurveScratch, _ bottom: Int) {
    let plain = Ink.blend(background, guide.ink.color, guide.ink.opacity)
    let columns = PixelRect(minX: guide.rect.minX, minY: 0, maxX: guide.rect.maxX, maxY: 1)
      .intersection(PixelRect(minX: bounds.minX, minY: 0, maxX: bounds.maxX, maxY: 1))
    for x in columns.minX..<max(columns.maxX, columns.minX) where chunks.contains(x / BandCanvas.chunk) {
      let full = scratch.fullFrom[x / BandCanvas.chunk &- chunks.lowerBound]
      let start = max(full, guide.rect.minY, bounds.minY)
      guide.eachDash(start..<max(min(bottom, guide.rect.maxY), start)) { row in
        let opacity = scratch.opacities[row &- bounds.minY]
        if opacity > 0 { pixel(x, row).pointee = Ink.blend(plain, color, opacity) }
      }
    }
  }
}

/// Paints the columns of one shape in one band.
private struct ColumnPainter {
  let canvas: BandCanvas
  let scratch: CurveScratch
  let color: UInt64
  let columns: UnsafeBufferPointer<CurveShape.Column>
  let pieces: UnsafeBufferPointer<CurvePiece>
  let bottom: Int

  /// Paints the rows of a chunk that are not covered wholly; returns the first row from which they are.
  func paint(_ chunk: CurveShape.Chunk, first: Int, left: Int) -> Int {
    guard chunk.top < bottom else { return bottom }
    let isFull = chunk.isFull
    let limit = isFull ? max(min(chunk.bottom, bottom), canvas.bounds.minY) : bottom
    let top = max(chunk.top, canvas.bounds.minY)
    let end = chunk.hasTail ? limit : min(chunk.bottom, limit)
    guard top < end else { return limit }
    if isCrowded(first, top..<end) {
      paintTogether(first, left, top..<end)
    } else {
      for offset in 0..<BandCanvas.chunk {
        let column = columns[first &+ offset]
        if Int(column.top) < limit { paint(column, first &+ offset, x: left &+ offset, limit) }
      }
    }
    return limit
  }

  /// Whether the curves pass through so many pixels of a chunk that its columns are better painted together, row by row.
  private func isCrowded(_ first: Int, _ rows: Range<Int>) -> Bool {
    var crossed = 0
    for column in columns[first..<first &+ BandCanvas.chunk] where column.top < column.bottom {
      crossed &+= max(min(Int(column.bottom), rows.upperBound) &- max(Int(column.top), rows.lowerBound), 0)
    }
    return crossed > 3 &* rows.count
  }

  private func paintTogether(_ first: Int, _ left: Int, _ rows: Range<Int>) {
    for offset in 0..<BandCanvas.chunk { accumulate(first &+ offset, rows, offset) }
    let row = rows.lowerBound
    lay_columns(
      canvas.pixel(left, row), canvas.pitch, scratch.cells, scratch.opacities + (row &- canvas.bounds.minY), rows.count,
      Ink.blend(0, color, Ink.full))
  }

  /// Adds what the pieces of a column cover up in column `offset` of the chunk's cells.
  @inline(__always)
  private func accumulate(_ column: Int, _ rows: Range<Int>, _ offset: Int) {
    let stride = MemoryLayout<coverage_row>.size / MemoryLayout<Int32>.size
    scratch.cells.withMemoryRebound(to: Int32.self, capacity: stride &* rows.count) { cells in
      for piece in CurveShape.pieces(of: column, columns, pieces) {
        pieces[piece].accumulate(rows, into: cells + offset, stride: stride, growth: BandCanvas.chunk)
      }
    }
  }

  @inline(__always)
  private func paint(_ column: CurveShape.Column, _ index: Int, x: Int, _ limit: Int) {
    let top = canvas.bounds.minY
    let start = max(Int(column.top), top)
    let end = max(min(Int(column.bottom), limit), start)
    var target = canvas.pixel(x, start)
    if start < end {
      accumulate(index, start..<end, 0)
      var sum = CoverageSum(32768)
      for row in 0..<end &- start {
        let cells = scratch.cells + row
        sum.add(CoverageCell(jump: cells.pointee.jump.0, growth: cells.pointee.growth.0))
        (cells.pointee.jump.0, cells.pointee.growth.0) = (0, 0)
        let part = max(min(Int(sum.value &>> 16), Ink.full), 0)
        let opacity = (part &* scratch.opacities[row &+ start &- top] &+ 4096) &>> 13
        target.pointee = Ink.blend(target.pointee, color, opacity)
        target += canvas.pitch
      }
    }
    if column.tail == 0 { return }
    let isFull = column.tail == Int32(Ink.full)
    for row in end &- top..<max(limit, end) &- top {
      if isFull, target.pointee == canvas.background {
        target.pointee = scratch.layered[row]
      } else {
        let opacity = (Int(column.tail) &* scratch.opacities[row] &+ 4096) &>> 13
        target.pointee = Ink.blend(target.pointee, color, opacity)
      }
      target += canvas.pitch
    }
  }
}
