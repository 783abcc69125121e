internal import ScoreDrawing

/// Memory that painting a curve needs, enough for a band.
struct CurveScratch {
  /// Differences of coverage, one for each row of the band; zeros between any two uses.
  let differences: UnsafeMutablePointer<Int32>
  /// The row from which a chunk is covered wholly, for each chunk of the band.
  let fullFrom: UnsafeMutablePointer<Int>
  /// The paint's opacity in each row of the band.
  let opacities: UnsafeMutablePointer<Int>
  /// The background with a full layer of it, in each row of the band.
  let layered: UnsafeMutablePointer<UInt32>
}

extension BandCanvas {
  /// Paints `shape`: column by column where its curves pass, in long runs below them.
  func curve(_ shape: borrowing CurveShape, _ scratch: CurveScratch) {
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
      layerFullChunks(row, first..<end, color, scratch)
    }
  }

  /// Lays `color` on those of `chunks` that are covered wholly in `row`.
  private func layerFullChunks(_ row: Int, _ chunks: Range<Int>, _ color: UInt64, _ scratch: CurveScratch) {
    let first = chunks.lowerBound
    let opacity = scratch.opacities[row &- bounds.minY]
    var index = first
    while index < chunks.upperBound {
      let start = index
      while index < chunks.upperBound, scratch.fullFrom[index &- first] <= row { index &+= 1 }
      if index > start {
        layerRun(pixel(start &* BandCanvas.chunk, row), (index &- start) &* BandCanvas.chunk, color, opacity)
      }
      index &+= 1
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
    guard chunk.bottom > canvas.bounds.minY || (chunk.hasTail && !isFull) else { return limit }
    for offset in 0..<BandCanvas.chunk {
      let column = columns[first &+ offset]
      if Int(column.top) < limit { paint(column, first &+ offset, x: left &+ offset, limit) }
    }
    return limit
  }

  @inline(__always)
  private func paint(_ column: CurveShape.Column, _ index: Int, x: Int, _ limit: Int) {
    let top = canvas.bounds.minY
    let start = max(Int(column.top), top)
    let end = max(min(Int(column.bottom), limit), start)
    var target = canvas.pixel(x, start)
    if start < end {
      for piece in CurveShape.pieces(of: index, columns, pieces) {
        pieces[piece].accumulate(start..<end, into: scratch.differences)
      }
      var sum: Int32 = 32768
      for row in 0..<end &- start {
        sum &+= scratch.differences[row]
        scratch.differences[row] = 0
        let part = max(min(Int(sum &>> 16), Ink.full), 0)
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
