import ScoreChart
import ScoreDrawing
import Glibc
import Support
import Testing

@testable import ScoreTerminal

@Suite struct CellRendererTests {
  private static func expect(_ terminal: ReferenceTerminal, shows grid: CellGrid, _ note: String) {
    #expect(terminal.mistakes(in: grid) == 0, "\(note)")
  }

  @Test(arguments: GlyphSet.allCases)
  func anotherTerminalShowsTheGridAfterEveryStep(glyphs: GlyphSet) throws {
    guard let terminal = ReferenceTerminal(columns: 100, rows: 30) else { return }
    var bench = CellBench(
      CellBench.wave(200), columns: 100, rows: 30, options: ChartOptions(title: "日本語 e\u{301} שלום \u{1B}[2J"))
    var renderer = CellRenderer(depth: .trueColor)
    var generator = SeededGenerator(seed: 3)
    for step in 0..<60 {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bench.apply(.key(.left, [], isRepeat: false))
      case 1: bench.apply(.wheel(dx: 0, dy: 1, at: ViewPoint(x: 0, y: 0), []))
      case 2: bench.apply(.key(.character("t"), [], isRepeat: false))
      case 3: bench.apply(.key(step.isMultiple(of: 2) ? .home : .end, [], isRepeat: false))
      default:
        bench.apply(.pointerMoved(CellGeometry.center(column: Int.random(in: 0..<100, using: &generator), row: 9)))
      }
      let grid = bench.grid(CellStyle(glyphs: glyphs))
      // Right or wrong, what is said to have moved changes only how the picture is reached.
      let left = Int.random(in: 0..<40, using: &generator)
      let scroll = CellScroll(
        distance: [1, -1, 6, -6, 12, 80].randomElement(using: &generator) ?? 6,
        columns: left..<Int.random(in: 40...110, using: &generator), rows: 0..<30)
      terminal.write(renderer.update(to: grid, scroll: step.isMultiple(of: 3) ? nil : scroll))
      Self.expect(terminal, shows: grid, "step \(step)")
    }
  }

  private static let sizes = [
    (1, 1), (2, 1), (1, 2), (3, 3), (8, 2), (10, 5), (20, 6), (40, 12), (80, 24), (132, 43), (200, 60), (300, 90),
  ]

  /// The whole picture, then a scroll, a callout, the help and another theme, on a terminal of every size.
  @Test(arguments: sizes)
  func anotherTerminalOfEverySizeShowsTheGrid(columns: Int, rows: Int) {
    // Contrast changes colours and no shapes: large screens need not show it again.
    for theme in Theme.allCases where columns <= 80 || !theme.isHighContrast {
      for glyphs in GlyphSet.allCases {
        guard let terminal = ReferenceTerminal(columns: columns, rows: rows) else { return }
        var bench = CellBench(
          CellBench.walk(400, seed: 7), columns: columns, rows: rows, theme: theme,
          options: ChartOptions(title: "日本語 e\u{301} שלום مرحبا \u{1B}[2J"))
        var renderer = CellRenderer(depth: .trueColor)
        let style = CellStyle(glyphs: glyphs, ground: theme == .dark ? RGBA(10, 10, 10) : nil)
        let steps: [InputEvent.Kind] = [
          .tick, .wheel(dx: 0, dy: 1, at: ViewPoint(x: 0, y: 0), []),
          .pointerMoved(CellGeometry.center(column: columns / 2, row: rows / 2)),
          .key(.character("?"), [], isRepeat: false), .key(.character("?"), [], isRepeat: false),
          .key(.character("t"), [], isRepeat: false),
        ]
        for step in steps {
          bench.apply(step)
          let grid = bench.grid(style)
          terminal.write(renderer.update(to: grid))
          Self.expect(terminal, shows: grid, "\(columns) × \(rows), \(theme), \(glyphs), \(step)")
        }
      }
    }
  }

  @Test func randomGridsWithWideCharacters() throws {
    guard let terminal = ReferenceTerminal(columns: 24, rows: 6) else { return }
    var generator = SeededGenerator(seed: 8)
    var renderer = CellRenderer(depth: .trueColor)
    let texts = ["a", "日", " ", "e\u{301}", "b", "語", "┊"]
    for step in 0..<200 {
      var grid = CellGrid(columns: 24, rows: 6)
      for _ in 0..<40 {
        let text = texts.randomElement(using: &generator) ?? "a"
        let level = UInt8.random(in: 0...3, using: &generator)
        grid.put(
          VisibleText.Cluster(text: text, width: CharacterWidth.of(text)),
          column: Int.random(in: 0..<24, using: &generator), row: Int.random(in: 0..<6, using: &generator),
          foreground: CellColor(red: level, green: 0, blue: 9), isBold: level == 1)
      }
      terminal.write(renderer.update(to: grid))
      Self.expect(terminal, shows: grid, "step \(step)")
    }
  }

  @Test func nothingIsSentForNothing() {
    var bench = CellBench()
    var renderer = CellRenderer(depth: .trueColor)
    let grid = bench.grid()
    let first = renderer.update(to: grid)
    let second = renderer.update(to: grid)
    renderer.forget()
    let third = renderer.update(to: grid)
    #expect(!first.isEmpty && second.isEmpty && third == first)
  }

  @Test(arguments: [GlyphSet.half, .sextant, .octant], [UInt64(1), 2, 3])
  func scrollingByOneCellIsCheapAndNeverClears(glyphs: GlyphSet, seed: UInt64) {
    var bench = CellBench(CellBench.walk(300, seed: seed), columns: 160, rows: 40)
    var renderer = CellRenderer(depth: .trueColor)
    bench.apply(.pointerDown(CellGeometry.center(column: 40, row: 10), .mouse))
    bench.apply(.pointerMoved(CellGeometry.center(column: 41, row: 10)))
    _ = renderer.update(to: bench.grid(CellStyle(glyphs: glyphs)))
    var most = 0
    let scroll = CellScroll(distance: -1, columns: 0..<152, rows: 0..<40)
    for column in 42..<80 {
      bench.apply(.pointerMoved(CellGeometry.center(column: column, row: 10)))
      let bytes = renderer.update(to: bench.grid(CellStyle(glyphs: glyphs)), scroll: scroll)
      most = max(most, bytes.count)
      #expect(!String(decoding: bytes, as: UTF8.self).contains("[2J"))
    }
    #expect(most > 0 && most <= 14_000, "\(most) bytes")
  }

  @Test func hoveringIsCheap() {
    var bench = CellBench(CellBench.walk(300, seed: 4), columns: 160, rows: 40)
    var renderer = CellRenderer(depth: .trueColor)
    bench.apply(.pointerMoved(CellGeometry.center(column: 40, row: 10)))
    _ = renderer.update(to: bench.grid())
    var counts: [Int] = []
    for column in stride(from: 46, to: 150, by: 6) {
      bench.apply(.pointerMoved(CellGeometry.center(column: column, row: 10)))
      counts.append(renderer.update(to: bench.grid()).count)
    }
    #expect(counts.allSatisfy { $0 > 0 && $0 <= 500 }, "\(counts)")
  }
}
