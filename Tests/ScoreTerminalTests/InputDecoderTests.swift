import ScoreDrawing
import Support
import Testing

@testable import ScoreTerminal

@Suite struct InputDecoderTests {
  private static func decode(_ text: String) -> [InputDecoder.Output] {
    var decoder = InputDecoder()
    return decoder.feed(Array(text.utf8))
  }

  private static func events(_ text: String) -> [InputEvent.Kind] {
    decode(text).compactMap { if case .event(let kind) = $0 { kind } else { nil } }
  }

  private static func at(_ column: Int, _ row: Int) -> ViewPoint {
    CellGeometry.center(column: column - 1, row: row - 1)
  }

  @Test func xtermsMouse() {
    let end = Self.at(27, 10)
    #expect(
      Self.events(TerminalFixture.xterm.mouse) == [
        .pointerMoved(Self.at(17, 8)), .pointerMoved(Self.at(20, 9)), .pointerDown(Self.at(20, 9), .mouse),
        .pointerMoved(Self.at(23, 9)), .pointerMoved(end), .pointerUp(end),
        .wheel(dx: 0, dy: 1, at: end, []), .wheel(dx: 0, dy: -1, at: end, []),
        .wheel(dx: -1, dy: 0, at: end, []), .wheel(dx: 1, dy: 0, at: end, []),
      ])
  }

  @Test func kittysShiftedWheel() {
    #expect(
      Self.events(TerminalFixture.kitty.mouse).last == .wheel(dx: 0, dy: 1, at: Self.at(18, 7), .shift))
  }

  @Test func mltermsStrayReleaseIsNoClick() {
    let events = Self.events(TerminalFixture.mlterm.mouse)
    #expect(events.count { if case .pointerUp = $0 { true } else { false } } == 1)
  }

  @Test(arguments: TerminalFixture.all)
  func everyTerminalPressesOnceAndScrolls(fixture: TerminalFixture) {
    let events = Self.events(fixture.mouse)
    guard !fixture.mouse.isEmpty else { return #expect(events.isEmpty) }
    #expect(events.count { if case .pointerDown = $0 { true } else { false } } == 1)
    #expect(events.count { if case .wheel = $0 { true } else { false } } >= 2)
  }

  @Test(arguments: TerminalFixture.all)
  func everyTerminalsKeys(fixture: TerminalFixture) {
    let keys = Self.events(fixture.keys).compactMap { kind -> Key? in
      if case .key(let key, _, _) = kind { key } else { nil }
    }
    #expect(Array(keys.prefix(6)) == [.left, .home, .end, .pageUp, .pageDown, .up])
    #expect(keys.contains(.tab))
  }

  /// The same whole whatever the pieces: every fixture, cut at every byte, and byte by byte.
  @Test(arguments: TerminalFixture.all)
  func anySplitGivesTheSame(fixture: TerminalFixture) {
    let all = fixture.mouse + fixture.keys + fixture.answers.map(\.answer).joined() + "é日q\u{1B}x"
    let bytes = Array(all.utf8)
    let whole = Self.decode(all)
    #expect(whole.count > 8)
    for cut in bytes.indices {
      var decoder = InputDecoder()
      let pieces = decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...])
      #expect(pieces == whole)
    }
    var decoder = InputDecoder()
    var single: [InputDecoder.Output] = []
    for byte in bytes { single += decoder.feed([byte]) }
    #expect(single == whole)
  }

  @Test(
    arguments: [
      ("\u{1B}OA", Key.up, Modifiers()), ("\u{1B}OH", .home, []), ("\u{1B}[1;5D", .left, .control),
      ("\u{1B}[7~", .home, []), ("\u{1B}[8~", .end, []), ("\u{1B}[5;2~", .pageUp, .shift), ("\r", .enter, []),
      (" ", .space, []), ("\u{3}", .character("c"), .control), ("\u{1B}f", .character("f"), .alt),
      ("ß", .character("ß"), []), ("\u{1B}[27u", .escape, []), ("\u{1B}[113;5u", .character("q"), .control),
      ("\u{1B}[23~", .f11, []),
    ] as [(String, Key, Modifiers)])
  func keys(bytes: String, key: Key, modifiers: Modifiers) {
    #expect(Self.events(bytes) == [.key(key, modifiers, isRepeat: false)])
  }

  @Test func escapeNeedsAPause() {
    var decoder = InputDecoder()
    let escape = [InputDecoder.Output.event(.key(.escape, [], isRepeat: false))]
    let nothingYet = decoder.feed([0x1B])
    #expect(nothingYet.isEmpty && decoder.isAfterEscape)
    let afterAPause = decoder.endEscape()
    #expect(afterAPause == escape)
    let typed = decoder.feed(Array("[A".utf8))
    #expect(typed.count == 2)
    let twice = decoder.feed([0x1B, 0x1B])
    #expect(twice == escape)
  }

  @Test func pastedTextTypesNothing() {
    #expect(Self.events("\u{1B}[200~quit q\r\u{1B}[Aq\u{1B}[201~t") == [.key(.character("t"), [], isRepeat: false)])
  }

  @Test func aReleaseLostOutsideEndsTheDrag() {
    let point = Self.at(9, 9)
    #expect(
      Self.events("\u{1B}[<0;5;5M\u{1B}[<32;6;5M\u{1B}[<35;9;9M").suffix(2) == [
        .pointerUp(point), .pointerMoved(point),
      ])
  }

  @Test func focusLostIsThePointerGone() {
    #expect(Self.events("\u{1B}[I\u{1B}[O") == [.pointerLeft])
  }

  @Test func shiftAndArrowScroll() {
    guard case .wheel(_, let dy, _, let modifiers) = Self.events("\u{1B}[1;2B").first else {
      Issue.record("no wheel")
      return
    }
    #expect(dy == -1 && modifiers == [])
  }

  @Test func pixelsBecomePoints() {
    var decoder = InputDecoder(mouseUnit: .pixels(scale: 2))
    let outputs = decoder.feed(Array("\u{1B}[<35;101;51M".utf8))
    #expect(outputs == [.event(.pointerMoved(ViewPoint(x: 50.25, y: 25.25)))])
  }

  @Test func nothingThatArrivesTraps() {
    var generator = SeededGenerator(seed: 99)
    let pieces = [
      "\u{1B}", "[", "<", ";", "999999999999999999999", "M", "m", "t", "R", "\u{1B}]11;", "rgb:", "\u{7}", "é",
    ]
    for _ in 0..<2000 {
      var decoder = InputDecoder()
      for _ in 0..<20 {
        if Bool.random(using: &generator) {
          _ = decoder.feed(Array((pieces.randomElement(using: &generator) ?? "").utf8))
        } else {
          _ = decoder.feed([UInt8.random(in: 0...255, using: &generator)])
        }
      }
    }
    // However long a string is, the next key is understood.
    var decoder = InputDecoder()
    _ = decoder.feed([0x1B, 0x5D] + [UInt8](repeating: 0x41, count: 1 << 18) + [0x07])
    let outputs = decoder.feed([0x71])
    #expect(outputs == [.event(.key(.character("q"), [], isRepeat: false))])
  }
}
