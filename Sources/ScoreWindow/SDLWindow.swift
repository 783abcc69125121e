internal import CSDL2
internal import Glibc
public import ScoreDrawing
public import ScoreRaster

/// A window on X11 or Wayland, by SDL 2.
///
/// Open, wait and present from one thread, the one that opened it. Closing is the end of the value.
public struct SDLWindow: ~Copyable {
  /// The window's class, which desktops match with `scoreview.desktop`.
  public static let applicationID = "scoreview"
  /// Below this, in points, a user cannot make the window smaller (a program or a tiling desktop can).
  public static let minimumSize = ViewSize(width: 160, height: 120)

  var handle: WindowHandle
  var decoder: EventDecoder
  let painter: FramePainter
  /// What the window shows, or would if it were visible.
  var frame: Frame?
  /// Whether the pixels are those of `frame`.
  var isPainted = false
  var isVisible = true
  var hasIcon = false
  /// What the desktop's settings said when they were last looked at.
  var desktopIsDark = SDLWindow.systemPrefersDark
  var watcher: DescriptorWatcher?
  var arrow: CursorHandle?
  var hand: CursorHandle?
  var drag: CursorHandle?
  var busy: CursorHandle?
  var shape = PointerShape.arrow
  /// How often frames were painted, and how often a wait ended, since the window opened.
  public internal(set) var statistics = Statistics()

  /// Ends this window's wait from another thread.
  public let waker: SurfaceWaker

  /// Counts for tests and benchmarks.
  public struct Statistics: Equatable, Sendable {
    /// Times that pixels were painted.
    public var paints = 0
    /// Pixels that were painted.
    public var pixels = 0
    /// Pixel columns of the content that were drawn: all of the window's with a whole frame, those that came into
    /// view with one that was scrolled.
    public var columns = 0
    /// Times that `waitForEvents` came back from sleeping.
    public var wakeUps = 0
  }

  /// Loads SDL and connects to the display on a second thread, for the window that will be opened.
  ///
  /// Returns at once. That takes 15 to 40 ms, so call it before reading the file; and before starting any
  /// other thread, because it sets variables of the environment. What goes wrong is told by `init`.
  ///
  /// - Parameter driver: SDL's name for what to draw on, `kmsdrm` for a bare display; nil: a desktop.
  public static func preload(driver: String? = nil) {
    if let driver { setenv("SDL_VIDEODRIVER", driver, 1) }
    SessionLoader.start()
  }

  /// Opens a window whose drawing area is `size` points, or what of it fits on the screen.
  ///
  /// - Throws: `WindowError` when SDL is not installed, no display answers or the display gives no window.
  public init(title: String, size: ViewSize, painter: FramePainter) throws(WindowError) {
    let session = try SessionLoader.session()
    let handle = try SDLWindow.openHandle(session: session, title: title, size: size)
    let wakeEvent = session.sdl.SDL_RegisterEvents(1)
    self.decoder = EventDecoder(geometry: SDLWindow.geometry(of: handle), wakeEvent: wakeEvent)
    self.waker = SurfaceWaker(sdl: session.sdl, eventType: wakeEvent)
    self.handle = handle
    self.painter = painter
  }

  private static func openHandle(
    session: VideoSession, title: String, size: ViewSize
  ) throws(WindowError) -> WindowHandle {
    var handle = try WindowHandle(session: session, title: title, size: size, scale: 1)
    let scale = session.driver == "x11" ? displayScale(of: handle) : 1
    // Only a window tells the scale. One that merely grew would stand where the small one was.
    if scale != 1 { handle = try WindowHandle(session: session, title: title, size: size, scale: scale) }
    try handle.chooseOutput()
    handle.populatePixels()
    session.sdl.SDL_ShowWindow(handle.window)
    return handle
  }

  deinit {
    watcher?.stop()
    waker.close()
  }

  /// A length in points as a positive number of window units.
  static func units(_ points: Double, _ scale: Double) -> Int32 {
    let units = (points * scale).rounded()
    return units.isFinite ? Int32(min(max(units, 1), 16_384)) : 1
  }
}

extension SDLWindow: Surface {
  public var size: ViewSize { decoder.geometry.size }
  public var scale: Double { decoder.geometry.scale }
  public var metrics: TextMetrics { painter.text.metrics }
  public var overscan: Double { FrameChange.overscan }
}

extension WindowHandle {
  /// Makes the window `size` points large, or as large as the screen allows.
  func setSize(_ size: ViewSize, scale: Double) {
    setMinimumSize(scale: scale)
    let units = WindowHandle.units(size, scale: scale, on: max(0, sdl.SDL_GetWindowDisplayIndex(window)), of: session)
    sdl.SDL_SetWindowSize(window, units.width, units.height)
  }

  func setMinimumSize(scale: Double) {
    let minimum = SDLWindow.minimumSize
    sdl.SDL_SetWindowMinimumSize(
      window, SDLWindow.units(minimum.width, scale), SDLWindow.units(minimum.height, scale))
  }

  /// A size in window units, cut to what a screen has free.
  static func units(
    _ size: ViewSize, scale: Double, on screen: Int32, of session: VideoSession
  ) -> (width: Int32, height: Int32) {
    let (width, height) = (SDLWindow.units(size.width, scale), SDLWindow.units(size.height, scale))
    var bounds = SDL_Rect()
    guard session.sdl.SDL_GetDisplayUsableBounds(screen, &bounds) == 0, bounds.w > 0, bounds.h > 0 else {
      return (width, height)
    }
    return (min(width, bounds.w), min(height, bounds.h))
  }
}
