internal import ScoreDrawing

/// Memory that painting a curve needs, enough for a band.
struct CurveScratch {
  /// Rows of `BandCanvas.chunk` coverages.
  let tile: UnsafeMutablePointer<Int16>
  /// The row from which a chunk is covered wholly, for each chunk of the band.
  let fullFrom: UnsafeMutablePointer<Int>
  /// The paint's opacity in each row of the band.
  let opacities: UnsafeMutablePointer<Int>
}

extension BandCanvas {
  /// Paints `shape`: pixel by pixel where its curves pass, in long runs below them.
  func curve(_ shape: CurveShape, _ scratch: CurveScratch) {
    let chunk = BandCanvas.chunk
    let firstChunk = shape.firstChunk
    let first = max(firstChunk, bounds.minX / chunk)
    let end = min(firstChunk + shape.chunks.count, bounds.maxX / chunk)
    let bottom = min(bounds.maxY, shape.endRow)
    guard first < end, bounds.minY < bottom else { return }
    let color = shape.paint.color
    for row in bounds.minY..<bottom { scratch.opacities[row - bounds.minY] = shape.paint.opacity(row: row) }
    var fullRow = bottom
    shape.withParts { chunks, pieces in
      let painter = ChunkPainter(canvas: self, scratch: scratch, color: color, pieces: pieces, bottom: bottom)
      for index in first..<end {
        let full = painter.paint(chunks[index &- firstChunk], left: index &* chunk)
        scratch.fullFrom[index &- first] = full
        fullRow = min(fullRow, full)
      }
    }
    for row in fullRow..<max(bottom, fullRow) {
      let opacity = scratch.opacities[row - bounds.minY]
      if opacity == 0 { continue }
      var index = first
      while index < end {
        guard scratch.fullFrom[index &- first] <= row else {
          index &+= 1
          continue
        }
        let start = index
        while index < end, scratch.fullFrom[index &- first] <= row { index &+= 1 }
        layerRun(pixel(start &* chunk, row), (index &- start) &* chunk, color, opacity)
      }
    }
  }
}

/// Paints chunks of one shape in one band.
private struct ChunkPainter {
  let canvas: BandCanvas
  let scratch: CurveScratch
  let color: UInt64
  let pieces: UnsafeBufferPointer<CurvePiece>
  let bottom: Int

  /// Four coverages in a word, all of them full.
  private static let fullWord: UInt64 = 0x2000_2000_2000_2000

  /// Paints the rows of a chunk that are not covered wholly; returns the first row from which they are.
  func paint(_ chunk: CurveShape.Chunk, left: Int) -> Int {
    guard chunk.top < chunk.bottom, chunk.top < bottom else { return bottom }
    let top = canvas.bounds.minY
    let start = max(chunk.top, top)
    let end = max(min(chunk.bottom, bottom), start)
    if start < end {
      scratch.tile.update(repeating: 0, count: (end &- start) &* BandCanvas.chunk)
      for index in chunk.pieces { pieces[index].accumulate(start..<end, into: scratch.tile) }
      var sum = SIMD16<Int16>()
      for row in start..<end {
        let differences = UnsafeMutableRawPointer(scratch.tile + (row &- start) &* 16)
        sum &+= differences.loadUnaligned(as: SIMD16<Int16>.self)
        differences.storeBytes(of: sum, as: SIMD16<Int16>.self)
        layer(canvas.pixel(left, row), differences, scratch.opacities[row &- top])
      }
    }
    if chunk.tailKind == .empty { return bottom }
    if chunk.tailKind == .full { return end }
    UnsafeMutableRawPointer(scratch.tile).storeBytes(of: chunk.tail, as: SIMD16<Int16>.self)
    for row in end..<max(bottom, end) {
      layer(canvas.pixel(left, row), UnsafeMutableRawPointer(scratch.tile), scratch.opacities[row &- top])
    }
    return bottom
  }

  /// Lays the colour on sixteen pixels, by their coverages.
  @inline(__always)
  private func layer(_ target: UnsafeMutablePointer<UInt32>, _ coverages: UnsafeMutableRawPointer, _ opacity: Int) {
    let words = coverages.loadUnaligned(as: SIMD4<UInt64>.self)
    if words.x | words.y | words.z | words.w == 0 { return }
    let full = words ^ SIMD4(repeating: Self.fullWord)
    if full.x | full.y | full.z | full.w == 0 {
      canvas.layerRun(target, BandCanvas.chunk, color, opacity)
      return
    }
    let covered = coverages.assumingMemoryBound(to: Int16.self)
    for word in 0..<4 where words[word] != 0 {
      // Four at a time without a branch for each: a pixel that is not covered comes out as it was.
      for lane in word &* 4..<word &* 4 &+ 4 {
        let part = max(min(Int(covered[lane]), Ink.full), 0)
        target[lane] = Ink.blend(target[lane], color, (part &* opacity &+ 4096) &>> 13)
      }
    }
  }
}
