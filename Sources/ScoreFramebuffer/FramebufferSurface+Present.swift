public import ScoreDrawing
internal import ScoreRaster

extension FramebufferSurface {
  public mutating func present(_ frame: borrowing Frame, _ invalidation: Invalidation) throws(FramebufferError) {
    guard invalidation != .none || !hasPicture else { return }
    let painter = painter
    let change =
      if hasPicture, let old = self.frame {
        FrameChange(from: old, to: frame, invalidation, pixels: transform.picture, metrics: metrics)
      } else {
        FrameChange(whole: transform.picture)
      }
    picture.withRows { rows in painter.apply(change, to: rows, of: frame) }
    self.frame = copy frame
    statistics.paints += 1
    hasPicture = true
    lastPresentation = steadyMilliseconds()
    show(change.extent)
  }

  /// Moves the whole picture a little, against burn-in.
  public mutating func setShift(_ shift: PixelShift) {
    let (x, y) = (Int((Double(shift.x) * scale).rounded()), Int((Double(shift.y) * scale).rounded()))
    guard x != transform.shiftX || y != transform.shiftY else { return }
    transform.shiftX = x
    transform.shiftY = y
    hub.pointer.transform = transform
    if hasPicture { show(PixelRect(transform.picture)) }
  }

  /// Switches the display off or on; what was presented meanwhile is seen when it is on again.
  public mutating func setAsleep(_ isAsleep: Bool) {
    guard isAsleep != self.isAsleep else { return }
    self.isAsleep = isAsleep
    output.setPower(!isAsleep)
    if !isAsleep { flush() }
  }

  mutating func show(_ damage: PixelRect) {
    let (output, transform, time) = (output, transform, steadyMilliseconds())
    withPointer { output.show($0, damage: damage, transform, time: time) }
    tellReady()
  }

  /// Goes on with what the display did not take before.
  mutating func flush() {
    guard hasPicture else { return }
    let (output, transform, time) = (output, transform, steadyMilliseconds())
    withPointer { output.flush($0, transform, time: time) }
    tellReady()
  }

  /// Shows the pointer at its place and what was beneath it before.
  mutating func movePointer() {
    let pointer = hub.pointer
    let now = pointer.isVisible ? sprite.rect(x: pointer.x, y: pointer.y) : nil
    guard now != shownPointer else { return }
    let before = shownPointer
    shownPointer = now
    guard hasPicture else { return }
    let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    show((before ?? empty).union(now ?? empty).intersection(PixelRect(transform.picture)))
  }

  /// Lends the picture with the pointer on it.
  private mutating func withPointer(_ body: (PixelRows) -> Void) {
    let (sprite, pointer) = (sprite, hub.pointer)
    picture.withRows { rows in
      if pointer.isVisible { sprite.draw(into: rows, x: pointer.x, y: pointer.y) }
      body(rows)
      if pointer.isVisible { sprite.erase(from: rows) }
    }
  }

  /// The first picture is on the screen: whoever started us may go on.
  private mutating func tellReady() {
    // Where nobody can see it yet, it is ready to be seen: at night, behind another console, without a display.
    let isUnseen = isAsleep || !isInFront || output.panel == nil
    guard !isReadySent, output.isSettled || isUnseen else { return }
    isReadySent = true
    if let interval = notifier?.watchdogInterval { watchdogTime = steadyMilliseconds() + interval }
    _ = notifier?.send("READY=1\nSTATUS=\(output.summary)")
  }
}
