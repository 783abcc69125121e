internal import CSDL2
internal import ScoreDrawing
internal import ScoreRaster

/// An SDL window with all that hangs on it; everything ends with the handle, in the right order.
struct WindowHandle: ~Copyable {
  let session: VideoSession
  let window: OpaquePointer
  /// How pixels reach the screen; `texture` only where the system has no direct way.
  var output = Output.surface
  var texture: OpaquePointer?
  /// Our own pixels, where the painter cannot write into the window's.
  var buffer: PixelBuffer?
  /// What the window's pixels were painted as last; anything else there must be painted whole.
  var painted = PaintedPixels()
  /// Device pixels a point that the owner asked for, whatever the display says.
  var fixedScale: Double?

  enum Output {
    /// SDL's window surface: memory that the X server reads.
    case surface
    /// Memory that a Wayland compositor reads.
    case shared(WaylandCanvas)
    /// A renderer's texture, where neither will do.
    case renderer(OpaquePointer)
  }

  struct PaintedPixels: Equatable {
    var address: UInt = 0
    var size = PixelSize(width: 0, height: 0)
  }

  var sdl: SDLFunctions { session.sdl }

  /// A hidden window of `size` points at `scale` window units a point.
  init(session: VideoSession, title: String, size: ViewSize, scale: Double) throws(WindowError) {
    let (width, height) = WindowHandle.units(size, scale: scale, on: 0, of: session)
    // SDL_WINDOWPOS_UNDEFINED: the window manager knows a good place.
    let anywhere: Int32 = 0x1FFF_0000
    let flags =
      SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
    guard let window = session.sdl.SDL_CreateWindow(title, anywhere, anywhere, width, height, flags) else {
      throw WindowError("cannot open a window: \(session.sdl.lastError)")
    }
    self.session = session
    self.window = window
    setMinimumSize(scale: scale)
  }

  deinit {
    if let texture { session.sdl.SDL_DestroyTexture(texture) }
    if case .renderer(let renderer) = output { session.sdl.SDL_DestroyRenderer(renderer) }
    session.sdl.SDL_DestroyWindow(window)
  }

  /// Width and height in window units.
  var unitSize: (width: Int, height: Int) {
    var width: Int32 = 0
    var height: Int32 = 0
    sdl.SDL_GetWindowSize(window, &width, &height)
    return (Int(width), Int(height))
  }

  var flags: UInt32 { sdl.SDL_GetWindowFlags(window) }

  /// Gives the window its picture in the task bar; without one it has the desktop's default.
  func setIcon(_ icon: WindowIcon) {
    var pixels = icon.pixels
    let side = Int32(icon.side)
    pixels.withUnsafeMutableBytes { bytes in
      let argb = SDL_PIXELFORMAT_ARGB8888.rawValue
      guard let surface = sdl.SDL_CreateRGBSurfaceWithFormatFrom(bytes.baseAddress, side, side, 32, side * 4, argb)
      else { return }
      sdl.SDL_SetWindowIcon(window, surface)
      sdl.SDL_FreeSurface(surface)
    }
  }
}

/// A pointer shape of the desktop's own set.
struct CursorHandle: ~Copyable {
  private let session: VideoSession
  private let cursor: OpaquePointer

  /// Nil where the desktop has no such shape.
  init?(session: VideoSession, shape: PointerShape) {
    let system =
      switch shape {
      case .arrow: SDL_SYSTEM_CURSOR_ARROW
      case .hand: SDL_SYSTEM_CURSOR_HAND
      case .drag: SDL_SYSTEM_CURSOR_SIZEWE
      case .busy: SDL_SYSTEM_CURSOR_WAITARROW
      }
    guard let cursor = session.sdl.SDL_CreateSystemCursor(system) else { return nil }
    self.session = session
    self.cursor = cursor
  }

  deinit { session.sdl.SDL_FreeCursor(cursor) }

  func show() { session.sdl.SDL_SetCursor(cursor) }
}
