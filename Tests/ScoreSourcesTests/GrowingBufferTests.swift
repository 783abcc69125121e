import Testing

@testable import ScoreSources

@Suite struct GrowingBufferTests {
  @Test func bytesStayWhileItGrows() throws {
    var generator = SeededBytes(seed: 11)
    var buffer = GrowingBuffer(limit: 1 << 24)
    var expected: [UInt8] = []
    for round in 0..<60 {
      let piece = generator.bytes(count: round * 997 % 70_001)
      expected += piece
      try piece.withUnsafeBytes { try buffer.append($0) }
      #expect(buffer.count == expected.count)
    }
    #expect(buffer.bytes.elementsEqual(expected))
  }

  @Test func theLimitIsExact() throws {
    var buffer = GrowingBuffer(limit: 100_000)
    let full = [UInt8](repeating: 1, count: 100_000)
    try full.withUnsafeBytes { try buffer.append($0) }
    #expect(throws: GrowingBuffer.Failure.limit) { try buffer.reserve(1) }
    #expect(buffer.count == 100_000)
  }

  @Test func absurdSizesAreErrors() {
    var buffer = GrowingBuffer(limit: .max)
    #expect(throws: GrowingBuffer.Failure.memory) { try buffer.reserve(.max) }
    #expect(throws: GrowingBuffer.Failure.memory) { try buffer.reserve(1 << 60) }
    #expect(buffer.count == 0)
  }
}
