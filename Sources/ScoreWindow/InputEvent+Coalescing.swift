internal import ScoreDrawing

extension [InputEvent] {
  /// Appends an event; one that only continues the last one takes its place.
  ///
  /// Motion, sizes and wheel turns that follow one another directly become one, so a fast mouse costs no
  /// more than one step a frame. Nothing ever moves across a press, a release or a key.
  mutating func appendCoalescing(_ event: InputEvent) {
    guard let last, let merged = last.kind.merged(with: event.kind) else {
      append(event)
      return
    }
    self[count - 1] = InputEvent(time: event.time, merged)
  }
}

extension InputEvent.Kind {
  fileprivate func merged(with next: InputEvent.Kind) -> InputEvent.Kind? {
    switch (self, next) {
    case (.pointerMoved, .pointerMoved), (.resized, .resized): next
    case (.wheel(let dx, let dy, let place, let held), .wheel(let nextX, let nextY, let nextPlace, let nextHeld)):
      place == nextPlace && held == nextHeld ? .wheel(dx: dx + nextX, dy: dy + nextY, at: place, held) : nil
    case (.pinch(let factor, _), .pinch(let nextFactor, let place)) where factor != 1 && nextFactor != 1:
      .pinch(factor: factor * nextFactor, at: place)
    default: nil
    }
  }
}
