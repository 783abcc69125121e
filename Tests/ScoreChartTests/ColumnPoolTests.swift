import ScoreDrawing
import Support
import Testing

@testable import ScoreChart

@Suite struct ColumnPoolTests {
  @Test func slotsFollowTheIndexAndAreMadeOnce() {
    var pool = ColumnPool<Int>(visible: 5)
    #expect(pool.capacity == 7)
    let first = pool.bind(9) { 90 }
    let again = pool.bind(9) { 91 }
    #expect(first.number == 9 % 7)
    #expect(again.slot.content == 90)
    #expect(again.slot.generation == first.slot.generation)
    #expect(pool.bind(16) { 160 }.slot.generation != first.slot.generation)
  }

  @Test(arguments: [1, 2, 3, 5, 8, 9])
  func scrollingByColumnsRebindsExactlyThatManyCells(columns: Int) {
    var bench = ChartBench(
      SampleHistories.daily(Array(repeating: 50, count: 500)), size: ViewSize(width: 375, height: 344))
    // Away from the newest end, so that both edges of the view have columns behind them.
    for _ in 0..<5 { bench.apply(.key(.left, [], isRepeat: false)) }
    _ = bench.frame()
    for _ in 0..<40 {
      // Only in one direction: a column that comes back may still be in its slot.
      let before = bench.composer.bindings
      let visible = bench.state.viewport.visible
      for _ in 0..<columns { bench.apply(.key(.left, [], isRepeat: false)) }
      let frame = bench.frame()
      #expect(bench.composer.bindings - before == columns)
      #expect(frame.columns.count == visible.count)
    }
  }

  @Test func scrollingAPartOfAColumnRebindsAtMostOne() {
    var bench = ChartBench(
      SampleHistories.daily(Array(repeating: 50, count: 500)), size: ViewSize(width: 375, height: 344))
    _ = bench.frame()
    let start = bench.composer.bindings
    for _ in 0..<42 {
      let before = bench.composer.bindings
      bench.apply(.wheel(dx: -1.0 / 84, dy: 0, at: ViewPoint(x: 0, y: 0), []))
      _ = bench.frame()
      #expect(bench.composer.bindings - before <= 1)
    }
    #expect(bench.composer.bindings - start == 1)
  }

  @Test func noTwoVisibleColumnsShareASlot() {
    for width in stride(from: 1.0, through: 900, by: 13) {
      var bench = ChartBench(
        SampleHistories.daily(Array(repeating: 50, count: 300)), size: ViewSize(width: width, height: 200))
      for _ in 0..<10 {
        let frame = bench.frame()
        #expect(Set(frame.columns.map(\.slot)).count == frame.columns.count)
        #expect(frame.columns.count <= bench.composer.capacity - 2)
        bench.apply(.wheel(dx: 0, dy: 0.37, at: ViewPoint(x: 0, y: 0), []))
      }
    }
  }

  @Test func anUnchangedStateComposesTheSameFrame() {
    var bench = ChartBench(SampleHistories.twelve)
    let first = bench.frame()
    #expect(bench.frame() == first)
  }
}
