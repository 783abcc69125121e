internal import ScoreDrawing

/// Memory that painting a curve's chunk needs: rows of `BandCanvas.chunk` coverage differences.
struct CurveScratch {
  let tile: UnsafeMutablePointer<Int16>
  /// The row from which a chunk is covered wholly, for each chunk of the band.
  let fullFrom: UnsafeMutablePointer<Int>
}

extension BandCanvas {
  /// Paints `shape`: pixel by pixel where its curves pass, in long runs below them.
  func curve(_ shape: CurveShape, _ scratch: CurveScratch) {
    let chunk = BandCanvas.chunk
    let first = max(shape.firstChunk, bounds.minX / chunk)
    let end = min(shape.firstChunk + shape.chunks.count, bounds.maxX / chunk)
    let bottom = min(bounds.maxY, shape.endRow)
    guard first < end, bounds.minY < bottom else { return }
    var fullRow = bottom
    for index in first..<end {
      let full = paintChunk(shape, index, bottom, scratch.tile)
      scratch.fullFrom[index - first] = full
      fullRow = min(fullRow, full)
    }
    for row in fullRow..<max(bottom, fullRow) {
      let opacity = shape.paint.opacity(row: row)
      if opacity == 0 { continue }
      var index = first
      while index < end {
        guard scratch.fullFrom[index - first] <= row else {
          index &+= 1
          continue
        }
        let start = index
        while index < end, scratch.fullFrom[index - first] <= row { index &+= 1 }
        layerRun(pixel(start * chunk, row), (index - start) * chunk, shape.paint.color, opacity)
      }
    }
  }

  /// Paints the rows of a chunk that are not covered wholly; returns the first row from which they are.
  private func paintChunk(
    _ shape: CurveShape, _ index: Int, _ bottom: Int, _ tile: UnsafeMutablePointer<Int16>
  ) -> Int {
    let chunk = shape.chunks[index - shape.firstChunk]
    guard chunk.top < chunk.bottom, chunk.top < bottom else { return bottom }
    let rows = max(chunk.top, bounds.minY)..<max(min(chunk.bottom, bottom), max(chunk.top, bounds.minY))
    if !rows.isEmpty {
      shape.accumulate(chunk: index - shape.firstChunk, rows: rows, into: tile)
      var covered = SIMD16<Int16>()
      for row in rows {
        let difference = UnsafeRawPointer(tile + (row - rows.lowerBound) * 16).loadUnaligned(as: SIMD16<Int16>.self)
        covered &+= difference
        layerChunk(pixel(index * BandCanvas.chunk, row), covered, shape.paint.color, shape.paint.opacity(row: row))
      }
    }
    if chunk.tail == SIMD16() { return bottom }
    let below = max(rows.upperBound, bounds.minY)
    if chunk.tail == SIMD16(repeating: Int16(Ink.full)) { return below }
    for row in below..<max(bottom, below) {
      layerChunk(pixel(index * BandCanvas.chunk, row), chunk.tail, shape.paint.color, shape.paint.opacity(row: row))
    }
    return bottom
  }

  @inline(__always)
  private func layerChunk(
    _ target: UnsafeMutablePointer<UInt32>, _ covered: SIMD16<Int16>, _ color: UInt64, _ opacity: Int
  ) {
    if covered == SIMD16() { return }
    if covered == SIMD16(repeating: Int16(Ink.full)) {
      layerRun(target, BandCanvas.chunk, color, opacity)
      return
    }
    for lane in 0..<BandCanvas.chunk where covered[lane] > 0 {
      let part = min(Int(covered[lane]), Ink.full)
      target[lane] = Ink.blend(target[lane], color, (part &* opacity &+ 4096) &>> 13)
    }
  }
}
