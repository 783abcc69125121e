internal import CSDL2
internal import ScoreDrawing
internal import ScoreRaster

/// From painted pixels to the screen.
///
/// Which way is asked, not guessed: SDL gives a window surface without a texture only where the system can
/// show plain memory, which X11 can (MIT-SHM). That way needs no GL, so Mesa is never loaded (tens of
/// milliseconds at start-up), and it is the fastest one without a GPU; with one, the server uploads the
/// same pixels that a texture would. On Wayland, SDL shows memory only through a texture, so the compositor is
/// asked itself (`WaylandCanvas`). Only where there is no such way a renderer with a texture in device pixels is made.
extension WindowHandle {
  mutating func chooseOutput() throws(WindowError) {
    if sdl.SDL_GetWindowSurface(window) != nil { return }
    if session.sizeInPixels != nil, let canvas = WaylandCanvas(session, window) {
      output = .shared(canvas)
      return
    }
    guard let renderer = sdl.SDL_CreateRenderer(window, -1, 0) else {
      throw WindowError("cannot draw in the window: \(sdl.lastError)")
    }
    output = .renderer(renderer)
  }

  /// Has the kernel find memory for the surface while the window appears and the first frame is composed.
  ///
  /// Clearing the pages of a large window takes as long as painting it. A surface that is gone before the
  /// thread comes to it does no harm: advice about memory changes none of its contents.
  func populatePixels() {
    guard case .surface = output, let surface = sdl.SDL_GetWindowSurface(window),
      let pixels = surface.pointee.pixels
    else { return }
    MemoryPopulation.start(pixels, count: Int(surface.pointee.pitch) * Int(surface.pointee.h))
  }

