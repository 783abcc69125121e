internal import CSDL2
internal import Glibc

/// SDL's video subsystem while something needs it: every handle holds the session, the last one ends it.
final class VideoSession {
  let sdl: SDLFunctions
  /// Tells a window's size in device pixels, where SDL knows it (from 2.26 on).
  let sizeInPixels:
    (@convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?) -> Void)?
  /// What to add to SDL's ticks to get milliseconds of the monotonic clock.
  let epoch: Double
  /// SDL's name for what it draws on: "x11", "wayland".
  let driver: String

  /// - Throws: `WindowError` when SDL is not installed or no display answers.
  init() throws(WindowError) {
    try VideoSession.checkDisplay(environment: Environment.value)
    let drivers = try VideoSession.usableDrivers(
      environment: Environment.value, hasSeat: { WaylandProbe.hasSeat(environment: Environment.value) })
    VideoSession.prepareProcess
    sdl = try SDLLibrary.shared.get().functions
    let library = dlopen(SDLLibrary.name, RTLD_LAZY | RTLD_NOLOAD)
    sizeInPixels = library.flatMap { sdl_size_in_pixels($0) }
    if let library { dlclose(library) }
    sdl.SDL_SetMainReady()
    VideoSession.setHints(of: sdl, drivers: drivers)
    X11Library.passOverHarmlessErrors()
    guard sdl.SDL_Init(UInt32(SDL_INIT_VIDEO)) == 0 else {
      throw VideoSession.noDisplay(reason: sdl.lastError, environment: Environment.value)
    }
    epoch = MonotonicClock.now - Double(sdl.SDL_GetTicks64())
    driver = sdl.SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? ""
    sdl.SDL_EnableScreenSaver()
    for type in VideoSession.unusedEvents {
      _ = sdl.SDL_EventState(type.rawValue, SDL_IGNORE)
    }
  }

  deinit { sdl.SDL_Quit() }

  /// Events that nothing here reads; SDL then does not even make them.
  private static let unusedEvents = [
    SDL_KEYUP, SDL_TEXTEDITING, SDL_TEXTEDITING_EXT, SDL_KEYMAPCHANGED, SDL_SYSWMEVENT, SDL_CLIPBOARDUPDATE,
    SDL_MULTIGESTURE, SDL_DOLLARGESTURE, SDL_DROPBEGIN, SDL_DROPCOMPLETE, SDL_DROPTEXT,
  ]

  /// What SDL 2.26 takes from the process alone; done once, before there are threads that could look.
  ///
  /// The window's class is the name of its desktop entry. A chart is not a place to write text: an input
  /// method would turn the keys it understands into half-composed words, and reaching one costs start-up
  /// time, so XIM and ibus are told that there is none.
  static let prepareProcess: Void = {
    useUTF8()
    setenv("SDL_VIDEO_X11_WMCLASS", SDLWindow.applicationID, 0)
    setenv("SDL_VIDEO_WAYLAND_WMCLASS", SDLWindow.applicationID, 0)
    setenv("XMODIFIERS", "@im=none", 1)
    setenv("SDL_IM_MODULE", "none", 1)
    setenv("IBUS_ADDRESS", "unix:path=/dev/null", 1)
    // Where there is no message bus, SDL would have one launched.
    setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 0)
  }()

  /// SDL drops titles that the process's character set cannot write, and a program starts with ASCII.
  ///
  /// Only the character type is set, so numbers keep their point.
  private static func useUTF8() {
    guard let codeset = nl_langinfo(nl_item(CODESET)), String(cString: codeset) != "UTF-8" else { return }
    setlocale(LC_CTYPE, "C.UTF-8")
  }

  /// Hints have default priority, so a variable of the same name that the user set wins.
  private static func setHints(of sdl: SDLFunctions, drivers: String) {
    let hints = [
      // The program decides what Ctrl+C and SIGTERM do.
      (SDL_HINT_NO_SIGNAL_HANDLERS, "1"),
      // Neither DRM nor a dummy counts as a window, and nobody knocks where nobody lives.
      (SDL_HINT_VIDEODRIVER, drivers),
      (SDL_HINT_APP_NAME, "scoreview"),
      (SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1"),
      // Fingers come as fingers, and only so.
      (SDL_HINT_TOUCH_MOUSE_EVENTS, "0"),
      (SDL_HINT_MOUSE_TOUCH_EVENTS, "0"),
      // Closing is asked once, by the window.
      (SDL_HINT_QUIT_ON_LAST_WINDOW_CLOSE, "0"),
      // A drag keeps the pointer beyond the window's edge.
      (SDL_HINT_MOUSE_AUTO_CAPTURE, "1"),
      // The click that brings the window to the front also selects.
      (SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1"),
      // A chart does not ask the compositor to step aside.
      (SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0"),
      // The window surface goes straight to the X server: see `Canvas`.
      (SDL_HINT_FRAMEBUFFER_ACCELERATION, "0"),
      // Without X or Wayland there is often only the small GL; SDL takes that for the large one, and shows black.
      (SDL_HINT_RENDER_DRIVER, "opengles2"),
    ]
    for (name, value) in hints { _ = sdl.SDL_SetHint(name, value) }
  }

  /// The drivers that the environment names a display for, in the order in which SDL itself tries them.
  static func drivers(environment: (String) -> String?) -> String {
    let known = [("DISPLAY", "x11"), ("WAYLAND_DISPLAY", "wayland")]
    return known.filter { !(environment($0.0) ?? "").isEmpty }.map(\.1).joined(separator: ",")
  }

  /// The drivers that can be tried: SDL does not survive a Wayland display without pointer and keyboard.
  static func usableDrivers(
    environment: (String) -> String?, hasSeat: () -> Bool?
  ) throws(WindowError) -> String {
    let all = drivers(environment: environment)
    let wanted = environment("SDL_VIDEODRIVER").flatMap { $0.isEmpty ? nil : $0 } ?? all
    guard wanted.split(separator: ",").contains("wayland"), hasSeat() == false else { return all }
    guard wanted != "wayland" else {
      throw WindowError(
        "no display: WAYLAND_DISPLAY=\(environment("WAYLAND_DISPLAY") ?? "") has neither pointer nor keyboard; "
          + "draw in the terminal or into a file")
    }
    return all.split(separator: ",").filter { $0 != "wayland" }.joined(separator: ",")
  }

  /// Fails early, before anything is loaded, where no display can answer.
  static func checkDisplay(environment: (String) -> String?) throws(WindowError) {
    let names = ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"]
    guard names.allSatisfy({ (environment($0) ?? "").isEmpty }) else { return }
    throw WindowError(
      "no display: neither DISPLAY nor WAYLAND_DISPLAY is set; start it in a graphical session, "
        + "or draw in the terminal or into a file")
  }

  private static func noDisplay(reason: String, environment: (String) -> String?) -> WindowError {
    let tried = ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"].compactMap { name in
      environment(name).flatMap { $0.isEmpty ? nil : "\(name)=\($0)" }
    }
    return WindowError(
      "no display: cannot open \(tried.joined(separator: " ")) (\(reason)); check that it runs and lets you in "
        + "(ssh -X, xhost), or draw in the terminal or into a file")
  }
}

extension SDLFunctions {
  /// What SDL says went wrong last.
  var lastError: String { SDL_GetError().map { String(cString: $0) } ?? "unknown reason" }
}

/// The clock whose milliseconds all events and deadlines of a window carry.
enum MonotonicClock {
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}

enum Environment {
  static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
