import CPixels
import ScoreDrawing
import Support
import Testing

@testable import ScoreRaster

/// Sixteen columns painted together, against the same ones pixel by pixel.
@Suite struct ColumnLayingTests {
  private static let count = 40
  private static let pitch = 19

  private struct Case {
    var pixels: [UInt32]
    var cells: [[CoverageCell]]
    var opacities: [Int]
    var color: RGBA

    init(_ generator: inout SeededGenerator) {
      pixels = (0..<count * pitch).map { _ in 0xFF00_0000 | UInt32.random(in: 0...0xFF_FFFF, using: &generator) }
      opacities = (0..<count).map { _ in
        [0, 8192, Int.random(in: 0...8192, using: &generator)].randomElement(using: &generator) ?? 0
      }
      color = RGBA(
        .random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator),
        .random(in: 0...255, using: &generator))
      cells = Array(repeating: Array(repeating: CoverageCell(), count: 16), count: count)
      for column in 0..<16 {
        for _ in 0..<Int.random(in: 0...5, using: &generator) {
          let ends = (0..<2).map { _ in Float.random(in: -20...60, using: &generator) }
          let weight = Int.random(in: -8192...8192, using: &generator)
          let piece = CurvePiece(top: min(ends[0], ends[1]), bottom: max(ends[0], ends[1]), weight: weight)
          var added = [CoverageCell](repeating: CoverageCell(), count: count)
          added.withUnsafeMutableBufferPointer { cells in
            if let base = cells.baseAddress { piece.accumulate(0..<count, into: base) }
          }
          for row in 0..<count {
            cells[row][column].jump &+= added[row].jump
            cells[row][column].growth &+= added[row].growth
          }
        }
      }
    }

    /// The pixels that blending one by one gives.
    var expected: [UInt32] {
      var result = pixels
      for column in 0..<16 {
        var sum = CoverageSum(32768)
        for row in 0..<count {
          sum.add(cells[row][column])
          let part = max(min(Int(sum.value >> 16), Ink.full), 0)
          let opacity = (part * opacities[row] + 4096) >> 13
          result[row * pitch + column] = Ink.blend(result[row * pitch + column], Ink(color).color, opacity)
        }
      }
      return result
    }

    typealias Laying = (
      UnsafeMutablePointer<UInt32>, Int, UnsafeMutablePointer<coverage_row>, UnsafePointer<Int>, Int, UInt32
    ) -> Void

    /// What `lay` makes of the pixels, and whether it left the coverage zero.
    func laid(by lay: Laying) -> (pixels: [UInt32], isClean: Bool) {
      var flat = cells.flatMap { row in row.map(\.jump) + row.map(\.growth) }
      var result = pixels
      flat.withUnsafeMutableBytes { bytes in
        let rows = bytes.assumingMemoryBound(to: coverage_row.self)
        result.withUnsafeMutableBufferPointer { pixels in
          guard let base = pixels.baseAddress, let first = rows.baseAddress else { return }
          lay(base, pitch, first, opacities, count, Ink(color).pixel)
        }
      }
      return (result, flat.allSatisfy { $0 == 0 })
    }
  }

  @Test func everyPixelIsBlendedTheSame() {
    var generator = SeededGenerator(seed: 16)
    for _ in 0..<60 {
      let example = Case(&generator)
      for lay: Case.Laying in [lay_columns, lay_columns_portably] {
        let laid = example.laid(by: lay)
        #expect(laid.pixels == example.expected)
        #expect(laid.isClean)
      }
    }
  }
}
