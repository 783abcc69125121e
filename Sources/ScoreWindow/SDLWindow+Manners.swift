internal import CSDL2

/// What the pointer looks like over the window.
public enum PointerShape: UInt8, CaseIterable, Sendable {
  case arrow
  /// Over something that a click does something to.
  case hand
  /// While the chart is dragged sideways.
  case drag
  case busy
}

extension SDLWindow {
  /// Names the window: what it shows first, then the program, as desktops cut at the end.
  public mutating func setTitle(_ title: String) {
    handle.sdl.SDL_SetWindowTitle(handle.window, title)
  }

  /// Gives the pointer another shape; the same one again costs nothing.
  public mutating func setPointerShape(_ shape: PointerShape) {
    guard shape != self.shape else { return }
    self.shape = shape
    let session = handle.session
    switch shape {
    case .arrow: SDLWindow.show(&arrow, shape, session)
    case .hand: SDLWindow.show(&hand, shape, session)
    case .drag: SDLWindow.show(&drag, shape, session)
    case .busy: SDLWindow.show(&busy, shape, session)
    }
  }

  private static func show(_ cursor: inout CursorHandle?, _ shape: PointerShape, _ session: VideoSession) {
    if cursor == nil { cursor = CursorHandle(session: session, shape: shape) }
    cursor?.show()
  }

  /// Puts `text` on the clipboard, where it stays as long as the window does.
  ///
  /// - Throws: `WindowError` when the display takes none.
  public mutating func setClipboard(_ text: String) throws(WindowError) {
    guard handle.sdl.SDL_SetClipboardText(text) == 0 else {
      throw WindowError("cannot copy to the clipboard: \(handle.sdl.lastError)")
    }
  }

  public var isFullScreen: Bool { handle.flags & SDL_WINDOW_FULLSCREEN.rawValue != 0 }

  /// Fills the screen, or leaves it again; the new size comes as an event.
  ///
  /// - Throws: `WindowError` when the desktop refuses.
  public mutating func toggleFullScreen() throws(WindowError) {
    let mode = isFullScreen ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue
    guard handle.sdl.SDL_SetWindowFullscreen(handle.window, mode) == 0 else {
      throw WindowError("cannot change to full screen: \(handle.sdl.lastError)")
    }
  }

  /// Milliseconds from one picture of the screen to the next, 1000 / 60 where the screen does not say.
  public var frameInterval: Double {
    var mode = SDL_DisplayMode()
    let sdl = handle.sdl
    guard sdl.SDL_GetCurrentDisplayMode(max(0, sdl.SDL_GetWindowDisplayIndex(handle.window)), &mode) == 0,
      (1...1000).contains(mode.refresh_rate)
    else { return 1000 / 60 }
    return 1000 / Double(mode.refresh_rate)
  }

  /// Whether the desktop is set to dark; nil where it does not say.
  public static var systemPrefersDark: Bool? { desktop.prefersDark }

  /// Whether the user asked the desktop for less motion; nil where it does not say.
  public static var systemReducesMotion: Bool? { desktop.reducesMotion }

  private static var desktop: DesktopSettings {
    DesktopSettings(environment: Environment.value, read: DesktopSettings.contents(of:))
  }
}
