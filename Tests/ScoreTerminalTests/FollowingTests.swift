import ScoreChart
import ScoreData
import ScoreDrawing
import ScoreRaster
import Support
import Testing

@testable import ScoreTerminal

/// Scores that come for a day and a night: every frame costs what the first ones did, and nothing piles up.
@Suite struct FollowingTests {
  /// A score a minute, seen at the newest end.
  private static func follow(
    _ encoder: inout FrameEncoder, cells: CellSize, minutes: Int, _ each: (Int, [UInt8], Composer) -> Void
  ) throws {
    var generator = SeededGenerator(seed: 24)
    var scores: [Double?] = (0..<60).map { _ in Double(Int.random(in: 40...100, using: &generator)) }
    var chart = Chart(table: SampleHistories.daily(scores))
    var state = ChartState(
      chart: chart, size: encoder.size(of: cells), scale: encoder.scale, theme: .dark, metrics: encoder.metrics)
    var composer = Composer()
    for minute in 0..<minutes {
      scores.append(minute % 97 == 96 ? nil : Double(Int.random(in: 40...100, using: &generator)))
      chart = Chart(table: SampleHistories.daily(scores))
      composer.historyChanged()
      let invalidation = state.historyChanged(appended: 1, chart: chart, metrics: encoder.metrics)
      state.apply(InputEvent(time: Double(minute) * 60_000, .tick), chart: chart, metrics: encoder.metrics)
      let overscan = encoder.overscan(of: cells)
      let frame = composer.compose(chart, state, metrics: encoder.metrics, overscan: overscan)
      each(minute, try encoder.encode(frame, cells: cells, invalidation), composer)
    }
  }

  @Test func aDayInCells() throws {
    let cells = CellSize(columns: 80, rows: 24)
    var encoder = try FrameEncoder(mode: .cells)
    var counts: [Int] = []
    var capacity = 0
    try Self.follow(&encoder, cells: cells, minutes: 1440) { minute, bytes, composer in
      counts.append(bytes.count)
      #expect(!String(decoding: bytes, as: UTF8.self).contains("[2J"), "\(minute) blanks the screen")
      if minute == 10 { capacity = composer.capacity }
      if minute > 10 { #expect(composer.capacity == capacity) }
    }
    let (early, late) = (counts[1..<200].max() ?? 0, counts.suffix(200).max() ?? 0)
    #expect(late <= early + early / 4 && late < 8000, "\(early) bytes a frame became \(late)")
  }

  @Test func someHoursOfPictures() throws {
    let cells = CellSize(columns: 40, rows: 9)
    let cell = PixelSize(width: 8, height: 16)
    var encoder = try FrameEncoder(mode: .kitty, cell: cell)
    var terminal = KittyTerminal(size: PixelSize(width: 320, height: 144), cell: cell)
    var counts: [Int] = []
    try Self.follow(&encoder, cells: cells, minutes: 240) { minute, bytes, _ in
      counts.append(bytes.count)
      terminal.write(bytes)
      #expect(terminal.images.count <= 8, "\(minute): \(terminal.images.keys.sorted())")
      if minute > 0 { #expect(!String(decoding: bytes.prefix(16), as: UTF8.self).contains("[2J")) }
    }
    #expect(terminal.mistakes.isEmpty, "\(terminal.mistakes)")
    let (early, late) = (counts[1..<60].max() ?? 0, counts.suffix(60).max() ?? 0)
    #expect(late <= early + early / 4, "\(early) bytes a frame became \(late)")
  }
}
