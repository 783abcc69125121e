internal import CSDL2
internal import ScoreDrawing

/// Fingers on the window: the first one is the pointer, two of them pinch.
///
/// After a pinch nothing moves until all fingers have left, so lifting one of them does not throw the chart.
struct TouchTracker {
  private struct Finger {
    var id: SDL_FingerID
    var place: ViewPoint
  }

  private var fingers: [Finger] = []
  private var isPinching = false

  mutating func down(_ event: SDL_TouchFingerEvent, in geometry: WindowGeometry) -> InputEvent.Kind? {
    guard let place = place(of: event, in: geometry), !fingers.contains(where: { $0.id == event.fingerId }) else {
      return nil
    }
    fingers.append(Finger(id: event.fingerId, place: place))
    if fingers.count == 1 { return .pointerDown(place, .touch) }
    defer { isPinching = true }
    // What the first finger held is let go without a click.
    return isPinching ? nil : spread.map { .pinch(factor: 1, at: $0.middle) }
  }

  mutating func moved(_ event: SDL_TouchFingerEvent, in geometry: WindowGeometry) -> InputEvent.Kind? {
    guard let place = place(of: event, in: geometry),
      let index = fingers.firstIndex(where: { $0.id == event.fingerId })
    else { return nil }
    let before = spread
    fingers[index].place = place
    guard isPinching else { return .pointerMoved(place) }
    guard index < 2, let before, let after = spread else { return nil }
    return after == before ? nil : .pinch(factor: after.distance / before.distance, at: after.middle)
  }

  mutating func up(_ event: SDL_TouchFingerEvent, in geometry: WindowGeometry) -> InputEvent.Kind? {
    guard let index = fingers.firstIndex(where: { $0.id == event.fingerId }) else { return nil }
    let finger = fingers.remove(at: index)
    defer { if fingers.isEmpty { isPinching = false } }
    return isPinching ? nil : .pointerUp(place(of: event, in: geometry) ?? finger.place)
  }

  private func place(of event: SDL_TouchFingerEvent, in geometry: WindowGeometry) -> ViewPoint? {
    guard event.x.isFinite, event.y.isFinite else { return nil }
    return geometry.point(fractionX: Double(event.x), fractionY: Double(event.y))
  }

  /// How far the first two fingers are apart (at least one point), and what is between them.
  private var spread: (distance: Double, middle: ViewPoint)? {
    guard fingers.count >= 2 else { return nil }
    let (a, b) = (fingers[0].place, fingers[1].place)
    let distance = max(1, ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot())
    return (distance, ViewPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2))
  }
}
