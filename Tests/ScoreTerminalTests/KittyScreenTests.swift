import Foundation
import ScoreChart
import ScoreData
import ScoreDrawing
import ScoreRaster
import Support
import Testing

@testable import ScoreTerminal

/// What kitty shows after all that it was sent is the picture that the rasteriser draws at once.
@Suite struct KittyScreenTests {
  private static let cell = PixelSize(width: 8, height: 17)

  /// A chart, the encoder that its frames go to, and the terminal that gets them.
  private struct Bench {
    var chart: Chart
    var state: ChartState
    var composer = Composer()
    var encoder: FrameEncoder
    var terminal: KittyTerminal
    var invalidation = Invalidation.full
    var time = 0.0
    var cells: CellSize
    private let painter: FramePainter

    init(_ table: ScoreTable, columns: Int = 70, rows: Int = 16, sharesMemory: Bool = false, theme: Theme = .dark)
      throws
    {
      encoder = try FrameEncoder(mode: .kitty, cell: KittyScreenTests.cell, usesSharedMemory: sharesMemory)
      cells = CellSize(columns: columns, rows: rows)
      chart = Chart(table: table)
      state = ChartState(
        chart: chart, size: encoder.size(of: cells), scale: encoder.scale, theme: theme, metrics: encoder.metrics)
      let size = PixelSize(width: columns * KittyScreenTests.cell.width, height: rows * KittyScreenTests.cell.height)
      terminal = KittyTerminal(size: size, cell: KittyScreenTests.cell)
      painter = FramePainter(text: try TextEngine())
    }

    mutating func apply(_ kind: InputEvent.Kind, after milliseconds: Double = 16) {
      time += milliseconds
      invalidation.merge(state.apply(InputEvent(time: time, kind), chart: chart, metrics: encoder.metrics))
    }

    /// What is to be sent to show the present frame.
    mutating func encode() throws -> [UInt8] {
      let overscan = encoder.overscan(of: cells)
      let frame = composer.compose(chart, state, metrics: encoder.metrics, overscan: overscan)
      let bytes = try encoder.encode(frame, cells: cells, invalidation)
      invalidation = .none
      return bytes
    }

    /// Sends the present frame and returns what was sent.
    mutating func show() throws -> [UInt8] {
      let bytes = try encode()
      terminal.write(bytes)
      return bytes
    }

    mutating func sendAhead() -> [UInt8] {
      let bytes = encoder.ahead()
      terminal.write(bytes)
      return bytes
    }

    mutating func resize(columns: Int, rows: Int) {
      cells = CellSize(columns: columns, rows: rows)
      let size = PixelSize(width: columns * KittyScreenTests.cell.width, height: rows * KittyScreenTests.cell.height)
      terminal = KittyTerminal(size: size, cell: KittyScreenTests.cell)
      apply(.resized(encoder.size(of: cells), scale: encoder.scale))
    }

    /// How many pixels differ visibly from the picture drawn at once, and by how much at most.
    ///
    /// At the left edge the picture drawn at once knows nothing of the band of scores beyond it; tiles do.
    mutating func difference() throws -> (count: Int, most: Int) {
      var composer = Composer()
      let frame = composer.compose(chart, state, metrics: encoder.metrics)
      var buffer = try PixelBuffer(size: terminal.size)
      buffer.withRows { painter.paint(frame, into: $0) }
      let seen = terminal.picture
      return buffer.withPixels { pixels in
        var result = (count: 0, most: 0)
        for index in pixels.indices
        where pixels[index] & 0xFF_FFFF != seen[index] && index % terminal.size.width >= 2 {
          let error = ColorError.between(pixels[index], seen[index])
          result = (result.count + (error > 8 ? 1 : 0), max(result.most, error))
        }
        return result
      }
    }

    mutating func expectSamePicture(_ what: String) throws {
      let difference = try difference()
      #expect(difference.count == 0, "\(what): \(difference.count) pixels differ, by \(difference.most)")
      #expect(terminal.mistakes.isEmpty, "\(what): \(terminal.mistakes)")
    }
  }