  /// The drawable size in device pixels.
  func pixelSize(units: (width: Int, height: Int)) -> PixelSize {
    var (width, height) = (Int32(clamping: units.width), Int32(clamping: units.height))
    switch output {
    case .surface: break
    case .shared: session.sizeInPixels?(window, &width, &height)
    case .renderer(let renderer):
      guard sdl.SDL_GetRendererOutputSize(renderer, &width, &height) == 0 else {
        return PixelSize(width: units.width, height: units.height)
      }
    }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Lets `body` paint what is out of date and shows it.
  ///
  /// - Parameters:
  ///   - damage: all that looks different since the last call.
  ///   - isExposed: whether the pixels on the screen are lost and must be shown again.
  ///   - body: is told whether the pixels are those of the last call, and changes them inside `damage` alone, or
  ///     paints them all.
  /// - Throws: `WindowError` when SDL has no pixels to give.
  mutating func paint(
    damage: PixelRect, isExposed: Bool = false, _ body: Painting
  ) throws(WindowError) {
    switch output {
    case .surface: try paintSurface(damage, isExposed, body)
    case .shared(let canvas): try paintShared(canvas, damage, isExposed, body)
    case .renderer(let renderer): try paintTexture(renderer, damage, isExposed, body)
    }
  }

  typealias Painting = (_ rows: PixelRows, _ areKept: Bool) -> Void

  // MARK: Window surface

  private mutating func paintSurface(
    _ damage: PixelRect, _ isExposed: Bool, _ body: Painting
  ) throws(WindowError) {
    guard let surface = sdl.SDL_GetWindowSurface(window), let pixels = surface.pointee.pixels else {
      throw WindowError("cannot draw in the window: \(sdl.lastError)")
    }
    let size = PixelSize(width: Int(surface.pointee.w), height: Int(surface.pointee.h))
    let (dirty, areKept) = outdated(PaintedPixels(address: UInt(bitPattern: pixels), size: size), damage)
    if !dirty.isEmpty {
      if WindowHandle.isDirect(surface) {
        let base = pixels.assumingMemoryBound(to: UInt32.self)
        body(PixelRows(base: base, size: size, stride: Int(surface.pointee.pitch) / 4), areKept)
      } else {
        try paintBuffer(size, isOutdated: !dirty.isEmpty, { body($0, areKept) }) { sdl, rows in
          WindowHandle.convert(rows, dirty, into: surface, with: sdl)
        }
      }
    }
    var shown = WindowHandle.sdlRect(isExposed ? PixelRect(size) : dirty)
    guard shown.w > 0, shown.h > 0 else { return }
    guard sdl.SDL_UpdateWindowSurfaceRects(window, &shown, 1) == 0 else {
      throw WindowError("cannot show the window's pixels: \(sdl.lastError)")
    }
  }

  /// Whether a surface's pixels are laid out as the painter writes them.
  private static func isDirect(_ surface: UnsafeMutablePointer<SDL_Surface>) -> Bool {
    let format = surface.pointee.format.pointee.format
    return (format == SDL_PIXELFORMAT_RGB888.rawValue || format == SDL_PIXELFORMAT_ARGB8888.rawValue)
      && surface.pointee.pitch % 4 == 0
  }

  /// For the screens of 15, 16 or 30 bits that X servers still have.
  private static func convert(
    _ rows: PixelRows, _ rect: PixelRect, into surface: UnsafeMutablePointer<SDL_Surface>, with sdl: SDLFunctions
  ) {
    guard let pixels = surface.pointee.pixels else { return }
    let pitch = Int(surface.pointee.pitch)
    let bytes = Int(surface.pointee.format.pointee.BytesPerPixel)
    _ = sdl.SDL_ConvertPixels(
      Int32(rect.width), Int32(rect.height), SDL_PIXELFORMAT_RGB888.rawValue,
      rows.base + rect.minY * rows.stride + rect.minX, Int32(rows.stride * 4),
      surface.pointee.format.pointee.format, pixels + rect.minY * pitch + rect.minX * bytes, Int32(pitch))
  }

  // MARK: Shared memory

  private mutating func paintShared(
    _ canvas: WaylandCanvas, _ damage: PixelRect, _ isExposed: Bool, _ body: Painting
  ) throws(WindowError) {
    let size = pixelSize(units: unitSize)
    guard size.width > 0, size.height > 0 else { return }
    let (dirty, areKept) = outdated(PaintedPixels(address: 1, size: size), damage)
    let shown = isExposed ? PixelRect(size) : dirty
    guard !shown.isEmpty else { return }
    var isShown = false
    try paintBuffer(size, isOutdated: !dirty.isEmpty, { body($0, areKept) }) { _, rows in
      isShown = canvas.show(rows, dirty: shown)
    }
    guard isShown else { throw WindowError("cannot show the window's pixels: there is no memory to share") }
  }

  // MARK: Texture

  private mutating func paintTexture(
    _ renderer: OpaquePointer, _ damage: PixelRect, _ isExposed: Bool, _ body: Painting
  ) throws(WindowError) {
    let size = pixelSize(units: unitSize)
    if painted.size != size || texture == nil {
      if let texture { sdl.SDL_DestroyTexture(texture) }
      texture = sdl.SDL_CreateTexture(
        renderer, SDL_PIXELFORMAT_RGB888.rawValue, Int32(SDL_TEXTUREACCESS_STREAMING.rawValue), Int32(size.width),
        Int32(size.height))
      painted = PaintedPixels()
    }
    guard let texture else { throw WindowError("cannot draw in the window: \(sdl.lastError)") }
    let (dirty, areKept) = outdated(PaintedPixels(address: UInt(bitPattern: texture), size: size), damage)
    if !dirty.isEmpty {
      try paintBuffer(size, isOutdated: !dirty.isEmpty, { body($0, areKept) }) { sdl, rows in
        var target = WindowHandle.sdlRect(dirty)
        let source = rows.base + dirty.minY * rows.stride + dirty.minX
        _ = sdl.SDL_UpdateTexture(texture, &target, source, Int32(rows.stride * 4))
      }
    }
    guard isExposed || !dirty.isEmpty else { return }
    guard sdl.SDL_RenderCopy(renderer, texture, nil, nil) == 0 else {
      throw WindowError("cannot show the window's pixels: \(sdl.lastError)")
    }
    sdl.SDL_RenderPresent(renderer)
  }

  // MARK: Common to both

  /// Paints into our own pixels, if they are outdated, and hands them to `send`.
  private mutating func paintBuffer(
    _ size: PixelSize, isOutdated: Bool, _ body: (PixelRows) -> Void, send: (SDLFunctions, PixelRows) -> Void
  ) throws(WindowError) {
    var pixels = try reusableBuffer(size)
    pixels.withRows { rows in
      if isOutdated { body(rows) }
      send(session.sdl, rows)
    }
    buffer = consume pixels
  }

  /// The buffer of the last time, or a new one if it does not fit.
  private mutating func reusableBuffer(_ size: PixelSize) throws(WindowError) -> PixelBuffer {
    if let last = buffer.take(), last.size == size { return last }
    do {
      return try PixelBuffer(size: size)
    } catch {
      throw WindowError(error.message)
    }
  }

  /// The part of `damage` that lies in the window, or all of the window when its pixels are not `painted`.
  private mutating func outdated(_ pixels: PaintedPixels, _ damage: PixelRect) -> (dirty: PixelRect, areKept: Bool) {
    let whole = PixelRect(pixels.size)
    defer { painted = pixels }
    return painted == pixels ? (damage.intersection(whole), true) : (whole, false)
  }

  private static func sdlRect(_ rect: PixelRect) -> SDL_Rect {
    guard !rect.isEmpty else { return SDL_Rect() }
    return SDL_Rect(
      x: Int32(clamping: rect.minX), y: Int32(clamping: rect.minY), w: Int32(clamping: rect.width),
      h: Int32(clamping: rect.height))
  }
}
