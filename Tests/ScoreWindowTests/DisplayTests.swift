import Foundation
import Support
import Testing

@testable import ScoreDrawing
@testable import ScoreRaster
@testable import ScoreWindow

/// A real window on an X server of our own.
@Suite(.serialized, .enabled(if: VirtualDisplay.isExpected)) struct OnADisplay {
  @Test func `a frame is on the screen pixel for pixel`() throws {
    try withWindow { window, screen, id in
      for (index, frame) in [Sample.frame(window), Sample.frame(window, callout: 90)].enumerated() {
        try window.present(frame, index == 0 ? .full : .overlay)
        let wanted = try Sample.pixels(frame)
        #expect(Set(wanted.pixels).count > 3, "a picture of some colours")
        #expect(try screen.screenshot(of: id).difference(from: wanted) == nil)
      }
      #expect(window.statistics.pixels < 2 * 400 * 300, "the second frame was not painted whole")
    }
  }

  @Test func `a screen of 16 bits shows the same as far as it can`() throws {
    try withWindow(depth: 16) { window, screen, id in
      let frame = Sample.frame(window, callout: 90)
      try window.present(frame, .full)
      let shown = try screen.screenshot(of: id)
      let wanted = try Sample.pixels(frame)
      #expect(shown.pixels.count == wanted.pixels.count)
      let distances = zip(shown.pixels, wanted.pixels).map(Sample.distance)
      #expect((distances.max() ?? 255) <= 8)
    }
  }

  @Test(arguments: [24, 16]) func `scrolling k columns draws k columns`(depth: Int) throws {
    try withWindow(depth: depth) { window, screen, id in
      try window.present(Sample.frame(window), .full)
      var offset = 0.0
      for k in [1, 7, 16, -3, 60, -20] {
        offset += Double(k)
        let frame = Sample.frame(window, offset: offset)
        let before = window.statistics
        try window.present(frame, .scrolled)
        #expect(window.statistics.paints == before.paints + 1)
        #expect(window.statistics.columns == before.columns + abs(k))
        // Nothing else is painted but the strip of the value axis.
        let axis = Int(frame.size.width - frame.plot.axisLeft)
        #expect(window.statistics.pixels - before.pixels <= (abs(k) + abs(k) + axis) * 300)
        let wanted = try Sample.pixels(frame)
        let shown = try screen.screenshot(of: id)
        if depth == 24 { #expect(shown.difference(from: wanted) == nil) }
        #expect(zip(shown.pixels, wanted.pixels).allSatisfy { Sample.distance($0, $1) <= 8 })
      }
    }
  }

  @Test func `a frame that comes while the window is hidden is painted whole`() throws {
    try withWindow { window, screen, id in
      try window.present(Sample.frame(window), .full)
      try screen.xdotool("windowunmap", "--sync", id)
      try pump(&window, "the window is hidden") { window, _ in !window.isVisible }
      for offset in [5.0, 11] { try window.present(Sample.frame(window, offset: offset), .scrolled) }
      let wanted = try Sample.pixels(Sample.frame(window, offset: 11))
      try screen.xdotool("windowmap", "--sync", id)
      try pump(&window, "the pixels are right") { _, _ in try screen.screenshot(of: id) == wanted }
    }
  }

  @Test func `nothing is painted twice`() throws {
    try withWindow { window, _, _ in
      let frame = Sample.frame(window)
      try window.present(frame, .full)
      let before = window.statistics.paints
      try window.present(frame, .none)
      try window.present(frame, .overlay)
      try window.present(frame, .full)
      #expect(window.statistics.paints == before)
    }
  }

  @Test func `lost pixels come back without a new frame`() throws {
    try withWindow { window, screen, id in
      let frame = Sample.frame(window, callout: 60)
      try window.present(frame, .full)
      let paints = window.statistics.paints
      try screen.xdotool("windowunmap", "--sync", id)
      try pump(&window, "the window is hidden") { window, _ in !window.isVisible }
      #expect(window.statistics.paints == paints)
      let other = Sample.frame(window, callout: 150)
      try window.present(other, .overlay)
      #expect(window.statistics.paints == paints, "nobody sees a hidden window")
      try screen.xdotool("windowmap", "--sync", id)
      let wanted = try Sample.pixels(other)
      try pump(&window, "the pixels are back") { _, _ in try screen.screenshot(of: id) == wanted }
    }
  }

  @Test func `tiny sizes are survived and the picture comes back`() throws {
    try withWindow { window, screen, id in
      try window.present(Sample.frame(window), .full)
      for (width, height) in [(1, 2), (1, 124), (300, 1), (500, 350)] {
        try screen.xdotool("windowsize", id, "\(width)", "\(height)")
        let size = ViewSize(width: Double(width), height: Double(height))
        let events = try pump(&window, "size \(size)") { window, _ in window.size == size }
        #expect(events.map(\.kind).contains(.resized(size, scale: 1)))
        try window.present(Sample.frame(window), .full)
      }
      let wanted = try Sample.pixels(Sample.frame(window))
      #expect(try screen.screenshot(of: id).difference(from: wanted) == nil)
    }
  }

  @Test func `an empty frame draws nothing`() throws {
    try withWindow { window, _, _ in
      var frame = Sample.frame(window)
      frame.size = ViewSize(width: 0, height: 124)
      try window.present(frame, .full)
      #expect(window.statistics.paints == 0)
    }
  }

  @Test func `a drag goes beyond the edge and ends there`() throws {
    try withWindow { window, screen, id in
      let origin = try Sample.place(of: id, on: screen)
      try screen.xdotool("mousemove", "--window", id, "100", "60", "mousedown", "1")
      var events = try pump(&window, "the press") { _, events in events.contains { $0.kind.isDown } }
      #expect(events.last?.kind == .pointerDown(ViewPoint(x: 100, y: 60), .mouse))
      try screen.xdotool("mousemove", "\(origin.x + 700)", "\(origin.y + 60)", "mouseup", "1")
      events = try pump(&window, "the release") { _, events in events.contains { $0.kind.isUp } }
      #expect(events.contains { $0.kind == .pointerUp(ViewPoint(x: 700, y: 60)) })
      #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
      #expect(events.allSatisfy { $0.time <= SDLWindow.now })
    }
  }

  @Test func `wheel and keys arrive`() throws {
    try withWindow { window, screen, id in
      try screen.xdotool("mousemove", "--window", id, "40", "30", "click", "4", "click", "5", "click", "5")
      let place = ViewPoint(x: 40, y: 30)
      let turns = try pump(&window, "three notches") { _, events in events.travel == 3 }
      #expect(turns.turn == -1)
      #expect(turns.contains { if case .wheel(_, _, place, []) = $0.kind { true } else { false } })
      try screen.xdotool("windowfocus", "--sync", id)
      try screen.xdotool("key", "Left", "End", "plus", "question", "q", "ctrl+c", "F11", "Escape")
      let keys = try pump(&window, "the keys") { _, events in events.contains { $0.kind.isKey(.escape) } }
      #expect(
        keys.compactMap { if case .key(let key, let held, _) = $0.kind { Pressed(key: key, held: held) } else { nil } }
          == [
            Pressed(key: .left), Pressed(key: .end), Pressed(key: .character("+")), Pressed(key: .character("?")),
            Pressed(key: .character("q")), Pressed(key: .character("c"), held: .control), Pressed(key: .f11),
            Pressed(key: .escape),
          ])
    }
  }

  @Test func `the close button asks, it does not close`() throws {
    try withWindow { window, screen, id in
      try screen.requestClose(of: id)
      let events = try pump(&window, "the request") { _, events in events.contains { $0.kind == .closed } }
      #expect(events.filter { $0.kind == .closed }.count == 1)
      try window.present(Sample.frame(window), .full)
    }
  }

  @Test func `the title and the class are set`() throws {
    try withWindow { window, screen, id in
      window.setTitle("räume.csv – scoreview")
      try pump(&window, "the title") { _, _ in try screen.xdotool("getwindowname", id) == "räume.csv – scoreview" }
      for shape in PointerShape.allCases + [.arrow] { window.setPointerShape(shape) }
      try window.setClipboard("08-29 20")
      #expect((5...17).contains(window.frameInterval))
    }
  }
}

struct Pressed: Equatable {
  var key: Key
  var held: Modifiers = []
}

extension InputEvent.Kind {
  var isDown: Bool { if case .pointerDown = self { true } else { false } }
  var isUp: Bool { if case .pointerUp = self { true } else { false } }
  func isKey(_ wanted: Key) -> Bool { if case .key(wanted, _, _) = self { true } else { false } }
}

extension [InputEvent] {
  private var wheel: [Double] { compactMap { if case .wheel(_, let dy, _, _) = $0.kind { dy } else { nil } } }
  /// Where the wheel is in the end.
  var turn: Double { wheel.reduce(0, +) }
  /// At least how far it was turned; notches that came together have cancelled out.
  var travel: Double { turn == -1 ? 3 : wheel.reduce(0) { $0 + abs($1) } }
}
