internal import Glibc
public import ScoreDrawing
internal import ScoreRaster

extension FramebufferSurface {
  public mutating func waitForEvents(until deadline: Double?) throws(FramebufferError) -> [InputEvent] {
    readyDescriptors.removeAll()
    var events = pendingEvents
    pendingEvents.removeAll()
    while true {
      let now = steadyMilliseconds()
      try serveTimers(now, &events)
      let isDone = !events.isEmpty || deadline.map { pacedDeadline($0, now) <= now } ?? false
      let limits = [deadline.map { pacedDeadline($0, now) }, nextTimer].compactMap { $0 }
      let timeout = isDone ? 0 : limits.min().map { max(0, $0 - now) }
      let ready = wait(milliseconds: timeout)
      statistics.wakeUps += 1
      try serve(ready, &events)
      readyDescriptors = watched.filter(ready.contains)
      if isDone || !events.isEmpty || !readyDescriptors.isEmpty { return events }
    }
  }

  /// A deadline in the past or nearer than the next picture does not make the loop run faster than the screen.
  private func pacedDeadline(_ deadline: Double, _ now: Double) -> Double {
    let paced = max(deadline, lastPresentation + output.frameInterval * 0.95)
    // While a flip is under way its end wakes us; the limit is for displays that say nothing.
    return output.isSettled || !isInFront || output.panel == nil
      ? paced : max(paced, min(now + 20, lastPresentation + 100))
  }

  private var nextTimer: Double? {
    let retry = isInFront ? output.retryTime : nil
    return [retry, inputs.retryTime, probeTimes.first, pointerHideTime, watchdogTime].compactMap { $0 }.min()
  }

  /// Sleeps until something can be read; the descriptors that can be.
  private func wait(milliseconds: Double?) -> Set<Int32> {
    var descriptors = [signals.descriptor] + inputs.descriptors + watched
    if let uevents = uevents?.descriptor { descriptors.append(uevents) }
    if let screen = output.descriptor { descriptors.append(screen) }
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let timeout = milliseconds.map { Int32(min($0.rounded(.up), 3_600_000)) } ?? -1
    guard poll(&polled, nfds_t(polled.count), timeout) > 0 else { return [] }
    return Set(polled.filter { $0.revents != 0 && Int32($0.revents) & POLLNVAL == 0 }.map(\.fd))
  }

  private mutating func serve(_ ready: Set<Int32>, _ events: inout [InputEvent]) throws(FramebufferError) {
    guard !ready.isEmpty else { return }
    let now = steadyMilliseconds()
    if ready.contains(signals.descriptor) { serveSignals(now, &events) }
    if let screen = output.descriptor, ready.contains(screen) {
      output.readEvents(time: now)
      flush()
    }
    if let uevents = uevents?.descriptor, ready.contains(uevents) { try serveUevents(now, &events) }
    serveInput(ready, now, &events)
  }

  private mutating func serveInput(_ ready: Set<Int32>, _ now: Double, _ events: inout [InputEvent]) {
    let before = hub.pointer
    events += inputs.read(into: &hub, time: now, isListening: isInFront) { ready.contains($0) }
    for console in hub.takeWantedConsoles() { self.console?.activate(console) }
    guard hub.pointer != before else { return }
    pointerHideTime = now + Self.pointerRest
    movePointer()
  }

  // MARK: Timers

  private mutating func serveTimers(_ now: Double, _ events: inout [InputEvent]) throws(FramebufferError) {
    if isInFront, let retry = output.retryTime, retry <= now { flush() }
    inputs.retry(into: &hub, time: now)
    if let due = pointerHideTime, due <= now {
      pointerHideTime = nil
      hub.pointer.isVisible = false
      movePointer()
      events.append(InputEvent(time: now, .pointerLeft))
    }
    if let due = watchdogTime, due <= now, let interval = notifier?.watchdogInterval {
      watchdogTime = now + interval
      notifier?.send("WATCHDOG=1")
    }
    if let due = probeTimes.first, due <= now {
      probeTimes.removeFirst()
      try probe(now, &events)
    }
    if output.panel == nil, probeTimes.isEmpty { probeTimes = [now + Self.probeInterval] }
  }

  // MARK: Signals and the console

  private mutating func serveSignals(_ now: Double, _ events: inout [InputEvent]) {
    for signal in signals.take() {
      switch signal {
      case Console.releaseSignal: leave(now, &events)
      case Console.acquireSignal: enter()
      default: events.append(InputEvent(time: now, .closed))
      }
    }
  }

  private mutating func leave(_ now: Double, _ events: inout [InputEvent]) {
    if isInFront {
      isInFront = false
      output.leave()
      inputs.setGrabbing(false)
      events += hub.releaseAll(time: now)
    }
    console?.release()
  }

  private mutating func enter() {
    console?.acquire()
    guard !isInFront else { return }
    isInFront = true
    output.enter()
    inputs.setGrabbing(true)
    flush()
    // Displays may have changed while we were away.
    probeTimes = [steadyMilliseconds()]
  }

  // MARK: Devices that come and go

  private mutating func serveUevents(_ now: Double, _ events: inout [InputEvent]) throws(FramebufferError) {
    guard let (uevents, isComplete) = uevents?.take() else { return }
    for uevent in uevents {
      if let number = uevent.inputDevice {
        switch uevent.action {
        case .add, .change: inputs.add(number, into: &hub, time: now)
        case .remove: events += inputs.remove(number, from: &hub, time: now)
        }
      }
    }
    if !isComplete { events += inputs.scan(into: &hub, time: now) }
    if !isComplete || uevents.contains(where: \.concernsDisplays) {
      probeTimes = Self.probeDelays.map { now + $0 }
      try probe(now, &events)
    }
  }

  /// Looks for the display anew and follows it to another size.
  private mutating func probe(_ now: Double, _ events: inout [InputEvent]) throws(FramebufferError) {
    guard isInFront else { return }
    let hasChanged = try output.probe()
    guard hasChanged, let panel = output.panel else { return flush() }
    let turned = ScreenTransform(panel: panel, rotation: options.rotation)
    if turned.picture != transform.picture { picture = try Self.makePicture(turned.picture) }
    hasPicture = hasPicture && turned.picture == transform.picture
    transform = turned
    scale = options.scale ?? FramebufferOptions.scale(for: panel)
    sprite = PointerSprite(scale: scale)
    hub.pointer.scale = scale
    hub.pointer.transform = turned
    events.append(InputEvent(time: now, .resized(size, scale: scale)))
    if hasPicture { show(PixelRect(transform.picture)) }
  }
}
