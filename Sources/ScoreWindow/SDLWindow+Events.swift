internal import CSDL2
public import ScoreDrawing
internal import ScoreRaster

extension SDLWindow {
  /// Milliseconds of the clock that this window's events and deadlines use (the system's monotonic one).
  public static var now: Double { MonotonicClock.now }

  /// Waits for input until `deadline` (nil: as long as it takes) and returns what came, oldest first.
  ///
  /// Returns nothing at the deadline, after `waker.wake()` and when a watched descriptor has something to
  /// read. Sleeps in the display connection meanwhile. A signal does not end the wait: watch a signalfd.
  ///
  /// - Throws: `WindowError` when exposed pixels cannot be shown again.
  public mutating func waitForEvents(until deadline: Double?) throws(WindowError) -> [InputEvent] {
    if !hasIcon {
      // The picture in the task bar can wait until the chart is on the screen.
      handle.setIcon(WindowIcon())
      hasIcon = true
    }
    watcher?.rearm()
    var inbox = Inbox()
    try drain(into: &inbox)
    while inbox.isEmpty, let timeout = SDLWindow.timeout(until: deadline, now: SDLWindow.now) {
      var event = SDL_Event()
      let isEvent = handle.sdl.SDL_WaitEventTimeout(&event, timeout) == 1
      statistics.wakeUps += 1
      if isEvent { take(event, into: &inbox) }
      try drain(into: &inbox)
    }
    return inbox.events
  }

  /// Wakes the window whenever `descriptor` has something to read or has reached its end.
  ///
  /// The one who watches reads: what is left unread ends every wait at once. A regular file always has
  /// something to read; watch an inotify descriptor in its place.
  ///
  /// - Throws: `WindowError` when no thread can be started.
  public mutating func watch(_ descriptor: Int32) throws(WindowError) {
    if watcher == nil { watcher = DescriptorWatcher(waker: waker) }
    guard let watcher else { throw WindowError("cannot wait for input: no more threads or descriptors are left") }
    watcher.add(descriptor)
  }

  /// Stops watching; call it before closing the descriptor.
  public mutating func unwatch(_ descriptor: Int32) {
    watcher?.remove(descriptor)
  }

  /// What one wait brought.
  struct Inbox {
    var events: [InputEvent] = []
    var isWoken = false
    var isExposed = false
    var isEmpty: Bool { events.isEmpty && !isWoken }
  }

  /// For SDL: whole milliseconds, −1 for ever; nil when the time is over.
  ///
  /// Rounded down, so a wait ends early rather than late and then once more for the rest.
  static func timeout(until deadline: Double?, now: Double) -> Int32? {
    guard let deadline else { return -1 }
    let remaining = deadline - now
    guard remaining > 0 else { return nil }
    return Int32(min(max(1, remaining.rounded(.down)), 86_400_000))
  }

  /// Takes everything that has come, without waiting.
  private mutating func drain(into inbox: inout Inbox) throws(WindowError) {
    let sdl = handle.sdl
    var event = SDL_Event()
    sdl.SDL_PumpEvents()
    let (first, last) = (SDL_FIRSTEVENT.rawValue, SDL_LASTEVENT.rawValue)
    while sdl.SDL_PeepEvents(&event, 1, SDL_GETEVENT, first, last) == 1 { take(event, into: &inbox) }
    if inbox.isExposed {
      inbox.isExposed = false
      try paint(.none, isExposed: true)
    }
  }

  private mutating func take(_ event: SDL_Event, into inbox: inout Inbox) {
    let held = Modifiers(sdl: handle.sdl.SDL_GetModState().rawValue)
    let meaning = decoder.decode(event, modifiers: held)
    switch meaning {
    case .nothing: break
    case .input(let kind): inbox.events.appendCoalescing(InputEvent(time: time(of: event), kind))
    case .geometryChanged, .scaleMayHaveChanged:
      if let kind = updateGeometry(isSurfaceLost: meaning == .geometryChanged) {
        inbox.events.appendCoalescing(InputEvent(time: time(of: event), kind))
      }
      if meaning == .scaleMayHaveChanged, let kind = updateTheme() {
        inbox.events.appendCoalescing(InputEvent(time: time(of: event), kind))
      }
    case .exposed: inbox.isExposed = true
    case .hidden: isVisible = false
    case .shown:
      isVisible = true
      inbox.isExposed = true
    case .woken:
      waker.acknowledge()
      inbox.isWoken = true
    }
    if event.type == SDL_DROPFILE.rawValue { handle.sdl.SDL_free(event.drop.file) }
  }

  /// Looks at the desktop's settings anew; the event to tell when they have changed.
  private mutating func updateTheme() -> InputEvent.Kind? {
    guard let isDark = SDLWindow.systemPrefersDark, isDark != desktopIsDark else { return nil }
    desktopIsDark = isDark
    return .surroundings(isDark: isDark)
  }

  /// An event's time on our clock; SDL counts milliseconds in 32 bits.
  private func time(of event: SDL_Event) -> Double {
    let ticks = handle.sdl.SDL_GetTicks64()
    return min(EventTime.milliseconds(event.common.timestamp, ticks: ticks) + handle.session.epoch, SDLWindow.now)
  }
}

/// SDL's 32-bit times.
enum EventTime {
  /// `timestamp` in full, given that it is not older than 24 days at `ticks`.
  static func milliseconds(_ timestamp: UInt32, ticks: UInt64) -> Double {
    let age = Int32(bitPattern: UInt32(truncatingIfNeeded: ticks) &- timestamp)
    return Double(ticks) - Double(max(age, 0))
  }
}