  /// Memory has a name that all of a process sees: what one picture no longer needs may be what another still shows.
  @Test func picturesOfOneProcessTakeNoMemoryFromEachOther() throws {
    var first = try Bench(CellBench.walk(300, seed: 1), columns: 30, rows: 8, sharesMemory: true)
    var second = try Bench(CellBench.walk(300, seed: 2), columns: 30, rows: 8, sharesMemory: true)
    func change(_ bench: inout Bench) { bench.apply(.key(.character("t"), [], isRepeat: false)) }
    func show(_ bench: inout Bench, times: Int) throws {
      for _ in 0..<times {
        change(&bench)
        _ = try bench.show()
      }
    }
    // The second is at numbers that the first has used and will clear away.
    try show(&first, times: 20)
    try show(&second, times: 18)
    change(&second)
    let sent = try second.encode()
    try show(&first, times: 20)
    second.terminal.write(sent)
    try first.expectSamePicture("the first")
    try second.expectSamePicture("the second, which was read late")
  }

  @Test(arguments: [1, 2, 3, 4])
  func anySessionShowsTheRasterisersPicture(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let table = seed == 1 ? SampleHistories.twelve : CellBench.walk(400, seed: UInt64(seed))
    var bench = try Bench(table, sharesMemory: seed.isMultiple(of: 2), theme: seed == 3 ? .light : .dark)
    _ = try bench.show()
    try bench.expectSamePicture("at first")
    var x = 200.0
    for step in 0..<30 {
      let choice = Int.random(in: 0..<14, using: &generator)
      let point = ViewPoint(x: Double.random(in: 0...550, using: &generator), y: 90)
      switch choice {
      case 0, 1, 2:
        bench.apply(.pointerDown(ViewPoint(x: x, y: 90), .mouse))
        for _ in 0..<6 {
          x += Double.random(in: -60...90, using: &generator)
          bench.apply(.pointerMoved(ViewPoint(x: x, y: 90)))
          _ = try bench.show()
        }
        try bench.expectSamePicture("\(step): while dragged")
        bench.apply(.pointerUp(ViewPoint(x: x, y: 90)), after: 300)
      case 3, 4: bench.apply(.wheel(dx: 0, dy: Double.random(in: -3...3, using: &generator), at: point, []))
      case 5, 6, 7: bench.apply(.pointerMoved(point))
      case 8:
        bench.apply(
          .key(.character(["+", "-", "0", "f"][Int.random(in: 0..<4, using: &generator)]), [], isRepeat: false))
      case 9:
        bench.apply(.key(.character(["y", "t", "?"][Int.random(in: 0..<3, using: &generator)]), [], isRepeat: false))
      case 10:
        bench.apply(
          .key([.home, .end, .pageUp, .pageDown][Int.random(in: 0..<4, using: &generator)], [], isRepeat: false))
      case 11: bench.apply(.key(.space, [], isRepeat: false))
      case 12:
        bench.resize(
          columns: Int.random(in: 10...80, using: &generator), rows: Int.random(in: 2...17, using: &generator))
      default: _ = bench.sendAhead()
      }
      _ = try bench.show()
      bench.apply(.tick, after: 40)
      _ = try bench.show()
      try bench.expectSamePicture("\(step): \(choice)")
    }
  }

