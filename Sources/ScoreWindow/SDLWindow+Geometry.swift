internal import CSDL2
public import ScoreDrawing

/// Size and scale, and how they change.
extension SDLWindow {
  static func geometry(of handle: borrowing WindowHandle) -> WindowGeometry {
    let units = handle.unitSize
    let pixels = handle.pixelSize(units: units)
    var scale = handle.fixedScale ?? displayScale(of: handle)
    if handle.fixedScale == nil, handle.session.driver != "x11",
      DisplayScale.requested(environment: Environment.value) == nil, units.width > 0
    {
      scale = max(Double(pixels.width) / Double(units.width), DisplayScale.range.lowerBound)
    }
    return WindowGeometry(
      unitWidth: units.width, unitHeight: units.height, pixels: pixels, scale: scale,
      fractionsEndOnLastUnit: handle.session.driver == "x11")
  }

  /// What a variable or the X server asks for; 1 where neither does.
  static func displayScale(of handle: borrowing WindowHandle) -> Double {
    if let requested = DisplayScale.requested(environment: Environment.value) { return requested }
    var sdl = handle.sdl
    guard let display = sdl_x11_display(&sdl, handle.window) else { return 1 }
    return DisplayScale.resources(of: display).flatMap(DisplayScale.scale(resources:)) ?? 1
  }

  /// Asks for a drawing area of `size` points; the size that the desktop gives comes as an event.
  public mutating func resize(to size: ViewSize) {
    guard size != decoder.geometry.size, !size.isEmpty else { return }
    handle.setSize(size, scale: decoder.geometry.scale)
  }

  /// Draws with `scale` device pixels a point from now on; one out of range is cut to it.
  public mutating func setScale(_ scale: Double) {
    handle.fixedScale = min(max(scale, DisplayScale.range.lowerBound), DisplayScale.range.upperBound)
    _ = updateGeometry(isSurfaceLost: false)
  }

  /// The drawing area in device pixels.
  public var pixels: PixelSize { decoder.geometry.pixels }

  /// Asks for size and scale anew; the event to tell when they have changed.
  ///
  /// When the scale changes on X11, the window takes as many pixels as its points now need.
  mutating func updateGeometry(isSurfaceLost: Bool) -> InputEvent.Kind? {
    let old = decoder.geometry
    let new = SDLWindow.geometry(of: handle)
    guard new != old || isSurfaceLost else { return nil }
    // SDL has thrown the surface away even if the size is back to what it was.
    handle.painted = WindowHandle.PaintedPixels()
    isPainted = false
    guard new != old else { return nil }
    decoder.geometry = new
    let isFixed = handle.flags & (SDL_WINDOW_MAXIMIZED.rawValue | SDL_WINDOW_FULLSCREEN.rawValue) != 0
    if new.scale != old.scale, handle.session.driver == "x11", !isFixed {
      handle.setSize(old.size, scale: new.scale)
    }
    return .resized(new.size, scale: new.scale)
  }
}
