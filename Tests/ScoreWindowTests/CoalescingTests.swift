import Support
import Testing

@testable import ScoreDrawing
@testable import ScoreWindow

@Suite struct Coalescing {
  private func coalesced(_ kinds: [InputEvent.Kind]) -> [InputEvent] {
    var events: [InputEvent] = []
    for (time, kind) in kinds.enumerated() { events.appendCoalescing(InputEvent(time: Double(time), kind)) }
    return events
  }

  private func at(_ x: Double) -> ViewPoint { ViewPoint(x: x, y: 0) }

  @Test func `motions between presses become one and nothing changes places`() {
    let events = coalesced([
      .pointerMoved(at(1)), .pointerMoved(at(2)), .pointerDown(at(2), .mouse), .pointerMoved(at(3)),
      .pointerMoved(at(4)), .pointerUp(at(4)), .pointerMoved(at(5)), .pointerLeft, .pointerMoved(at(6)),
    ])
    #expect(
      events == [
        InputEvent(time: 1, .pointerMoved(at(2))), InputEvent(time: 2, .pointerDown(at(2), .mouse)),
        InputEvent(time: 4, .pointerMoved(at(4))), InputEvent(time: 5, .pointerUp(at(4))),
        InputEvent(time: 6, .pointerMoved(at(5))), InputEvent(time: 7, .pointerLeft),
        InputEvent(time: 8, .pointerMoved(at(6))),
      ])
  }

  @Test func `pinches multiply, but not across the beginning of one`() {
    let events = coalesced([
      .pinch(factor: 1, at: at(1)), .pinch(factor: 2, at: at(2)), .pinch(factor: 1.5, at: at(3)),
      .pinch(factor: 1, at: at(9)),
    ])
    #expect(
      events.map(\.kind) == [
        .pinch(factor: 1, at: at(1)), .pinch(factor: 3, at: at(3)), .pinch(factor: 1, at: at(9)),
      ])
  }

  @Test func `wheel turns at one place with the same keys add up`() {
    let events = coalesced([
      .wheel(dx: 0, dy: 0.5, at: at(1), []), .wheel(dx: 0.25, dy: -0.25, at: at(1), []),
      .wheel(dx: 0, dy: 1, at: at(1), .control), .wheel(dx: 0, dy: 1, at: at(2), .control),
    ])
    #expect(
      events.map(\.kind) == [
        .wheel(dx: 0.25, dy: 0.25, at: at(1), []), .wheel(dx: 0, dy: 1, at: at(1), .control),
        .wheel(dx: 0, dy: 1, at: at(2), .control),
      ])
  }

  @Test func `the last size stands, and keys are counted one by one`() {
    let events = coalesced([
      .resized(ViewSize(width: 1, height: 1), scale: 1), .resized(ViewSize(width: 9, height: 2), scale: 1),
      .key(.left, [], isRepeat: true), .key(.left, [], isRepeat: true),
    ])
    #expect(events.count == 3)
    #expect(events[0].kind == .resized(ViewSize(width: 9, height: 2), scale: 1))
  }

  @Test func `presses, releases and keys keep their number and order whatever comes between`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let kinds: [InputEvent.Kind] = (0..<40).map { index in
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .pointerDown(at(Double(index)), .mouse)
        case 1: .pointerUp(at(Double(index)))
        case 2: .key(.right, [], isRepeat: false)
        case 3: .wheel(dx: 0, dy: 1, at: at(0), [])
        default: .pointerMoved(at(Double(index)))
        }
      }
      let isFixed = { (kind: InputEvent.Kind) in
        switch kind {
        case .pointerMoved, .wheel: false
        default: true
        }
      }
      let events = coalesced(kinds).map(\.kind)
      #expect(events.filter(isFixed) == kinds.filter(isFixed))
      #expect(turns(events) == turns(kinds))
      for (before, after) in zip(events, events.dropFirst()) {
        if case .pointerMoved = before, case .pointerMoved = after { Issue.record("two motions in a row") }
      }
    }
  }

  private func turns(_ kinds: [InputEvent.Kind]) -> Double {
    kinds.reduce(0) { if case .wheel(_, let dy, _, _) = $1 { $0 + dy } else { $0 } }
  }
}