  /// About a hundred bytes a frame, however the view stands to the tiles.
  @Test(arguments: [false, true])
  func scrollingSendsNoPixels(sharesMemory: Bool) throws {
    var bench = try Bench(CellBench.walk(3000, seed: 3), columns: 200, rows: 8, sharesMemory: sharesMemory)
    _ = try bench.show()
    bench.apply(.pointerDown(ViewPoint(x: 100, y: 90), .mouse))
    bench.apply(.pointerMoved(ViewPoint(x: 107, y: 90)))
    _ = try bench.show()
    _ = bench.sendAhead()
    var uploads = 0
    for step in 1...300 {
      bench.apply(.pointerMoved(ViewPoint(x: 107 + 13 * Double(step), y: 90)))
      let bytes = try bench.show()
      #expect(
        bytes.count <= 100, "\(step): \(bytes.count) bytes: \(String(decoding: bytes.prefix(200), as: UTF8.self))")
      if !bench.sendAhead().isEmpty { uploads += 1 }
    }
    #expect((2...4).contains(uploads))
    try bench.expectSamePicture("after 3,900 pixels")
  }

  @Test(arguments: [Theme.light, .dark])
  func theFirstPictureIsSmall(theme: Theme) throws {
    var bench = try Bench(CellBench.walk(300, seed: 8), columns: 200, rows: 47, theme: theme)
    let bytes = try bench.show()
    #expect(bytes.count <= 110_000, "\(bytes.count) bytes")
    try bench.expectSamePicture("1600 × 799")
  }

  /// A score that is added is sent with its tile; the others stay.
  @Test func addedScoresSendOnlyWhatChanged() throws {
    let scores = (0..<300).map { Double?.some(60 + Double($0 * 7 % 40)) }
    var bench = try Bench(SampleHistories.daily(scores), columns: 90, rows: 12)
    let whole = try bench.show().count
    var (sent, count) = (0, 300)
    for _ in 0..<40 {
      count += 1
      let more = (0..<count).map { Double?.some(60 + Double($0 * 7 % 40)) }
      bench.chart = Chart(table: SampleHistories.daily(more))
      bench.composer.historyChanged()
      bench.invalidation.merge(
        bench.state.historyChanged(appended: 1, chart: bench.chart, metrics: bench.encoder.metrics))
      sent += try bench.show().count
      if count.isMultiple(of: 8) { try bench.expectSamePicture("\(count) scores") }
    }
    #expect(sent < 40 * whole * 2 / 3, "\(sent / 40) a score, \(whole) for all")
  }

  @Test func lostPicturesAreSentAgain() throws {
    let renderer = try PixelRenderer(mode: .kitty, cell: Self.cell)
    let cells = CellSize(columns: 60, rows: 20)
    let frame = SampleFrames.timeline(width: 480, height: 340, scale: 1, theme: .light)
    let first = try renderer.update(to: frame, cells: cells)
    #expect(try renderer.update(to: frame, cells: cells, .none).isEmpty)
    renderer.forget()
    let again = try renderer.update(to: frame, cells: cells, .none)
    #expect(again.count >= first.count)
  }

  @Test func sharedMemoryIsRemovedInTheEnd() {
    func names() -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")) ?? []).filter {
        $0.hasPrefix("scoreview-\(ProcessInfo.processInfo.processIdentifier)-test")
      }
    }
    var memory = SharedMemory(purpose: "test")
    for _ in 0..<40 { #expect(memory.make(size: 100) { _ in } != nil) }
    #expect(!names().isEmpty && names().count < 40)
    memory.removeAll()
    #expect(names().isEmpty)
    #expect(memory.make(size: 0) { _ in } == nil && names().isEmpty)
  }

  @Test func alphaIsFoundFromBlackAndWhite() {
    for alpha in stride(from: 0, through: 255, by: 5) {
      for color: [Int] in [[255, 138, 20], [0, 0, 0], [255, 255, 255], [22, 22, 24]] {
        func over(_ ground: Int) -> UInt32 {
          color.reduce(UInt32(0xFF)) { $0 << 8 | UInt32(($1 * alpha + ground * (255 - alpha) + 127) / 255) }
        }
        let matte = KittyCanvas.matte(over(0), over(255))
        #expect(abs(Int(matte >> 24) - alpha) <= 1)
        for ground in [0, 90, 255] {
          for (index, channel) in color.enumerated() {
            let found = Int(matte >> UInt32(16 - 8 * index) & 255)
            let seen = (found * Int(matte >> 24) + ground * (255 - Int(matte >> 24)) + 127) / 255
            let wanted = (channel * alpha + ground * (255 - alpha) + 127) / 255
            #expect(abs(seen - wanted) <= 2)
          }
        }
      }
    }
  }
}
