internal import CSDL2
internal import Synchronization

/// Ends a window's wait from any thread.
///
/// Calls before the wait has ended count as one; after the window is gone they do nothing. Not for
/// signal handlers: watch a descriptor instead (`SDLWindow.watch`).
public final class SurfaceWaker: Sendable {
  private struct State {
    var isOpen = true
    var isPending = false
  }

  private let state = Mutex(State())
  private let table: SDLTable
  private let eventType: UInt32

  init(sdl: SDLFunctions, eventType: UInt32) {
    table = SDLTable(functions: sdl)
    self.eventType = eventType
  }

  /// Makes `waitForEvents` return, now or as soon as it is called.
  public func wake() {
    state.withLock { state in
      guard state.isOpen, !state.isPending else { return }
      var event = SDL_Event()
      event.type = eventType
      state.isPending = table.functions.SDL_PushEvent(&event) == 1
    }
  }

  /// The wake has been seen: the next one counts again.
  func acknowledge() {
    state.withLock { $0.isPending = false }
  }

  /// From here on nothing is pushed: SDL may be gone.
  func close() {
    state.withLock { $0.isOpen = false }
  }
}
